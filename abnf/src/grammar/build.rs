//! The smart constructors of [`Expr`], which establish its invariants.

use super::{Expr, ValueSet};

impl<R> Expr<R> {
    /// Matches one value of the set; `None` if the set is empty.
    pub fn set(set: ValueSet) -> Option<Self> {
        (!set.ranges().is_empty()).then_some(Self::Set(set))
    }

    /// Makes a sequence.
    #[must_use]
    pub fn concat(items: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for item in items {
            match item {
                Self::Empty => {}
                Self::Concat(inner) => flat.extend(inner),
                item => flat.push(item),
            }
        }
        // Most concatenations are strings of few characters.
        flat.shrink_to_fit();
        match flat.len() {
            0 => Self::Empty,
            1 => flat.remove(0),
            _ => Self::Concat(flat),
        }
    }

    /// Makes a choice in order of preference. Adjacent sets are merged, since preference
    /// between single values makes no difference.
    ///
    /// # Panics
    ///
    /// If there is no alternative: no expression denotes the empty language.
    #[must_use]
    pub fn alt(items: impl IntoIterator<Item = Self>) -> Self {
        let mut flat = Vec::new();
        for item in items {
            match item {
                Self::Alt(inner) => flat.extend(inner),
                item => flat.push(item),
            }
        }
        let mut merged: Vec<Self> = Vec::with_capacity(flat.len());
        let mut run: Vec<ValueSet> = Vec::new();
        for item in flat {
            match item {
                Self::Set(set) => run.push(set),
                item => {
                    close_run(&mut run, &mut merged);
                    merged.push(item);
                }
            }
        }
        close_run(&mut run, &mut merged);
        assert!(!merged.is_empty(), "an alternation has alternatives");
        if merged.len() == 1 { merged.remove(0) } else { Self::Alt(merged) }
    }

    /// Makes a repetition of at least `min` and at most `max` items, where `min <= max`.
    #[must_use]
    pub fn repeat(min: u32, max: Option<u32>, body: Self) -> Self {
        debug_assert!(max.is_none_or(|max| min <= max));
        match (min, max, body) {
            (_, Some(0), _) | (_, _, Self::Empty) => Self::Empty,
            (1, Some(1), body) => body,
            (min, max, body) => Self::Repeat { min, max, body: Box::new(body) },
        }
    }

    /// `[ body ]`
    #[must_use]
    pub fn option(body: Self) -> Self {
        Self::repeat(0, Some(1), body)
    }
}

fn close_run<R>(run: &mut Vec<ValueSet>, merged: &mut Vec<Expr<R>>) {
    if !run.is_empty() {
        merged.push(Expr::Set(ValueSet::of_alternatives(std::mem::take(run))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type E = Expr<()>;

    fn value(value: char) -> E {
        E::Set(ValueSet::single(value as u32))
    }

    #[test]
    fn concat_is_flat_and_without_empty() {
        let inner = E::concat([value('a'), E::Empty, value('b')]);
        assert_eq!(
            E::concat([E::Empty, inner, value('c')]),
            E::Concat(vec![value('a'), value('b'), value('c')])
        );
        assert_eq!(E::concat([E::Empty, E::Empty]), E::Empty);
        assert_eq!(E::concat([value('a')]), value('a'));
    }

    #[test]
    fn only_neighbouring_sets_merge() {
        let word = || E::concat([value('x'), value('y')]);
        let inner = E::alt([value('b'), word()]);
        assert_eq!(
            E::alt([value('a'), inner, value('c'), value('d')]),
            E::Alt(vec![
                E::Set(ValueSet::new([(0x61, 0x62)])),
                word(),
                E::Set(ValueSet::new([(0x63, 0x64)])),
            ])
        );
        assert_eq!(E::alt([value('a'), value('a')]), value('a'));
    }

    #[test]
    fn sets_know_the_alternatives_that_were_written() {
        let written = |items: &[E]| match E::alt(items.to_vec()) {
            E::Set(set) => set.alternatives().iter().map(ValueSet::character).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        let chars = |text: &str| text.chars().map(|c| Some(c as u32)).collect::<Vec<_>>();
        let letter = E::Set(ValueSet::new([(0x41, 0x41), (0x61, 0x61)]));
        assert_eq!(written(&[value('b'), value('a'), value('b')]), chars("ba"));
        assert_eq!(written(&[E::alt([value('c'), value('b')]), value('a')]), chars("cba"));
        assert_eq!(written(&[value('x'), value('X')]), chars("xX"));
        assert_eq!(written(&[letter.clone(), value('+')]), chars("A+"));
        assert_eq!(written(&[letter]), chars("A"));
        assert_eq!(written(&[E::Set(ValueSet::new([(0x30, 0x39)])), value('a')]), [None]);
        assert_eq!(E::alt([value('b'), value('a')]), E::alt([value('a'), value('b')]));
    }

    #[test]
    fn expressions_are_small() {
        use crate::grammar::{Reference, RuleId};
        // A string of 16 MB has 16 million items.
        assert!(size_of::<Expr<Reference>>() <= 40);
        assert!(size_of::<Expr<RuleId>>() <= 40);
    }

    #[test]
    fn idle_repetitions_vanish() {
        assert_eq!(E::repeat(0, Some(0), value('a')), E::Empty);
        assert_eq!(E::repeat(3, None, E::Empty), E::Empty);
        assert_eq!(E::repeat(1, Some(1), value('a')), value('a'));
        assert_ne!(E::repeat(1, None, value('a')), value('a'));
    }
}
