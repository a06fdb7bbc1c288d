//! Nested rules: rules that embed themselves, and rules that use those.
//!
//! ```text
//! net -> prune -> brackets -> frames -> determinise -> merge_states
//! ```
//!
//! [`mod@net`] makes automata that call each other; [`mod@prune`] removes what leads to no text;
//! [`mod@brackets`] finds the bytes between which rules embed themselves; [`mod@frames`] replaces the
//! calls that are left; [`mod@determinise`] makes one deterministic automaton with a stack of all
//! that; [`mod@merge_states`] makes it small. For a rule that has no such automaton, for which there is
//! an [`Obstacle`], [`mod@network`] makes the automata of the net deterministic one by one; a general
//! engine follows all their ways side by side.

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

pub use network::Network;
pub use obstacle::{Obstacle, Reading};
pub use pushdown::Pushdown;

/// The automata of nested rules. Each rule is in one of the two, or is too large for both.
#[derive(Clone, Debug, Default)]
pub struct Nested {
    /// Of the rules that one deterministic pass matches.
    pub pushdown: Arc<Pushdown>,
    /// Of the others.
    pub network: Arc<Network>,
    /// Why others are not in the pushdown automaton.
    pub obstacles: BTreeMap<RuleId, Obstacle>,
    /// The rules without an automaton.
    pub refused: BTreeMap<RuleId, TooLarge>,
}

/// The rules that automata with calls are made of. The two differ where a rule embeds itself and
/// is regular: it has an automaton without calls, which can be much larger than one with calls.
#[derive(Clone, Debug)]
pub struct Nets {
    /// Such rules, and regular rules that use them, are copied. This is for one pass, which
    /// cannot call them.
    pub copying: Net,
    /// They are called. This is for the general engine. None if that makes no difference.
    pub calling: Option<Net>,
}

/// One deterministic pass for those of these rules, and of those that they use, that it can match.
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
    // What stands between two bytes that belong together can be told from what calls it.
    let net = brackets(net, pairs);
    // Nothing is called any more.
    let frames = frames(&net, limits.nfa_states, total)?;
    // No text leads to two states.
    determinise(&frames, &levels, limits, total)
}

/// The automata of these rules of the nets. What becomes of a rule depends on the rule and those
/// that it uses.
///
/// `branching` are rules that are regular and too large for an automaton without calls: there is
/// no use in looking for one with a stack. `total` is what all rules of the run have left together.
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
) -> Result<Nested, TooLarge> {
    // Every state that does anything is on the way to the end of a text.
    let net = &prune(nets.copying);
    let calling = nets.calling.map(prune);
    let others: BTreeSet<RuleId> = rules.intersection(branching).copied().collect();
    let rules = &rules.difference(branching).copied().collect();
    let Determinised { mut pushdown, refused: mut obstacles } =
        one_pass(net, rules, Pairs::AroundRecursion, limits, total)?;
    pushdown.starts.retain(|rule, _| rules.contains(rule));
    obstacles.retain(|rule, _| rules.contains(rule));
    // Where a byte opens a bracket or is read without that, all its uses may open one.
    let is_ambiguous = |it: &Obstacle| matches!(it, Obstacle::Ambiguous { .. });
    let again = obstacles.iter().filter(|(_, it)| is_ambiguous(it)).map(|(&rule, _)| rule);
    let asked: BTreeSet<RuleId> = again.collect();
    let mut again = one_pass(net, &asked, Pairs::Everywhere, limits, total)?.pushdown;
    again.starts.retain(|rule, _| asked.contains(rule));
    let obstacles: BTreeMap<RuleId, Obstacle> =
        obstacles.into_iter().filter(|(rule, _)| again.start(*rule).is_none()).collect();
    // No two states do the same.
    let pushdown = Arc::new(merge_states(&pushdown.union(&again)));
    // What is left has automata that are deterministic but for calls.
    let others = others.into_iter().chain(obstacles.keys().copied()).collect();
    let net = calling.as_ref().unwrap_or(net);
    let (network, refused) = network(net, &others, branching, limits, total)?;
    Ok(Nested { pushdown, network: Arc::new(network), obstacles, refused })
}

#[cfg(test)]
mod tests;
