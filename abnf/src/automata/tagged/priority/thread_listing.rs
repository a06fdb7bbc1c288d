//! The listing of a [`PriorityDfa`].

use super::{PriorityDfa, TagStringId};
use crate::automata::nfa;
use std::fmt;

/// One line for each state with the NFA states of its threads, `!` at those that can win and `*`
/// at the one that ends; then one line for each edge, with the origin of each thread of the target
/// and its tags.
impl fmt::Display for PriorityDfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = |id: TagStringId| {
            let tags = &self.tag_strings[id.index()];
            tags.iter().fold(String::new(), |all, tag| all + " t" + &tag.to_string())
        };
        writeln!(f, "{} states, {} byte classes", self.states.len(), self.classes.count())?;
        let begin: Vec<String> =
            self.begin().iter().map(|&met| format!("-{}", tags(met))).collect();
        writeln!(f, ">    : {}", begin.join(", "))?;
        for (id, state) in self.states.iter().enumerate() {
            let thread = |(index, nfa_state): (usize, &nfa::StateId)| {
                let wins = if state.can_win[index] { "!" } else { "" };
                let ends = if state.end == Some(index) { "*" } else { "" };
                format!(" {nfa_state}{wins}{ends}")
            };
            writeln!(
                f,
                "{id:>5}:{}",
                state.list.iter().enumerate().map(thread).collect::<String>()
            )?;
            for (class, step) in state.next.iter().enumerate() {
                let Some(step) = step.map(|step| &state.steps[usize::from(step)]) else { continue };
                let threads: Vec<String> = step
                    .threads
                    .iter()
                    .map(|thread| format!("{}{}", thread.from, tags(thread.met)))
                    .collect();
                let members = self.classes.members(class);
                writeln!(f, "        {members} -> {} ({})", step.target, threads.join(", "))?;
            }
        }
        Ok(())
    }
}
