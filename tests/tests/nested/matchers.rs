//! The generated matchers of nested rules, by file and rulename, as the build script lists them.

use abnfc::bytes::ByteSet;

/// Runs generated code on a text; `None` if the text is not a `str` and the rule requires one.
pub(crate) type Judge = fn(&[u8]) -> Option<Outcome>;

/// The outcome of generated code for a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The offset of an error, the expected bytes, and whether the text could end there.
    pub(crate) error: Option<(usize, ByteSet, bool)>,
    /// The length of the longest prefix that matches, if there is one; the outer `None` means unknown.
    #[allow(clippy::option_option, reason = "the general engine has no prefixes")]
    pub(crate) longest_prefix: Option<Option<usize>>,
}

pub(crate) use generated::NESTED;

/// The texts that generated code accepts: `str`, or `[u8]` if a rule has texts that are not
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

/// The parts of an error.
macro_rules! error {
    ($checked:expr) => {
        $checked.err().map(|error| {
            let expected = (0..=255).filter(|&byte| error.expected().contains(byte));
            (error.offset(), expected.collect(), error.end_expected())
        })
    };
}

/// All results of a type of the general engine for a text.
macro_rules! judge_in_general {
    ($name:ty) => {
        |bytes| {
            let text = Text::of(bytes)?;
            let parsed = <$name>::parse(text).map(|_| ());
            assert_eq!(<$name>::is_match(text), parsed.is_ok(), "{}", bytes.escape_ascii());
            Some(Outcome { error: error!(parsed), longest_prefix: None })
        }
    };
}

/// All results of a type whose rule is matched with a stack.
macro_rules! judge_with_stack {
    ($name:ty) => {
        |bytes| {
            let text = Text::of(bytes)?;
            let shown = bytes.escape_ascii();
            let checked = <$name>::check(text);
            assert_eq!(<$name>::is_match(text), checked.is_ok(), "{shown}");
            assert_eq!(<$name>::parse(text).map(|_| ()), checked, "{shown}");
            let lent = <$name>::parse_with_stack(text, &mut [u16::MAX; 300]);
            assert_eq!(lent.map(|_| ()), checked, "{shown}");
            // In pieces it is the same text.
            for size in [1, 3, bytes.len() / 2 + 1] {
                let mut matcher = <$name>::matcher();
                let pushed = bytes.chunks(size).try_for_each(|piece| matcher.push(piece));
                assert_eq!(pushed.and_then(|()| matcher.finish()), checked, "{shown}");
            }
            let prefix = <$name>::longest_prefix(text).map(|prefix| prefix.as_bytes().len());
            Some(Outcome { error: error!(checked), longest_prefix: Some(prefix) })
        }
    };
}

#[allow(clippy::all, clippy::pedantic, dead_code, missing_docs, unreachable_pub, unused_imports)]
pub(crate) mod generated {
    use super::{Judge, Outcome, Text};
    include!(concat!(env!("OUT_DIR"), "/nested.rs"));
}
