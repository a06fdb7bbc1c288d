//! The texts that a grammar and its examples contribute to a comparison.

use super::super::input::Input;
use super::super::options::Reading;
use super::super::test::read_examples;
use abnfc::Read;
use abnfc::diagnostic::Code;
use abnfc::grammar::RuleId;
use abnfc_tools::conform::Sources;
use abnfc_tools::lint::{self, lint};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The maximum number of rules whose texts are tried with first match, which takes long for many.
const MAX_RULES: usize = 100;

/// Returns the examples of a rule, in the grammar and in files, and texts on which parsers with first match go
/// wrong.
pub(in super::super) fn sources(
    input: &Input,
    read: &Read,
    rule: RuleId,
    examples: &[PathBuf],
    reading: &Reading,
) -> anyhow::Result<Sources> {
    let examples = read_examples(read, examples, reading)?;
    let examples = examples.into_iter().flat_map(|(_, examples)| examples);
    let of_rule = examples.filter(|it| read.resolved.find(&it.rule) == Some(rule));
    Ok(Sources {
        examples: of_rule.map(|example| example.text).collect(),
        first_match: first_match(input, read),
    })
}

/// Texts that a parser refuses if it commits to the first match.
fn first_match(input: &Input, read: &Read) -> Vec<Vec<u8>> {
    if MAX_RULES < read.resolved.own_rules().count() {
        return Vec::new();
    }
    let options = lint::Options {
        denied: BTreeSet::from([Code::FirstMatchDiffers.as_str().to_owned()]),
        ..lint::Options::default()
    };
    let found = lint(&input.name, &input.bytes, &input.spec, &options);
    let items = found.map(|found| found.items).unwrap_or_default();
    let items = items.into_iter().filter(|item| item.code == Code::FirstMatchDiffers);
    items.filter_map(|item| item.witness).collect()
}
