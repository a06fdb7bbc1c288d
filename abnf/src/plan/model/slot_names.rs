//! Names the slots of a rule by its parts.

use super::Rule;
use super::views::{Alternative, Part, Variant, View};
use crate::automata::tagged::tdfa::{Presence, TagOffset};

/// Returns the name of each slot of a rule: the accessor of a part, or the type of an alternative of
/// a part, with `begin` or `end` for the offset in the slot. The name is the accessor or the
/// type alone if the slot only indicates that the part is present, and empty if no part reads the
/// slot.
///
/// A slot often serves several parts. Its name is that of the first part whose alternatives all
/// begin or end at the slot, or else that of the first alternative.
pub(super) fn slot_names(view: &View, rules: &[Rule]) -> Vec<String> {
    (0..view.located).map(|slot| slot_name(slot, &view.parts, rules)).collect()
}

fn slot_name(slot: usize, parts: &[Part], rules: &[Rule]) -> String {
    let offset = TagOffset::Slot { slot, plus: 0 };
    let begins = |it: &Variant| it.begin == offset;
    let ends = |it: &Variant| it.end == offset;
    let is_flag = |it: &Variant| it.present == Presence::Slot(slot);
    let parts: Vec<&Part> = parts.iter().filter(|part| !part.variants.is_empty()).collect();
    let part = |holds: &dyn Fn(&Variant) -> bool| {
        let part = parts.iter().find(|part| part.variants.iter().all(holds))?;
        Some(part.accessor.as_str())
    };
    let variant = |holds: &dyn Fn(&Variant) -> bool| {
        let mut variants =
            parts.iter().flat_map(|part| part.variants.iter().map(move |it| (part, it)));
        let (part, variant) = variants.find(|(_, it)| holds(it))?;
        Some(match (&variant.what, part.union) {
            (_, None) => part.accessor.as_str(),
            (Alternative::Rule(rule), Some(_)) => rules[*rule].type_name.as_str(),
            (Alternative::Literal { variant, .. }, Some(_)) => variant.as_str(),
        })
    };
    let begin = |name| format!("{name} begin");
    let end = |name| format!("{name} end");
    let name = part(&begins).map(begin).or_else(|| part(&ends).map(end));
    let name = name.or_else(|| variant(&begins).map(begin));
    let name = name.or_else(|| variant(&ends).map(end));
    let flag = || part(&is_flag).or_else(|| variant(&is_flag)).unwrap_or_default().to_owned();
    name.unwrap_or_else(flag)
}
