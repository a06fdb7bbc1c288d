//! The views of rules, by which accessors find parts.
//!
//! A view holds the offsets that a locator found, one in each slot. The beginnings and ends of the
//! parts follow from them. If all parts of a part are parts of the rule too, the view of the part
//! copies its slots from that of the rule.

use super::inherits::{Inherited, inherits};
use super::iterator_memory::{Keeps, keeps};
use super::{Rule, Unit};
use crate::automata::tagged::scans::Scan;
use crate::automata::tagged::tdfa::{self, Presence, TagOffset, Tdfa};
use crate::grammar::RuleId;
use crate::plan::accessors::{AccessorKind, Lacking};
use crate::plan::engines::share::{TableId, Tables};
use crate::plan::parts::leaf_values::{Integer, Value};
use crate::plan::parts::selected::{Selected, SelectedRepetition, Selection};
use crate::plan::parts::unions::SelectedLiteral;
use crate::spec::{IntegerType, Locate};

/// The parts of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Their locator. `None` if there are no parts in slots.
    pub locator: Option<TableId>,
    /// The number of slots of a view: 0 if it locates its parts on demand.
    pub slots: usize,
    /// The number of slots that the locator fills.
    pub located: usize,
    /// How the slots follow from the bytes of a text; empty if they do not, or there are none.
    pub scans: Vec<Scan>,
    /// The parts in slots, in the order of the accessors.
    pub parts: Vec<Part>,
    /// The parts that transducers locate; their accessors follow.
    pub repeated: Vec<Repetition>,
    /// The parts without accessors.
    pub lacking: Vec<Lacking>,
    /// The rules of the definition whose texts are characters or white space.
    pub without_accessors: Vec<String>,
}

impl View {
    /// Returns whether any text has a part in slots.
    pub fn has_any_text(&self, part: &Part) -> bool {
        let outer = part.via.map_or(part, |outer| &self.parts[outer]);
        part.union.is_some() || !outer.variants.is_empty()
    }
}

/// A part that a transducer locates: one that may occur more than once, or literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The kind of its accessor.
    pub kind: AccessorKind,
    /// Its name in the grammar; for a single literal, the literal as ABNF.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// The name of its iterator.
    pub iterator: String,
    /// Its index among the unions of the module, if it is one.
    pub union: Option<usize>,
    /// The transducer that reports its occurrences.
    pub event_table: TableId,
    /// The memory of the iterator.
    pub keeps: Keeps,
    /// The alternatives of an occurrence, by their numbers in the tables. Empty for a single
    /// literal.
    pub occurrences: Vec<Occurrence>,
}

/// An alternative of an occurrence of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The rule or literal.
    pub what: Alternative,
    /// Whether its view has slots, which are found by reading its text.
    pub has_slots: bool,
}

/// A part of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the grammar.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// Whether every text has it.
    pub mandatory: bool,
    /// Its index among the unions of the module, if it is one.
    pub union: Option<usize>,
    /// The indices of its rules in the module, unless it is a union.
    pub rules: Vec<usize>,
    /// Its alternatives, at most one of which is present. Empty if it is located through another
    /// part.
    pub variants: Vec<Variant>,
    /// The index of the part through which it is located.
    pub via: Option<usize>,
}

impl Part {
    /// Returns whether the offsets of the part follow from slots.
    pub fn reads_slots(&self) -> bool {
        let is_slot = |offset: TagOffset| matches!(offset, TagOffset::Slot { .. });
        self.variants.iter().any(|it| {
            let inherited = match &it.child {
                Child::Bare | Child::Anew => &[][..],
                Child::Inherits(slots) => slots,
            };
            let is_flag = |presence: Presence| matches!(presence, Presence::Slot(_));
            let inherits = inherited.iter().flatten().any(|source| {
                is_flag(source.present) || source.offset.is_some_and(|it| is_slot(it.0))
            });
            is_flag(it.present) || is_slot(it.begin) || is_slot(it.end) || inherits
        })
    }
}

/// An alternative of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The index of its rule in the module, or a literal.
    pub what: Alternative,
    /// Whether it is present.
    pub present: Presence,
    /// The offset of its beginning.
    pub begin: TagOffset,
    /// The offset of its end.
    pub end: TagOffset,
    /// Both offsets, where they do not depend on slots.
    pub fixed: [Option<TagOffset>; 2],
    /// The source of the slots of its view.
    pub child: Child,
}

/// An alternative of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Text of a rule, by its index in the module.
    Rule(usize),
    /// A literal, which needs no text.
    Literal {
        /// The literal as ABNF.
        text: String,
        /// The name of its variant in the enum.
        variant: String,
    },
}

/// The source of the slots of a part's view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Child {
    /// The view has no slots.
    Bare,
    /// The text, which is read again.
    Anew,
    /// From the slots of the view around it: for each of its own slots, the possible sources of
    /// the offset. The first source that is present is used; the slot is empty if none is.
    ///
    /// An offset is relative to one in the outer text: that offset, and the number of bytes to add.
    Inherits(Vec<Vec<Inherited>>),
}

/// The alternatives of a part that is one of several rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The name of its enum.
    pub type_name: String,
    /// The type of the rule that it is a part of, the first one if there are several.
    pub owner: String,
    /// Its alternatives.
    pub alternatives: Vec<Alternative>,
    /// The unit of its texts: text if the texts of all its rules are.
    pub unit: Unit,
    /// The smallest type that holds the integers of all alternatives. `None` if one of them is no
    /// integer.
    pub number: Option<IntegerType>,
}

impl Union {
    /// Returns whether one of the alternatives has a text.
    pub fn has_text(&self) -> bool {
        self.alternatives.iter().any(|it| matches!(it, Alternative::Rule(_)))
    }

    /// Returns whether all alternatives have a text.
    pub fn is_text_alone(&self) -> bool {
        self.alternatives.iter().all(|it| matches!(it, Alternative::Rule(_)))
    }
}

/// Makes the view of a selected rule.
pub(super) fn view(selection: &Selection, rule: &Selected, tables: &Tables) -> View {
    let all = &selection.rules;
    let repeated = rule.view.repeated.iter().zip(&tables.events);
    let repeated = repeated.map(|(it, &event_table)| Repetition {
        kind: it.kind,
        name: it.part.name.clone(),
        accessor: it.part.accessor.clone(),
        iterator: it.iterator.clone(),
        union: it.part.union,
        event_table,
        keeps: keeps(&it.transducer),
        occurrences: occurrences(selection, it),
    });
    let repeated = repeated.collect();
    let (lacking, without_accessors) =
        (rule.view.lacking.clone(), rule.view.without_accessors.clone());
    let Some(tdfa) = &rule.view.tdfa else {
        return View { repeated, lacking, without_accessors, ..View::default() };
    };
    let parts = rule.view.parts.iter().zip(tdfa.parts()).enumerate();
    let parts = parts.map(|(index, (part, located))| Part {
        name: part.name.clone(),
        accessor: part.accessor.clone(),
        mandatory: is_mandatory(all, rule, index),
        union: part.union,
        rules: match part.union {
            Some(_) => Vec::new(),
            None => part.rules.iter().map(|&rule| index_of(all, rule)).collect(),
        },
        variants: located
            .variants
            .iter()
            .map(|it| match part.union.and_then(|union| literal(selection, union, it.rule)) {
                Some(literal) => bare(literal, it),
                None => variant(all, rule, tdfa, it),
            })
            .collect(),
        via: part.via,
    });
    let parts = parts.collect();
    let located = tdfa.slot_count();
    let locator = tables.locator;
    let slots = stored(rule);
    let scans = if slots == 0 { Vec::new() } else { tdfa.scans.clone() };
    View { locator, slots, located, scans, parts, repeated, lacking, without_accessors }
}

/// Returns whether every text of a rule has this part of it.
fn is_mandatory(all: &[Selected], rule: &Selected, part: usize) -> bool {
    let it = &rule.view.parts[part];
    let Some(via) = it.via else {
        let tdfa = rule.view.tdfa.as_ref();
        return tdfa.is_some_and(|tdfa| tdfa.parts()[part].mandatory);
    };
    let outer = &all[index_of(all, rule.view.parts[via].rules[0])];
    let inner = outer.view.parts.iter().position(|other| other.accessor == it.accessor);
    is_mandatory(all, rule, via) && inner.is_some_and(|it| is_mandatory(all, outer, it))
}

fn occurrences(selection: &Selection, it: &SelectedRepetition) -> Vec<Occurrence> {
    if it.kind == AccessorKind::Whether {
        return Vec::new();
    }
    let all = &selection.rules;
    let of_rule = |&rule: &RuleId| {
        if let Some(what) = it.part.union.and_then(|union| literal(selection, union, rule)) {
            return Occurrence { what, has_slots: false };
        }
        let index = index_of(all, rule);
        Occurrence { what: Alternative::Rule(index), has_slots: stored(&all[index]) > 0 }
    };
    it.part.rules.iter().map(of_rule).collect()
}

/// Returns the number of slots of the view of a rule.
fn stored(rule: &Selected) -> usize {
    match rule.locate {
        Locate::OnDemand => 0,
        Locate::AtOnce | Locate::Outermost => rule.view.tdfa.as_ref().map_or(0, Tdfa::slot_count),
    }
}

fn variant(all: &[Selected], rule: &Selected, tdfa: &Tdfa, located: &tdfa::Variant) -> Variant {
    let index = index_of(all, located.rule);
    let child = match &all[index].view.tdfa {
        Some(inner) if stored(&all[index]) > 0 => match rule.view.inherited.get(&located.rule) {
            Some(parts) => Child::Inherits(inherits(tdfa, inner, parts)),
            None => Child::Anew,
        },
        _ => Child::Bare,
    };
    Variant { child, ..bare(Alternative::Rule(index), located) }
}

/// Makes a variant without slots of its own.
fn bare(what: Alternative, located: &tdfa::Variant) -> Variant {
    let tdfa::Variant { present, begin, end, fixed, .. } = *located;
    Variant { what, present, begin, end, fixed, child: Child::Bare }
}

/// Returns the literal that a rule of a union is. `None` if it is not a literal.
fn literal(selection: &Selection, union: usize, rule: RuleId) -> Option<Alternative> {
    let literal = selection.unions[union].literals.get(&rule)?;
    let SelectedLiteral { text, variant } = literal.clone();
    Some(Alternative::Literal { text, variant })
}

fn index_of(all: &[Selected], rule: RuleId) -> usize {
    all.iter().position(|it| it.id == rule).expect("parts are exported")
}

/// Makes a union of the module from its index among those of the selection.
pub(super) fn union(selection: &Selection, rules: &[Rule], index: usize) -> Union {
    let union = &selection.unions[index];
    let alternatives = union.rules.iter().map(|&rule| {
        let of_rule = || Alternative::Rule(index_of(&selection.rules, rule));
        literal(selection, index, rule).unwrap_or_else(of_rule)
    });
    let alternatives: Vec<Alternative> = alternatives.collect();
    let is_text = alternatives.iter().all(|it| match it {
        Alternative::Rule(rule) => rules[*rule].unit == Unit::Text,
        Alternative::Literal { .. } => true,
    });
    let owner = rules.iter().find(|rule| {
        let parts = rule.view.parts.iter().map(|part| part.union);
        let repeated = rule.view.repeated.iter().map(|part| part.union);
        parts.chain(repeated).any(|union| union == Some(index))
    });
    Union {
        type_name: union.type_name.clone(),
        owner: owner.map_or_else(String::new, |rule| rule.type_name.clone()),
        unit: if is_text { Unit::Text } else { Unit::Bytes },
        number: number(rules, &alternatives),
        alternatives,
    }
}

/// Returns the smallest type that holds the numbers of all alternatives.
fn number(rules: &[Rule], alternatives: &[Alternative]) -> Option<IntegerType> {
    let of_alternative = |it: &Alternative| match it {
        Alternative::Rule(rule) => match rules[*rule].value.as_ref()? {
            Value::Integer(Integer { ty, .. }) => Some(*ty),
            _ => None,
        },
        Alternative::Literal { .. } => None,
    };
    let types = alternatives.iter().map(of_alternative).collect::<Option<Vec<IntegerType>>>()?;
    let widest = |types: &mut dyn Iterator<Item = &IntegerType>| types.max().copied();
    match widest(&mut types.iter().filter(|ty| ty.is_signed())) {
        None => widest(&mut types.iter()),
        Some(signed) => {
            let holds = |of: &IntegerType| types.iter().all(|ty| ty.greatest() <= of.greatest());
            IntegerType::SIGNED.into_iter().find(|of| signed <= *of && holds(of))
        }
    }
}
