//! A parser of versions that combines functions of nom.

use super::{Parts, is_identifier};
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit0, one_of};
use nom::combinator::{all_consuming, opt, recognize, verify};
use nom::multi::many0_count;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// Returns the parts of a version.
pub(super) fn version(text: &str) -> Option<Parts<'_>> {
    let pre_release = opt(preceded(char('-'), dotted(pre_release_identifier)));
    let build = opt(preceded(char('+'), dotted(word)));
    let numbers = (number, char('.'), number, char('.'), number);
    let (_, ((major, _, minor, _, patch), pre_release, build)) =
        all_consuming((numbers, pre_release, build)).parse(text).ok()?;
    Some(Parts { major, minor, patch, pre_release, build })
}

fn number(text: &str) -> IResult<&str, &str> {
    alt((tag("0"), recognize((one_of("123456789"), digit0)))).parse(text)
}

/// Items with dots between them.
fn dotted<'a>(
    item: impl Fn(&'a str) -> IResult<&'a str, &'a str> + Copy,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    recognize((item, many0_count(preceded(char('.'), item))))
}

fn word(text: &str) -> IResult<&str, &str> {
    take_while1(|it: char| it.is_ascii_alphanumeric() || it == '-')(text)
}

fn pre_release_identifier(text: &str) -> IResult<&str, &str> {
    verify(word, is_identifier).parse(text)
}
