//! Blocks of code in Markdown.

use super::line::Line;

/// The languages of blocks that may contain a grammar; many blocks name none.
const GRAMMAR: [&str; 6] = ["", "abnf", "bnf", "ebnf", "text", "txt"];

/// Returns for each line whether it is in a block of another language.
pub(super) fn foreign(lines: &[Line], text: &str) -> Vec<bool> {
    let mut foreign = vec![false; lines.len()];
    let mut open: Option<(usize, Fence<'_>)> = None;
    for (i, line) in lines.iter().enumerate() {
        let Some(fence) = fence(&text[line.first..line.end]) else { continue };
        match &open {
            None => open = Some((i, fence)),
            Some((start, opening)) if fence.closes(opening) => {
                if !GRAMMAR.contains(&opening.language().as_str()) {
                    foreign[*start..i].fill(true);
                }
                open = None;
            }
            Some(_) => (),
        }
    }
    foreign
}

/// A line that opens or closes a block.
struct Fence<'a> {
    marks: &'a str,
    info: &'a str,
}

impl Fence<'_> {
    fn closes(&self, opening: &Self) -> bool {
        self.info.is_empty() && self.marks.starts_with(opening.marks)
    }

    /// Returns the language: `abnf` for ` ```abnf `, ` ``` ABNF ` and ` ```{.abnf} `.
    fn language(&self) -> String {
        let word = |c: &char| c.is_alphanumeric();
        self.info
            .chars()
            .skip_while(|c| !word(c))
            .take_while(word)
            .collect::<String>()
            .to_lowercase()
    }
}

fn fence(line: &str) -> Option<Fence<'_>> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let (marks, info) = line.split_at(line.len() - line.trim_start_matches(mark).len());
    // Three backticks on both sides of a word are inline code.
    (3 <= marks.len() && !info.contains('`')).then(|| Fence { marks, info: info.trim() })
}
