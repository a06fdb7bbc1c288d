//! The last stage before the model: collects the results of the stages for each rule.

use super::decodings::Decoder;
use super::inherit::Inherited;
use super::located::{LocatedParts, OncePart};
use super::part_requests::PartRequest;
use super::selected::{Selected, SelectedPart, SelectedRepetition, Selection, View};
use super::unions::{PartTypes, Unions, rule_set};
use crate::automata::shape::{Recursion, Shape};
use crate::grammar::RuleId;
use crate::grammar::readable::readable;
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::parts::leaf_values::Value;
use crate::plan::parts::writers::Writer;
use crate::plan::restrict::conditions::sentences;
use std::collections::{BTreeMap, BTreeSet};

/// The values of rules, with their decoders and writers.
pub struct RuleValues {
    /// The value of each rule.
    pub values: Vec<Option<Value>>,
    /// The decoders of rules with pieces.
    pub decoders: BTreeMap<RuleId, Decoder>,
    /// The writers of the data of each rule.
    pub writers: Vec<Option<Writer>>,
}

/// Collects the results for each rule. All lists are in the order of the rules.
pub fn select(
    context: Context<'_>,
    rules: Vec<NamedRule>,
    entries: &BTreeSet<RuleId>,
    (located, values): (Vec<LocatedParts>, RuleValues),
    unions: Unions,
    inherited: Vec<Inherited>,
) -> Selection {
    let RuleValues { values, mut decoders, writers } = values;
    let pieces = |rule: &NamedRule| decoders.remove(&rule.id()).map(|it| it.transducer);
    let pieces: Vec<_> = rules.iter().map(pieces).collect();
    let rules = rules.into_iter().zip(values.into_iter().zip(writers)).zip(pieces);
    let of_rules = rules.zip(located).zip(unions.of_rules).zip(inherited);
    let of_rule = |((((rule, pieces), located), types), inherited)| {
        selected(context, rule, entries, View { pieces, ..view(located, types, inherited) })
    };
    Selection { rules: of_rules.map(of_rule).collect(), unions: unions.all, trees: None }
}

fn selected(
    context: Context<'_>,
    (rule, (value, writer)): (NamedRule, (Option<Value>, Option<Writer>)),
    entries: &BTreeSet<RuleId>,
    view: View,
) -> Selected {
    let definition = &context.grammar[rule.id()];
    let is_solved = *context.shapes.of(rule.id()) == Shape::Regular(Recursion::Anywhere);
    let is_type = rule.form == Form::Type;
    let readable = if is_type { readable(context.grammar, rule.id()) } else { None };
    let readable = readable.filter(|text| rule.language.check(text).is_ok());
    Selected {
        id: rule.id(),
        readable,
        is_entry: entries.contains(&rule.id()),
        name: definition.name.clone(),
        text: definition.text.clone(),
        source: rule.source,
        form: rule.form,
        type_name: rule.type_name,
        buf_name: rule.buf_name,
        docs: rule.request.export.docs,
        restrictions: sentences(&rule.request.export.restrictions),
        language: rule.language,
        obstacle: rule.obstacle,
        is_solved,
        engine: rule.request.export.engine,
        locate: rule.request.export.locate,
        value,
        writer,
        view,
    }
}

fn view(located: LocatedParts, types: PartTypes, inherited: Inherited) -> View {
    let once = located.once.into_iter().zip(types.once);
    let once = once.map(|(OncePart { request, via }, union)| part(request, union, via));
    let repeated = located.repeated.into_iter().zip(types.repeated);
    let repeated = repeated.map(|((request, transducer), (union, iterator))| {
        let kind = request.reading_kind().expect("a part in slots has no transducer");
        // The transducer numbers the rules of a part in their order.
        let rules = rule_set(&request.rules).into_iter().collect();
        let part = part(PartRequest { rules, ..request }, union, None);
        SelectedRepetition { part, kind, iterator, transducer }
    });
    View {
        tdfa: located.tdfa,
        joint: located.joint,
        parts: once.collect(),
        repeated: repeated.collect(),
        inherited,
        pieces: None,
        lacking: located.lacking,
        without_accessors: located.without_accessors,
    }
}

fn part(request: PartRequest, union: Option<usize>, via: Option<usize>) -> SelectedPart {
    let PartRequest { name, accessor, rules, .. } = request;
    SelectedPart { name, accessor, rules, union, via }
}
