//! The languages of restricted rules, compared with their conditions on all short texts.

use super::{Restricted, restrict};
use crate::automata::pattern::pattern;
use crate::automata::rules::automata;
use crate::automata::superset::superset;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::tagged;
use crate::automata::tagged::tdfa::PartSpan;
use crate::diagnostic::Diagnostics;
use crate::grammar::Resolved;
use crate::limits::Limits;
use crate::spec::{ReadOptions, Spec};
use crate::testing::texts;
use std::borrow::Cow;

fn grammar(text: &str) -> Resolved {
    let read = crate::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// The spec of a text of tables of rules.
fn spec(tables: &str) -> Spec {
    let text = format!("grammar = \"g.abnf\"\n{tables}");
    let file = crate::spec_file::read("a.toml", text.as_bytes());
    let file = file.unwrap_or_else(|errors| panic!("{errors}"));
    file.spec(&file.grammars[0], Vec::new(), "")
}

/// The text as a rule of the definition without restrictions.
fn matches(grammar: &Resolved, rule: &str, text: &[u8]) -> bool {
    let shapes = superset(grammar, &Limits::default());
    pattern(grammar, &shapes).matches(grammar.find(rule).unwrap(), text)
}

/// Compares the rule `r` and the rule `user` with slow references: `is_left` decides which texts of
/// `r` remain. The rule `user`, if there is one, is any number of texts of `r`, each after a `;`.
#[track_caller]
fn check(text: &str, tables: &str, alphabet: &[u8], is_left: impl Fn(&Resolved, &[u8]) -> bool) {
    let written = grammar(&format!("{text}user = *( \";\" r )\n"));
    let Restricted { grammar, warnings } = restrict(&written, &spec(tables)).unwrap();
    assert_eq!(warnings, []);
    let shapes = superset(&grammar, &Limits::default());
    let [r, user] = ["r", "user"].map(|name| grammar.find(name).unwrap());
    let automata = automata(&grammar, &shapes, &[r, user], &Limits::default());
    let patterns = pattern(&grammar, &shapes);
    let expected = |text: &[u8]| matches(&written, "r", text) && is_left(&written, text);
    for text in texts(alphabet, 4) {
        let is_text = expected(&text);
        assert_eq!(automata.dfa(r).unwrap().check(&text).is_ok(), is_text, "{text:?}");
        assert_eq!(patterns.matches(r, &text), is_text, "{text:?}");
        assert_eq!(automata.nfa(r).unwrap().matches(&text), is_text, "{text:?}");
    }
    for text in texts(&[alphabet, b";"].concat(), 4) {
        let mut pieces = text.split(|&byte| byte == b';');
        let is_text = pieces.next().unwrap().is_empty() && pieces.all(expected);
        assert_eq!(automata.dfa(user).unwrap().check(&text).is_ok(), is_text, "{text:?}");
    }
}

#[test]
fn ranges_are_of_numbers() {
    let number = |text: &[u8]| std::str::from_utf8(text).unwrap().parse::<i64>().unwrap();
    check("r = 1*3DIGIT\n", "[rules.r]\nrange = [0, 191]\n", b"0129", |_, text| {
        number(text) <= 191
    });
    let signed = "r = [ \"-\" / \"+\" ] 1*DIGIT\n";
    check(signed, "[rules.r]\nrange = [-12, 5]\n", b"+-0125", |_, text| {
        (-12..=5).contains(&number(text))
    });
    let hex = "[rules.r]\nrange = [0x1A, 0xA1]\nvalue = { type = \"u8\", radix = 16 }\n";
    check("r = 1*HEXDIG\n", hex, b"01aAF", |_, text| {
        let number = u64::from_str_radix(std::str::from_utf8(text).unwrap(), 16).unwrap();
        (0x1A..=0xA1).contains(&number)
    });
}

#[test]
fn lengths_are_in_bytes() {
    let words = "r = word *( \".\" word )\nword = 1*( %x61-62 )\n";
    check(words, "[rules.r]\nmax-bytes = 3\n", b"ab.", |_, text| text.len() <= 3);
    check(words, "[rules.r]\nmin-bytes = 2\nmax-bytes = 2\n", b"ab.", |_, text| text.len() == 2);
    let characters = "; @encoding utf8\nr = *3( %x61 / %xE9 )\n";
    check(characters, "[rules.r]\nmax-bytes = 3\n", b"a\xC3\xA9", |_, text| text.len() <= 3);
}

#[test]
fn rules_are_compared_with_rules() {
    let rules = "r = 1*%x61-62\nkeyword = \"a\" / \"ab\"\neven = *( 2( \"a\" / \"b\" ) )\n";
    check(rules, "[rules.r]\nexcept = [\"keyword\"]\n", b"ab", |grammar, text| {
        !matches(grammar, "keyword", text)
    });
    check(rules, "[rules.r]\nand = \"even\"\n", b"ab", |grammar, text| {
        matches(grammar, "even", text)
    });
    let both = "[rules.r]\nexcept = [\"keyword\"]\nand = [\"even\"]\nmax-bytes = 3\n";
    check(rules, both, b"ab", |grammar, text| {
        text.len() == 2 && !matches(grammar, "keyword", text)
    });
    // The other rule is restricted too, wherever it comes.
    let of_restricted = "[rules.r]\nexcept = [\"even\"]\n[rules.even]\nmin-bytes = 3\n";
    check(rules, of_restricted, b"ab", |_, text| text.len() < 4);
}

#[test]
fn sets_and_rules_that_embed_themselves_can_be_restricted() {
    check("r = DIGIT\n", "[rules.r]\nrange = [2, 7]\n", b"1278", |_, text| {
        matches!(text, b"2" | b"7")
    });
    // The list is regular, but not by its form.
    let list = "r = \"<\" list \">\"\nlist = *\"a\" *( \",\" list )\n";
    check(list, "[rules.r]\nmax-bytes = 3\n", b"<a,>", |_, text| text.len() <= 3);
}

/// Whether a rule derives the empty text matters to the proof that a rule is regular.
#[test]
fn empty_texts_can_be_excluded() {
    let text = "r = *\"a\"\nlist = r *( \",\" list )\n";
    check(text, "[rules.r]\nmin-bytes = 1\n", b"a", |_, text| !text.is_empty());
    let written = grammar(text);
    let Restricted { grammar, .. } =
        restrict(&written, &spec("[rules.r]\nmin-bytes = 1\n")).unwrap();
    let list = grammar.find("list").unwrap();
    let shapes = superset(&grammar, &Limits::default());
    let automata = automata(&grammar, &shapes, &[list], &Limits::default());
    for text in texts(b"a,", 5) {
        let is_text = text.split(|&byte| byte == b',').all(|item| !item.is_empty());
        assert_eq!(automata.language(list).unwrap().check(&text).is_ok(), is_text, "{text:?}");
    }
}

#[test]
fn users_may_be_recursive() {
    let text = "r = 1*( \"a\" / \"b\" )\nleft = r / left \";\" r\nright = r [ \";\" right ]\n\
                nest = \"(\" ( r / nest ) \")\"\nab = \"a\" / \"ba\"\n";
    let written = grammar(text);
    let spec = spec("[rules.r]\nmax-bytes = 2\nexcept = \"ab\"\n");
    let Restricted { grammar, .. } = restrict(&written, &spec).unwrap();
    let rules = ["left", "right", "nest"].map(|name| grammar.find(name).unwrap());
    let shapes = superset(&grammar, &Limits::default());
    let automata = automata(&grammar, &shapes, &rules, &Limits::default());
    let [left, right, nest] = rules.map(|rule| automata.language(rule).unwrap());
    let is_left = |text: &[u8]| [&b"b"[..], b"aa", b"ab", b"bb"].contains(&text);
    for text in texts(b"ab;", 6) {
        let is_list = text.split(|&byte| byte == b';').all(is_left);
        assert_eq!(left.check(&text).is_ok(), is_list, "{text:?}");
        assert_eq!(right.check(&text).is_ok(), is_list, "{text:?}");
    }
    for text in texts(b"ab()", 6) {
        let depth = text.iter().take_while(|&&byte| byte == b'(').count();
        let inner = text[depth..].strip_suffix(&*vec![b')'; depth]);
        let is_nest = depth > 0 && inner.is_some_and(is_left);
        assert_eq!(nest.check(&text).is_ok(), is_nest, "{text:?}");
    }
}

/// Returns the spans of two parts of `r`.
fn located(grammar: &Resolved, parts: [&str; 2], text: &[u8]) -> Option<Vec<Option<PartSpan>>> {
    let limits = Limits::default();
    let shapes = superset(grammar, &limits);
    let tagging = Tagging::new(grammar, &shapes, &limits);
    let part =
        |name: &str| Part { name: name.to_owned(), rules: [grammar.find(name).unwrap()].into() };
    let tdfa = tagged(&tagging, grammar.find("r").unwrap(), &parts.map(part)).unwrap();
    tdfa.locate(text)
}

/// A rule has the same parts as one whose definition has the same texts, in the same order of
/// preference.
#[test]
fn parts_of_users_are_preferred_as_in_an_equal_definition() {
    for (restricted, tables, written) in [
        ("first = *\"a\"\n", "max-bytes = 2", "first = *2\"a\"\n"),
        ("first = \"aa\" / \"a\"\n", "max-bytes = 1", "first = \"a\"\n"),
        ("first = [ \"a\" ] *\"a\"\n", "min-bytes = 2", "first = 2*\"a\"\n"),
        ("first = *( \"a\" / \"b\" )\n", "except = [\"empty\"]", "first = 1*( \"a\" / \"b\" )\n"),
    ] {
        let rest = "r = first second\nsecond = *( \"a\" / \"b\" )\nempty = \"\"\n";
        let restricted = grammar(&format!("{restricted}{rest}"));
        let spec = spec(&format!("[rules.first]\n{tables}\n"));
        let Restricted { grammar: restricted, .. } = restrict(&restricted, &spec).unwrap();
        let written = grammar(&format!("{written}{rest}"));
        for text in texts(b"ab", 4) {
            let [restricted, written] =
                [&*restricted, &written].map(|it| located(it, ["first", "second"], &text));
            assert_eq!(restricted, written, "{tables}: {text:?}");
        }
    }
}

#[test]
fn parts_are_those_of_the_definition() {
    let written =
        grammar("r = word [ \"-\" word-2 ]\nword = 1*( ALPHA / \"-\" )\nword-2 = 1*ALPHA\n");
    let Restricted { grammar, .. } =
        restrict(&written, &spec("[rules.r]\nmax-bytes = 4\n")).unwrap();
    for text in texts(b"a-", 5) {
        let [restricted, written] =
            [&*grammar, &written].map(|it| located(it, ["word", "word-2"], &text));
        assert_eq!(restricted, written.filter(|_| text.len() <= 4), "{text:?}");
    }
}

#[test]
fn without_restrictions_the_grammar_is_the_same() {
    let written = grammar("r = 1*DIGIT\n");
    let Restricted { grammar, .. } = restrict(&written, &spec("[rules.r]\n")).unwrap();
    assert!(matches!(grammar, Cow::Borrowed(_)));
}

/// The findings, each as `LINE:COLUMN: MESSAGE`, with lines of the tables.
#[track_caller]
fn finds(text: &str, tables: &str, expected: &[&str]) {
    let spec = spec(tables);
    let written = grammar(text);
    let items = match restrict(&written, &spec) {
        Ok(Restricted { warnings, .. }) => warnings,
        Err(errors) => errors,
    };
    let found = Diagnostics { items, ..Diagnostics::default() }.with_spec(&spec.source);
    let lines = found.items.iter().map(|item| {
        let span = item.primary.as_ref().expect("every finding has a span").span;
        let (line, column) = found.files.line_column(span);
        format!("{}:{column}: {}", line - 1, item.message)
    });
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}

#[test]
fn checks_find_the_same_errors() {
    let spec = spec("[rules.r]\nmax-bytes = 1\nexcept = [\"x\"]\n");
    let found = crate::check("g.abnf", b"r = 2DIGIT\nx = \"x\"\n", &spec).unwrap();
    let messages: Vec<&str> = found.items.iter().map(|item| &*item.message).collect();
    assert_eq!(messages, ["no text of `r` meets this restriction"]);
}

#[test]
fn findings_point_to_the_restriction() {
    let text = "r = 1*2DIGIT\nword = 1*ALPHA\nnest = [ \"(\" nest \")\" ]\nlist = r *( \",\" r )\n";
    finds(text, "[rules.r]\nmax-bytes = 2\n", &["2:13: every text of `r` meets this restriction"]);
    finds(text, "[rules.r]\nrange = [100, 200]\n", &["2:9: no text of `r` meets this restriction"]);
    finds(
        text,
        "[rules.r]\nmax-bytes = 1\nrange = [10, 20]\n",
        &["2:13: no text of `r` meets all of its restrictions"],
    );
    finds(
        text,
        "[rules.word]\nrange = [1, 2]\n",
        &["2:9: cannot restrict `word`: the text \"a\" matches, but is not a number"],
    );
    finds(
        text,
        "[rules.nest]\nmax-bytes = 2\n",
        &["2:13: cannot restrict `nest`: it contains itself"],
    );
    finds(
        text,
        "[rules.r]\nexcept = [\"word\", \"wrod\", \"nest\"]\n",
        &["2:19: cannot restrict `r`: there is no rule `wrod`"],
    );
    finds(text, "[rules.r]\nexcept = [\"list\"]\n", &["2:11: cannot restrict `r`: `list` uses it"]);
    let why = "the restrictions of `r` and `word` depend on each other";
    finds(
        text,
        "[rules.r]\nand = \"word\"\n[rules.word]\nexcept = [\"r\"]\n",
        &[
            &format!("2:7: cannot restrict `r`: {why}"),
            &format!("4:11: cannot restrict `word`: {why}"),
        ],
    );
    finds(
        text,
        "[rules.word]\nexcept = [\"nest\"]\n",
        &["2:11: cannot restrict `word`: rule `nest` is nested: nest -> nest"],
    );
    finds(
        text,
        "[rules.word]\nmax-bytes = 10000\n",
        &["2:13: cannot restrict `word`: its automaton needs more than 10000 states, the limit"],
    );
}
