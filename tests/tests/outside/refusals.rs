//! Rules of published grammars that a crate would lack, with the reasons.

use super::grammars::collection;
use super::read;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::grammar::RuleId;
use abnfc::limits::Limits;
use abnfc::plan::context::Context;
use abnfc::plan::exports::omissions::{Omission, omissions, sound};
use abnfc::spec::Extract;
use std::thread;

/// Grammar, code of the reason, and the rules that are left out because of it.
const REFUSALS: &[(&str, &str, &str)] = &[
    ("abnf_parsec/imap.abnf", "prose-value", "command command-any x-command"),
    (
        "declaresub-modules/cors.abnf",
        "undefined-rule",
        "Access-Control-Request-Method Access-Control-Allow-Methods",
    ),
    (
        "declaresub-modules/cors.abnf",
        "undefined-rule",
        "Access-Control-Request-Headers Access-Control-Expose-Headers Access-Control-Allow-Headers",
    ),
    ("declaresub-modules/cors.abnf", "undefined-rule", "Access-Control-Max-Age"),
    (
        "declaresub-modules/rfc6265.abnf",
        "prose-value",
        "cookie-header cookie-string set-cookie-header set-cookie-string cookie-pair cookie-name token",
    ),
    ("declaresub-modules/rfc6265.abnf", "prose-value", "cookie-av expires-av sane-cookie-date"),
    ("declaresub-modules/rfc6265.abnf", "prose-value", "domain-av domain-value"),
    (
        "declaresub-modules/rfc7405.abnf",
        "undefined-rule",
        "element repetition concatenation alternation elements group option rule rulelist",
    ),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Accept-Language language-range"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Content-Language language-tag"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Content-Location Referer absolute-URI"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "From mailbox"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Host uri-host"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Location URI-reference"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "Via port received-by"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "absolute-path segment"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "authority http-URI https-URI"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "partial-URI relative-part"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "path-abempty"),
    ("declaresub-modules/rfc9110.abnf", "prose-value", "query"),
    ("declaresub-modules/rfc9111.abnf", "prose-value", "Cache-Control cache-directive token"),
    ("declaresub-modules/rfc9111.abnf", "prose-value", "Expires HTTP-date"),
    ("declaresub-modules/rfc9111.abnf", "prose-value", "OWS"),
    ("declaresub-modules/rfc9111.abnf", "prose-value", "field-name"),
    ("declaresub-modules/rfc9111.abnf", "prose-value", "quoted-string"),
    ("go-abnf/element.abnf", "undefined-rule", "element"),
    ("go-abnf/example.abnf", "number-too-large", "ks1-"),
    ("go-abnf/example.abnf", "incremental-before-definition", "Q"),
    ("go-abnf/example.abnf", "incremental-before-definition", "e"),
    ("go-abnf/example.abnf", "undefined-rule", "X"),
    ("go-abnf/example.abnf", "number-too-large", "z"),
    ("go-abnf/fun.abnf", "undefined-rule", "example"),
    ("go-abnf/fuzz_regex_eaa469604868c87f.abnf", "number-too-large", "vR9g"),
    ("go-abnf/noob.abnf", "undefined-rule", "example"),
    ("go-abnf/rule.abnf", "undefined-rule", "a"),
    ("go-abnf/rulelist.abnf", "undefined-rule", "rulelist"),
    ("kgt/datetime.abnf", "undefined-rule", "date-time day-of-week date day year zone"),
    ("kgt/datetime.abnf", "undefined-rule", "time time-of-day hour"),
    ("kgt/datetime.abnf", "undefined-rule", "minute"),
    ("kgt/datetime.abnf", "undefined-rule", "second"),
    ("kgt/irc.abnf", "unexpected-equals", "message params"),
    ("kgt/irc.abnf", "undefined-rule", "target"),
    ("kgt/irc.abnf", "unclosed-group", "msgtarget msgto channel"),
    ("kgt/irc.abnf", "undefined-rule", "targetmask"),
];

/// As in [`REFUSALS`], for one grammar.
fn refusals(name: &str, bytes: &[u8]) -> Vec<(String, &'static str, String)> {
    let read = read(name, bytes, Extract::No, &[]);
    let (grammar, limits) = (&read.resolved, Limits::default());
    let own: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let shapes = superset(grammar, &limits);
    let context = Context { grammar, shapes: &shapes, limits: &limits };
    let automata = automata(grammar, &shapes, &sound(context, &own), &limits);
    let refusal = |Omission { cause, rules, .. }| {
        let rules: Vec<&str> = rules.iter().map(|&rule| grammar[rule].name.as_str()).collect();
        (name.to_owned(), cause.code.as_str(), rules.join(" "))
    };
    omissions(context, &automata, &own).into_iter().map(refusal).collect()
}

#[test]
#[ignore = "needs ../shared"]
fn rules_that_a_crate_would_lack_are_listed() {
    let collection = collection();
    let found: Vec<_> = thread::scope(|scope| {
        let mut running = Vec::new();
        for (name, bytes) in &collection {
            running.push(scope.spawn(move || refusals(name, bytes)));
        }
        running.into_iter().flat_map(|it| it.join().expect("it ends")).collect()
    });
    let found: Vec<_> =
        found.iter().map(|(name, code, rules)| (name.as_str(), *code, rules.as_str())).collect();
    let new: Vec<_> = found.iter().filter(|it| !REFUSALS.contains(it)).collect();
    let gone: Vec<_> = REFUSALS.iter().filter(|it| !found.contains(it)).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\nno longer: {gone:#?}");
}
