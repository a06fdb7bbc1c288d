//! Budgets: upper bounds on the cost of one construction.
//!
//! Every construction whose output can be exponential in its input is given a
//! [`Budget`]: the determinisations, the search for fixed tags, the comparison of two
//! automata. A budget belongs to one rule and one construction, so the cost of one rule
//! never affects another.

use crate::limits::Limits;

/// The steps and states that one construction may still use.
#[derive(Clone, Debug)]
pub struct Budget {
    steps: usize,
    states: usize,
}

/// The bound that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// More states than allowed.
    States,
    /// More steps than allowed.
    Work,
}

impl Budget {
    /// A budget of `steps` steps and automata of at most `states` states.
    pub fn new(steps: usize, states: usize) -> Self {
        Self { steps, states }
    }

    /// The budget of one rule: see [`Limits::subset_work`] and [`Limits::dfa_states`].
    pub fn of_rule(limits: &Limits) -> Self {
        Self::new(limits.subset_work, limits.dfa_states)
    }

    /// Takes `steps` from the budget.
    ///
    /// # Errors
    ///
    /// If fewer steps are left; the budget is empty afterwards.
    pub fn spend(&mut self, steps: usize) -> Result<(), TooLarge> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.map(|_| ()).ok_or(TooLarge::Work)
    }

    /// Returns the number of steps that are left.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Checks that an automaton with `states` states may get one more.
    pub fn admit(&self, states: usize) -> Result<(), TooLarge> {
        if states < self.states { Ok(()) } else { Err(TooLarge::States) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_budget_stays_empty() {
        let mut budget = Budget::new(10, 1);
        assert_eq!(budget.spend(7), Ok(()));
        assert_eq!(budget.spend(4), Err(TooLarge::Work));
        assert_eq!(budget.spend(1), Err(TooLarge::Work));
        assert_eq!(budget.spend(0), Ok(()));
        assert_eq!((budget.admit(0), budget.admit(1)), (Ok(()), Err(TooLarge::States)));
    }
}
