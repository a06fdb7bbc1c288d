//! Comments that resemble directives: tokens to findings.
//!
//! A directive that is misspelt, or is in a place where no directive is read, is an ordinary comment. An
//! example in it is silently never tested.

use abnfc::diagnostic::{Code, Diagnostic, Hint, report};
use abnfc::grammar::suggest::nearest;
use abnfc::text::directives::KEYWORDS;
use abnfc::text::source::Source;
use abnfc::text::tokens::{Kind, Token, Tokens};

/// Adds a warning for each such comment.
pub(super) fn directives(source: &Source, tokens: &Tokens, found: &mut Vec<Diagnostic>) {
    for line in &tokens.lines {
        let tokens = tokens.of(line);
        let comments = tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Comment);
        for (at, &comment) in comments {
            let place = if at == 0 { Position::OwnLine } else { Position::AfterElements };
            if let Some(warning) = ignored(source, comment, place) {
                report(found, warning);
            }
        }
    }
}

/// The position of a comment in its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    OwnLine,
    AfterElements,
}

fn ignored(source: &Source, comment: Token, place: Position) -> Option<Diagnostic> {
    let text = comment.text(&source.text);
    let said = text.trim_start_matches([';', ' ', '\t']).strip_prefix('@')?;
    let word = &said[..said.find(char::is_whitespace).unwrap_or(said.len())];
    // A keyword followed by a sign is read as a directive, which reports its own errors.
    let is_of_name = |c: char| c.is_alphanumeric() || c == '-';
    let name = &word[..word.find(|c| !is_of_name(c)).unwrap_or(word.len())];
    let word = if ["allow", "encoding", "import", "import-extracted"].contains(&name) {
        name
    } else {
        word
    };
    let known = KEYWORDS.map(|it| it.0);
    let meant = known.into_iter().find(|it| it.eq_ignore_ascii_case(name));
    let meant = meant.or_else(|| nearest(word, known, 1).pop())?;
    let end = comment.start as usize + text.len() - said.len() + word.len();
    let span = source.span(end - word.len() - 1, end);
    let warning =
        |message: String| Diagnostic::warning(Code::IgnoredDirective, message).at(span, "");
    if word != meant {
        let right = format!("@{meant}");
        let hint = Hint::change(format!("did you mean `{right}`?"), &right, [span]);
        Some(
            warning(format!("there is no directive `@{word}`, so this is only a comment"))
                .hint(hint),
        )
    } else if text[1..].trim_start().starts_with(';') {
        let message = format!("`@{word}` is not read after more than one `;`");
        Some(warning(message).hint("write one `;`"))
    } else if place == Position::AfterElements && word != "allow" {
        let message = format!("`@{word}` is not read after elements of a rule");
        Some(warning(message).hint("write it on a line of its own"))
    } else {
        None
    }
}
