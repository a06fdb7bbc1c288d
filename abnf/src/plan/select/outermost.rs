//! Parts that are located through others: an authority when a reference is parsed, its
//! host when the authority is asked for.
//!
//! That is sound where no derivation has the inner part outside of the outer one: of the
//! text of the outer part the preferred derivation is the one within the whole text, since
//! a better one of the part would make a better one of the text.

use super::apart::Apart;
use super::views::{Budget, is_set, set};
use super::{Selected, SelectedPart};
use crate::automata::shape::Shapes;
use crate::automata::tagged::outermost as tagged;
use crate::automata::tagged::parts::Part;
use crate::grammar::Resolved;
use crate::plan::slots::with_room;
use crate::spec::Locate;
use std::collections::{BTreeMap, BTreeSet};

/// Has the outermost parts of rules located alone, where the user wants that.
pub(super) fn outermost(
    grammar: &Resolved,
    shapes: &Shapes,
    budget: &mut Budget<'_>,
    rules: &mut [Selected],
) {
    for place in 0..rules.len() {
        let rule = &rules[place];
        if rule.locate != Locate::Outermost || rule.view.tdfa.is_none() {
            continue;
        }
        let through = through(&Apart::new(grammar, shapes, rule.id), rules, rule);
        if through.is_empty() {
            continue;
        }
        let inner: BTreeSet<usize> = through.keys().copied().collect();
        let parts: Vec<Part> = rule.view.parts.iter().map(SelectedPart::part).collect();
        let work = &mut budget.work;
        // What costs too much is left as it is.
        let found = tagged(grammar, shapes, rule.id, &parts, &inner, budget.limits, work);
        let Ok(outer) = found else { continue };
        let view = &mut rules[place].view;
        view.tdfa = Some(with_room(outer));
        for (part, outer) in through {
            view.parts[part].through = Some(outer);
        }
    }
}

/// For the parts of a rule that lie inside another of its parts, which that is. It is not
/// itself inside of a third, so that an accessor asks one part and not a chain of them.
fn through(apart: &Apart<'_>, rules: &[Selected], rule: &Selected) -> BTreeMap<usize, usize> {
    let parts = &rule.view.parts;
    let has = |place: usize, inner: &SelectedPart| {
        let [outer] = parts[place].rules[..] else { return false };
        let same = |it: &SelectedPart| {
            is_set(&it.rules, &inner.rules)
                && (it.union, &it.accessor) == (inner.union, &inner.accessor)
        };
        let is_known = |it: &Selected| {
            let mut parts = it.view.parts.iter().enumerate();
            it.id == outer && parts.any(|(place, part)| same(part) && has_accessor(it, place))
        };
        outer != rule.id
            && has_accessor(rule, place)
            && rules.iter().any(is_known)
            && apart.only_inside(outer, &set(&inner.rules))
    };
    let is_inner = |inner: &SelectedPart| (0..parts.len()).any(|outer| has(outer, inner));
    let inner: Vec<bool> = parts.iter().map(is_inner).collect();
    let outer_of = |part: usize| (0..parts.len()).find(|&it| !inner[it] && has(it, &parts[part]));
    (0..parts.len()).filter_map(|part| Some((part, outer_of(part)?))).collect()
}

/// Whether a part can be asked for: one that no text has cannot, unless it is a union.
fn has_accessor(rule: &Selected, place: usize) -> bool {
    let Some(tdfa) = &rule.view.tdfa else { return false };
    let part = &rule.view.parts[place];
    part.union.is_some() || part.through.is_some() || !tdfa.parts()[place].variants.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Export, PartSpec, Parts, Spec};

    #[test]
    fn what_no_text_has_is_not_asked_for() {
        // Of `t` there is no text, though `e` uses it.
        let text = "m = [ e ] b\ne = \"e\" / t n\nt = 1*\"a\"\nn = \"n\" n\nb = 1*\"b\"\n";
        let part = |name: &str| PartSpec {
            name: name.to_owned(),
            rules: vec![name.to_owned()],
            type_name: None,
        };
        let export = |rule: &str| Export { rule: rule.to_owned(), ..Export::default() };
        let message = Export {
            parts: Parts::Listed(vec![part("e"), part("t")]),
            locate: Locate::Outermost,
            ..export("m")
        };
        let exports = vec![export("e"), export("t"), export("b"), message];
        let spec = Spec { exports, ..Spec::default() };
        let output = crate::compile("test", text.as_bytes(), &spec);
        let files = output.unwrap_or_else(|errors| panic!("{errors}")).files;
        assert!(files["types/m.rs"].contains("fn e("));
        assert!(!files["types/e.rs"].contains("fn t("));
        assert!(!files["types/m.rs"].contains(".t()"));
    }
}
