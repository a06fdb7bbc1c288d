//! Finds a part of a document: lines, or a section of an RFC or of Markdown.
//!
//! A heading is a line of text that begins with the number of its section, in the first column and
//! after an empty line, or a heading of Markdown (`## 3.2. Title`). A letter alone needs the word
//! `Appendix` or a full stop. If no heading in the first column has the number, one that is indented,
//! between empty lines, counts, as in RFC 822. Tables of contents have such lines as well: a
//! line that ends with dots and a number is none, and of several headings with a number, the one with
//! the longest section counts. XML has no numbers of sections.

use super::line::{Kind as LineKind, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::region::{Region, after_word, is_number};
use crate::text::block::Kind;
use crate::text::source::Source;
use std::ops::Range;

/// Returns the lines of a region, from 0. Time is linear in the size of the document.
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
            let count = source.text.lines().count();
            if count < first {
                let message =
                    format!("`{}` has {count} lines, so none from {first} on", source.name);
                return Err(Diagnostic::error(Code::MissingSection, message));
            }
            Ok(first - 1..last.min(lines.len()))
        }
        Region::Section(number) => section(source, lines, number).ok_or_else(|| {
            let message = format!("`{}` has no section {number}", source.name);
            let error = Diagnostic::error(Code::MissingSection, message);
            error.hint(match source.kind {
                Kind::Xml => "XML has no numbers of sections: name lines, as `--lines 120-240`",
                _ => "a section begins with a line such as `3.2. Title`",
            })
        }),
    }
}

fn section(source: &Source, lines: &[Line], number: &str) -> Option<Range<usize>> {
    let wanted = key(number);
    // Where a section ends that begins in an indented line, and one that begins in the first column.
    let mut ends = [lines.len(); 2];
    let mut found: [Option<Range<usize>>; 2] = [None, None];
    for heading in headings(source, lines).iter().rev() {
        let at = usize::from(heading.place == Place::FirstColumn);
        if heading.key == wanted {
            let extent = heading.line..ends[at];
            if found[at].as_ref().is_none_or(|other| other.len() < extent.len()) {
                found[at] = Some(extent);
            }
        } else if wanted < heading.key && !heading.key.starts_with(&wanted) {
            ends[0] = heading.line;
            if at == 1 {
                ends[1] = heading.line;
            }
        }
    }
    let [indented, first] = found;
    first.or(indented)
}

/// A line that begins a section.
struct Heading {
    line: usize,
    key: Vec<(bool, u64)>,
    place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    FirstColumn,
    Indented,
}

/// The order of sections: numbers, then the letters of appendices.
fn key(number: &str) -> Vec<(bool, u64)> {
    let component = |it: &str| match it.parse() {
        Ok(number) => (false, number),
        Err(_) => (true, u64::from(it.bytes().next().unwrap_or_default())),
    };
    number.split('.').map(component).collect()
}

fn headings(source: &Source, lines: &[Line]) -> Vec<Heading> {
    if source.kind == Kind::Xml {
        return Vec::new();
    }
    let mut in_code = vec![false; lines.len()];
    if source.kind == Kind::Markdown {
        for block in &source.blocks {
            let end = block.lines.end.min(lines.len());
            in_code[block.lines.start.min(end)..end].fill(true);
        }
    }
    let is_empty = |at: Option<usize>| {
        at.and_then(|it| lines.get(it)).is_none_or(|it| it.kind == LineKind::Empty)
    };
    let heading = |line: usize| {
        if lines[line].kind != LineKind::Text || in_code[line] {
            return None;
        }
        let end = lines[line].end;
        let start = source.text[..end].rfind('\n').map_or(0, |it| it + 1);
        let whole = source.text[start..end].trim_end();
        let content = whole.trim_start_matches([' ', '\t']);
        let marked = content.trim_start_matches('#');
        let place = if marked.len() < content.len() {
            Place::FirstColumn
        } else if source.kind == Kind::Markdown || !is_empty(line.checked_sub(1)) {
            return None;
        } else if content.len() == whole.len() {
            Place::FirstColumn
        } else if is_empty(Some(line + 1)) {
            Place::Indented
        } else {
            return None;
        };
        let number = number(marked.trim_start_matches([' ', '\t', '*', '_']))?;
        Some(Heading { line, key: key(&number), place })
    };
    (0..lines.len()).filter_map(heading).collect()
}

/// Returns the number at the beginning of a heading.
fn number(heading: &str) -> Option<String> {
    if is_entry(heading) {
        return None;
    }
    let named = after_word(heading);
    let content = named.unwrap_or(heading);
    let (number, title) = content.split_once([' ', '\t']).unwrap_or((content, ""));
    let bare = number.trim_end_matches([':', '.', '\\']);
    let is_letter = bare.len() == 1 && bare.as_bytes()[0].is_ascii_alphabetic();
    let is_upper = !bare.bytes().any(|byte| byte.is_ascii_lowercase());
    let stands_out = !is_letter || named.is_some() || bare.len() < number.len();
    let title = title.trim_start_matches([' ', '\t', '-', '–', '—']);
    let begins_title = |c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '(' | '<' | '`');
    let has_title = title.starts_with(begins_title) || named.is_some() && title.is_empty();
    (is_number(bare) && is_upper && stands_out && has_title).then(|| bare.to_owned())
}

/// Returns whether a line is an entry of a table of contents: `25 Title ........ 219`.
fn is_entry(line: &str) -> bool {
    let title = line.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    title.len() < line.len() && (title.ends_with("..") || title.ends_with(". ."))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::FileId;
    use crate::limits::Limits;
    use crate::spec::Extract;
    use crate::spec::region::Region;
    use crate::text::document::document;
    use crate::text::extract::line;
    use crate::text::source::source;
    use crate::text::tokens::tokens;

    /// The lines of a region, from 1, or the message.
    fn find(text: &str, region: &Region) -> Result<(usize, usize), String> {
        let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
        let source = document(source, &Extract::Yes, &mut Vec::new());
        let lines = line::lines(&source.text, &tokens(&source));
        let found = super::lines(&source, &lines, region).map_err(|error| error.message)?;
        Ok((found.start + 1, found.end))
    }

    fn section(text: &str, number: &str) -> Option<(usize, usize)> {
        find(text, &Region::section(number).unwrap()).ok()
    }

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let text = "25 Grammar ........ 3\n26 More ..... 4\n\n   2.  Item\n\n24.9 Old\n\n25 Grammar\n\
            \n   30 days are enough\n\n   A sentence alone\n\n25.1 Basic\n\n26 More\n\nA list\n\nA. Rules\n\
            \nA.1 Rules\n\nAppendix B -- Thanks\n\nAppendix C.\n";
        let section = |number| section(text, number);
        assert_eq!(section("25"), Some((8, 15)));
        assert_eq!(section("25.1"), Some((14, 15)));
        assert_eq!(section("26"), Some((16, 19)));
        assert_eq!(section("appendix a"), Some((20, 23)));
        assert_eq!(section("A.1"), Some((22, 23)));
        assert_eq!((section("B"), section("C")), (Some((24, 25)), Some((26, 26))));
        let error = find(text, &Region::section("2.5").unwrap());
        assert_eq!(error, Err("`g` has no section 2.5".to_owned()));
    }

    #[test]
    fn headings_may_be_indented_as_in_old_documents() {
        let text =
            "  1.  FIRST\n\n  1.1.  INNER\n\n    words\n\n  2.  SECOND\n\n    3 words\n    more\n";
        assert_eq!(section(text, "1"), Some((1, 6)));
        assert_eq!(section(text, "2"), Some((7, 10)));
        assert_eq!(section(text, "3"), None);
    }

    #[test]
    fn headings_of_markdown_have_marks() {
        let text = "# 1. One\ntext\n## **1.1 Two**\n```\n# 2 comment\n```\n\n2. item\n\n## Section 2: Three\n";
        assert_eq!(section(text, "1"), Some((1, 9)));
        assert_eq!(section(text, "1.1"), Some((3, 9)));
        assert_eq!(section(text, "2"), Some((10, 10)));
    }

    #[test]
    fn xml_has_no_numbers() {
        let text = "<rfc><sourcecode>\n\n1. Foo\n\n</sourcecode></rfc>\n";
        assert_eq!(section(text, "1"), None);
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!(find("a\nb\nc\n", &Region::Lines(2, 2)), Ok((2, 2)));
        assert_eq!(find("a\nb\nc\n", &Region::Lines(2, 9)), Ok((2, 3)));
        let error = find("a\nb\nc\n", &Region::Lines(4, 5)).unwrap_err();
        assert_eq!(error, "`g` has 3 lines, so none from 4 on");
    }
}
