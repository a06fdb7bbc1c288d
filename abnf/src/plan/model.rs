//! The model of generated code, as plain data: selected rules to [`Model`].
//!
//! The last decisions are made here and in the submodules: the names of everything, and the texts
//! of tests and examples. [`crate::back::emit`] only prints a model. A model contains no grammar,
//! and automata only as tables and code.

mod boxes;
mod cargo_features;
pub mod constants;
mod decoded_pieces;
mod figures;
mod holds;
mod inherits;
mod iterator_memory;
mod kept_texts;
mod node_record_writers;
mod node_records;
mod reader_types;
mod readers;
mod record_contents;
mod record_symbols;
mod record_types;
mod record_writers;
mod records;
mod samples;
mod scalars;
mod slot_names;
mod summary;
mod tree_table;
mod views;

pub use crate::automata::padded::{Numbers, Padded};
pub use crate::plan::engines::share::{MatcherId, TableId};
pub use crate::plan::parts::decodings::{Decoded, Decoding, Piece};
pub use crate::plan::parts::encoders::{Encoder, EncoderState, Step as EncoderStep};
pub use crate::plan::parts::leaf_values::{Integer, Value};
pub use crate::plan::tables::class_maps::ClassMap;
pub use crate::plan::tables::locators::{Context, Locator, Tags};
pub use crate::plan::tables::network_table::NetworkTable;
pub use crate::plan::tables::pushdown_table::PushdownTable;
pub use crate::plan::tables::rows::{Rows, Table, Width};
pub use crate::plan::tables::transducers::{EventTable, NumberedEvent};
pub use crate::plan::tables::{Matcher, Shifted};
pub use cargo_features::CargoFeatures;
pub use decoded_pieces::{Pieces, Plain, Skip, skip};
pub use figures::Figure;
pub use holds::Holds;
pub use inherits::Inherited;
pub use iterator_memory::Keeps;
pub use reader_types::{Content, Extent, LiteralText, Move, Reader, ReaderState};
pub use record_symbols::{Kind, Known, RecordEdge, RecordWriter, Spelled, Symbol, WrittenField};
pub use record_types::{Choice, Datum, Field, NodeChoice, NodeField, NodeRecord, Record, Records};
pub use records::datum;
pub use samples::Samples;
pub use scalars::Scalar;
pub use tree_table::{Node, NodeUnion, Shown, TreePart, TreePartKind, TreeTable};
pub use views::{Alternative, Child, Occurrence, Part, Repetition, Union, Variant, View};

use crate::automata::language::Language;
use crate::bytes::ByteSet;
use crate::grammar::Encoding;
use crate::plan::engines::program::Program;
use crate::plan::names::one_line;
use crate::plan::parts::selected::Input;
use crate::plan::tables::ModuleTables;
use crate::spec::{Extra, Spec, Values};
use std::collections::{BTreeMap, BTreeSet};

/// All generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The root first; the others have names.
    pub modules: Vec<Module>,
    /// The command that writes the code, for the first line of each file.
    pub command: String,
    /// The optional features of the run-time that the spec requests.
    pub extras: BTreeSet<Extra>,
    /// The Cargo features of the crate.
    pub cargo_features: CargoFeatures,
}

impl Model {
    /// Returns whether any rule has parts.
    pub fn has_parts(&self) -> bool {
        let mut rules = self.modules.iter().flat_map(|module| &module.rules);
        rules.any(|rule| !rule.view.parts.is_empty() || !rule.view.repeated.is_empty())
    }
}

/// The code for one grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name below the root. `None` for the root itself.
    pub name: Option<String>,
    /// The grammar's name, on one line.
    pub title: String,
    /// Its path, such as `uri::rfc1738`. `None` if it is not known.
    pub path: Option<String>,
    /// The class maps of its tables.
    pub class_maps: Vec<ClassMap>,
    /// The matchers of languages that no earlier module has.
    pub matchers: Vec<Matcher>,
    /// The locators that no earlier module has.
    pub locators: Vec<Locator>,
    /// The transducers of repeated parts, except those of earlier modules.
    pub event_tables: Vec<EventTable>,
    /// The automaton with a stack. `None` if no rule needs it.
    pub nested: Option<PushdownTable>,
    /// The automata of the general engine. `None` if no rule needs it.
    pub general: Option<NetworkTable>,
    /// The tables of trees; `None` if no rule has trees.
    pub trees: Option<TreeTable>,
    /// The feature of the crate that it needs. `None` if it is always compiled.
    pub feature: Option<String>,
    /// The rules that are one byte of a set, in the order of the exports.
    pub constants: Vec<Constant>,
    /// The other rules, in the order of the exports.
    pub rules: Vec<Rule>,
    /// The unions among the parts.
    pub unions: Vec<Union>,
    /// The data of its rules with parts.
    pub records: Records,
    /// The figures in the documentation of rules, by folded name.
    pub figures: BTreeMap<String, Figure>,
}

impl Module {
    /// Returns whether any automaton is written as code.
    pub fn has_code(&self) -> bool {
        self.programs().next().is_some()
    }

    /// Iterates over the automata that are written as code.
    pub fn programs(&self) -> impl Iterator<Item = &Program<u16>> {
        let matchers = self.matchers.iter().filter_map(|it| it.code.as_ref());
        matchers.chain(self.locators.iter().filter_map(|it| it.code.as_ref()))
    }
}

/// The code for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name in the grammar.
    pub name: String,
    /// The name of its type.
    pub type_name: String,
    /// The name of the type that owns its texts.
    pub buf_name: String,
    /// The unit of its texts.
    pub unit: Unit,
    /// Its matcher.
    pub matcher: MatcherId<u16, u16>,
    /// The reason why it needs the general engine; empty if it does not.
    pub obstacle: String,
    /// Whether it is regular although it embeds itself.
    pub is_solved: bool,
    /// The value that its texts denote. `None` if they are only text.
    pub value: Option<Value>,
    /// The pieces of its texts. `None` if they are not decoded.
    pub pieces: Option<Pieces>,
    /// Its parts.
    pub view: View,
    /// The name of the file that defines it.
    pub source: String,
    /// Its description by the user.
    pub docs: Option<String>,
    /// Sentences about its restrictions; empty if there are none.
    pub restrictions: String,
    /// Its definition.
    pub abnf: String,
    /// Texts inside and outside of its language.
    pub samples: Samples,
}

impl Rule {
    /// Returns whether some text has no value although its pieces have meanings.
    #[must_use]
    pub fn is_fallible(&self) -> bool {
        match &self.value {
            Some(Value::Decoded(decoding)) => decoding.result.is_fallible(),
            _ => false,
        }
    }
}

/// A rule that is one byte of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its name in the grammar.
    pub name: String,
    /// The name of the constant.
    pub const_name: String,
    /// The bytes.
    pub set: ByteSet,
    /// The name of the file that defines it.
    pub source: String,
    /// Its description by the user.
    pub docs: Option<String>,
    /// Its definition.
    pub abnf: String,
}

/// The unit of the texts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `str`: every text of the language is well-formed UTF-8.
    Text,
    /// `[u8]`: a text of the language may contain any byte.
    Bytes,
}

/// Chooses names and sample texts. `constants` and `tables` are those of the inputs, in order;
/// `root` is the spec of the first.
///
/// Type names must be free of collisions (see [`crate::plan::exports::named`]).
pub fn model(
    inputs: &[Input],
    constants: Vec<Vec<Constant>>,
    tables: Vec<ModuleTables>,
    root: &Spec,
) -> Model {
    let modules = inputs.iter().zip(tables).zip(constants);
    let modules = modules.map(|((input, tables), constants)| module(input, tables, constants));
    let mut modules: Vec<Module> = modules.collect();
    if root.extras.contains(&Extra::Slots) {
        name_slots(&mut modules);
    }
    let cargo_features = cargo_features::cargo_features(&modules, &root.features);
    let (command, extras) = (root.command().to_owned(), root.extras.clone());
    Model { modules, command, extras, cargo_features }
}

/// Gives the slots of each locator the names that they have for the first of the rules that read
/// them.
fn name_slots(modules: &mut [Module]) {
    for index in 0..modules.len() {
        let module = &modules[index];
        let rules = module.rules.iter().filter_map(|rule| {
            Some((rule.view.locator?, slot_names::slot_names(&rule.view, &module.rules)))
        });
        for (id, names) in rules.collect::<Vec<_>>() {
            let locators = &mut modules[id.module].locators;
            let owner = locators[id.index].table.owner(id.index);
            let slots = &mut locators[owner].slots;
            let slots = slots.get_or_insert_with(|| vec![String::new(); names.len()]);
            let unnamed = slots.iter_mut().zip(names).filter(|(known, _)| known.is_empty());
            unnamed.for_each(|(known, name)| *known = name);
        }
    }
}

fn module(input: &Input, tables: ModuleTables, constants: Vec<Constant>) -> Module {
    let selected = &input.selection.rules;
    let title = one_line(&input.title);
    let rules = selected.iter().enumerate().map(|(index, rule)| {
        let unit = unit(&rule.language, input.encoding);
        let matcher = tables.matcher(index);
        Rule {
            name: rule.name.as_str().to_owned(),
            type_name: rule.type_name.clone(),
            buf_name: rule.buf_name.clone(),
            unit,
            matcher,
            obstacle: rule.obstacle.clone(),
            is_solved: rule.is_solved,
            value: rule.value.clone(),
            pieces: decoded_pieces::pieces(rule, &tables.of_rules[index]),
            view: views::view(&input.selection, rule, &tables.of_rules[index]),
            source: rule.source.as_deref().map_or_else(|| title.clone(), one_line),
            docs: rule.docs.clone(),
            restrictions: rule.restrictions.clone(),
            abnf: rule.text.clone(),
            samples: samples::samples(&rule.language, rule.readable.as_deref(), unit),
        }
    });
    let rules: Vec<Rule> = rules.collect();
    let unions = 0..input.selection.unions.len();
    let unions: Vec<Union> =
        unions.map(|index| views::union(&input.selection, &rules, index)).collect();
    let trees = tree_table::tree_table(&input.selection, &rules);
    let records = match input.values {
        Values::Inferred => all_records(input, &rules, &unions, trees.as_ref()),
        Values::Leaves | Values::Requested => Records::default(),
    };
    let name = Some(input.module.clone()).filter(|name| !name.is_empty());
    let path = Some(&input.crate_name).filter(|name| !name.is_empty()).map(|crate_name| {
        name.iter().fold(crate_name.clone(), |path, name| format!("{path}::{name}"))
    });
    Module {
        figures: figures::figures(&input.figures, &rules, &constants),
        feature: input.feature.clone(),
        constants,
        rules,
        unions,
        records,
        name,
        title,
        path,
        class_maps: tables.class_maps,
        matchers: tables.matchers,
        locators: tables.locators,
        event_tables: tables.event_tables,
        nested: tables.nested,
        general: tables.general,
        trees,
    }
}

/// Makes the data of all rules.
fn all_records(
    Input { selection, .. }: &Input,
    rules: &[Rule],
    unions: &[Union],
    trees: Option<&TreeTable>,
) -> Records {
    let texts = record_writers::texts(selection);
    let records = records::records(rules, unions, &texts);
    let nodes = selection.trees.as_ref().zip(trees);
    let records = match nodes {
        Some(nodes) => boxes::with_boxes(node_records::with_nodes(records, nodes, rules, &texts)),
        None => records,
    };
    let records = record_contents::with_contents(records);
    let records = record_writers::with_writers(records, selection);
    let records = match nodes {
        Some(nodes) => node_record_writers::with_node_writers(records, selection, nodes),
        None => records,
    };
    readers::with_readers(records, rules, unions, trees)
}

/// Returns the unit of a language: bytes, if values are octets and a text contains one above 7F.
fn unit(language: &Language, encoding: Encoding) -> Unit {
    let beyond = ByteSet::range(0x80, 0xFF);
    match encoding {
        Encoding::Octets if !language.bytes().intersection(beyond).is_empty() => Unit::Bytes,
        Encoding::Octets | Encoding::Utf8 => Unit::Text,
    }
}

#[cfg(test)]
mod tests;
