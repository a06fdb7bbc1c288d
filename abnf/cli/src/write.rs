//! `abnfc write`: texts of a rule from their data.

mod chunks;

use self::chunks::Chunk;
use super::Outcome;
use super::input::Input;
use super::lines::{Lines, files_or_stdin};
use super::man::short_help;
use super::options::Reading;
use super::output::{self, Output};
use abnfc::bytes::escapes::escaped;
use abnfc_tools::data::json::{Json, NoData, from_json, to_json};
use abnfc_tools::data::{self, Data, Plan, ReadError, WriteError, refused};
use anyhow::bail;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/write.txt");

/// Write texts of a rule from JSON
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("write", MANUAL), after_long_help = MANUAL)]
pub(super) struct Write {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// The data, as `abnfc match --values` prints it; default: the values in standard input
    #[arg(value_name = "JSON")]
    input: Vec<String>,
    /// Read the values in FILE; repeatable
    #[arg(short, long, value_name = "FILE", conflicts_with = "input")]
    file: Vec<PathBuf>,
    /// Print bytes that do not print as \n, \r, \t, \\ and \xNN
    #[arg(long)]
    escapes: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Write {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let name = read.resolved[rule].name.as_str();
        let values = RuleData::new(&input, name)?;
        if !values.plan.is_written(values.rule) {
            bail!("the data of `{name}` cannot be written: {}", WriteError::TooLarge);
        }
        let mut all_written = true;
        for (json, number) in self.input.iter().zip(1_u64..) {
            match values.text(json) {
                Ok(text) => self.print(&text, out)?,
                Err(error) => {
                    output::error(&format!("input {number}: {error}"));
                    all_written = false;
                }
            }
        }
        for file in &files_or_stdin(&self.input, &self.file) {
            let mut lines = Lines::open(file)?;
            while let Some(chunk) = chunks::next(&mut lines, out)? {
                all_written &= self.write(&values, &chunk, &lines.name, out)?;
            }
        }
        Ok(Outcome::finding_if(!all_written))
    }

    /// Writes the texts of the values in some lines of a file. Returns whether all have one.
    fn write(
        &self,
        values: &RuleData,
        chunk: &Chunk,
        file: &str,
        out: &mut Output,
    ) -> anyhow::Result<bool> {
        let Ok(mut rest) = str::from_utf8(&chunk.text) else {
            output::error(&format!("{file}:{}: the JSON is not UTF-8", chunk.line));
            return Ok(false);
        };
        let (mut all_written, mut line, mut column) = (true, chunk.line, 0);
        while let Some(end) = chunks::end_of_value(rest) {
            let (json, after) = rest.split_at(end);
            match values.text(json) {
                Ok(text) => self.print(&text, out)?,
                Err(error) => {
                    let column = if error.line == 1 { column } else { 0 } + error.column;
                    let line = line + error.line as u64 - 1;
                    let error = NoData { line: 1, column, ..error };
                    output::error(&format!("{file}:{line}: {error}"));
                    all_written = false;
                }
            }
            line += json.matches('\n').count() as u64;
            column = json.rfind('\n').map_or(column + json.len(), |at| json.len() - at - 1);
            rest = after;
        }
        Ok(all_written)
    }

    /// Prints a text on a line.
    fn print(&self, text: &[u8], out: &mut Output) -> anyhow::Result<()> {
        if self.escapes {
            out.line(&escaped(text))?;
        } else {
            out.bytes(text)?;
            out.text("\n")?;
        }
        Ok(())
    }
}

/// A rule whose texts have data.
pub(super) struct RuleData {
    plan: Plan,
    rule: usize,
}

impl RuleData {
    /// Plans the data of a rule without errors.
    pub(super) fn new(input: &Input, rule: &str) -> anyhow::Result<Self> {
        let plan = data::plan_of(&input.module(), rule)?;
        match plan.rule(rule) {
            Some(rule) => Ok(Self { plan, rule }),
            None => bail!(
                "`{rule}` has no data: it is one byte, cannot be compiled, or is not exported"
            ),
        }
    }

    /// Returns the data of a text.
    pub(super) fn data(&self, text: &[u8]) -> Result<Data, ReadError> {
        data::read(&self.plan, self.rule, text)
    }

    /// Returns data as JSON.
    pub(super) const fn json<'a>(&'a self, data: &'a Data) -> Json<'a> {
        to_json(&self.plan, self.rule, data)
    }

    /// Returns a text with data that is given as JSON.
    fn text(&self, json: &str) -> Result<Vec<u8>, NoData> {
        let data = from_json(&self.plan, self.rule, json)?;
        data::write(&self.plan, self.rule, &data)
            .map_err(|error| refused(&self.plan, self.rule, json, &error))
    }
}
