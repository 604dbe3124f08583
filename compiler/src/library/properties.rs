//! Every promise of every function, over generated arguments: the promises are compiled as the conditions that they are.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

use super::{Definition, Function, Param, Refusal, Sort};
use crate::engine::{Limits, decide};
use crate::json::{Json, Number, Object, to_compact};
use crate::source::Sources;

/// Arguments tried for each function and each way to write its parameters.
const ROUNDS: u32 = 256;

/// The ways to write a sort as a type of the language, `T` as `string`.
fn spellings(sort: &Sort) -> Vec<&'static str> {
    match sort {
        Sort::Container => vec!["list<string>", "set<string>", "map<string>"],
        Sort::Keyed => vec!["map<string>", "json?"],
        Sort::Steps => vec!["list<string>", "list<int>"],
        Sort::Bool => vec!["bool"],
        Sort::Int => vec!["int"],
        Sort::Text | Sort::Element => vec!["string"],
        Sort::Json => vec!["json"],
        Sort::JsonOption => vec!["json?"],
        Sort::Choice(["json-schema", "gemini"]) => vec!["\"json-schema\" | \"gemini\""],
        Sort::List(Sort::Text | Sort::Element) => vec!["list<string>"],
        other => panic!("nobody generates {other}"),
    }
}

/// Texts that have prefixes, blanks, separators and long characters in common.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec!["a", "b", "A", "ab", " ", "-", "*", "?", ".", "/", "{", "}"]),
        2 => prop::sample::select(vec!["\t", "\n", "\r", "\u{a0}", "\u{feff}", "\u{85}", "\u{2028}", "\0", "<", "&", ">", "~"]),
        2 => prop::sample::select(vec!["é", "İ", "Σ", "ß", "🙂", "日", "e\u{301}"]),
        1 => prop::sample::select(vec!["https://", "://", "@", ":443", "?q", "#f", "[1,2]", "{\"a\":", "\"", "\\ud800", "1e5"]),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn ints() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -6..=12_i64, 1 => -1_000..=1_000_i64]
}

fn numbers() -> impl Strategy<Value = Json> {
    prop_oneof![
        ints().prop_map(Json::from),
        "-?(0|[1-9][0-9]{0,18})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?"
            .prop_map(|text| Number::parse(&text).map(Json::from).unwrap_or_default()),
    ]
}

fn values() -> impl Strategy<Value = Json> {
    let name = || prop::sample::select(vec!["a", "b", "1", "", "properties", "items", "anyOf", "type"]);
    let leaf = prop_oneof![Just(Json::Null), any::<bool>().prop_map(Json::from), numbers(), texts().prop_map(Json::from),];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((name(), inner), 0..4).prop_map(|members| Json::from(
                members.into_iter().map(|(name, value)| (name.into(), value)).collect::<Object>()
            )),
        ]
    })
}

fn arguments(param: &Param, spelling: &str) -> BoxedStrategy<Json> {
    let refuses = param.refuses;
    let texts = move || texts().prop_filter("not refused", move |text| refuses != Some(Refusal::Empty) || !text.is_empty());
    let list = || prop::collection::vec(prop_oneof![texts(), Just("a".to_owned()), Just("b".to_owned())], 0..6);
    match spelling {
        "bool" => any::<bool>().prop_map(Json::from).boxed(),
        "int" => {
            ints().prop_filter("not refused", move |int| refuses != Some(Refusal::Zero) || *int != 0).prop_map(Json::from).boxed()
        }
        "string" => prop_oneof![texts(), Just("a".to_owned())].prop_map(Json::from).boxed(),
        "json" => values().boxed(),
        "json?" => prop_oneof![4 => values(), 1 => numbers()].boxed(),
        "list<int>" => prop::collection::vec((0..20_i64).prop_map(Json::from), 0..6).prop_map(Json::from).boxed(),
        "list<string>" | "set<string>" => {
            list().prop_map(|list| Json::from(list.into_iter().map(Json::from).collect::<Vec<_>>())).boxed()
        }
        "map<string>" => list()
            .prop_map(|list| Json::from(list.into_iter().map(|text| (text.as_str().into(), text.into())).collect::<Object>()))
            .boxed(),
        _ => prop::sample::select(vec!["json-schema", "gemini"]).prop_map(Json::from).boxed(),
    }
}

/// Every combination of the ways to write the parameters.
fn instances(params: &[Param]) -> Vec<Vec<&'static str>> {
    params.iter().fold(vec![Vec::new()], |instances, param| {
        let spellings = spellings(&param.sort);
        instances
            .iter()
            .flat_map(|instance| spellings.iter().map(move |spelling| [instance.as_slice(), &[*spelling]].concat()))
            .collect()
    })
}

fn hold(definition: &Definition, spellings: &[&'static str]) {
    let names: Vec<_> = definition.params.iter().map(|param| param.name).collect();
    let mut text = "policy promises\n".to_owned();
    for (name, spelling) in names.iter().zip(spellings) {
        text += &format!("input {name}: {spelling}\n");
    }
    text += &format!("let result = {}({})\n", definition.word, names.join(", "));
    for (number, promise) in definition.promises.iter().enumerate() {
        text += &format!("output promise{number}: bool = {promise}\n");
    }
    let mut sources = Sources::new();
    let id = sources.add("promises.pol", text.clone());
    let compiled = crate::compile(&sources, id);
    let Some(policy) = compiled.policy else { panic!("{text}{:#?}", compiled.diagnostics) };
    let strategy: Vec<_> = definition.params.iter().zip(spellings).map(|(param, spelling)| arguments(param, spelling)).collect();
    let config = Config { cases: ROUNDS, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new_with_rng(config, proptest::test_runner::TestRng::deterministic_rng(Default::default())).run(
        &strategy,
        |arguments| {
            let given: Object = names.iter().map(|name| (*name).into()).zip(arguments).collect();
            let given = Json::from(given);
            let decision = decide(&policy, &sources, &given, &Limits::default())
                .map_err(|fault| TestCaseError::fail(format!("{}: {}", to_compact(&given), fault.message)))?;
            for (number, promise) in definition.promises.iter().enumerate() {
                if decision.outputs.get(&format!("promise{number}")) != Some(&Json::Bool(true)) {
                    return Err(TestCaseError::fail(format!("{} of {}: {promise}", definition.word, to_compact(&given))));
                }
            }
            Ok(())
        },
    );
    if let Err(error) = result {
        panic!("{text}{error}");
    }
}

#[test]
fn every_promise_holds() {
    for function in Function::ALL {
        for spellings in instances(function.definition().params) {
            hold(function.definition(), &spellings);
        }
    }
}

/// A promise that does not hold is found: the runner itself can fail.
#[test]
#[should_panic(expected = "result < n")]
fn a_broken_promise_is_reported() {
    let broken =
        Definition { promises: &["result < n"], params: super::clamp::CLAMP.params, examples: &[], ..super::clamp::CLAMP };
    hold(&broken, &["int", "int", "int"]);
}

#[test]
fn every_function_says_what_it_does() {
    for function in Function::ALL {
        let definition = function.definition();
        assert!(definition.contract.ends_with('.'), "{function:?}");
        assert!(!definition.promises.is_empty() && !definition.examples.is_empty(), "{function:?}");
        assert_eq!(Function::named(definition.word), Some(*function), "two functions are called {function:?}");
    }
}
