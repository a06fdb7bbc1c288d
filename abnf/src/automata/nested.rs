//! Nested rules: rules that embed themselves, and rules that use those.
//!
//! ```text
//! net -> prune -> brackets -> frames -> determinise -> merge_states
//! ```
//!
//! | stage | result |
//! |---|---|
//! | [`mod@net`] | each rule is a nondeterministic automaton that calls others; large repetitions are rules that call their halves |
//! | [`mod@prune`] | every state that reads, calls or branches is on a path to the end of a text |
//! | [`mod@brackets`] | the text between a matching pair of bytes is marked as a bracket; the language is unchanged |
//! | [`mod@frames`] | no calls outside of brackets: calls are copies, linear recursion is jumps; each copied part is minimal |
//! | [`mod@determinise`] | one state for each text; a byte opens brackets, or closes some, or does neither, or the rule is refused with an [`Obstacle`] |
//! | [`mod@merge_states`] | states with the same moves are merged; canonical order |
//! | [`mod@network`] | for rules with an obstacle: automata that are deterministic except for calls, without brackets |
//!
//! # One pass with a stack
//!
//! This is the automaton of `list = "(" *list ")"`, as `abnfc dump --stage nested` prints it,
//! drawn. `+` pushes the state onto the stack; `-` pops the topmost state, which determines the
//! next state:
//!
//! ```text
//!             ( +                        ) - after 0: 2
//!   ──▶ ( 0 ) ─────────▶ ( 1 ) ───────────────────────▶ (( 2 ))
//!                        ▲   │ ( +
//!                        └───┘   ) - after 1: 1
//! ```
//!
//! A state stands for the set of frame states that a text can reach, as in the subset construction.
//! The contents of a bracket do not depend on the state in which it was entered. The set on the
//! stack and the set of brackets that a byte closes therefore determine the next state (Alur and
//! Madhusudan, "Visibly pushdown languages", 2004; here, each state has its own partition into
//! bytes that open, close, or do neither). Reading takes linear time, and a stack as high as the
//! text is nested.
//!
//! Brackets are found by trial: the choice of bytes does not affect the language, only whether
//! [`mod@determinise`] succeeds.
//!
//! # The general engine
//!
//! All other nested rules are matched by following all alternatives in parallel, with stacks that
//! share common suffixes (generalised LL parsing: Scott and Johnstone, 2010). [`mod@reader`] is the
//! interpreter; the run-time has the same algorithm in `general.rs`. A call in last position is a
//! jump, so right recursion needs no stack. A rule that derives the empty text is stepped over as
//! well as called, so no call ends where it begins. Generated code does not follow what the next byte
//! excludes ([`mod@first_follow`]). Time is cubic and memory quadratic in the text
//! at worst.
//!
//! The automaton with a stack contains copies of the minimal automata of regular rules that it uses.
//! The general engine calls those that embed themselves and those that are large, since copies could
//! make the subset construction explode. Regular rules beyond the limit of automata need this engine
//! too, and so do their users: `*( dtstart / summary / other-line )` calls each kind of line.

use self::brackets::{Pairs, brackets};
use self::determinise::{Determinised, determinise};
use self::frames::frames;
use self::levels::{levels, needed};
use self::merge_states::merge_states;
use self::net::Net;
use self::network::network;
use self::prune::prune;
use crate::budget::{Budget, TooLarge};
use crate::grammar::RuleId;
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub mod brackets;
pub mod determinise;
pub mod first_follow;
pub mod frames;
pub mod levels;
pub mod merge_states;
pub mod net;
pub mod network;
pub mod obstacle;
pub mod prune;
pub mod pushdown;
pub mod reader;
mod reduce;
mod state_set;

pub use network::{Excess, Network};
pub use obstacle::{Obstacle, Reading};
pub use pushdown::Pushdown;

/// The automata of nested rules. Each rule is in one of the two automata, or too large for both.
#[derive(Clone, Debug, Default)]
pub struct Nested {
    /// The automaton of the rules that one deterministic pass matches.
    pub pushdown: Arc<Pushdown>,
    /// The automata of the other rules.
    pub network: Arc<Network>,
    /// The reasons why the other rules are not in the pushdown automaton.
    pub obstacles: BTreeMap<RuleId, Obstacle>,
    /// The rules without an automaton.
    pub refused: BTreeMap<RuleId, Excess>,
}

/// The input of automata with calls. The two nets differ in self-embedding rules that are
/// regular: these have an automaton without calls, which can be much larger than one with calls.
#[derive(Clone, Debug)]
pub struct Nets {
    /// The net in which these rules, and regular rules that use them, are copied. For the single
    /// pass, which cannot call them.
    pub copying: Net,
    /// The net in which they are called, as are other large rules, for the general engine.
    pub calling: Net,
}

/// Makes the automaton of one deterministic pass, for all rules that it can match among `rules` and
/// the rules that they use.
fn one_pass(
    net: &Net,
    rules: &BTreeSet<RuleId>,
    pairs: Pairs,
    limits: &Limits,
    total: &mut Budget,
) -> Result<Determinised, TooLarge> {
    if rules.is_empty() {
        return Ok(Determinised::default());
    }
    let mut net = net.clone();
    let needed = needed(&net, rules);
    net.rules.retain(|rule, _| needed.contains(rule));
    let levels = levels(&net);
    // The contents of matching bytes are separate from their caller.
    let net = brackets(net, pairs);
    // No calls are left.
    let frames = frames(&net, limits.nfa_states, total)?;
    // Each text leads to one state.
    determinise(&frames, &levels, limits, total)
}

/// Makes the automata of rules of the nets. The result for a rule depends only on the rule and the
/// rules that it uses.
///
/// `branching` are regular rules that are too large for an automaton without calls, so that no
/// automaton with a stack is tried. `total` is the remaining total budget of the run. `known` has the
/// automaton with a stack, if that need not be made again.
///
/// # Errors
///
/// If `total` is spent.
pub fn nested(
    nets: Nets,
    rules: &BTreeSet<RuleId>,
    branching: &BTreeSet<RuleId>,
    limits: &Limits,
    total: &mut Budget,
    known: Option<&Nested>,
) -> Result<Nested, TooLarge> {
    let others: BTreeSet<RuleId> = rules.intersection(branching).copied().collect();
    let rules = rules.difference(branching).copied().collect();
    let (pushdown, obstacles) = match known {
        Some(known) => (Arc::clone(&known.pushdown), known.obstacles.clone()),
        None => with_stack(nets.copying, &rules, limits, total)?,
    };
    // The other rules have automata that are deterministic except for calls.
    let others = others.into_iter().chain(obstacles.keys().copied()).collect();
    // Their tables get what the tables of the pushdown automaton leave.
    let entries = pushdown.state_count().saturating_mul(pushdown.classes().count());
    let left = limits.total_table_entries.saturating_sub(entries);
    let limits = &Limits { total_table_entries: left, ..*limits };
    let calling = prune(nets.calling);
    let (network, refused) = network(&calling, &others, branching, limits, total)?;
    Ok(Nested { pushdown, network: Arc::new(network), obstacles, refused })
}

/// Makes the automaton with a stack. Also returns the reasons why rules are not in it.
fn with_stack(
    net: Net,
    rules: &BTreeSet<RuleId>,
    limits: &Limits,
    total: &mut Budget,
) -> Result<(Arc<Pushdown>, BTreeMap<RuleId, Obstacle>), TooLarge> {
    // Every state is on a path to the end of a text.
    let net = &prune(net);
    let Determinised { mut pushdown, refused: mut obstacles } =
        one_pass(net, rules, Pairs::AroundRecursion, limits, total)?;
    pushdown.starts.retain(|rule, _| rules.contains(rule));
    obstacles.retain(|rule, _| rules.contains(rule));
    // If a byte is read both as a bracket and otherwise, retry with brackets for all its uses.
    let is_ambiguous = |it: &Obstacle| matches!(it, Obstacle::Ambiguous { .. });
    let again = obstacles.iter().filter(|(_, it)| is_ambiguous(it)).map(|(&rule, _)| rule);
    let asked: BTreeSet<RuleId> = again.collect();
    let mut again = one_pass(net, &asked, Pairs::Everywhere, limits, total)?.pushdown;
    again.starts.retain(|rule, _| asked.contains(rule));
    obstacles.retain(|rule, _| again.start(*rule).is_none());
    // No two states are equivalent.
    Ok((Arc::new(merge_states(&pushdown.union(&again))), obstacles))
}

#[cfg(test)]
mod tests;
