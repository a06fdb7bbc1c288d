//! Finds the [`FixedTags`] of a tagged NFA: the tags to record, and how the others follow from
//! them.
//!
//! Most tags need no register. A tag at a fixed distance from another one
//! follows from it ("fixed tags": Laurikari, "NFAs with tagged
//! transitions", 2000; Trofimovich, "Tagged deterministic finite automata with
//! lookahead", 2017, section 6): a port begins one byte after its host ends, and a
//! fragment ends where the text ends. A distance determines the offset of a tag that is present;
//! its presence follows from any tag that occurs in exactly the same derivations,
//! which may be a different one, or from the [length](super::lengths) of the text.

use super::lengths::by_length;
use super::parts::{TagSet, Tags};
use super::scans::{Scan, scans};
use super::steps::{Step, steps, steps_back};
use super::tdfa::{Presence, TagOffset};
use crate::automata::graph;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::{Budget, TooLarge};
use std::fmt;

/// The rules by which the tags of an automaton are computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FixedTags {
    /// The recorded tags, each in a slot, in ascending order.
    pub(super) slots: Vec<u16>,
    /// The source of every tag; `None` for a tag that no text has or that is not requested.
    pub(super) of: Vec<Option<(Presence, TagOffset)>>,
    /// The offset of every tag that is at a fixed distance from an end of the text, even if it has a
    /// slot.
    pub(super) fixed: Vec<Option<TagOffset>>,
    /// How the slots follow from the bytes of a text; empty if they do not.
    pub(super) scans: Vec<Scan>,
}

impl FixedTags {
    /// Returns the recorded tags as a set.
    pub(super) fn noted(&self) -> TagSet {
        self.slots.iter().fold(0, |set, &tag| set | 1 << tag)
    }
}

/// One line for each tag: its offset and its presence.
impl fmt::Display for FixedTags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (slot, tag) in self.slots.iter().enumerate() {
            writeln!(f, "s{slot} = tag {tag}")?;
        }
        for (tag, source) in self.of.iter().enumerate() {
            match source {
                Some((presence, offset)) => writeln!(f, "tag {tag}: {offset} {presence}")?,
                None => writeln!(f, "tag {tag}: never")?,
            }
        }
        Ok(())
    }
}

/// Finds a small set of tags from which all `wanted` tags follow.
///
/// Takes O(t n) steps for t tags and n states of the NFA.
pub(super) fn fixed_tags(
    nfa: &Nfa,
    parts: &[Tags],
    wanted: TagSet,
    budget: &mut Budget,
) -> Result<FixedTags, TooLarge> {
    let tags: Vec<u16> = parts
        .iter()
        .flat_map(|part| part.opens.iter().map(|open| open.1).chain([part.close]))
        .collect();
    let cost = (2 * tags.len() + 4).saturating_mul(nfa.states.len());
    budget.spend(cost)?;
    let facts = Facts::of(nfa, tags.len());
    let chosen = choose(&facts, wanted);
    Ok(FixedTags { scans: scans(nfa, &chosen.slots), ..chosen })
}

/// Chooses the recorded tags: a tag is recorded only if it does not follow from others.
///
/// Greedy, in the order of the tags, so the number of slots need not be minimal. The sources of a
/// tag that is computed are recorded from then on, so no tag is computed from a computed one.
fn choose(facts: &Facts, wanted: TagSet) -> FixedTags {
    let tags = 0..facts.tags();
    let is_asked = |tag: usize| wanted >> tag & 1 == 1 && facts.occurs(tag);
    let mut kept: Vec<bool> = tags.clone().map(is_asked).collect();
    // A tag that others follow from is recorded in any case.
    let mut needed = vec![false; facts.tags()];
    let mut sources: Vec<Option<(Option<usize>, Option<usize>)>> = vec![None; facts.tags()];
    for tag in tags.clone().filter(|&tag| is_asked(tag)) {
        if needed[tag] {
            continue;
        }
        let others = |wanted: bool| {
            let kept = &kept;
            let needed = &needed;
            tags.clone()
                .filter(move |&other| other != tag && kept[other] && needed[other] == wanted)
        };
        // Prefer tags that are recorded in any case, since they cost no further register.
        let candidates = || others(true).chain(others(false));
        let offset = if facts.fixed_to_text(tag).is_some() {
            Some(None)
        } else {
            candidates().find(|&other| facts.distance(tag, other).is_some()).map(Some)
        };
        let presence = if facts.by_text(tag).is_some() {
            Some(None)
        } else {
            let together = |other: &usize| facts.implies(tag, *other) && facts.implies(*other, tag);
            let from_offset = offset.flatten().filter(together);
            from_offset.or_else(|| candidates().find(together)).map(Some)
        };
        if let (Some(offset), Some(presence)) = (offset, presence) {
            kept[tag] = false;
            sources[tag] = Some((offset, presence));
            for source in offset.into_iter().chain(presence) {
                needed[source] = true;
            }
        }
    }
    let slots: Vec<usize> = tags.clone().filter(|&tag| kept[tag]).collect();
    let slot = |tag: usize| slots.iter().position(|&slot| slot == tag).expect("it is kept");
    let of = tags.map(|tag| {
        if !is_asked(tag) {
            return None;
        }
        let itself = (Some(tag), Some(tag).filter(|&tag| facts.by_text(tag).is_none()));
        let (offset, presence) = sources[tag].unwrap_or(itself);
        let offset = match offset {
            None => facts.fixed_to_text(tag).expect("the tag follows from the text"),
            Some(other) => TagOffset::Slot {
                slot: slot(other),
                plus: if other == tag { 0 } else { facts.distance(tag, other).expect("fixed") },
            },
        };
        let presence = match presence {
            None => facts.by_text(tag).expect("the presence follows from the text"),
            Some(other) => Presence::Slot(slot(other)),
        };
        Some((presence, offset))
    });
    let of = of.collect();
    let number = |&tag: &usize| u16::try_from(tag).expect("tags are few");
    let fixed = (0..facts.tags()).map(|tag| facts.fixed_to_text(tag)).collect();
    FixedTags { slots: slots.iter().map(number).collect(), of, fixed, scans: Vec::new() }
}

/// The distance of a state from a point of the NFA, over all paths between the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Distance {
    /// There is no path.
    None,
    /// This number of bytes on every path.
    Exactly(u32),
    Varies,
}

impl Distance {
    fn plus(self, bytes: u32) -> Self {
        match self {
            Self::Exactly(distance) => Self::Exactly(distance + bytes),
            other => other,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (one, other) if one == other => one,
            _ => Self::Varies,
        }
    }
}

/// Facts about the tags, for each tag and each state.
struct Facts {
    /// The states that pass each tag and are on a path from the start to the end.
    meets: Vec<Vec<StateId>>,
    /// The distances from each tag, and then from the beginning of the text, to each state.
    after: Vec<Vec<Distance>>,
    /// The distances from each state to each tag, and then to the end of the text.
    before: Vec<Vec<Distance>>,
    /// Whether a path from the start to the state avoids the tag.
    missed_before: Vec<Vec<bool>>,
    /// Whether a path from the state to the end avoids the tag.
    missed_after: Vec<Vec<bool>>,
    /// The presence of each tag that the length of the text decides.
    by_length: Vec<Option<Presence>>,
    start: usize,
}

impl Facts {
    fn of(nfa: &Nfa, tags: usize) -> Self {
        let forward: Vec<_> = nfa.states.iter().map(steps).collect();
        let back = steps_back(nfa);
        let reached = flood(&forward, nfa.start, None);
        let reaches_end = flood(&back, nfa.accept, None);
        let mut meets = vec![Vec::new(); tags];
        for (id, state) in nfa.numbered() {
            match state {
                State::Tag { tag, .. } if reached[id.index()] && reaches_end[id.index()] => {
                    meets[usize::from(*tag)].push(id);
                }
                State::Tag { .. } | State::Byte { .. } | State::Split(_) => (),
            }
        }
        let all = |seeds: &[StateId], edges| distances(edges, seeds, &reached, &reaches_end);
        let after = |edges| meets.iter().map(|seeds| all(seeds, edges)).collect::<Vec<_>>();
        let mut before = after(&back);
        let mut after = after(&forward);
        after.push(all(&[nfa.start], &forward));
        before.push(all(&[nfa.accept], &back));
        let live: Vec<bool> =
            reached.iter().zip(&reaches_end).map(|(one, other)| *one && *other).collect();
        let missed =
            |edges, from| meets.iter().map(|avoided| flood(edges, from, Some(avoided))).collect();
        Self {
            missed_before: missed(&forward, nfa.start),
            missed_after: missed(&back, nfa.accept),
            by_length: by_length(nfa, (&forward, &back), &live, &meets),
            meets,
            after,
            before,
            start: nfa.start.index(),
        }
    }

    fn tags(&self) -> usize {
        self.meets.len()
    }

    /// Returns whether any text has the tag.
    fn occurs(&self, tag: usize) -> bool {
        !self.meets[tag].is_empty()
    }

    /// Returns whether every text has the tag.
    fn always(&self, tag: usize) -> bool {
        !self.missed_after[tag][self.start]
    }

    /// Returns the presence of the tag if no slot is needed for it.
    fn by_text(&self, tag: usize) -> Option<Presence> {
        if self.always(tag) { Some(Presence::Always) } else { self.by_length[tag] }
    }

    /// Returns whether every text with the tag has the other.
    fn implies(&self, tag: usize, other: usize) -> bool {
        self.meets[tag].iter().all(|&state| {
            let index = state.index();
            !self.missed_before[other][index] || !self.missed_after[other][index]
        })
    }

    /// Returns the distance of a tag if it is the same at all its occurrences.
    fn constant(&self, tag: usize, from: &[Distance]) -> Option<u32> {
        let all = self.meets[tag].iter().map(|&state| from[state.index()]);
        match all.reduce(Distance::or) {
            Some(Distance::Exactly(distance)) => Some(distance),
            _ => None,
        }
    }

    fn fixed_to_text(&self, tag: usize) -> Option<TagOffset> {
        let tags = self.tags();
        let begin = self.constant(tag, &self.after[tags]).map(TagOffset::FromStart);
        begin.or_else(|| self.constant(tag, &self.before[tags]).map(TagOffset::FromEnd))
    }

    /// Returns the number of bytes between `other` and the tag, if it is the same in every text
    /// that has the tag; `None` if a text has the tag but not the other.
    fn distance(&self, tag: usize, other: usize) -> Option<i32> {
        let every = |missed: &[bool]| self.meets[tag].iter().all(|&s| !missed[s.index()]);
        let signed = |distance| i32::try_from(distance).ok();
        if every(&self.missed_before[other]) {
            return self.constant(tag, &self.after[other]).and_then(signed);
        }
        if every(&self.missed_after[other]) {
            return self
                .constant(tag, &self.before[other])
                .and_then(signed)
                .map(|distance| -distance);
        }
        None
    }
}

type Edges = Vec<Vec<Step>>;

/// Returns for each state whether it is reachable from `from` without entering avoided states.
fn flood(edges: &Edges, from: StateId, avoided: Option<&Vec<StateId>>) -> Vec<bool> {
    let mut blocked = vec![false; edges.len()];
    for &state in avoided.into_iter().flatten() {
        blocked[state.index()] = true;
    }
    let is_open = |state: &usize| !blocked[*state];
    let next = |state: usize| edges[state].iter().map(|step| step.next.index()).filter(is_open);
    graph::reached(edges.len(), Some(from.index()).filter(is_open), next)
}

/// Returns the distance of each state from the seeds, over paths that a text can take.
fn distances(
    edges: &Edges,
    seeds: &[StateId],
    reached: &[bool],
    reaches_end: &[bool],
) -> Vec<Distance> {
    let mut distance = vec![Distance::None; edges.len()];
    let mut stack = seeds.to_vec();
    for &seed in seeds {
        distance[seed.index()] = Distance::Exactly(0);
    }
    while let Some(state) = stack.pop() {
        let from = distance[state.index()];
        for step in &edges[state.index()] {
            let next = step.next.index();
            if !(reached[next] && reaches_end[next]) {
                continue;
            }
            let now = distance[next].or(from.plus(step.bytes));
            if std::mem::replace(&mut distance[next], now) != now {
                stack.push(step.next);
            }
        }
    }
    distance
}
