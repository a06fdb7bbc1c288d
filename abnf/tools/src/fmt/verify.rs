//! Checks that a layout changes only white space, before any result is returned.

use super::{File, of_result};
use abnfc::diagnostic::Span;
use abnfc::grammar::Grammar;
use abnfc::grammar::lower::lower;
use abnfc::spec::ReadOptions;
use abnfc::text::directives::encoding;
use abnfc::text::imports::{self, Directive};
use abnfc::text::tokens::Kind;
use std::borrow::Cow;

/// Compares a grammar with its layout. Both have the same tokens in the same order, the same
/// comments, imports and encoding, and the same meaning.
///
/// # Errors
///
/// Returns the changes that the layout would make.
pub(super) fn verify(
    original: &File,
    text: &str,
    options: &ReadOptions,
) -> Result<(), &'static str> {
    let name = &original.source.name;
    let Ok(result) = File::read(name, text.as_bytes(), &of_result(original, text, options)) else {
        return Err("the readable text");
    };
    if tokens(original) != tokens(&result) {
        return Err("the tokens");
    }
    if comments(original) != comments(&result) {
        return Err("the comments");
    }
    if directives(original) != directives(&result) {
        return Err("the imports");
    }
    if meaning(original) != meaning(&result) {
        return Err("the grammar");
    }
    Ok(())
}

fn tokens(file: &File) -> Vec<Cow<'_, str>> {
    let all = file.tokens.lines.iter().flat_map(|line| file.tokens.whole(line));
    let all = all.filter(|token| !token.kind.is_trivia());
    all.map(|token| token.in_abnf(&file.source.text)).collect()
}

fn comments(file: &File) -> Vec<&str> {
    let all = file.tokens.lines.iter().flat_map(|line| file.tokens.of(line));
    let all = all.filter(|token| token.kind == Kind::Comment);
    all.map(|token| token.text(&file.source.text).trim_end()).collect()
}

/// Returns the directives, regardless of their positions.
fn directives(file: &File) -> Vec<Directive> {
    let counts = |it: &Directive| {
        let count = file.tokens.lines.partition_point(|line| line.start <= it.span.start);
        count.checked_sub(1).is_some_and(|at| it.span.start < file.tokens.lines[at].end)
    };
    let all = imports::directives(&file.source, &mut Vec::new()).into_iter().filter(counts);
    all.map(|it| Directive { span: Span::default(), ..it }).collect()
}

/// Returns the meaning of a file, ignoring errors in it, which do not concern the formatter.
fn meaning(file: &File) -> Grammar {
    let mut found = Vec::new();
    let encoding = encoding(&file.source, &file.tokens, &mut found);
    Grammar { encoding, ..lower(&file.rules, &mut found) }
}
