//! `abnfc man`: the manual pages, and the short help, which refers to them.

use super::output::Output;
use super::{Cli, Outcome};
use anyhow::bail;
use clap::CommandFactory;

/// Print a manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  abnfc man | man -l -
  abnfc man match > abnfc-match.1")]
pub(super) struct Man {
    /// The command [default: abnfc itself]
    command: Option<String>,
}

/// Returns the end of the help of a command: the examples at the end of its manual, and a reference to
/// the manual.
pub(super) fn short_help(command: &str, manual: &str) -> String {
    let examples = manual.find("\nExample").map_or("", |at| manual[at..].trim());
    format!("{examples}\n\nDetails: `abnfc man {command}` or docs/commands.md")
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
        let manual = command.get_after_long_help().or(command.get_after_help());
        let manual = manual.map(ToString::to_string).unwrap_or_default();
        let has_subcommands = command.has_subcommands();
        let page = clap_mangen::Man::new(command);
        let mut text = Vec::new();
        page.render_title(&mut text)?;
        page.render_name_section(&mut text)?;
        page.render_synopsis_section(&mut text)?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
        if has_subcommands {
            page.render_subcommands_section(&mut text)?;
        }
        out.bytes(&text)?;
        out.text(&format!(".SH DETAILS\n.nf\n{}.fi\n", verbatim(&manual)))?;
        Ok(Outcome::Fine)
    }
}

/// Escapes lines for a part of a manual page that is not filled.
fn verbatim(text: &str) -> String {
    let line = |line: &str| {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let is_request = line.starts_with(['.', '\'']);
        format!("{}{line}\n", if is_request { "\\&" } else { "" })
    };
    text.lines().map(line).collect()
}
