//! Rules to [`Track`]s: the content of a diagram, without positions.
//!
//! A track has the paths of the definition as its author wrote it, except for brackets that change
//! nothing: `x *( "," x )` and `*( x "," ) x` are one loop with the separator on the backward branch,
//! and adjacent alternatives of one character are one set. No path is lost and none is added.

use abnfc::grammar::RuleId;
use abnfc::grammar::lower::WhiteSpace;
use abnfc::grammar::syntax::{ListForm, Node, Repeat};
use std::collections::BTreeMap;

/// The minimum number of adjacent alternatives of one character that are drawn as a set.
const SET: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Track {
    Empty,
    Leaf(Leaf),
    Sequence(Vec<Track>),
    Choice(Vec<Track>),
    Optional(Box<Track>),
    /// The body at least once, with the separator on the backward branch.
    Loop {
        body: Box<Track>,
        separator: Box<Track>,
        /// At least 1.
        min: u32,
        max: Option<u32>,
    },
}

/// The content of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Rule { name: String, rule: Option<RuleId> },
    Text { value: String, has_case: bool },
    Values(Vec<u32>),
    Range(u32, u32),
    Prose { text: String, rule: Option<RuleId> },
    OneOf(Vec<Leaf>),
}

/// The rules that a definition refers to, by their folded names.
pub(super) type Names<'a> = BTreeMap<&'a str, RuleId>;

/// Returns the track of a definition without errors. The recursion is as deep as its brackets.
pub(super) fn track(node: &Node, names: &Names<'_>) -> Track {
    let inner = |node: &Node| track(node, names);
    match node {
        Node::Alternation(nodes) => choice(nodes.iter().map(inner)),
        Node::Concatenation(nodes) => sequence(nodes.iter().map(inner)),
        Node::Repetition { repeat, node } => repeated(inner(node), repeat.min, repeat.max),
        Node::List { repeat, form, node } => match form {
            ListForm::Sender => strict(*repeat, inner(node), names),
            ListForm::Recipient => lenient(*repeat, &inner(node), names),
            ListForm::Linear => linear(*repeat, &inner(node), names),
        },
        Node::Group(node) => inner(node),
        Node::Optional(node) => optional(inner(node)),
        Node::Rulename(name) => reference(&name.text, names),
        Node::Text { value, .. } if value.is_empty() => Track::Empty,
        Node::Text { value, case_sensitive, .. } => {
            let has_case = *case_sensitive || !value.bytes().any(|it| it.is_ascii_alphabetic());
            Track::Leaf(Leaf::Text { value: value.clone(), has_case })
        }
        Node::Values { values, .. } => Track::Leaf(Leaf::Values(values.clone())),
        Node::Range { low, high, .. } => Track::Leaf(Leaf::Range(*low, *high)),
        Node::Prose { text, .. } => {
            // As in `<host, see [URI]>`.
            let name = text.split(',').next().unwrap_or_default().trim().to_ascii_lowercase();
            let rule = names.get(&*name).copied();
            Track::Leaf(Leaf::Prose { text: text.clone(), rule })
        }
        // The caller has refused definitions with errors.
        Node::Error { .. } => Track::Empty,
    }
}

fn reference(name: &str, names: &Names<'_>) -> Track {
    let rule = names.get(&*name.to_ascii_lowercase()).copied();
    Track::Leaf(Leaf::Rule { name: name.to_owned(), rule })
}

/// Returns the track of alternatives, also those of several definitions.
pub(super) fn choice(alternatives: impl Iterator<Item = Track>) -> Track {
    let mut all: Vec<Track> = Vec::new();
    for alternative in alternatives {
        match alternative {
            Track::Choice(inner) => all.extend(inner),
            Track::Leaf(Leaf::OneOf(items)) => all.extend(items.into_iter().map(Track::Leaf)),
            other => all.push(other),
        }
    }
    let mut grouped = Vec::with_capacity(all.len());
    let mut run = Vec::new();
    for alternative in all {
        match alternative {
            Track::Leaf(leaf) if is_character(&leaf) => run.push(leaf),
            other => {
                close(&mut run, &mut grouped);
                grouped.push(other);
            }
        }
    }
    close(&mut run, &mut grouped);
    only(grouped, Track::Choice)
}

fn close(run: &mut Vec<Leaf>, into: &mut Vec<Track>) {
    let run = std::mem::take(run);
    if run.len() < SET {
        into.extend(run.into_iter().map(Track::Leaf));
    } else {
        into.push(Track::Leaf(Leaf::OneOf(run)));
    }
}

fn is_character(leaf: &Leaf) -> bool {
    match leaf {
        Leaf::Text { value, .. } => value.len() == 1,
        Leaf::Values(values) => values.len() == 1,
        Leaf::Range(..) => true,
        Leaf::Rule { .. } | Leaf::Prose { .. } | Leaf::OneOf(_) => false,
    }
}

fn optional(track: Track) -> Track {
    match track {
        Track::Empty | Track::Optional(_) => track,
        track => Track::Optional(Box::new(track)),
    }
}

fn repeated(body: Track, min: u32, max: Option<u32>) -> Track {
    match (body, min, max) {
        (Track::Empty, ..) | (_, _, Some(0)) => Track::Empty,
        (body, 1, Some(1)) => body,
        (body, 0, Some(1)) => optional(body),
        (body, 0, max) => optional(some(body, Track::Empty, 1, max)),
        (body, min, max) => some(body, Track::Empty, min, max),
    }
}

fn some(body: Track, separator: Track, min: u32, max: Option<u32>) -> Track {
    Track::Loop { body: Box::new(body), separator: Box::new(separator), min, max }
}

/// Returns the track of a concatenation, with a loop if an element precedes or follows its own
/// repetition.
fn sequence(elements: impl Iterator<Item = Track>) -> Track {
    let mut items = Vec::new();
    for element in elements {
        match element {
            Track::Empty => (),
            Track::Sequence(inner) => items.extend(inner),
            other => items.push(other),
        }
    }
    let mut done: Vec<Track> = Vec::with_capacity(items.len());
    let mut rest = items.into_iter().collect::<std::collections::VecDeque<_>>();
    while let Some(item) = rest.pop_front() {
        let Some((body, min, max)) = repetition(&item) else {
            done.push(item);
            continue;
        };
        let before = done.iter().rev().zip(body.iter().rev()).take_while(|(a, b)| a == b).count();
        let after = rest.iter().zip(body).take_while(|(a, b)| a == b).count();
        let more = |count: u32| count.checked_add(1);
        let counts = match (more(min), max.map(more)) {
            (Some(min), None) => Some((min, None)),
            (Some(min), Some(Some(max))) => Some((min, Some(max))),
            _ => None,
        };
        let Some((min, max)) = counts.filter(|_| 0 < before || 0 < after) else {
            done.push(item);
            continue;
        };
        let (once, separator) = if 0 < before {
            done.truncate(done.len() - before);
            let (separator, once) = body.split_at(body.len() - before);
            (once, separator)
        } else {
            rest.drain(..after);
            body.split_at(after)
        };
        let [once, separator] = [once, separator].map(|it| only(it.to_vec(), Track::Sequence));
        done.push(some(once, separator, min, max));
    }
    only(done, Track::Sequence)
}

/// Returns the elements of a repetition without a separator, and the bounds.
fn repetition(item: &Track) -> Option<(&[Track], u32, Option<u32>)> {
    let (item, is_optional) = match item {
        Track::Optional(inner) => (&**inner, true),
        item => (item, false),
    };
    let Track::Loop { body, separator, min, max } = item else { return None };
    let body = match &**body {
        Track::Sequence(items) => items,
        body => std::slice::from_ref(body),
    };
    match (is_optional, **separator == Track::Empty) {
        (true, true) if *min == 1 => Some((body, 0, *max)),
        (false, true) => Some((body, *min, *max)),
        _ => None,
    }
}

/// Returns the only track without a sequence around it.
fn only(mut tracks: Vec<Track>, several: fn(Vec<Track>) -> Track) -> Track {
    match tracks.len() {
        0 => Track::Empty,
        1 => tracks.remove(0),
        _ => several(tracks),
    }
}

/// `OWS "," OWS`
fn comma(names: &Names<'_>) -> [Track; 3] {
    let comma = Track::Leaf(Leaf::Text { value: ",".to_owned(), has_case: true });
    [reference("OWS", names), comma, reference("OWS", names)]
}

/// Returns a list in the form that senders write (RFC 9110 section 5.6.1.1).
fn strict(Repeat { min, max, .. }: Repeat, element: Track, names: &Names<'_>) -> Track {
    if max == Some(0) {
        return Track::Empty;
    }
    let list = match (min.max(1), max) {
        (1, Some(1)) => element,
        (least, max) => some(element, Track::Sequence(comma(names).to_vec()), least, max),
    };
    if min == 0 { optional(list) } else { list }
}

/// Returns a list in the form that recipients accept (section 5.6.1.2), written out as
/// [`lower`](abnfc::grammar::lower) does.
fn lenient(Repeat { min, max, .. }: Repeat, element: &Track, names: &Names<'_>) -> Track {
    let comma = || sequence(comma(names).into_iter());
    let commas = |least| repeated(comma(), least, None);
    if max == Some(0) {
        return commas(0);
    }
    if min == 0 && max.is_none() {
        let element = || optional(element.clone());
        let next = sequence([comma(), element()].into_iter());
        return sequence([element(), repeated(next, 0, None)].into_iter());
    }
    let next = sequence([commas(1), element.clone()].into_iter());
    let more = repeated(next, min.saturating_sub(1), max.map(|max| max - 1));
    let list = sequence([element.clone(), more, commas(0)].into_iter());
    let list = if min == 0 { optional(list) } else { list };
    sequence([commas(0), list].into_iter())
}

/// Returns a list of RFC 822 and RFC 2616, written out as [`lower`](abnfc::grammar::lower) does.
fn linear(Repeat { min, max, .. }: Repeat, element: &Track, names: &Names<'_>) -> Track {
    let space = || {
        let all: Vec<_> = WhiteSpace::Linear.names().collect();
        let known = all.iter().find(|name| names.contains_key(name.folded()));
        repeated(reference(known.unwrap_or(&all[0]).as_str(), names), 0, None)
    };
    let comma = || Track::Leaf(Leaf::Text { value: ",".to_owned(), has_case: true });
    let next = || sequence([comma(), space()].into_iter());
    let commas = |least| repeated(next(), least, None);
    if max == Some(0) {
        return sequence([space(), commas(0)].into_iter());
    }
    let next = sequence([space(), commas(1), element.clone()].into_iter());
    let more = repeated(next, min.saturating_sub(1), max.map(|max| max - 1));
    let end = optional(sequence([space(), commas(1)].into_iter()));
    let list = sequence([element.clone(), more, end].into_iter());
    let list = if min == 0 { optional(list) } else { list };
    sequence([space(), commas(0), list].into_iter())
}

impl Track {
    /// Returns the number of boxes, where each item of a set counts, and the depth.
    pub(super) fn extent(&self) -> (usize, usize) {
        let of = |tracks: &[Self]| {
            tracks.iter().map(Self::extent).fold((0, 0), |all, it| (all.0 + it.0, all.1.max(it.1)))
        };
        let (boxes, depth) = match self {
            Self::Empty => (0, 0),
            Self::Leaf(Leaf::OneOf(items)) => (items.len(), 0),
            Self::Leaf(_) => (1, 0),
            Self::Sequence(items) | Self::Choice(items) => of(items),
            Self::Optional(inner) => inner.extent(),
            Self::Loop { body, separator, .. } => {
                let [body, separator] = [body, separator].map(|it| it.extent());
                (body.0 + separator.0, body.1.max(separator.1))
            }
        };
        (boxes, depth + 1)
    }
}
