//! Canonical text of a syntax tree.
//!
//! Parsing what is printed gives the same tree: documentation is kept, parentheses stand where they are needed and nowhere
//! else, and names are quoted where they must be. Plain comments and blank lines are not in the tree, so they are lost.

mod expression;

use super::tree::{
    Allow, Binding, By, Cell, Example, Examples, Expected, Expr, Grid, Input, Item, ItemKind, Name, Output, Param, Row, Rule,
    SyntaxTree, Table, TableBody, Test, Text, TypeExpr, TypeExprKind, UnaryTest,
};
use super::words::{is_name, shown_name};
pub(super) use expression::quoted;
use expression::{expr, type_atom};

/// The text of a tree.
pub fn print(tree: &SyntaxTree) -> String {
    let mut out = String::new();
    for line in &tree.docs {
        out.push_str(&doc("//!", line));
    }
    if let Some(header) = &tree.header {
        separate(&mut out);
        let instance = tree.instance.as_ref();
        let instance = instance.map_or(String::new(), |it| format!(" = {} with {}", it.base.text, expr(&it.with)));
        out.push_str(&format!("policy {}{instance}\n", header.text));
    }
    let mut before: Option<&Item> = None;
    for item in &tree.items {
        if before.is_none_or(|before| !close(before, item)) {
            separate(&mut out);
        }
        out.push_str(&lead(&item.docs, &item.allows, ""));
        out.push_str(&item_text(&item.kind));
        out.push('\n');
        before = Some(item);
    }
    out
}

/// Ends what was printed with an empty line.
fn separate(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

/// Whether two items stand on neighbouring lines: short ones of one kind.
fn close(first: &Item, second: &Item) -> bool {
    let short = |item: &Item| {
        let kind = std::mem::discriminant(&item.kind);
        let lines = matches!(item.kind, ItemKind::Table(_) | ItemKind::Examples(_) | ItemKind::Test(_) | ItemKind::Type(_));
        (item.docs.is_empty() && item.allows.is_empty() && !lines).then_some(kind)
    };
    short(first).is_some() && short(first) == short(second)
}

fn doc(mark: &str, line: &str) -> String {
    if line.is_empty() { format!("{mark}\n") } else { format!("{mark} {line}\n") }
}

fn docs(lines: &[String], indent: &str) -> String {
    lines.iter().map(|line| format!("{indent}{}", doc("///", line))).collect()
}

fn lead(lines: &[String], allows: &[Allow], indent: &str) -> String {
    let allows = allows.iter().map(|allow| format!("{indent}@allow({}, {})\n", allow.code.text, quoted(&allow.reason.value)));
    docs(lines, indent) + &allows.collect::<String>()
}

fn item_text(kind: &ItemKind) -> String {
    match kind {
        ItemKind::Use(item) => {
            let prefix = item.prefix.as_ref().map_or(String::new(), |prefix| format!(" as {}", prefix.text));
            format!("use {}{prefix}", item.policy.text)
        }
        ItemKind::Param(item) => format!("param {}", binding(item, "")),
        ItemKind::Type(item) => format!("type {} = {}", item.name.text, type_(&item.ty, "")),
        ItemKind::Const(item) => format!("const {}", binding(item, "")),
        ItemKind::Let(item) => format!("let {}", binding(item, "")),
        ItemKind::Input(item) => input(item),
        ItemKind::Output(item) => output(item),
        ItemKind::OutputSpread(value) => format!("output ...{}", expr(value)),
        ItemKind::Def(item) => {
            format!("def {}({}) -> {} = {}", item.name.text, params(&item.params), type_(&item.result, ""), expr(&item.body))
        }
        ItemKind::Table(item) => table(item),
        ItemKind::Examples(item) => examples(item),
        ItemKind::Test(item) => test(item),
        ItemKind::Invariant(item) => {
            let params = if item.params.is_empty() { String::new() } else { format!("({})", params(&item.params)) };
            let start = item.start.as_ref().map_or(String::new(), |start| format!(" inductive from {}", expr(start)));
            format!("invariant {}{params}{start} {{ {} }}", item.name.text, expr(&item.body))
        }
    }
}

/// `mark T`, where a type is stated.
fn stated(ty: Option<&TypeExpr>, indent: &str) -> String {
    ty.map_or(String::new(), |ty| format!(": {}", type_(ty, indent)))
}

fn default(value: Option<&Expr>) -> String {
    value.map_or(String::new(), |value| format!(" = {}", expr(value)))
}

fn binding(binding: &Binding, indent: &str) -> String {
    format!("{}{} = {}", binding.name.text, stated(binding.ty.as_ref(), indent), expr(&binding.value))
}

fn input(input: &Input) -> String {
    let local = input.local.as_ref().map_or(String::new(), |local| format!(" as {}", local.text));
    let mark = if input.optional { "?" } else { "" };
    format!("input {}{mark}{local}: {}{}", shown_name(&input.member.text), type_(&input.ty, ""), default(input.default.as_ref()))
}

fn output(output: &Output) -> String {
    let mark = if output.optional { "?" } else { "" };
    format!("output {}{mark}{} = {}", shown_name(&output.member.text), stated(output.ty.as_ref(), ""), expr(&output.value))
}

fn params(params: &[Param]) -> String {
    list(params.iter().map(|param| format!("{}: {}", param.name.text, type_(&param.ty, ""))))
}

/// `a, b, c`
fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// A type; a record with documentation in it stands on lines of its own.
fn type_(ty: &TypeExpr, indent: &str) -> String {
    match &ty.kind {
        TypeExprKind::Name(name) => name.clone(),
        TypeExprKind::Union(texts) => texts.iter().map(|text| quoted(&text.value)).collect::<Vec<_>>().join(" | "),
        TypeExprKind::List(element) => format!("list<{}>", type_(element, indent)),
        TypeExprKind::Set(element) => format!("set<{}>", type_(element, indent)),
        TypeExprKind::Map(element) => format!("map<{}>", type_(element, indent)),
        TypeExprKind::Option(inner) => format!("{}?", type_atom(inner, indent)),
        TypeExprKind::Record { members, open } => {
            let deeper = format!("{indent}    ");
            let mut lines: Vec<(String, String)> = members
                .iter()
                .map(|member| {
                    let mark = if member.optional { "?" } else { "" };
                    let text = format!(
                        "{}{mark}: {}{}",
                        shown_name(&member.name.text),
                        type_(&member.ty, &deeper),
                        default(member.default.as_ref())
                    );
                    (docs(&member.docs, &deeper), text)
                })
                .collect();
            if *open {
                lines.push((String::new(), "...".to_owned()));
            }
            if lines.is_empty() {
                return "{}".to_owned();
            }
            if lines.iter().all(|(docs, text)| docs.is_empty() && !text.contains('\n')) {
                return format!("{{ {} }}", list(lines.into_iter().map(|(_, text)| text)));
            }
            // Documentation ends with its line, so the comma stands before the next member's.
            let lines: String = lines.iter().map(|(docs, text)| format!("{docs}{deeper}{text},\n")).collect();
            let lines = lines.strip_suffix("...,\n").map(|lines| format!("{lines}...\n")).unwrap_or(lines);
            format!("{{\n{lines}{indent}}}")
        }
    }
}

fn table(table: &Table) -> String {
    let hit = table.hit.map_or(String::new(), |hit| format!(" hit {}", hit.word()));
    let head = format!("table {}({}) -> {}{hit} {{\n", table.name.text, params(&table.params), type_(&table.result, ""));
    let mut out = head;
    for binding in &table.lets {
        out.push_str(&format!("    let {}\n", self::binding(binding, "    ")));
    }
    if !table.lets.is_empty() {
        out.push('\n');
    }
    match &table.body {
        TableBody::Rules(rules) => rules.iter().for_each(|rule| out.push_str(&self::rule(rule))),
        TableBody::Grid(grid) => out.push_str(&self::grid(grid)),
    }
    out.push('}');
    out
}

fn rule(rule: &Rule) -> String {
    let name = rule.name.as_ref().map_or("otherwise".to_owned(), |name| format!("rule {}", rule_name(name)));
    let when = rule.guard.as_ref().map_or(String::new(), |guard| format!(" when {}", expression::guard(guard)));
    let because = rule.because.as_ref().map_or(String::new(), |text| format!("\n        because {}", quoted(&text.value)));
    let clauses = expression::clauses(&rule.clauses);
    format!("{}    {name}{clauses}{when} => {}{because}\n", lead(&rule.docs, &rule.allows, "    "), expr(&rule.outcome))
}

/// The name of a rule, quoted where a bare word would be read as something else.
fn rule_name(name: &Name) -> String {
    if is_name(&name.text) { name.text.clone() } else { quoted(&name.text) }
}

/// A grid with its bars under each other.
fn grid(grid: &Grid) -> String {
    let heading = if grid.named { vec!["rule".to_owned()] } else { Vec::new() };
    let mut lines = vec![(
        heading.into_iter().chain(grid.columns.iter().map(column)).collect::<Vec<_>>(),
        grid.members.iter().map(|member| shown_name(&member.text)).collect::<Vec<_>>(),
    )];
    for row in &grid.rows {
        let name = row.name.iter().map(rule_name);
        lines.push((name.chain(row.cells.iter().map(cell)).collect(), row.outcomes.iter().map(expr).collect()));
    }
    let left = widths(lines.iter().map(|(left, _)| left));
    let right = widths(lines.iter().map(|(_, right)| right));
    let mut out = String::new();
    let no_row = None.into_iter();
    for ((cells, outcomes), row) in lines.iter().zip(no_row.chain(std::iter::once(None)).chain(grid.rows.iter().map(Some))) {
        let because = row
            .and_then(|row: &Row| row.because.as_ref())
            .map_or(String::new(), |text| format!(" because {}", quoted(&text.value)));
        out.push_str(&row.map_or(String::new(), |row| lead(&row.docs, &row.allows, "    ")));
        out.push_str(&format!("    | {} => {} |{because}\n", padded(cells, &left), padded(outcomes, &right)));
    }
    out.push_str(&grid.otherwise.as_ref().map_or(String::new(), rule));
    out
}

/// A heading; the lone word `rule` would name the rows.
fn column(value: &Expr) -> String {
    let text = expr(value);
    if text == "rule" { format!("({text})") } else { text }
}

/// The widest cell of each column.
fn widths<'a>(lines: impl Iterator<Item = &'a Vec<String>>) -> Vec<usize> {
    let mut widths = Vec::new();
    for line in lines {
        widths.resize(widths.len().max(line.len()), 0);
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    widths
}

fn padded(cells: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
    cells.join(" | ")
}

fn cell(cell: &Cell) -> String {
    if cell.tests.is_empty() { "-".to_owned() } else { list(cell.tests.iter().map(unary_test)) }
}

fn unary_test(test: &UnaryTest) -> String {
    match test {
        UnaryTest::Value { value, negated: false } => expr(value),
        UnaryTest::Value { value, negated: true } => format!("!= {}", expr(value)),
        UnaryTest::Compare(op, value) => format!("{} {}", op.word(), expr(value)),
        UnaryTest::Range(first, last) => format!("{}..={}", expr(first), expr(last)),
        UnaryTest::Pattern(kind, pattern) => format!("{} {}", kind.word(), expr(pattern)),
        UnaryTest::In(name) => format!("in {}", name.text),
        UnaryTest::Is(test, negated) => format!("is {}", expression::is_test(*test, *negated)),
        UnaryTest::Not(tests) => format!("not ({})", list(tests.iter().map(unary_test))),
    }
}

fn examples(examples: &Examples) -> String {
    let cases: String = examples.cases.iter().map(|case| format!("    {}\n", example(case))).collect();
    format!("examples {} {{\n{}{cases}}}", examples.table.text, given(examples.given.as_ref()))
}

fn given(record: Option<&Expr>) -> String {
    record.map_or(String::new(), |record| format!("    given {}\n", expr(record)))
}

fn example(example: &Example) -> String {
    let expected = match &example.expected {
        Expected::Some(_) => "some".to_owned(),
        Expected::Value(value) => expr(value),
    };
    let by = match &example.by {
        None => String::new(),
        Some(By::Otherwise(_)) => " by otherwise".to_owned(),
        Some(By::Rule(name)) => format!(" by {}", rule_name(name)),
    };
    format!("({}) => {expected}{by}", list(example.args.iter().map(expr)))
}

fn test(test: &Test) -> String {
    let expects: String = test.expects.iter().map(|expect| format!("    expect {}\n", expr(expect))).collect();
    let Text { value, .. } = &test.name;
    format!("test {} {{\n{}{expects}}}", quoted(value), given(test.given.as_ref()))
}
