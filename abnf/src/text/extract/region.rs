//! Finds a part of a document: lines, or a section of an RFC or of Markdown.
//!
//! A heading is a line that begins with the number of its section, in the first column or between
//! empty lines, or a heading of Markdown (`## 3.2. Title`). A table of contents has such lines as
//! well: a line that ends with dots and a number is none, and of several headings with a number, the
//! one with the longest section counts.

use super::line::{Kind, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::region::{Region, is_number};
use crate::text::source::Source;
use std::ops::Range;

/// Returns the lines of a region, from 0.
///
/// # Errors
///
/// If the document has no such section or lines.
pub(super) fn lines(
    source: &Source,
    lines: &[Line],
    region: &Region,
) -> Result<Range<usize>, Diagnostic> {
    match region {
        &Region::Lines(first, last) => {
            let (first, last) = (first as usize, last as usize);
            // The text ends with an empty line.
            let count = source.text.lines().count();
            if count < first {
                let message =
                    format!("`{}` has {count} lines, so none from {first} on", source.name);
                return Err(Diagnostic::error(Code::MissingSection, message));
            }
            Ok(first - 1..last.min(lines.len()))
        }
        Region::Section(number) => section(source, lines, number),
    }
}

fn section(source: &Source, lines: &[Line], number: &str) -> Result<Range<usize>, Diagnostic> {
    let headings: Vec<(usize, String)> =
        (0..lines.len()).filter_map(|at| Some((at, heading(&source.text, lines, at)?))).collect();
    let sections = headings.iter().enumerate().filter(|(_, (_, it))| it == number);
    let extents = sections.map(|(at, &(first, _))| {
        let next = headings[at + 1..].iter().find(|(_, it)| follows(it, number));
        first..next.map_or(lines.len(), |&(next, _)| next)
    });
    extents.max_by_key(|extent| (extent.len(), extent.start)).ok_or_else(|| {
        let message = format!("`{}` has no section {number}", source.name);
        let error = Diagnostic::error(Code::MissingSection, message);
        if source.blocks.is_empty() || !headings.is_empty() {
            error.hint("a section begins with a line such as `3.2. Title`")
        } else {
            error.hint("name lines instead: `--lines 120-240`")
        }
    })
}

/// Returns the number of the section that begins in a line.
fn heading(text: &str, lines: &[Line], at: usize) -> Option<String> {
    let line = &lines[at];
    if line.kind != Kind::Text {
        return None;
    }
    let start = text[..line.end].rfind('\n').map_or(0, |it| it + 1);
    let whole = text[start..line.end].trim_end();
    let is_empty =
        |at: Option<usize>| at.and_then(|it| lines.get(it)).is_none_or(|it| it.kind == Kind::Empty);
    let stands_alone = is_empty(at.checked_sub(1)) && is_empty(Some(at + 1));
    let content = whole.trim_start_matches([' ', '\t']);
    if content.len() < whole.len() && !stands_alone || is_entry(content) {
        return None;
    }
    let content = content.trim_start_matches('#').trim_start();
    let content = match content.get(..9) {
        Some(word) if word.eq_ignore_ascii_case("appendix ") => &content[9..],
        _ => content,
    };
    let (number, title) = content.split_once([' ', '\t']).unwrap_or((content, ""));
    let number = number.trim_end_matches([':', '.']);
    let begins_title = |c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '(' | '<' | '`');
    let is_heading = is_number(number) && title.trim_start().starts_with(begins_title);
    is_heading.then(|| number.to_ascii_uppercase())
}

/// Returns whether a line is an entry of a table of contents: `25 Title ........ 219`.
fn is_entry(line: &str) -> bool {
    let title = line.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    title.len() < line.len() && (title.ends_with("..") || title.ends_with(". ."))
}

/// Returns whether a section comes after another and is not inside of it. Numbers of items in lists
/// are usually smaller.
fn follows(number: &str, other: &str) -> bool {
    let key = |number: &str| -> Vec<(bool, u64)> {
        let component = |it: &str| match it.parse() {
            Ok(number) => (false, number),
            // Letters of appendices come after numbers.
            Err(_) => (true, u64::from(it.bytes().next().unwrap_or_default())),
        };
        number.split('.').map(component).collect()
    };
    let (number, other) = (key(number), key(other));
    other < number && !number.starts_with(&other)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::FileId;
    use crate::limits::Limits;
    use crate::spec::region::Region;
    use crate::text::extract::line;
    use crate::text::source::source;
    use crate::text::tokens::tokens;

    /// The lines of a region, from 1, or the message.
    fn find(text: &str, region: &Region) -> Result<(usize, usize), String> {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let lines = line::lines(&source.text, &tokens(&source));
        let found = super::lines(&source, &lines, region).map_err(|error| error.message)?;
        Ok((found.start + 1, found.end))
    }

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let text = "25 Grammar ........ 3\n26 More ..... 4\n\n   2.  Item\n\n24.9 Old\n\n25 Grammar\n\
            \n1. item\n\n25.1 Basic\n\n   25.2.  Indented\n\n26 More\n\nA Collected\n\nA.1 Rules\n\nAppendix B.  Thanks\n";
        let section = |number| find(text, &Region::section(number).unwrap());
        assert_eq!(section("25"), Ok((8, 15)));
        assert_eq!(section("25.1"), Ok((12, 13)));
        assert_eq!(section("25.2"), Ok((14, 15)));
        assert_eq!(section("appendix a"), Ok((18, 21)));
        assert_eq!(section("B"), Ok((22, 22)));
        assert_eq!(section("2.5"), Err("`g` has no section 2.5".to_owned()));
        let section = |number| {
            find("# 1. One\ntext\n## 1.1 Two\n# 2 Three\n", &Region::section(number).unwrap())
        };
        assert_eq!(section("1"), Ok((1, 3)));
        assert_eq!(section("2"), Ok((4, 4)));
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(find("a\nb\nc\n", &Region::Lines(2, 2)), Ok((2, 2)));
        assert_eq!(find("a\nb\nc\n", &Region::Lines(2, 9)), Ok((2, 3)));
        let error = find("a\nb\nc\n", &Region::Lines(4, 5)).unwrap_err();
        assert_eq!(error, "`g` has 3 lines, so none from 4 on");
    }
}
