//! The slots that the view of a part copies from the view around it.

use crate::automata::tagged::tdfa::{self, Presence, TagOffset, Tdfa};
use crate::grammar::RuleId;
use std::collections::BTreeMap;

/// A possible source of a slot of a part's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inherited {
    /// Whether it is present.
    pub present: Presence,
    /// Its value then; `None` if any offset will do, because only the presence of an offset
    /// matters.
    pub offset: Option<(TagOffset, i32)>,
}

/// Returns the sources of each slot of an inner view. `parts` are the parts of the outer view
/// that are its own.
pub(super) fn inherits(
    outer: &Tdfa,
    inner: &Tdfa,
    parts: &[BTreeMap<RuleId, usize>],
) -> Vec<Vec<Inherited>> {
    let mut slots: Vec<Vec<Inherited>> = vec![Vec::new(); inner.slot_count()];
    let mut flags = slots.clone();
    for (part, known) in inner.parts().iter().zip(parts) {
        for variant in &part.variants {
            let variants = &outer.parts()[known[&variant.rule]].variants;
            let same = |other: &&tdfa::Variant| other.rule == variant.rule;
            let Some(found) = variants.iter().find(same) else { continue };
            // A part that is mandatory in the inner view is present.
            let present = match variant.present {
                Presence::Always => Presence::Always,
                Presence::Slot(_) | Presence::Longer(_) | Presence::Shorter(_) => found.present,
            };
            for (own, outer) in [(variant.begin, found.begin), (variant.end, found.end)] {
                if let TagOffset::Slot { slot, plus } = own {
                    slots[slot].push(Inherited { present, offset: Some((outer, -plus)) });
                }
            }
            if let Presence::Slot(slot) = variant.present {
                flags[slot].push(Inherited { present, offset: None });
            }
        }
    }
    slots.into_iter().zip(flags).map(|(offsets, flags)| simplified(offsets, flags)).collect()
}

/// Returns the source of a slot, given its uses: for the offsets of parts, and for the
/// presence of parts.
fn simplified(mut offsets: Vec<Inherited>, flags: Vec<Inherited>) -> Vec<Inherited> {
    // An offset can be present without a part that needs it, unless it is a flag too.
    let same = |(one, other): (&Inherited, &Inherited)| one.offset == other.offset;
    let are_same = offsets.iter().zip(offsets.iter().skip(1)).all(same);
    match offsets.first() {
        Some(Inherited { offset: Some((TagOffset::Slot { slot, plus }, more)), .. })
            if are_same && flags.iter().all(|flag| flag.present == Presence::Slot(*slot)) =>
        {
            let offset = Some((TagOffset::Slot { slot: *slot, plus: *plus }, *more));
            return vec![Inherited { present: Presence::Slot(*slot), offset }];
        }
        _ => (),
    }
    // The beginning of a present part takes precedence over flags.
    offsets.extend(flags);
    let certain = offsets.iter().position(|it| it.present == Presence::Always);
    offsets.truncate(certain.map_or(offsets.len(), |certain| certain + 1));
    let mut seen = Vec::new();
    offsets.retain(|it| {
        let is_new = !seen.contains(&it.present);
        seen.push(it.present);
        is_new
    });
    offsets
}
