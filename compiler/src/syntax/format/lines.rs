//! Lines: where they begin, how deep they stand, and the columns of grids.

use super::super::scan::{Token, TokenKind, Tokens};
use super::roles::{Roles, Row};
use super::spacing::joined;

/// How much deeper each level stands.
const INDENT: usize = 4;

/// A line of the text.
#[derive(Default)]
struct Line {
    /// An empty line stands before it.
    apart: bool,
    tokens: Vec<Token>,
    /// A comment alone in its line, or behind the tokens.
    comment: Option<String>,
}

/// The whole text, laid out.
pub(super) fn laid_out(text: &str, tokens: &Tokens, roles: &Roles) -> String {
    let lines = lines(text, tokens);
    let indents = indents(text, &lines, roles);
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rows = rows_from(&lines, at, roles);
        if rows.is_empty() {
            out.push(joined(text, roles, &line.tokens));
            at += 1;
        } else {
            out.extend(grid(text, roles, &rows));
            at += rows.len();
        }
    }
    let mut whole = String::with_capacity(text.len());
    for (number, ((line, indent), words)) in lines.iter().zip(indents).zip(out).enumerate() {
        if number > 0 && is_apart(text, &lines, number, roles) {
            whole.push('\n');
        }
        let comment = line.comment.as_deref().unwrap_or("");
        let gap = if words.is_empty() || comment.is_empty() { "" } else { " " };
        whole.push_str(&" ".repeat(indent));
        whole.push_str(&words);
        whole.push_str(gap);
        whole.push_str(comment);
        whole.push('\n');
    }
    whole
}

/// Takes the text apart into lines, with what stands between tokens.
fn lines(text: &str, tokens: &Tokens) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut end = 0;
    for token in tokens.all() {
        gap(text.get(end..token.start).unwrap_or(""), &mut lines);
        match lines.last_mut() {
            Some(line) => line.tokens.push(*token),
            None => lines.push(Line { tokens: vec![*token], ..Line::default() }),
        }
        end = token.end;
    }
    gap(text.get(end..).unwrap_or(""), &mut lines);
    lines.retain(|line| !line.tokens.is_empty() || line.comment.is_some());
    lines
}

/// What stands between two tokens: line ends and comments.
fn gap(gap: &str, lines: &mut Vec<Line>) {
    let mut breaks = 0;
    for (number, piece) in gap.split('\n').enumerate() {
        if number > 0 {
            breaks += 1;
        }
        let comment = piece.trim();
        if comment.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(line) if breaks == 0 => line.comment = Some(comment.to_owned()),
            _ => lines.push(Line { apart: breaks > 1, comment: Some(comment.to_owned()), ..Line::default() }),
        }
        breaks = 0;
    }
    if breaks > 0 {
        lines.push(Line { apart: breaks > 1, ..Line::default() });
    }
}

fn word(text: &str, token: Token) -> &str {
    text.get(token.start..token.end).unwrap_or("")
}

fn sign(text: &str, token: Token) -> &str {
    if token.kind == TokenKind::Sign { word(text, token) } else { "" }
}

fn opens(text: &str, token: Token) -> bool {
    matches!(sign(text, token), "(" | "[" | "?[" | "{")
}

fn closes(text: &str, token: Token) -> bool {
    matches!(sign(text, token), ")" | "]" | "}")
}

/// Whether an empty line stands before a line: as in the text, but around the `policy` line and not inside of brackets' ends.
fn is_apart(text: &str, lines: &[Line], number: usize, roles: &Roles) -> bool {
    let (Some(line), Some(before)) = (lines.get(number), lines.get(number - 1)) else { return false };
    let first = line.tokens.first().copied();
    let last = before.tokens.last().copied();
    let is_file_doc = |line: &Line| line.tokens.first().is_some_and(|token| token.kind == TokenKind::FileDoc);
    let is_header = |line: &Line| line.tokens.first().is_some_and(|token| Some(token.start) == roles.header);
    if is_header(line) && is_file_doc(before) || is_header(before) || is_file_doc(before) && !is_file_doc(line) {
        return true;
    }
    let opened = before.comment.is_none() && last.is_some_and(|token| opens(text, token));
    let closing = first.is_some_and(|token| closes(text, token));
    let documented = last.is_some_and(|token| token.kind == TokenKind::Doc);
    line.apart && !opened && !closing && !documented
}

/// A bracket that is open.
struct Open {
    /// How deep the line stands in which it was opened.
    indent: usize,
    is_block: bool,
}

/// How deep each line stands.
fn indents(text: &str, lines: &[Line], roles: &Roles) -> Vec<usize> {
    let mut open: Vec<Open> = Vec::new();
    let mut indents = Vec::with_capacity(lines.len());
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number..).unwrap_or(&[]).iter().find_map(|line| line.tokens.first().copied());
        let indent = match (open.last(), next) {
            (None, None) => 0,
            (None, Some(token)) => {
                if begins(roles, token) {
                    0
                } else {
                    INDENT
                }
            }
            (Some(open), Some(token)) if closes(text, token) && !line.tokens.is_empty() => open.indent,
            (Some(open), Some(token)) => {
                let goes_on = open.is_block && !begins(roles, token) && !closes(text, token);
                open.indent + if goes_on { 2 * INDENT } else { INDENT }
            }
            (Some(open), None) => open.indent + INDENT,
        };
        for token in &line.tokens {
            if opens(text, *token) {
                open.push(Open { indent, is_block: roles.blocks.contains(&token.start) });
            } else if closes(text, *token) {
                open.pop();
            }
        }
        indents.push(indent);
    }
    indents
}

/// Whether an item or a part of a block begins with a token.
fn begins(roles: &Roles, token: Token) -> bool {
    matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc | TokenKind::Mark) || roles.starts.contains(&token.start)
}

/// The lines from one on that belong to one grid; documentation and comments between its rows among them.
fn rows_from<'a>(lines: &'a [Line], from: usize, roles: &'a Roles) -> Vec<(&'a Line, Option<&'a Row>)> {
    let row = |line: &Line| line.tokens.first().and_then(|token| roles.rows.get(&token.start));
    let Some(grid) = lines.get(from).and_then(row).map(|row| row.grid) else { return Vec::new() };
    let mut found = Vec::new();
    let mut last = 0;
    for line in lines.get(from..).unwrap_or(&[]) {
        let row = row(line);
        match row {
            Some(row) if row.grid != grid => break,
            Some(_) => last = found.len() + 1,
            None if is_lead(line) => {}
            None => break,
        }
        found.push((line, row));
    }
    found.truncate(last);
    found
}

/// Whether a line stands before a row and belongs to it.
fn is_lead(line: &Line) -> bool {
    line.tokens.first().is_none_or(|token| matches!(token.kind, TokenKind::Doc | TokenKind::Mark))
}

/// The lines of a grid, bars under each other.
fn grid(text: &str, roles: &Roles, lines: &[(&Line, Option<&Row>)]) -> Vec<String> {
    let cells: Vec<Option<Cells>> = lines.iter().map(|(line, row)| row.map(|row| Cells::of(text, roles, line, row))).collect();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for cells in cells.iter().flatten() {
        widen(&mut left, &cells.left);
        widen(&mut right, &cells.right);
    }
    lines
        .iter()
        .zip(cells)
        .map(|((line, _), cells)| match cells {
            None => joined(text, roles, &line.tokens),
            Some(cells) => {
                let behind = if cells.behind.is_empty() { String::new() } else { format!(" {}", cells.behind) };
                format!("| {} => {} |{behind}", padded(&cells.left, &left), padded(&cells.right, &right))
            }
        })
        .collect()
}

struct Cells {
    left: Vec<String>,
    right: Vec<String>,
    /// What stands behind the last bar.
    behind: String,
}

impl Cells {
    fn of(text: &str, roles: &Roles, line: &Line, row: &Row) -> Cells {
        let mut pieces: Vec<(usize, Vec<Token>)> = Vec::new();
        for token in &line.tokens {
            match pieces.last_mut() {
                _ if row.separators.contains(&token.start) => pieces.push((token.start, Vec::new())),
                Some((_, tokens)) => tokens.push(*token),
                None => {}
            }
        }
        let behind = pieces.pop().map_or_else(String::new, |(_, tokens)| joined(text, roles, &tokens));
        let (left, right): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|(start, _)| *start < row.arrow);
        let texts = |pieces: Vec<(usize, Vec<Token>)>| pieces.iter().map(|(_, tokens)| joined(text, roles, tokens)).collect();
        Cells { left: texts(left), right: texts(right), behind }
    }
}

/// Makes columns as wide as their cells, in characters.
fn widen(widths: &mut Vec<usize>, cells: &[String]) {
    widths.resize(widths.len().max(cells.len()), 0);
    for (width, cell) in widths.iter_mut().zip(cells) {
        *width = cell.chars().count().max(*width);
    }
}

fn padded(cells: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
    cells.join(" | ")
}
