//! The code of Markdown: blocks between fences. Indented blocks are no different from indented text of
//! RFCs, so they count as text.

use super::markup::{LineCounter, in_another_file};
use crate::text::block::{Block, is_abnf};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// Returns whether a line of a text could be a fence.
pub(super) fn may_have_fences(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches([' ', '\t', '>']);
        line.starts_with("```") || line.starts_with("~~~")
    })
}

/// Returns the blocks between fences, including these.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let all: Vec<&str> = text.lines().collect();
    let mut counter = LineCounter::new(text);
    let mut blocks = Vec::new();
    for (event, range) in Parser::new_ext(text, Options::ENABLE_DEFINITION_LIST).into_offset_iter()
    {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = event else { continue };
        let first = counter.line(range.start);
        let end = counter.line(range.end.saturating_sub(1)) + 1;
        let around = [end, first.wrapping_sub(1)];
        let language = language(&info)
            .or_else(|| around.into_iter().find_map(|line| attribute(all.get(line)?)))
            .unwrap_or_default();
        blocks.push(Block { lines: first..end, language });
    }
    blocks
}

/// Returns a message for each line in blocks of ABNF that stands for a file, with its number from 0:
/// `{::include FILE}` of `kramdown-rfc`, `<{{FILE}}` of `mmark`.
pub(super) fn files(text: &str, blocks: &[Block]) -> Vec<(usize, String)> {
    let mut lines = text.lines().enumerate();
    let mut findings = Vec::new();
    for block in blocks.iter().filter(|it| it.is_abnf()) {
        let of_block = lines.by_ref().skip_while(|(line, _)| *line < block.lines.start);
        let of_block = of_block.take_while(|(line, _)| line + 1 < block.lines.end);
        findings.extend(of_block.filter_map(|(line, it)| Some((line, in_another_file(file(it)?)))));
    }
    findings
}

fn file(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("{::include") {
        // Variants of the name wrap long lines.
        return Some(rest.strip_suffix('}')?.split_once(' ')?.1.trim());
    }
    Some(line.strip_prefix("<{{")?.split_once("}}")?.0)
}

/// Returns the language of a fence: `abnf` for ` ```abnf `, ` ``` ABNF ` and ` ```{#id .abnf} `.
fn language(info: &str) -> Option<String> {
    if info.trim_start().starts_with('{') {
        return attribute(info);
    }
    let word = |c: char| c.is_alphanumeric();
    let info = info.trim_start_matches(|c| !word(c));
    let language = &info[..info.find(|c| !word(c)).unwrap_or(info.len())];
    (!language.is_empty()).then(|| language.to_lowercase())
}

/// Returns the language in a line of attributes above or below a block: `{: type="abnf"}` and
/// `{: .language-abnf}` of `kramdown-rfc`, `{type="abnf"}` of `mmark`.
fn attribute(line: &str) -> Option<String> {
    let attributes = line.trim().strip_prefix('{')?.strip_suffix('}')?;
    let all = || attributes.trim_start_matches(':').split_whitespace();
    let value = |attribute: &str| {
        let (key, value) = attribute.split_once('=')?;
        let is_language = ["type", "sourcecode-type", "lang"].contains(&key);
        is_language.then(|| value.trim_matches(['"', '\'']).to_lowercase())
    };
    // Other classes are for the layout.
    let class = |attribute: &str| {
        let class = attribute.strip_prefix('.')?.to_lowercase();
        let stated = class.strip_prefix("language-").map(str::to_owned);
        stated.or(is_abnf(&class).then_some(class))
    };
    all().find_map(value).or_else(|| all().find_map(class))
}
