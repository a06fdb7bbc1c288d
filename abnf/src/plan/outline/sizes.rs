//! The sizes of the texts of rules, by which parts and mere characters are distinguished.

use crate::automata::shape::Shapes;
use crate::grammar::{Expr, Resolved, RuleId};

/// The size of the texts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) struct Size {
    /// The number of characters of the longest text, at most [`MANY`].
    pub(in crate::plan) longest: u8,
    /// Whether all texts consist of white space.
    pub(in crate::plan) is_blank: bool,
    /// Whether two texts differ in more than the case of letters, as far as the form of the
    /// definition shows.
    pub(in crate::plan) has_choice: bool,
    /// Whether all texts are the same single character, apart from white space around it.
    pub(super) is_delimiter: bool,
    /// Whether an occurrence of the rule carries information.
    pub(in crate::plan) significance: Significance,
}

/// Whether an occurrence of a rule carries information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) enum Significance {
    /// If its texts are more than single characters and white space.
    BySize,
    /// Like a rule of longer texts, although its texts are single characters.
    Always,
    /// Like white space.
    Never,
}

impl Size {
    /// Returns whether an occurrence of the rule carries information.
    pub(super) fn is_significant(self) -> bool {
        match self.significance {
            Significance::BySize => 1 < self.longest && !self.is_blank && !self.is_delimiter,
            Significance::Always => true,
            Significance::Never => false,
        }
    }

    /// Returns whether the rule is skipped like white space.
    pub(super) fn is_nothing(self) -> bool {
        self.is_blank || self.significance == Significance::Never
    }
}

/// More characters than any escape of a single character has.
pub(super) const MANY: u8 = 5;

/// Returns the size of each rule, indexed by rule.
pub(in crate::plan) fn sizes(grammar: &Resolved, shapes: &Shapes) -> Vec<Size> {
    let unknown = Size {
        longest: MANY,
        is_blank: false,
        has_choice: true,
        is_delimiter: false,
        significance: Significance::BySize,
    };
    let mut sizes = vec![unknown; grammar.rules().len()];
    // Rules come after the rules that they use.
    for component in shapes.components() {
        for &rule in component {
            if !shapes.recurs(rule) {
                sizes[rule.index()] = size(&grammar[rule].expr, &sizes);
            }
        }
    }
    sizes
}

/// Returns the size of an expression over rules with these sizes.
pub(in crate::plan) fn size(expr: &Expr<RuleId>, sizes: &[Size]) -> Size {
    let all = |items: &[Expr<RuleId>]| items.iter().map(|it| size(it, sizes)).collect::<Vec<_>>();
    match expr {
        Expr::Empty => Size {
            longest: 0,
            is_blank: true,
            has_choice: false,
            is_delimiter: false,
            significance: Significance::BySize,
        },
        Expr::Set(set) => {
            let is_white = |value| [0x09, 0x0A, 0x0D, 0x20].contains(&value);
            let is_blank = set.ranges().iter().all(|&(low, high)| (low..=high).all(is_white));
            Size {
                longest: 1,
                is_blank,
                has_choice: set.character().is_none(),
                is_delimiter: set.character().is_some() && !is_blank,
                significance: Significance::BySize,
            }
        }
        Expr::Concat(items) => {
            let all = all(items);
            let mut marks = all.iter().filter(|it| !it.is_blank);
            let is_delimiter = marks.next().is_some_and(|it| it.is_delimiter);
            let is_delimiter = is_delimiter && marks.next().is_none();
            let whole = all.into_iter().fold(size(&Expr::Empty, sizes), |sum, it| Size {
                longest: (sum.longest + it.longest).min(MANY),
                is_blank: sum.is_blank && it.is_blank,
                has_choice: sum.has_choice || it.has_choice,
                ..sum
            });
            Size { is_delimiter, ..whole }
        }
        Expr::Alt(items) => {
            let all = all(items);
            Size {
                longest: all.iter().map(|it| it.longest).max().unwrap_or(0),
                is_blank: all.iter().all(|it| it.is_blank),
                has_choice: true,
                is_delimiter: false,
                significance: Significance::BySize,
            }
        }
        Expr::Repeat { min, max, body } => {
            let body = size(body, sizes);
            let times = max.and_then(|max| u8::try_from(max).ok()).unwrap_or(MANY);
            Size {
                longest: body.longest.saturating_mul(times).min(MANY),
                has_choice: body.has_choice || *max != Some(*min),
                is_delimiter: body.is_delimiter && (*min, *max) == (1, Some(1)),
                significance: Significance::BySize,
                ..body
            }
        }
        Expr::Rule(rule) => sizes[rule.index()],
        Expr::Prose(_) | Expr::Error => Size {
            longest: MANY,
            is_blank: false,
            has_choice: true,
            is_delimiter: false,
            significance: Significance::BySize,
        },
    }
}
