//! `parse_url`

use url::Url;

use super::{Definition, Field, Param, Sort, Work, record};
use crate::engine::Fault;
use crate::policy::Value;

const URL: Sort = Sort::Record(&[
    Field::always("scheme", Sort::Text),
    Field::maybe("host", Sort::Text),
    Field::maybe("port", Sort::Int),
    Field::always("user", Sort::Text),
    Field::always("password", Sort::Text),
    Field::always("path", Sort::Text),
    Field::maybe("query", Sort::Text),
    Field::maybe("fragment", Sort::Text),
]);

pub(super) static PARSE_URL: Definition = Definition {
    word: "parse_url",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Option(&URL),
    contract: "The parts of an absolute URL by the WHATWG standard, as JavaScript's `new URL` reads it; none for any other text. \
               Blanks around it, tabs and line ends are dropped, the scheme and the host are in small letters, dot segments are \
               resolved, and what the standard escapes is escaped. `port` is none where it is the scheme's own; `query` and \
               `fragment` come without their `?` and `#`, and are empty after a bare one.",
    promises: &[
        "result is some implies result?.scheme == lower_ascii(result?.scheme ?? \"\")",
        "(result?.port ?? 0) in 0..=65535",
        "not contains(result?.query ?? \"\", \"#\")",
    ],
    examples: &[
        ("parse_url(\" HTTPS://Api.Example.com:443/v1/../v2?q#f \")?.path", "\"/v2\""),
        ("parse_url(\"https://u:p@a.example:8443/\")?.port", "8443"),
        ("parse_url(\"a.example/v1\")", "none"),
    ],
    evaluate: parse_url,
};

fn parse_url(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    // Escapes make three bytes of one; the parser makes its text once, and the parts are taken out of it.
    work.make(text.len().saturating_mul(6).saturating_add(8))?;
    let Ok(url) = Url::parse(text) else { return Ok(Value::None) };
    let maybe = |part: Option<&str>| part.map_or(Value::None, Value::text);
    Ok(record(vec![
        ("scheme", Value::text(url.scheme())),
        ("host", maybe(url.host_str())),
        ("port", url.port().map_or(Value::None, |port| Value::Int(i64::from(port)))),
        ("user", Value::text(url.username())),
        ("password", Value::text(url.password().unwrap_or(""))),
        ("path", Value::text(url.path())),
        ("query", maybe(url.query())),
        ("fragment", maybe(url.fragment())),
    ]))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("parse_url(\"https://api.openai.com\")?.path", "\"/\""),
            ("parse_url(\"https://API.openai.com:443\\\\v1\")?.path", "\"/v1\""),
            ("parse_url(\"https://a:443\")?.port", "none"),
            ("parse_url(\"http://a:443\")?.port", "443"),
            ("parse_url(\"ht\\ntps://a/b\")?.host", "\"a\""),
            ("parse_url(\"https://a。b/\")?.host", "\"a.b\""),
            ("parse_url(\"https://bücher.example/\")?.host", "\"xn--bcher-kva.example\""),
            ("parse_url(\"https://a.\")?.host", "\"a.\""),
            ("parse_url(\"https://[::1]/\")?.host", "\"[::1]\""),
            ("parse_url(\"https://a/%2e%2E/b//c%41\")?.path", "\"/b//c%41\""),
            ("parse_url(\"https://a/?\")?.query", "\"\""),
            ("parse_url(\"https://a/#\")?.fragment", "\"\""),
            ("parse_url(\"https://a/\")?.query", "none"),
            ("parse_url(\"https://u:p@a/\")?.user", "\"u\""),
            ("parse_url(\"https://u:p@a/\")?.password", "\"p\""),
            ("parse_url(\"https://a/\")?.user", "\"\""),
            ("parse_url(\"mailto:a@b\")?.host", "none"),
            ("parse_url(\"mailto:a@b\")?.path", "\"a@b\""),
            ("parse_url(\"https://\")", "none"),
            ("parse_url(\"https://a:99999/\")", "none"),
            ("parse_url(\"https://a b/\")", "none"),
            ("parse_url(\"\")", "none"),
        ]);
    }
}
