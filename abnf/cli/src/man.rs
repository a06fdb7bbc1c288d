//! `abnfc man`: the manual pages.

use super::output::Output;
use super::{Cli, Outcome};
use anyhow::bail;
use clap::CommandFactory;

/// Print a manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  abnfc man match > abnfc-match.1")]
pub(super) struct Man {
    /// The command whose page to print; without it, the page of abnfc itself
    command: Option<String>,
}

impl Man {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let mut program = Cli::command();
        // `build` adds the options and names that commands inherit.
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command.clone(),
                None => bail!("there is no command `{name}`"),
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        out.bytes(&page)?;
        Ok(Outcome::Fine)
    }
}
