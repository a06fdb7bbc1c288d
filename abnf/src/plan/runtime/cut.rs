//! Sources of the run-time, cut to what an emitted crate needs: texts to texts.

use super::Contents;
use super::condition::{Condition, evaluate};
use std::borrow::Cow;

/// Cuts a file to these contents.
///
/// The files are formatted by rustfmt, so an item ends at the first line of the same indentation
/// that ends with `}`, `;` or `,`.
pub(super) fn cut(text: &str, contents: &Contents) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut kept: Vec<Cow<'_, str>> = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index];
        index += 1;
        if line.starts_with("#![no_std]") || line.starts_with("#![cfg_attr") {
            continue;
        }
        let condition = line.trim_start().strip_prefix("#[cfg(");
        let condition = condition.and_then(|condition| condition.strip_suffix(")]"));
        match condition.map(|condition| evaluate(condition, contents)) {
            None => kept.push(line.into()),
            Some(Condition::Always) => {}
            Some(Condition::If(condition)) => {
                kept.push(format!("{}#[cfg({condition})]", &line[..indent(line)]).into());
            }
            Some(Condition::Never) => {
                // Attributes and documentation above belong to the item.
                while kept.last().is_some_and(|above| is_above(above, indent(line))) {
                    kept.pop();
                }
                while lines.get(index).is_some_and(|next| is_above(next, indent(line))) {
                    index += 1;
                }
                while index < lines.len() {
                    let item = lines[index];
                    index += 1;
                    if indent(item) == indent(line) && item.ends_with(['}', ';', ',']) {
                        break;
                    }
                }
            }
        }
    }
    let mut text = String::new();
    let mut previous = "";
    for line in &kept {
        // Omitted items were between empty lines.
        if line.trim_start().starts_with('}') && previous.is_empty() {
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        if !(line.is_empty() && (previous.is_empty() || previous.ends_with('{'))) {
            text.push_str(line);
            text.push('\n');
        }
        previous = line;
    }
    // The last item may have been left out.
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether a line is documentation or an attribute of an item at this depth.
fn is_above(line: &str, depth: usize) -> bool {
    let is_outer = |text: &str| text.starts_with("///") || text.starts_with("#[");
    indent(line) == depth && is_outer(line.trim_start())
}

#[cfg(test)]
mod tests {
    use super::super::Feature;
    use super::*;

    #[test]
    fn items_go_with_their_documentation() {
        let text = "/// A.\n#[cfg(feature = \"text\")]\n#[inline]\nfn a(\n    b: u8,\n) -> u8 {\n    \
            b\n}\n\nfn c() {}\n";
        let contents = Contents { features: [Feature::Text].into(), ..Contents::default() };
        assert_eq!(cut(text, &contents), text.replacen("#[cfg(feature = \"text\")]\n", "", 1));
        assert_eq!(cut(text, &Contents::default()), "fn c() {}\n");
    }

    #[test]
    fn attributes_keep_what_is_not_known() {
        let text = "mod a {\n    #[cfg(all(feature = \"text\", unix))]\n    fn b() {}\n}\n";
        let contents = Contents { features: [Feature::Text].into(), ..Contents::default() };
        assert_eq!(cut(text, &contents), text.replace("all(feature = \"text\", unix)", "unix"));
        assert_eq!(cut(text, &Contents::default()), "mod a {\n}\n");
        let text = "mod a {\n    fn c() {}\n\n    #[cfg(feature = \"text\")]\n    fn b() {}\n}\n";
        assert_eq!(cut(text, &Contents::default()), "mod a {\n    fn c() {}\n}\n");
    }
}
