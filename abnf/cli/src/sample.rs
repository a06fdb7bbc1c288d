//! `abnfc sample`: texts of a rule, and near misses.

use super::Outcome;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Format, Output, count};
use abnfc::Read;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::bytes::escapes::escaped;
use abnfc_tools::sample::{
    Cover, Random, Sampler, Subject, cover, near_misses, readable, shortest, shortest_text,
};
use anyhow::bail;
use serde::Serialize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/sample.txt");

/// Print texts of a rule
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("sample", MANUAL), after_long_help = MANUAL)]
pub(super) struct Sample {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// Number of texts to print (with --cover, the maximum)
    #[arg(short = 'n', long, value_name = "N")]
    count: Option<usize>,
    /// Length of the texts in bytes: `3`, `3..9`, `3..` or `..9`
    ///
    /// The default for random texts is 0 to 40, or up to 20 more than the shortest text; near misses can
    /// have any length.
    #[arg(short, long, value_name = "MIN..MAX", value_parser = range, conflicts_with = "cover")]
    length: Option<Range>,
    /// Seed of the random generator
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print a few texts that cover the rule
    #[arg(long)]
    cover: bool,
    /// Print a short text that is easy to read, or N of them with --count
    #[arg(long, conflicts_with_all = ["cover", "near_miss", "length"])]
    readable: bool,
    /// Print texts that are one edit away from matching the rule
    #[arg(long)]
    near_miss: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// The number of random texts and near misses without `--count`.
const COUNT: usize = 10;

/// The maximum length without `--length`, unless the shortest text is nearly as long.
const LENGTH: usize = 40;

/// See the long help.
#[derive(Serialize)]
struct Answer<'a> {
    text: Option<&'a str>,
    escaped: String,
    length: usize,
}

/// A range of lengths. Each end can be absent.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: Option<usize>,
    greatest: Option<usize>,
}

fn range(argument: &str) -> Result<Range, String> {
    let number = |text: &str| match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "expected MIN..MAX or a number".to_owned()),
    };
    let (least, greatest) = match argument.split_once("..") {
        Some((least, greatest)) => (number(least)?, number(greatest)?),
        None if argument.is_empty() => return Err("expected MIN..MAX or a number".to_owned()),
        None => (number(argument)?, number(argument)?),
    };
    if greatest.is_some_and(|greatest| greatest < least.unwrap_or(0)) {
        return Err("MIN is above MAX".to_owned());
    }
    Ok(Range { least, greatest })
}

impl Sample {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        if self.near_miss && self.cover {
            bail!(
                "--near-miss takes no --cover: near misses have a mistake at each position already; \
                 `--count` prints more of them"
            );
        }
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let limits = input.limits();
        let shapes = superset(&read.resolved, limits);
        let automata = automata(&read.resolved, &shapes, &[rule], limits);
        let subject = Subject { grammar: &read.resolved, automata: &automata, rule, limits };
        automata.language(rule).map_err(|error| options::failed(&read, error))?;
        let is_empty = if self.readable {
            self.plain(subject, out)?
        } else if self.cover {
            self.covering(&read, subject, out)?
        } else if self.near_miss {
            self.missing(&read, subject, out)?
        } else {
            self.random(&read, subject, out)?
        };
        out.flush()?;
        Ok(Outcome::finding_if(is_empty))
    }

    /// Prints readable texts. Returns whether there are none.
    fn plain(&self, subject: Subject<'_>, out: &mut Output) -> anyhow::Result<bool> {
        let wanted = self.count.unwrap_or(1);
        let mut texts = readable(subject, self.seed, wanted);
        if texts.is_empty() && 0 < wanted {
            texts.extend(shortest_text(subject));
        }
        texts.iter().try_for_each(|text| self.print(text, out))?;
        out.flush()?;
        match texts.len() {
            0 if 0 < wanted => {
                output::note("no readable text was found; --cover prints others");
            }
            few if few < wanted => output::note(&format!(
                "no more than {} found; --cover and random texts show others",
                if few == 1 {
                    "1 readable text was".to_owned()
                } else {
                    format!("{few} readable texts were")
                }
            )),
            _ => (),
        }
        Ok(texts.is_empty())
    }

    /// Prints a cover. Returns whether there are no texts.
    fn covering(
        &self,
        read: &Read,
        subject: Subject<'_>,
        out: &mut Output,
    ) -> anyhow::Result<bool> {
        let found = cover(subject.grammar, subject.rule);
        let found = found.map_err(|error| options::failed(read, &error))?;
        let uses = found.uses();
        let Cover { mut texts, left_out, excluded, .. } = found;
        let all = texts.len();
        texts.truncate(self.count.unwrap_or(all));
        texts.iter().try_for_each(|text| self.print(text, out))?;
        out.flush()?;
        let of = if texts.len() < all { format!(" of {all}") } else { String::new() };
        let printed = count(texts.len(), "text");
        output::note(&format!("{printed}{of} for {uses}"));
        match left_out {
            0 => (),
            1 => output::note("1 more takes a text of more than 4096 bytes"),
            more => output::note(&format!("{more} more take texts of more than 4096 bytes")),
        }
        if 0 < excluded {
            let message = "no text that the spec file allows was found for";
            output::note(&format!("{message} {excluded} more"));
        }
        Ok(texts.is_empty())
    }

    /// Prints near misses. Returns whether there are none.
    fn missing(&self, read: &Read, subject: Subject<'_>, out: &mut Output) -> anyhow::Result<bool> {
        let count = self.count.unwrap_or(COUNT);
        let given = self.length.unwrap_or(Range { least: None, greatest: None });
        let lengths = given.least.unwrap_or(0)..=given.greatest.unwrap_or(usize::MAX);
        let found = near_misses(subject, lengths, count);
        let texts = found.map_err(|error| options::failed(read, &error))?;
        texts.iter().try_for_each(|text| self.print(text, out))?;
        if texts.is_empty() && 0 < count {
            output::note("no text was found that is one edit away from matching");
        }
        Ok(texts.is_empty())
    }

    /// Prints random texts. Returns whether there are none.
    fn random(&self, read: &Read, subject: Subject<'_>, out: &mut Output) -> anyhow::Result<bool> {
        let lengths = self.lengths(subject);
        let (least, greatest) = (*lengths.start(), *lengths.end());
        let sampler = Sampler::new(subject, lengths);
        let sampler = sampler.map_err(|error| options::failed(read, &error))?;
        let mut random = Random::new(self.seed);
        for _ in 0..self.count.unwrap_or(COUNT) {
            let Some(text) = sampler.text(&mut random) else {
                let lengths = if least == greatest {
                    count(least, "byte")
                } else {
                    format!("{least} to {}", count(greatest, "byte"))
                };
                output::note(&format!("no text of the rule has {lengths}"));
                return Ok(true);
            };
            self.print(&text, out)?;
        }
        Ok(false)
    }

    fn lengths(&self, subject: Subject<'_>) -> RangeInclusive<usize> {
        let given = self.length.unwrap_or(Range { least: None, greatest: None });
        let shortest = shortest(subject.grammar, subject.rule).unwrap_or(0);
        let least = given.least.unwrap_or(0);
        let usual = || {
            let shortest = usize::try_from(shortest).unwrap_or(usize::MAX);
            LENGTH.max(shortest.max(least).saturating_add(LENGTH / 2))
        };
        least..=given.greatest.unwrap_or_else(usual)
    }

    fn print(&self, bytes: &[u8], out: &mut Output) -> anyhow::Result<()> {
        match self.format {
            Format::Text => out.line(&escaped(bytes))?,
            Format::Json => out.json(&Answer {
                text: std::str::from_utf8(bytes).ok(),
                escaped: escaped(bytes),
                length: bytes.len(),
            })?,
        }
        Ok(())
    }
}
