//! The tables of `docs/findings.md`, from the manifest and the notes of known findings.

use super::{Run, known};
use anyhow::{Context as _, ensure};
use serde::Deserialize;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The page. The part after [`MARK`] is written.
const PAGE: &str = "docs/findings.md";

/// What separates the part that people write.
const MARK: &str = "<!-- `cargo xtask findings --page` writes what follows. -->\n";

/// A line of a file of known findings.
#[derive(Deserialize)]
struct Known {
    kind: String,
    text: String,
    /// `JUDGEMENT; CLAUSE; REASON`.
    note: Option<String>,
}

/// Findings with the same kind and note.
struct Row {
    kind: String,
    note: String,
    texts: Vec<String>,
}

/// What a note may judge.
const JUDGEMENTS: [&str; 4] = ["deliberate", "prose", "interface", "deviation"];

/// Writes the page.
pub(super) fn write(root: &Path, runs: &[Run]) -> anyhow::Result<()> {
    Ok(fs::write(root.join(PAGE), page(root, runs)?)?)
}

/// Returns the page with new tables.
fn page(root: &Path, runs: &[Run]) -> anyhow::Result<String> {
    let old = fs::read_to_string(root.join(PAGE))?;
    let (written, _) = old.split_once(MARK).context("the page has no mark")?;
    let mut page = format!("{written}{MARK}");
    for run in runs {
        section(root, run, &mut page).with_context(|| run.name.clone())?;
    }
    Ok(page)
}

/// Writes the section of a run.
fn section(root: &Path, run: &Run, page: &mut String) -> anyhow::Result<()> {
    let Run { parser, version, rule, about, .. } = run;
    let language = run.language.title();
    let grammar = match run.grammar.strip_prefix("rfc") {
        Some(number) => format!("RFC {number}"),
        None if run.grammar == "toml" => "TOML 1.0.0".to_owned(),
        None => format!("`{}`", run.grammar),
    };
    let parts = run.parts.as_ref().map(|parts| format!(", parts `{parts}`"));
    let kinds = run.kinds.as_ref().map(|kinds| format!(", findings of `{kinds}` only"));
    let (parts, kinds) = (parts.unwrap_or_default(), kinds.unwrap_or_default());
    let version = match version.split_once(' ') {
        Some(_) => version.clone(),
        None => format!("{language}, version {version}"),
    };
    writeln!(page, "\n### `{parser}`, {version}\n")?;
    writeln!(page, "`{rule}` of {grammar}{parts}{kinds}; `cargo xtask findings {}`.", run.name)?;
    if !about.is_empty() {
        writeln!(page, "{about}")?;
    }
    let rows = rows(&fs::read_to_string(known(root, run))?)?;
    if rows.is_empty() {
        writeln!(page, "\nNo difference was found.")?;
        return Ok(());
    }
    writeln!(page, "\n| the parser | texts | clause | judgement |\n|---|---|---|---|")?;
    for Row { kind, note, texts } in rows {
        let mut pieces = note.splitn(3, "; ");
        let (judgement, clause) = (pieces.next().unwrap_or_default(), pieces.next());
        ensure!(JUDGEMENTS.contains(&judgement), "`{note}` has no judgement");
        let (clause, reason) = (clause.context("no clause")?, pieces.next().context("no reason")?);
        let texts: Vec<String> = texts.iter().map(|text| code(text)).collect();
        let kind = match kind.strip_prefix("part ") {
            Some(part) => format!("reads another {part}"),
            None => kind,
        };
        writeln!(page, "| {kind} | {} | {clause} | **{judgement}**: {reason} |", texts.join(" "))?;
    }
    Ok(())
}

/// Reads the findings, with texts of the same kind and note in one row.
fn rows(findings: &str) -> anyhow::Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for line in findings.lines() {
        let Known { kind, text, note } = serde_json::from_str(line)?;
        let note = note.with_context(|| format!("{kind} `{text}` has no note"))?;
        match rows.iter_mut().find(|row| row.kind == kind && row.note == note) {
            Some(row) => row.texts.push(text),
            None => rows.push(Row { kind, note, texts: vec![text] }),
        }
    }
    Ok(rows)
}

/// A text as code in a table.
fn code(text: &str) -> String {
    let begun = text.trim_start_matches(' ');
    let inner = begun.trim_end_matches(' ');
    let spaces = |count: usize| r"\x20".repeat(count);
    let shown = spaces(text.len() - begun.len()) + inner + &spaces(begun.len() - inner.len());
    match shown.replace('|', r"\|") {
        shown if shown.is_empty() => "the empty text".to_owned(),
        shown if shown.contains('`') => format!("`` {shown} ``"),
        shown => format!("`{shown}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn the_page_is_fresh() {
        let root = tree::root();
        let page = page(&root, &super::super::runs(&root).unwrap()).unwrap();
        let old = fs::read_to_string(root.join(PAGE)).unwrap();
        assert!(page == old, "run cargo xtask findings --page");
    }

    #[test]
    fn findings_with_one_note_are_one_row() {
        let line =
            |text: &str, note| format!("{{\"kind\":\"accepts\",\"text\":\"{text}\",{note}}}\n");
        let [a, b] = [r#""note":"prose; A; b""#, r#""note":"prose; A; c""#];
        let rows = rows(&(line("1", a) + &line("2", b) + &line("3", a))).unwrap();
        let texts: Vec<_> = rows.iter().map(|row| row.texts.join(" ")).collect();
        assert_eq!(texts, ["1 3", "2"]);
        assert!(super::rows("{\"kind\":\"accepts\",\"text\":\"\"}\n").is_err());
    }

    #[test]
    fn texts_are_code_of_tables() {
        assert_eq!(code(" a|b"), r"`\x20a\|b`");
        assert_eq!(code("a`"), "`` a` ``");
        assert_eq!(code("  "), r"`\x20\x20`");
    }
}
