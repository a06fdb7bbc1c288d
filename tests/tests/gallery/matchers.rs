//! The types of the examples by the names of their rules, as the build script lists them.

use abnfc::bytes::ByteSet;

/// Returns the verdict of a type on a text; `None` if the type takes a `str` and the text is not
/// UTF-8.
pub(crate) type Judge = fn(&[u8]) -> Option<Outcome>;

/// The rules of a grammar, each with its type.
pub(crate) type Matchers = &'static [(&'static str, Judge)];

/// The verdict of a type on a text.
pub(crate) struct Outcome {
    pub(crate) error: Option<Error>,
    /// The length of the longest prefix that matches, if there is one.
    pub(crate) longest_prefix: Option<usize>,
}

/// The offset of an error, the expected bytes, and whether the text could end there.
#[derive(PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) offset: usize,
    pub(crate) expected: ByteSet,
    pub(crate) end: bool,
}

/// The type of the texts of generated code: `str`, or `[u8]` if a rule has texts that are not
/// UTF-8.
pub(crate) trait Text {
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

/// A rule that is one byte of a set.
fn of_set(bytes: &[u8], set: ByteSet) -> Outcome {
    let begins = bytes.first().is_some_and(|&byte| set.contains(byte));
    let error = match (begins, bytes.len()) {
        (true, 1) => None,
        (true, _) => Some(Error { offset: 1, expected: ByteSet::EMPTY, end: true }),
        (false, _) => Some(Error { offset: 0, expected: set, end: false }),
    };
    Outcome { error, longest_prefix: begins.then_some(1) }
}

/// All results of a type or a set for a text.
macro_rules! judge {
    ($name:ty) => {
        |bytes| {
            let text = Text::of(bytes)?;
            let parsed = <$name>::parse(text).map(|_| ());
            assert_eq!(<$name>::is_match(text), parsed.is_ok(), "{}", bytes.escape_ascii());
            assert_eq!(<$name>::check(text), parsed, "{}", bytes.escape_ascii());
            let error = parsed.err().map(|error| Error {
                offset: error.offset(),
                expected: error.expected().iter().collect(),
                end: error.end_expected(),
            });
            let prefix = <$name>::longest_prefix(text).map(|prefix| prefix.as_bytes().len());
            Some(Outcome { error, longest_prefix: prefix })
        }
    };
}

/// The same for a constant.
macro_rules! judge_set {
    ($name:path) => {
        |bytes| Some(of_set(bytes, $name.iter().collect()))
    };
}

include!(concat!(env!("OUT_DIR"), "/gallery.rs"));
