//! Grammars in the notations before RFC 5234, and their meaning in ABNF: for `notations/NAME.bnf`,
//! the tokens as ABNF, the resolved rules, and the findings are `notations/NAME.txt`.
//! `UPDATE_EXPECT=1` rewrites them.

use abnfc::limits::Limits;
use abnfc::spec::{Dialect, ReadOptions};
use abnfc::stages::{Stage, of_rules, of_text};
use expect_test::expect_file;
use std::fs;
use std::path::Path;

fn meaning(name: &str, bytes: &[u8]) -> String {
    let options = ReadOptions::default();
    let (tokens, _) = of_text((name, bytes), &options, None, Stage::Dialect).expect("a text");
    let read = abnfc::read_leniently(name, bytes, &[], &options).expect("a text");
    let rules: Vec<_> = read.resolved.own_rules().map(|(id, _)| id).collect();
    let rules = of_rules(&read.resolved, &Limits::default(), &rules, &[], Stage::Resolve);
    let rules: String = rules.into_iter().map(|rule| rule.expect("rules are resolved")).collect();
    format!("{tokens}\n==> resolved <==\n{rules}\n==> findings <==\n{}", read.diagnostics)
}

#[test]
fn each_notation_has_the_meaning_of_its_rfc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/notations");
    for name in ["commands", "frames", "headers", "mail", "parts"] {
        let file = format!("{name}.bnf");
        let bytes = fs::read(folder.join(&file)).expect("the grammar exists");
        expect_file![folder.join(format!("{name}.txt"))].assert_eq(&meaning(&file, &bytes));
        let stated = ReadOptions { dialect: Dialect::Bnf, ..ReadOptions::default() };
        let rules = |options| {
            let read = abnfc::read_leniently(&file, &bytes, &[], &options).expect("a text");
            read.resolved.own_rules().map(|(_, rule)| rule.expr.clone()).collect::<Vec<_>>()
        };
        assert_eq!(rules(stated), rules(ReadOptions::default()), "{name} is recognised as BNF");
    }
}
