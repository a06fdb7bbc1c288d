//! The text form of an [`Nfa`].

use super::{Nfa, State};
use std::fmt;

/// One line for each reachable state, `>` at the start, `*` at the end.
impl fmt::Display for Nfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = self.reachable();
        writeln!(f, "{} states", reached.len())?;
        for id in reached {
            let start = if id == self.start { '>' } else { ' ' };
            let accept = if id == self.accept { '*' } else { ' ' };
            write!(f, "{start}{accept}{id:>5}: ")?;
            match &self[id] {
                State::Byte { set, next } => writeln!(f, "{set} -> {next}")?,
                State::Split(targets) => {
                    let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
                    writeln!(f, "split({})", targets.join(", "))?;
                }
                State::Tag { tag, next } => writeln!(f, "tag {tag} -> {next}")?,
            }
        }
        Ok(())
    }
}
