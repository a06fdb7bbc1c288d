//! The program `abnfc`: its commands and the meaning of its exit status.
//!
//! Data goes to standard output, messages go to standard error. The exit status
//! is 0 on success, 1 if a command has something to report (no match, a
//! difference, a stale file) and 2 for bad usage, a bad grammar or an error of
//! input or output. Each command has a file.

mod build;
mod check;
mod columns;
mod completions;
mod conform;
mod corpus;
mod diagram;
mod diff;
mod document;
mod dump;
mod explain;
mod export;
mod extract;
mod fmt;
mod hints;
mod imports;
mod input;
mod install;
mod lines;
mod list;
mod lsp;
mod man;
mod manifest;
mod matching;
mod options;
mod output;
mod paths;
mod rules;
mod sample;
mod show;
mod test;
mod write;

use self::output::Output;
use abnfc::diagnostic::Diagnostics;
use clap::{ArgAction, ColorChoice, Parser, Subcommand};
use std::io;
use std::process::ExitCode;

/// The outcome of a command that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Nothing to report.
    Fine,
    /// No match, a difference, a stale file.
    Finding,
    /// Errors that have been reported already.
    Failed,
}

impl Outcome {
    fn finding_if(found: bool) -> Self {
        if found { Self::Finding } else { Self::Fine }
    }
}

/// Compile ABNF grammars (RFC 5234, RFC 7405) to Rust; check, format and compare them
#[derive(Debug, Parser)]
#[command(
    name = "abnfc",
    version,
    disable_help_subcommand = true,
    disable_help_flag = true,
    after_help = EXIT_STATUS
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to use colours
    ///
    /// `auto` means on a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::HelpShort)]
    help: Option<bool>,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  success
  1  a finding: no match, a difference, a stale file, a denied warning
  2  wrong usage, an error in a grammar, an error of input or output

The file `-` is standard input. The spec file of a crate can replace the file of a grammar, as
abnfc.toml, or abnfc.toml:MODULE if it has several: the rules are then those of generated code.
So can the name of a bundled grammar: `abnfc list` lists them.";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Rules(rules::Rules),
    List(list::List),
    Show(show::Show),
    Match(matching::Match),
    Write(write::Write),
    Explain(explain::Explain),
    Test(test::Test),
    Conform(conform::Conform),
    Corpus(corpus::Corpus),
    Build(build::Build),
    Columns(columns::Columns),
    Extract(extract::Extract),
    Sample(sample::Sample),
    Fmt(fmt::Fmt),
    Diff(diff::Diff),
    Diagram(diagram::Diagram),
    Export(export::Export),
    Dump(dump::Dump),
    Lsp(lsp::Lsp),
    Completions(completions::Completions),
    Man(man::Man),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let is_help = !error.use_stderr();
            return match error.print() {
                Ok(()) if is_help => ExitCode::SUCCESS,
                Err(error) if is_help && error.kind() == io::ErrorKind::BrokenPipe => {
                    ExitCode::SUCCESS
                }
                Err(error) if is_help => {
                    report(&output::WriteError(error).into());
                    ExitCode::from(2)
                }
                // An error that cannot be printed cannot be reported.
                _ => ExitCode::from(2),
            };
        }
    };
    output::choose_colour(cli.color);
    let mut out = Output::new();
    let outcome = run(&cli.command, &mut out).and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match outcome {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Finding) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        // The reader of the pipe has closed it, like `head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // The output before the error is still written. If that fails too, the error is reported.
            let _ = out.flush();
            report(&error);
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command, out: &mut Output) -> anyhow::Result<Outcome> {
    match command {
        Command::Check(it) => it.run(out),
        Command::Rules(it) => it.run(out),
        Command::List(it) => it.run(out),
        Command::Show(it) => it.run(out),
        Command::Match(it) => it.run(out),
        Command::Write(it) => it.run(out),
        Command::Explain(it) => it.run(out),
        Command::Test(it) => it.run(out),
        Command::Conform(it) => it.run(out),
        Command::Corpus(it) => it.run(out),
        Command::Build(it) => it.run(out),
        Command::Columns(it) => it.run(out),
        Command::Extract(it) => it.run(out),
        Command::Sample(it) => it.run(out),
        Command::Fmt(it) => it.run(out),
        Command::Diff(it) => it.run(out),
        Command::Diagram(it) => it.run(out),
        Command::Export(it) => it.run(out),
        Command::Dump(it) => it.run(out),
        Command::Lsp(it) => it.run(out),
        Command::Completions(it) => it.run(out),
        Command::Man(it) => it.run(out),
    }
}

/// Reports an error on standard error.
fn report(error: &anyhow::Error) {
    match error.downcast_ref::<Diagnostics>() {
        Some(diagnostics) => output::diagnostics(diagnostics),
        None => output::error(&format!("{error:#}")),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<output::WriteError>())
        .any(|cause| cause.0.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;
    use std::fmt::Write as _;

    /// Finds clashing names, missing value names and the like in every command.
    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name().to_owned();
            let help = command.clone().render_help().to_string();
            let examples = help.matches(&format!("\n  abnfc {name}")).count();
            assert!((1..=2).contains(&examples), "{name} has {examples} examples");
            let long = help.lines().find(|line| line.chars().count() > 130);
            assert_eq!(long, None, "{name}");
        }
    }

    /// `UPDATE_EXPECT=1 cargo test --package abnfc-cli` updates the page.
    #[test]
    fn the_page_of_commands_is_up_to_date() {
        let mut page =
            "# Commands\n\n`abnfc man COMMAND` prints the same as manual pages.\n".to_owned();
        let mut program = Cli::command();
        program.build();
        for command in program.get_subcommands() {
            let name = command.get_name();
            let help = command.clone().after_help("").render_help().to_string();
            let manual = command.get_after_long_help().or(command.get_after_help()).unwrap();
            write!(page, "\n## `abnfc {name}`\n\n```text\n{help}\n{manual}").unwrap();
            page.truncate(page.trim_end().len());
            page.push_str("\n```\n");
        }
        expect_test::expect_file!["../../../docs/commands.md"].assert_eq(&page);
    }
}
