//! `polc explain`: what a code means.

use polc_compiler::diagnostic::{CODES, Code, nearest};
use polc_compiler::json::Json;

use crate::arguments::{Explain, Format};
use crate::output::{Exit, Output};
use crate::report::json;

pub(super) fn run(explain: &Explain, format: Format, output: &mut Output) -> Exit {
    let Some(asked) = &explain.code else {
        output.print(&list(format));
        return Exit::Clean;
    };
    match Code::parse(asked) {
        Some(code) => {
            output.print(&page(code, format));
            Exit::Clean
        }
        None => {
            let reason = format!("there is no code `{}`", polc_compiler::json::excerpt(asked, 40));
            super::not_run("explain", &reason, format, output);
            let codes: Vec<String> = CODES.iter().map(|(code, _, _)| code.to_string()).collect();
            let upper = asked.to_ascii_uppercase();
            // A code without its letter is the likeliest slip.
            let with_letter = codes.iter().find(|code| code.strip_prefix('P') == Some(&upper)).map(String::as_str);
            match with_letter.or_else(|| nearest(&upper, codes.iter().map(String::as_str))) {
                Some(near) => output.help(&format!("did you mean `{near}`? `polc explain` lists all codes")),
                None => output.help("`polc explain` lists all codes"),
            }
            Exit::Failed
        }
    }
}

fn list(format: Format) -> String {
    match format {
        Format::Human | Format::Github => CODES.iter().map(|(code, title, _)| format!("{code}  {title}\n")).collect(),
        Format::Json => {
            let codes = CODES.iter().map(|(code, _, _)| json::object([("code", text(code)), ("title", text(code.title()))]));
            json::document("explain", [("codes", Json::from(codes.collect::<Vec<_>>()))])
        }
    }
}

fn page(code: Code, format: Format) -> String {
    match format {
        Format::Human | Format::Github => format!("{}\n", code.page().trim_end()),
        Format::Json => {
            json::document("explain", [("code", text(code)), ("title", text(code.title())), ("page", text(code.page()))])
        }
    }
}

fn text(of: impl ToString) -> Json {
    Json::from(of.to_string())
}
