//! The body of the fuzz target `tools`: the tools for authors of grammars, each
//! checked against another one.

use crate::fuzz_bodies::{LIMITS, places};
use crate::reference::Recogniser;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Code;
use abnfc::diagnostic::Severity;
use abnfc::grammar::RuleId;
use abnfc::spec::{ReadOptions, Spec};
use abnfc_tools::diff::{Verdict, diff, pairs_by_name};
use abnfc_tools::explain::{Explanation, explain, subject};
use abnfc_tools::fmt::fmt;
use abnfc_tools::lint::{Notes, Options, catalogue, lint};
use abnfc_tools::nearest::Nearest;
use abnfc_tools::sample::{Random, Sampler, Subject, cover, near_misses};
use std::collections::BTreeMap;

/// The maximum numbers of rules and texts of a run, and of bytes of a text.
const RULES: usize = 3;
const TEXTS: usize = 4;
const LONGEST: usize = 12;

/// Any grammar. Spans of findings are inside the text, and the catalogue explains their codes. The
/// formatter preserves the grammar and is idempotent. The reference recogniser accepts samples
/// for their rule, and they have explanations; it rejects near misses, whose nearest
/// text is one edit away.
pub fn tools(bytes: &[u8]) {
    let read = ReadOptions { limits: LIMITS, ..ReadOptions::default() };
    findings(bytes, &read);
    let laid_out = layout(bytes, &read);
    let Ok(own) = abnfc::read("fuzz", bytes, &[], &read) else { return };
    let grammar = own.resolved;
    if let Some(laid_out) = laid_out {
        let again = abnfc::read("fuzz", laid_out.as_bytes(), &[], &read);
        let again = again.expect("formatted text is a grammar").resolved;
        let pairs = pairs_by_name(&grammar, &again, &BTreeMap::new());
        for it in diff(&grammar, &again, &pairs, &LIMITS) {
            let is_other =
                matches!(it.verdict, Verdict::OnlyInA | Verdict::OnlyInB | Verdict::Different(_));
            assert!(!is_other, "{it:?}");
        }
    }
    let rules: Vec<RuleId> = grammar.own_rules().map(|(rule, _)| rule).take(RULES).collect();
    let automata = automata(&grammar, &superset(&grammar, &LIMITS), &rules, &LIMITS);
    for &rule in &rules {
        let subject = Subject { grammar: &grammar, automata: &automata, rule, limits: &LIMITS };
        texts(subject);
    }
}

fn findings(bytes: &[u8], read: &ReadOptions) {
    let spec = Spec { read: read.clone(), ..Spec::default() };
    let options = Options { notes: Notes::Shown, ..Options::default() };
    let Ok(found) = lint("fuzz", bytes, &spec, &options) else { return };
    places(&found);
    for item in &found.items {
        let is_known =
            item.severity == Severity::Error || catalogue::find(item.code.as_str()).is_some();
        assert!(is_known, "{item:?}");
    }
}

/// Returns the formatted grammar, if there is no error in it.
fn layout(bytes: &[u8], read: &ReadOptions) -> Option<String> {
    let once = match fmt("fuzz", bytes, read) {
        Ok(text) => text,
        Err(found) => {
            let is_fault = found.items.iter().any(|it| it.code == Code::FormatterFault);
            assert!(!is_fault, "{found}");
            return None;
        }
    };
    let twice = fmt("fuzz", once.as_bytes(), read).expect("formatted text is a grammar");
    assert_eq!(once, twice);
    Some(once)
}

fn texts(of: Subject<'_>) {
    let Subject { grammar, rule, limits, .. } = of;
    let Ok(explained) = subject(grammar, rule, limits) else { return };
    let mut reference = Recogniser::new(grammar, rule);
    let mut is_text = |text: &[u8]| {
        reference.seek(text);
        reference.accepts()
    };
    let mut members = cover(grammar, rule).map(|cover| cover.texts).unwrap_or_default();
    members.truncate(TEXTS);
    if let Ok(sampler) = Sampler::new(of, 0..=LONGEST) {
        let mut random = Random::new(1);
        members.extend((0..TEXTS).filter_map(|_| sampler.text(&mut random)));
    }
    members.retain(|text| text.len() <= LONGEST);
    for text in &members {
        assert!(is_text(text), "{}", text.escape_ascii());
        let explanation = explain(&explained, text);
        assert!(!matches!(explanation, Explanation::Mismatch { .. }), "{explanation:?}");
    }
    for text in near_misses(of, 0..=usize::MAX, TEXTS).unwrap_or_default() {
        if text.len() <= LONGEST {
            assert!(!is_text(&text), "{}", text.escape_ascii());
            if let Explanation::Mismatch { nearest: Some(Nearest { edits, texts }), .. } =
                explain(&explained, &text)
            {
                assert_eq!(edits, 1, "{}", text.escape_ascii());
                assert!(texts.iter().all(|it| is_text(it)), "{texts:?}");
            }
        }
    }
}
