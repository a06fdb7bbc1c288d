//! Checks of sample texts, for the tests of generated code.

use super::rule::Rule;

/// A test of sample texts: for each rule texts that it accepts, and texts that it rejects with the
/// offsets of the errors.
macro_rules! samples {
    ($(
        $(#[$condition:meta])*
        $rule:ident accepts $($accepted:literal)* rejects $($rejected:literal at $offset:literal),*;
    )+) => {
        #[test]
        fn samples() {
            $(
                $(#[$condition])*
                runtime::samples::check::<super::$rule<'_>>(
                    &[$($accepted),*],
                    &[$(($rejected, $offset)),*],
                );
            )+
        }
    };
}

pub(crate) use samples;

/// A test of data: for each rule texts whose data is the same in one pass and by the offsets of parts, and is
/// written as a text with the same data. That text stays the same if it is read and written again.
#[cfg(feature = "writers")]
macro_rules! data {
    ($($rule:ident $($text:literal)*;)+) => {
        #[cfg(feature = "alloc")]
        #[test]
        fn data() {
            $(for text in [$($text.as_slice()),*] {
                let view = runtime::text::parse_bytes::<super::$rule<'_>>(text).unwrap();
                let data = super::values::$rule::from(view);
                let parsed = super::values::$rule::parse(view.text).unwrap();
                assert!(runtime::writing::is_same(&parsed, &data), "{parsed:?}, not {data:?}");
                let written = data.to_text().unwrap();
                let again = written.to_value();
                assert!(runtime::writing::is_same(&again, &data), "{again:?}, not {data:?}");
                assert_eq!(again.to_text().unwrap(), written);
            })+
        }
    };
}
#[cfg(feature = "writers")]
pub(crate) use data;

/// As [`data!`], for the data of recursive rules, which some texts lack.
#[cfg(feature = "node_writers")]
macro_rules! node_data {
    ($($rule:ident $($text:literal)*;)+) => {
        #[cfg(feature = "alloc")]
        #[test]
        fn node_data() {
            $(for text in [$($text.as_slice()),*] {
                let view = runtime::text::parse_bytes::<super::$rule<'_>>(text).unwrap();
                let ::core::result::Result::Ok(data) = super::values::$rule::of_view(view) else {
                    continue;
                };
                let parsed = super::values::$rule::parse(view.text).unwrap();
                assert!(runtime::writing::is_same(&parsed, &data), "{parsed:?}, not {data:?}");
                let written = data.to_text().unwrap();
                let again = written.try_to_value().unwrap();
                assert!(runtime::writing::is_same(&again, &data), "{again:?}, not {data:?}");
                assert_eq!(again.to_text().unwrap(), written);
            })+
        }
    };
}
#[cfg(feature = "node_writers")]
pub(crate) use node_data;

/// A test of columns: for each rule the name of its constant, its parts in order, and texts whose parts
/// have the spans that their accessors return: `[3 host?]` is a part with its index that may be absent.
#[cfg(feature = "parts")]
macro_rules! columns {
    ($($rule:ident $columns:ident $count:literal $([$($part:tt)+])* $($text:literal)*;)+) => {
        #[cfg(feature = "columns")]
        #[test]
        fn columns() {
            $(for text in [$($text.as_slice()),*] {
                let view = runtime::text::parse_bytes::<super::$rule<'_>>(text).unwrap();
                // A rule may have no part with a text of its own.
                let _ = view;
                let parts = [$(runtime::samples::part!(view $($part)+)),*];
                let mut spans = [runtime::columns::ABSENT; $count * runtime::columns::BLOCK];
                runtime::samples::check_columns(&super::columns::$columns, text, &parts, &mut spans);
            })+
        }
    };
}
#[cfg(feature = "parts")]
pub(crate) use columns;

/// The index of a part, and its text if it is present.
#[cfg(feature = "parts")]
macro_rules! part {
    ($view:ident $index:literal $part:ident) => {
        ($index, ::core::option::Option::Some($view.$part().as_bytes()))
    };
    ($view:ident $index:literal $part:ident ?) => {
        ($index, $view.$part().map(|part| part.as_bytes()))
    };
}
#[cfg(feature = "parts")]
pub(crate) use part;

/// Checks that a text matches, and that its parts are these, by all functions of a constant.
#[cfg(feature = "parts")]
#[cfg(feature = "columns")]
pub(crate) fn check_columns(
    columns: &super::columns::Columns,
    text: &[u8],
    parts: &[(usize, Option<&[u8]>)],
    spans: &mut [super::columns::Span],
) {
    use super::columns::{ABSENT, BLOCK};
    // The text is neither the first nor the last.
    let texts = [b"\xFF", text, b""];
    assert_eq!((columns.is_match)(&texts) & 2, 2, "{}", text.escape_ascii());
    assert_eq!((columns.locate)(&texts, spans) & 2, 2);
    for (part, spans) in columns.parts.iter().zip(spans.chunks_exact(BLOCK)) {
        let mut alone = [ABSENT; BLOCK];
        assert_eq!((part.locate)(&texts, &mut alone) & 2, 2);
        assert_eq!(alone[1], spans[1], "{} of {}", part.name, text.escape_ascii());
    }
    for &(index, expected) in parts {
        let [begin, end] = spans[index * BLOCK + 1];
        let found = (begin != u32::MAX).then(|| &text[begin as usize..end as usize]);
        assert_eq!(found, expected, "{} of {}", columns.parts[index].name, text.escape_ascii());
    }
}

/// Checks that a rule accepts some texts, and rejects others at these offsets, by all of its
/// engines.
pub(crate) fn check<R: Rule>(accepted: &[&[u8]], rejected: &[(&[u8], usize)]) {
    for text in accepted {
        assert!(R::is_match(text), "{}: {}", R::TABLE.name, text.escape_ascii());
        assert_eq!(R::explain(text, &mut []), Ok(()));
    }
    for (text, offset) in rejected {
        assert!(!R::is_match(text), "{}: {}", R::TABLE.name, text.escape_ascii());
        let error = R::explain(text, &mut []).map_err(|error| error.offset());
        assert_eq!(error, Err(*offset));
    }
}
