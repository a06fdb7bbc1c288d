//! A parser of versions that combines functions of winnow.

use super::{Parts, is_identifier};
use winnow::Parser;
use winnow::ascii::digit0;
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::error::EmptyError;
use winnow::stream::AsChar;
use winnow::token::{one_of, take_while};

type Text<'a> = Result<&'a str, EmptyError>;

/// Returns the parts of a version.
pub(super) fn version(mut text: &str) -> Option<Parts<'_>> {
    let pre_release = opt(preceded('-', dotted(pre_release_identifier)));
    let build = opt(preceded('+', dotted(word)));
    let numbers = (number, '.', number, '.', number);
    let ((major, _, minor, _, patch), pre_release, build) =
        (numbers, pre_release, build).parse_next(&mut text).ok()?;
    text.is_empty().then_some(Parts { major, minor, patch, pre_release, build })
}

fn number<'a>(text: &mut &'a str) -> Text<'a> {
    alt(("0", (one_of('1'..='9'), digit0).take())).parse_next(text)
}

/// Items with dots between them.
fn dotted<'a>(
    item: impl Fn(&mut &'a str) -> Text<'a> + Copy,
) -> impl Parser<&'a str, &'a str, EmptyError> {
    (item, repeat::<_, _, (), _, _>(0.., preceded('.', item))).take()
}

fn word<'a>(text: &mut &'a str) -> Text<'a> {
    take_while(1.., (AsChar::is_alphanum, '-')).parse_next(text)
}

fn pre_release_identifier<'a>(text: &mut &'a str) -> Text<'a> {
    word.verify(is_identifier).parse_next(text)
}
