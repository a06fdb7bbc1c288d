//! Determinises a pattern piece by piece, if the whole exceeds the limit of states.
//!
//! A repeated choice of components, where the last is a component of any name, has an automaton of a few
//! hundred states, but the determinisation passes through many thousands before minimisation finds them to be equal:
//! one for each set of components that the text may be in. If the choice is minimal before it is repeated,
//! these states are never made. The result is the same, since the minimal automaton of a language is unique.

use super::{Failure, minimal};
use crate::automata::dfa::Dfa;
use crate::automata::nfa::{Fragment, definition};
use crate::automata::pattern::Pattern;
use crate::budget::{Budget, TooLarge};
use crate::grammar::RuleId;
use std::sync::Arc;

/// Makes the minimal automaton of a pattern of rules outside of its component, whose automata `fragment`
/// returns.
///
/// # Errors
///
/// If a piece exceeds the budget, or its nondeterministic automaton has more than `nfa_states` states.
pub(super) fn piecewise(
    pattern: &Pattern,
    nfa_states: usize,
    fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, Failure>,
    budget: &mut Budget,
) -> Result<Arc<Dfa>, TooLarge> {
    let pieces = match pattern {
        Pattern::Alt(items) => Pattern::Alt(minimal_each(items, nfa_states, fragment, budget)?),
        Pattern::Concat(items) => {
            Pattern::Concat(minimal_each(items, nfa_states, fragment, budget)?)
        }
        Pattern::Repeat { min, max, body } => {
            let body = Box::new(minimal_piece(body, nfa_states, fragment, budget)?);
            Pattern::Repeat { min: *min, max: *max, body }
        }
        other => other.clone(),
    };
    let nfa = definition(&pieces, nfa_states, fragment).map_err(|_: Failure| TooLarge::States)?;
    minimal(&nfa, budget)
}

fn minimal_each(
    items: &[Pattern],
    nfa_states: usize,
    fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, Failure>,
    budget: &mut Budget,
) -> Result<Vec<Pattern>, TooLarge> {
    items.iter().map(|item| minimal_piece(item, nfa_states, fragment, budget)).collect()
}

/// Replaces a pattern of several elements by that of its minimal automaton.
fn minimal_piece(
    pattern: &Pattern,
    nfa_states: usize,
    fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, Failure>,
    budget: &mut Budget,
) -> Result<Pattern, TooLarge> {
    match pattern {
        Pattern::Alt(_) | Pattern::Concat(_) | Pattern::Repeat { .. } => {
            piecewise(pattern, nfa_states, fragment, budget).map(|dfa| Pattern::of_dfa(&dfa))
        }
        other => Ok(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::determinise::determinise;
    use crate::automata::rules::{Automata, automata};
    use crate::automata::shape::shape;
    use crate::limits::Limits;
    use crate::spec::ReadOptions;

    /// Makes the automaton of `r`, the first rule.
    fn made(definition: &str, dfa_states: usize) -> Automata {
        let text = format!("r = {definition}\n");
        let read = crate::read("test.abnf", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.expect("it reads").resolved;
        let limits = Limits { dfa_states, ..Limits::default() };
        automata(&grammar, &shape(&grammar), &[RuleId(0)], &limits)
    }

    #[test]
    fn a_small_automaton_is_found_on_a_small_way() {
        let lines = r#"1*( %s"a" 6%x61-62 %s";" / %s"b" 7%x61-62 %s";" / 1*%x61-63 %s";" )"#;
        let (small, large) = (made(lines, 24), made(lines, 1_000));
        let nfa = large.nfa(RuleId(0)).expect("it has an automaton");
        let whole = determinise(&nfa, &mut Budget::new(usize::MAX, 24));
        assert_eq!(whole.map(|_| ()), Err(TooLarge::States));
        assert_eq!(small.dfa(RuleId(0)).expect("pieces are small"), large.dfa(RuleId(0)).unwrap());
    }

    #[test]
    fn pieces_make_the_same_automaton() {
        for definition in [
            r#""a" *( "b" / "bc" ) [ "d" ]"#,
            r#"2*3( %x61-63 / "ab" ) *"c""#,
            r#"*( 1*"a" "b" / *"ab" / "a" )"#,
            r#"( "a" / "" ) 0"b" *2( "" / "cc" )"#,
        ] {
            let whole = made(definition, 1_000);
            let pattern = &whole.patterns()[RuleId(0)];
            let mut fragment = |_| unreachable!("it uses no rule");
            let pieces = piecewise(pattern, 1_000, &mut fragment, &mut Budget::new(10_000, 100));
            assert_eq!(&*pieces.unwrap(), whole.dfa(RuleId(0)).unwrap(), "{definition}");
        }
    }
}
