//! Changing what the leaves of an expression refer to, and visiting them.

use super::{Expr, Prose};

/// The places of an expression where it speaks of something outside of it.
#[derive(Clone, Debug)]
pub enum Leaf<R> {
    /// See [`Expr::Rule`].
    Rule(R),
    /// See [`Expr::Prose`].
    Prose(Prose),
}

impl<R> Expr<R> {
    /// The same expression over other references. `leaf` gives a rule or a prose
    /// value for each rule or prose value; nothing else changes.
    #[must_use]
    pub fn map<S>(&self, leaf: &mut impl FnMut(Leaf<R>) -> Leaf<S>) -> Expr<S>
    where
        R: Clone,
    {
        match self {
            Self::Empty => Expr::Empty,
            Self::Set(set) => Expr::Set(set.clone()),
            Self::Concat(items) => Expr::Concat(items.iter().map(|item| item.map(leaf)).collect()),
            Self::Alt(items) => Expr::Alt(items.iter().map(|item| item.map(leaf)).collect()),
            Self::Repeat { min, max, body } => {
                Expr::Repeat { min: *min, max: *max, body: Box::new(body.map(leaf)) }
            }
            Self::Rule(rule) => leaf(Leaf::Rule(rule.clone())).into(),
            Self::Prose(prose) => leaf(Leaf::Prose(prose.clone())).into(),
        }
    }

    /// Visits the expression and everything inside, each before its parts, in the
    /// order of the text.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Concat(items) | Self::Alt(items) => {
                for item in items {
                    item.walk(visit);
                }
            }
            Self::Repeat { body, .. } => body.walk(visit),
            Self::Empty | Self::Set(_) | Self::Rule(_) | Self::Prose(_) => {}
        }
    }
}

impl<R> From<Leaf<R>> for Expr<R> {
    fn from(leaf: Leaf<R>) -> Self {
        match leaf {
            Leaf::Rule(rule) => Self::Rule(rule),
            Leaf::Prose(prose) => Self::Prose(prose),
        }
    }
}
