//! `abnfc completions`: scripts for shells, which complete the arguments of `abnfc`.

use super::output::Output;
use super::{Cli, Outcome};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  abnfc completions fish | source
  abnfc completions bash > ~/.local/share/bash-completion/completions/abnfc")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        // Into a buffer first: the generator panics if its stream fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "abnfc", &mut script);
        out.bytes(&script)?;
        Ok(Outcome::Fine)
    }
}
