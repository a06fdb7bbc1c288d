//! The results of an engine for a text.

/// The offset and the length of each part; the rest is absent.
pub(crate) type Spans = [Option<(usize, usize)>; 6];

/// The results that engines must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The offset, the byte found there, the part, and whether the text might have ended.
    pub(crate) error: Option<(usize, Option<u8>, Option<&'static str>, bool)>,
    /// The parts; absent if the text does not match.
    pub(crate) parts: Spans,
}

/// A function that reads a text by all methods of a type.
pub(crate) type Judge = fn(&[u8]) -> Outcome;

/// Returns the place of a part in a text.
pub(crate) fn span(part: &[u8], whole: &[u8]) -> (usize, usize) {
    (part.as_ptr() as usize - whole.as_ptr() as usize, part.len())
}

/// The judge of one engine for the type `Whole` of a module, whose texts are `text` or `octets`.
macro_rules! judge {
    ($engine:ident, $module:ident, text, $certain:tt, $optional:tt) => {{
        fn judge(bytes: &[u8]) -> $crate::Outcome {
            type View<'a> = $crate::generated::$engine::$module::Whole<'a>;
            let outcome = $crate::outcome::judge!(
                @ View, bytes, check_bytes, is_match_bytes, parse_bytes, $certain, $optional
            );
            // The methods for UTF-8 read some bytes in another way.
            if let Ok(text) = std::str::from_utf8(bytes) {
                let same = $crate::outcome::judge!(
                    @ View, text, check, is_match, parse, $certain, $optional
                );
                assert_eq!(same, outcome, "{}", bytes.escape_ascii());
            }
            outcome
        }
        judge
    }};
    ($engine:ident, $module:ident, octets, $certain:tt, $optional:tt) => {{
        fn judge(bytes: &[u8]) -> $crate::Outcome {
            type View<'a> = $crate::generated::$engine::$module::Whole<'a>;
            $crate::outcome::judge!(@ View, bytes, check, is_match, parse, $certain, $optional)
        }
        judge
    }};
    (
        @ $view:ident, $text:ident, $check:ident, $is_match:ident, $parse:ident,
        [$($certain:ident)*], [$($optional:ident)*]
    ) => {{
        let bytes: &[u8] = $text.as_ref();
        let error = $view::$check($text).err();
        assert_eq!($view::$is_match($text), error.is_none(), "{}", bytes.escape_ascii());
        let parsed = $view::$parse($text);
        assert_eq!(parsed.err(), error, "{}", bytes.escape_ascii());
        #[allow(unused_mut, unused_variables, reason = "there may be no parts")]
        let parts = parsed.map_or([None; 6], |it| {
            let (mut spans, mut all) = ([None; 6], 0..);
            $({
                let part = it.$certain();
                spans[all.next().unwrap_or(0)] = Some($crate::outcome::span(part.as_ref(), bytes));
            })*
            $({
                let part = it.$optional();
                spans[all.next().unwrap_or(0)] =
                    part.map(|part| $crate::outcome::span(part.as_ref(), bytes));
            })*
            spans
        });
        let error = error.map(|it| (it.offset(), it.found(), it.part(), it.end_expected()));
        $crate::Outcome { error, parts }
    }};
}

pub(crate) use judge;
