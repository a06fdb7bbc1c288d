//! Finds a few texts whose derivations together use every element of a rule.
//!
//! The elements are [`Point`]s. For each point that no text has yet, the algorithm takes a shortest
//! derivation through it; while the text stays short, choices prefer points that no text has yet. At
//! the end, texts are dropped if other texts have all their points.
//!
//! If a restriction of the spec file refuses the text of a point, a search looks for another text with
//! the point ([`restricted`]).

mod points;
mod restricted;
mod text;

use self::points::{Point, points};
use self::text::{Text, text};
use super::derivations::{Derivations, way};
use abnfc::diagnostic::{Code, Diagnostic};
use abnfc::grammar::{Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum length of a text.
const MAX_LENGTH: u64 = 4096;

/// The maximum number of nodes of all derivations together.
const MAX_STEPS: usize = 1 << 24;

/// The maximum number of steps of all searches for texts of restricted rules together.
const MAX_SEARCHED: usize = 1 << 21;

/// Texts that cover a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The texts, the first for the beginning of the rule.
    pub texts: Vec<Vec<u8>>,
    /// The number of alternatives, bounds and ends of ranges that they use together.
    pub points: usize,
    /// The number that is left out because it needs a text of more than 4096 bytes: large
    /// bounds such as that of `*99999DIGIT`.
    pub left_out: usize,
    /// The number for which no text was found that the restrictions of the spec file allow. Two
    /// searches look for each. A search visits at most 16,384 configurations and takes 131,072 steps;
    /// all searches together take 2,097,152 steps.
    pub excluded: usize,
}

impl Cover {
    /// Returns the coverage in words: `2 alternatives, bounds and ends of ranges`.
    #[must_use]
    pub fn uses(&self) -> String {
        match self.points {
            1 => "1 alternative, bound or end of a range".to_owned(),
            points => format!("{points} alternatives, bounds and ends of ranges"),
        }
    }
}

/// Finds texts of a rule that use every alternative, both bounds of every repetition, and both ends of
/// every range of characters, in the rule and in all rules that it uses. Alternatives that are single
/// characters, such as `"a" / "b" / "c"`, count as ranges.
///
/// Each element is used by some derivation of a text. If a text has several derivations, the others
/// need not use it. Restricted rules have only texts that their restrictions allow.
///
/// # Errors
///
/// `sample-limit` if there are more than 65,536 points, or if the derivations have more than 2^24 nodes
/// together.
pub fn cover(grammar: &Resolved, rule: RuleId) -> Result<Cover, Diagnostic> {
    let derivations = Derivations::new(grammar, rule);
    let parents = derivations.parents();
    let (points, left_out) = points(&derivations, &parents)?;
    let mut covered: BTreeSet<Point> = BTreeSet::new();
    let mut texts = Vec::new();
    let mut steps = 0;
    let (mut searched, mut excluded) = (MAX_SEARCHED, Vec::new());
    for &point in &points {
        if covered.contains(&point) {
            continue;
        }
        let way = way(&parents, point.node());
        let text = text(&derivations, point, &way, &covered, MAX_STEPS - steps);
        steps += text.steps;
        if MAX_STEPS < steps {
            let message = "covering takes derivations of more than 2^24 nodes";
            return Err(Diagnostic::error(Code::SampleLimit, message).hint("take a smaller rule"));
        }
        if text.is_allowed {
            covered.extend(&text.used);
            texts.push(text);
        } else if let Some(text) = restricted::text(&derivations, point, &way, &mut searched) {
            covered.extend(&text.used);
            texts.push(text);
        } else {
            excluded.push(point);
        }
    }
    // A later text may use them on another path.
    excluded.retain(|point| !covered.contains(point));
    let mut texts = needed(texts);
    // Without points, the only text is empty.
    if points.is_empty() && left_out == 0 && derivations.least(derivations.root()).is_some() {
        texts.push(Vec::new());
    }
    let excluded = excluded.len();
    Ok(Cover { texts, points: points.len() - excluded, left_out, excluded })
}

/// Removes the texts whose points all occur in other texts. Equal texts are merged, with the points of
/// all their derivations. Only earlier texts can be redundant, since each text had a new point.
fn needed(texts: Vec<Text>) -> Vec<Vec<u8>> {
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut merged: Vec<Text> = Vec::new();
    for text in texts {
        let place = *places.entry(text.bytes.clone()).or_insert(merged.len());
        match merged.get_mut(place) {
            Some(known) => known.used.extend(text.used),
            None => merged.push(text),
        }
    }
    let mut times: BTreeMap<Point, usize> = BTreeMap::new();
    for point in merged.iter().flat_map(|text| &text.used) {
        *times.entry(*point).or_default() += 1;
    }
    let mut needed = Vec::new();
    for Text { bytes, used, .. } in merged {
        if used.iter().all(|point| 1 < times[point]) {
            used.iter().for_each(|point| *times.entry(*point).or_default() -= 1);
        } else {
            needed.push(bytes);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::super::tests::restricted;
    use super::*;

    /// A visit of the choice leads to sixty configurations, and one of an alternative to thirty frames.
    #[test]
    fn steps_of_searches_are_bounded() {
        let letter = |digit: usize| ('a'..='j').nth(digit).unwrap();
        let literal = |number: usize| {
            let letters: String = [10, 1].map(|it| letter(number / it % 10)).iter().collect();
            format!("\"{letters}{}\"", "-".repeat(30))
        };
        let choice = (0..60).map(literal).collect::<Vec<_>>().join(" / ");
        let text = format!("a = 1*( {choice} / \"x\" )\nb = *\"x\"\n");
        let grammar = restricted(&text, "[rules.a]\nand = \"b\"\n");
        let derivations = Derivations::new(&grammar, RuleId::from_index(0));
        let parents = derivations.parents();
        let (points, _) = points(&derivations, &parents).unwrap();
        let first = |point: &&Point| matches!(point, Point::Alternative(_, 0));
        let point = *points.iter().find(first).unwrap();
        let mut left = 1_500;
        let text = restricted::text(&derivations, point, &way(&parents, point.node()), &mut left);
        assert!(text.is_none() && left < 500, "{left}");
    }
}
