//! Differences as a table in Markdown, for comments on a change of a grammar.

use super::row::{Row, words};
use std::fmt::Write as _;

/// Returns the table of the rules that are not equal, and the number of changed rules; a line of text if
/// all are equal.
pub(super) fn table(rows: &[Row<'_>]) -> String {
    let unequal: Vec<&Row<'_>> = rows.iter().filter(|row| row.relation != "equal").collect();
    if unequal.is_empty() {
        return match rows.len() {
            1 => "The rule has the same texts as before.\n".to_owned(),
            count => format!("All {count} rules have the same texts as before.\n"),
        };
    }
    let mut table = "| rule | texts | for example |\n|---|---|---|\n".to_owned();
    for row in &unequal {
        let name = match (row.a, row.b) {
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => code(a),
            (Some(a), Some(b)) => format!("{} → {}", code(a), code(b)),
            (a, b) => code(a.or(b).unwrap_or_default()),
        };
        let change = change(row);
        let examples = examples(row);
        writeln!(table, "| {name} | {change} | {examples} |")
            .expect("writing to a string cannot fail");
    }
    let of = |relation| unequal.iter().filter(|row| row.relation == relation).count();
    let unknown = ["equal-up-to", "not-compared"].map(|relation| (of(relation), words(relation)));
    let known = unequal.len() - unknown.iter().map(|it| it.0).sum::<usize>();
    write!(table, "\n{known} of {} rules changed", rows.len())
        .expect("writing to a string cannot fail");
    for (count, words) in unknown.into_iter().filter(|it| 0 < it.0) {
        write!(table, ", {count} {words}").expect("writing to a string cannot fail");
    }
    table.push_str(".\n");
    table
}

/// Returns the change of a rule, if the first grammar is the older one.
fn change(row: &Row<'_>) -> &'static str {
    match row.relation {
        "subset" => "more than before",
        "superset" => "fewer than before",
        "differs" if row.only_a.is_some() && row.only_b.is_some() => "some more, some fewer",
        "differs" => "different from before",
        "only-in-a" => "removed",
        "only-in-b" => "new",
        "renamed" => "the same, renamed",
        "equal-up-to" => "not decided",
        _ => "not compared",
    }
}

/// Returns the texts that show a difference, and remarks.
fn examples(row: &Row<'_>) -> String {
    let texts = [("no longer", &row.only_a, &row.more_a), ("new", &row.only_b, &row.more_b)];
    let texts = texts.into_iter().filter_map(|(what, first, more)| {
        let texts = std::iter::once(first.as_ref()?).chain(more).map(|text| quoted(text));
        Some(format!("{what}: {}", texts.collect::<Vec<_>>().join(", ")))
    });
    let reason = row.reason.iter().map(|reason| cell(reason));
    let undecided = row.bytes.map(|bytes| format!("compared up to {bytes} bytes"));
    texts.chain(reason).chain(undecided).collect::<Vec<_>>().join("<br>")
}

/// Returns a text as code, and the empty text in words.
pub(super) fn quoted(text: &str) -> String {
    if text.is_empty() { "the empty text".to_owned() } else { code(text) }
}

/// Returns code for a cell of a table, without characters that are special in Markdown.
pub(super) fn code(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|char| match char {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            char if char.is_ascii_punctuation() || char == ' ' => format!("&#{};", u32::from(char)),
            char => char.to_string(),
        })
        .collect();
    format!("<code>{escaped}</code>")
}

/// Returns words for a cell of a table.
pub(super) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
