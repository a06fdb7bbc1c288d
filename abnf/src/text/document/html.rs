//! The code of HTML: RFCs as their editor and the IETF publish them, specifications of the W3C, and
//! rendered Markdown. The tokenizer is that of the HTML standard, which accepts any text.

use super::markup::{LineCounter, Markup};
use crate::text::block::is_abnf;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};

/// Returns the text of the elements `pre`.
pub(super) fn markup(text: &str) -> Markup {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut lines = LineCounter::new(text);
    let mut markup = Markup::default();
    let mut is_in_code = false;
    // The language of an element that was opened before, without an end of an element since then.
    let mut around = None;
    for token in Tokenizer::new_with_emitter(text, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) if !is_in_code && **tag.name == *b"pre" => {
                is_in_code = true;
                let language = language(&tag).or(around.take()).unwrap_or_default();
                markup.open(lines.line(tag.span.end), language);
            }
            Token::StartTag(tag) => {
                let language = language(&tag);
                if let (true, Some(block), Some(language)) =
                    (is_in_code, markup.blocks.last_mut(), &language)
                    && block.language.is_empty()
                {
                    block.language.clone_from(language);
                }
                around = language.or(around);
            }
            Token::EndTag(tag) => {
                is_in_code &= **tag.name != *b"pre";
                around = None;
            }
            Token::String(string) if is_in_code => {
                let line = lines.line(string.span.start);
                markup.push(line, &String::from_utf8_lossy(&string));
            }
            _ => (),
        }
    }
    markup.end(lines.line(text.len()))
}

/// Returns the language in the attributes of an element, as the class `lang-abnf`, `art-abnf` or `abnf`.
fn language(tag: &StartTag<usize>) -> Option<String> {
    let attribute = |name: &str| {
        let value = tag.attributes.get(name.as_bytes())?;
        Some(String::from_utf8_lossy(value).to_lowercase())
    };
    let classes = attribute("class").unwrap_or_default();
    let of_class = classes.split_ascii_whitespace().find_map(|class| {
        let stated = class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"));
        stated.or(is_abnf(class).then_some(class)).map(str::to_owned)
    });
    of_class
        .or_else(|| attribute("data-type"))
        .or_else(|| attribute("lang").filter(|it| it == "abnf"))
}
