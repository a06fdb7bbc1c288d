//! The generated matchers of all rules, by file and rulename, as the build script
//! lists them.

use conformance::reference::Verdict;

/// Returns the verdict of generated code on a text; `None` if the code takes a `str` and the text
/// is not UTF-8.
pub(crate) type Judge = fn(&[u8]) -> Option<Verdict>;

/// The matchers of one grammar. A rule may have several, generated with different engines.
pub(crate) struct Matchers {
    pub(crate) file: &'static str,
    pub(crate) rules: &'static [(&'static str, &'static [Judge])],
}

pub(crate) use generated::MATCHERS;

/// The type of the texts of generated code: `str`, or `[u8]` if a rule has texts that are not
/// UTF-8.
trait Text {
    fn of(bytes: &[u8]) -> Option<&Self>;
}

impl Text for str {
    fn of(bytes: &[u8]) -> Option<&Self> {
        std::str::from_utf8(bytes).ok()
    }
}

impl Text for [u8] {
    fn of(bytes: &[u8]) -> Option<&Self> {
        Some(bytes)
    }
}

/// Returns all results of a type of generated code for a text.
macro_rules! judge {
    ($name:ty) => {
        |bytes| {
            let text = Text::of(bytes)?;
            let parsed = <$name>::parse(text);
            assert_eq!(<$name>::is_match(text), parsed.is_ok(), "{}", bytes.escape_ascii());
            // By the table.
            let checked = <$name>::check(text);
            assert_eq!(parsed.map(|_| ()), checked, "{}", bytes.escape_ascii());
            // In two pieces it is the same text.
            let (first, second) = bytes.split_at(bytes.len() / 2);
            let mut matcher = <$name>::matcher();
            let pushed = matcher.push(first).and_then(|()| matcher.push(second));
            assert_eq!(pushed.and_then(|()| matcher.finish()), parsed.map(|_| ()));
            Some(Verdict {
                is_member: parsed.is_ok(),
                offset: parsed.err().map_or(bytes.len(), |error| error.offset()),
                longest_prefix: <$name>::longest_prefix(text).map(|prefix| {
                    assert!(bytes.starts_with(prefix.as_bytes()));
                    prefix.as_bytes().len()
                }),
            })
        }
    };
}

/// The same for code of this test, which runs without falling back to the table, even for
/// text that is not a `str`.
macro_rules! judge_inside {
    ($module:ident::$name:ident) => {
        |bytes| {
            use code::runtime::Rule;
            fn unset<T, const N: usize>(_: fn(T) -> [u32; N]) -> [u32; N] {
                [u32::MAX; N]
            }
            let shown = bytes.escape_ascii();
            let matches = <code::$module::$name<'_> as Rule>::is_match(bytes);
            let mut slots = unset(|text: code::$module::$name<'static>| text.slots);
            let located = <code::$module::$name<'_> as Rule>::locate(bytes, &mut slots);
            assert_eq!(matches, located, "{shown}");
            let Some(verdict) = (judge!(code::$module::$name) as Judge)(bytes) else {
                assert!(!matches, "{shown}");
                return None;
            };
            assert_eq!(verdict.is_member, matches, "{shown}");
            if let (true, Some(text)) = (matches, Text::of(bytes)) {
                assert_eq!(<code::$module::$name>::new(text).slots, slots, "{shown}");
            }
            Some(verdict)
        }
    };
}

/// The same for a rule that is one byte of a set.
macro_rules! judge_set {
    ($set:path) => {
        |bytes| {
            let (first, rest) = bytes.split_first().map_or((None, bytes), |it| (Some(it.0), it.1));
            let begins = first.is_some_and(|&byte| $set.contains(byte));
            Some(Verdict {
                is_member: begins && rest.is_empty(),
                offset: usize::from(begins),
                longest_prefix: begins.then_some(1),
            })
        }
    };
}

#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, unreachable_pub, unused_imports)]
mod generated {
    use super::{Judge, Matchers, Text, Verdict};
    include!(concat!(env!("OUT_DIR"), "/matchers.rs"));
}
