//! What holds for every JSON value and every text, tried on generated ones.

use proptest::prelude::*;

use super::*;

/// Texts that a reader or writer could trip over, often.
fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-c]{0,2}",
        proptest::collection::vec(
            prop_oneof![
                Just('"'),
                Just('\\'),
                Just('/'),
                Just('\0'),
                Just('\n'),
                Just('\u{1f}'),
                Just('\u{7f}'),
                Just('\u{feff}'),
                Just('😀')
            ],
            0..6
        )
        .prop_map(String::from_iter),
    ]
}

/// Texts of numbers, in every form of the grammar, many of one value.
fn number_text() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,3}|[1-9]0{0,6})([.][0-9]{1,3}|[.]0{1,4})?([eE][+-]?0{0,2}[0-9])?"
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        number_text().prop_map(|text| Json::Number(Number::parse(&text).unwrap())),
        any::<i64>().prop_map(Json::from),
        string().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            proptest::collection::vec((string(), inner), 0..6).prop_map(|members| Json::from(
                members.into_iter().map(|(name, value)| (name.into(), value)).collect::<Object>()
            )),
        ]
    })
}

/// Texts of values in which equal ones are frequent.
fn ordinary_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("null".to_owned()), "true|false", "-?[0-2]", "\"[ab]?\""];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(|elements| format!("[{}]", elements.join(","))),
            proptest::collection::btree_map("[ab]", inner, 0..3).prop_map(|members| {
                let members: Vec<String> = members.into_iter().rev().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// Every pointer into a value.
fn pointers(value: &Json) -> Vec<Pointer> {
    let mut all = vec![Pointer::root()];
    let children: Vec<(Segment, &Json)> = match value {
        Json::Array(elements) => elements.iter().enumerate().map(|(i, element)| (Segment::Index(i), element)).collect(),
        Json::Object(members) => members.iter().map(|(name, member)| (Segment::from(&**name), member)).collect(),
        _ => Vec::new(),
    };
    for (segment, child) in children {
        all.extend(pointers(child).iter().map(|inner| Pointer::root().with(segment.clone()).join(inner)));
    }
    all
}

/// The number times 10^14, an integer for every generated text: digits and zeros written out, nothing clever.
fn expand(text: &str) -> i128 {
    const PLACES: i32 = 14;
    let lower = text.to_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().unwrap();
    let zeros = PLACES + exponent - i32::try_from(fraction.len()).unwrap();
    format!("{whole}{fraction}{}", "0".repeat(usize::try_from(zeros).unwrap())).parse().unwrap()
}

const UNIT: i128 = 100_000_000_000_000;

proptest! {
    #[test]
    fn what_is_written_is_read_again(value in json()) {
        let compact = to_compact(&value);
        let pretty = to_pretty(&value);
        let read = parse(&compact);
        prop_assert_eq!(read.as_ref(), Ok(&value));
        // Equality looks neither at the order of members nor at the text of numbers; the text shows both.
        prop_assert_eq!(to_compact(&read.unwrap()), compact.clone());
        prop_assert_eq!(parse(&pretty).map(|value| to_compact(&value)), Ok(compact));
    }

    #[test]
    fn another_reader_reads_the_same(value in json()) {
        let compact = to_compact(&value);
        let other: serde_json::Value = serde_json::from_str(&compact).unwrap();
        let pretty: serde_json::Value = serde_json::from_str(&to_pretty(&value)).unwrap();
        prop_assert_eq!(&other, &pretty);
        // It rounds numbers and writes them its own way, so that the rest is compared.
        prop_assert_eq!(without_numbers(&parse(&other.to_string()).unwrap()), without_numbers(&value));
    }

    #[test]
    fn equality_is_that_of_another_library(a in ordinary_text(), b in ordinary_text()) {
        // It keeps the sign of a zero.
        prop_assume!(!a.contains("-0") && !b.contains("-0"));
        let other = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        prop_assert_eq!(parse(&a) == parse(&b), other(&a) == other(&b));
    }

    #[test]
    fn numbers_compare_by_their_decimal_value(a in number_text(), b in number_text()) {
        let number = |text: &str| Number::parse(text).unwrap();
        prop_assert_eq!(number(&a) == number(&b), expand(&a) == expand(&b), "{} and {}", a, b);
        prop_assert_eq!(number(&a).canonical_text() == number(&b).canonical_text(), expand(&a) == expand(&b));
        let respelt = format!("{}e-14", expand(&a));
        prop_assert_eq!(number(&respelt), number(&a));
        prop_assert_eq!(number(&respelt).canonical_text(), number(&a).canonical_text());
    }

    #[test]
    fn numbers_round_down_to_ints(text in number_text()) {
        let number = Number::parse(&text).unwrap();
        let value = expand(&text);
        let largest = i128::from(crate::policy::INT_MAX);
        let is_int = value % UNIT == 0 && (value / UNIT).abs() <= largest;
        prop_assert_eq!(number.to_int().map(i128::from), is_int.then_some(value / UNIT));
        prop_assert_eq!(i128::from(number.floor_to_int()), value.div_euclid(UNIT).clamp(-largest, largest));
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in any::<String>()) {
        check_any(&text)?;
    }

    #[test]
    fn any_text_of_json_pieces_is_read_or_refused_with_a_place(
        pieces in proptest::collection::vec(
            prop_oneof![
                "[\\[\\]{},:\" \n'/*#\\\\+.eE0-9-]{1,3}",
                Just("\"a\"".to_owned()),
                Just("\\ud800".to_owned()),
                Just("\\udc00".to_owned()),
                Just("null".to_owned()),
                Just("\u{feff}".to_owned()),
                Just("é".to_owned())
            ],
            0..24
        )
    ) {
        check_any(&pieces.concat())?;
    }

    #[test]
    fn a_damaged_text_is_read_or_refused_with_a_place(
        value in json(), at in any::<proptest::sample::Index>(), length in 0_usize..3, insert in "[\\[\\]{},:\"\\\\0a\u{0}é]{0,2}"
    ) {
        let mut chars: Vec<char> = to_pretty(&value).chars().collect();
        let start = at.index(chars.len());
        let end = (start + length).min(chars.len());
        chars.splice(start..end, insert.chars());
        check_any(&String::from_iter(chars))?;
    }

    #[test]
    fn a_place_holds_the_text_of_its_value(value in json()) {
        let text = format!(" {}\n", to_pretty(&value));
        let piece = |range: std::ops::Range<usize>| parse(text.get(range).unwrap());
        for pointer in pointers(&value) {
            let range = find(&text, &pointer).unwrap();
            prop_assert_eq!(text.get(range.clone()).map(str::trim), text.get(range.clone()));
            prop_assert_eq!(piece(range).ok(), value.at(&pointer).cloned());
            let name = find_name(&text, &pointer).map(|range| piece(range).unwrap());
            match pointer.segments().last() {
                Some(Segment::Key(key)) => prop_assert_eq!(name, Some(Json::from(key.as_str()))),
                _ => prop_assert_eq!(name, None),
            }
            prop_assert_eq!(find(&text, &pointer.with("no such member of any object")), None);
            prop_assert_eq!(find(&text, &pointer.with(99)), None);
        }
    }
}

fn without_numbers(value: &Json) -> Json {
    match value {
        Json::Number(_) => Json::Null,
        Json::Array(elements) => Json::Array(elements.iter().map(without_numbers).collect()),
        Json::Object(members) => {
            Json::from(members.iter().map(|(name, member)| (name.clone(), without_numbers(member))).collect::<Object>())
        }
        other => other.clone(),
    }
}

/// A text is read, and then it is what it means; or it is refused, and then the places lie in it and everything is said.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    match parse(text) {
        Ok(value) => {
            prop_assert!(
                serde_json::from_str::<serde_json::Value>(text).is_ok() || text.contains(['e', 'E']),
                "another library refuses it"
            );
            prop_assert_eq!(parse(&to_compact(&value)), Ok(value));
        }
        Err(error) => {
            prop_assert!(text.get(error.range.clone()).is_some(), "{:?}", error);
            prop_assert!(error.related.clone().is_none_or(|related| text.get(related).is_some()), "{:?}", error);
            prop_assert!(!error.to_string().is_empty() && !error.kind.help().is_empty());
            if error.code() == crate::diagnostic::Code::JSON_SYNTAX {
                prop_assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "another library reads it: {:?}", error);
            }
        }
    }
    Ok(())
}
