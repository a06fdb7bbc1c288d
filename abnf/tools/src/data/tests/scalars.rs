//! Values of one type of Rust that the spec requests.

use super::{check, error, with_spec};

/// A character is a string of it, and a byte is its number.
#[test]
fn characters_and_bytes_are_data() {
    let grammar = "; @encoding octets\nr = c \"=\" b [ d ]\nc = %x61-7A / %xC3 %x80-BF\n\
        b = %x00-FF\nd = \"x\" / \"-\"\n";
    let settings = "[rules.c]\nvalue = \"char\"\n[rules.b]\nvalue = \"byte\"\n\
        [rules.d]\nvalue = \"char\"";
    let plan = with_spec(grammar, settings);
    check(&plan, "r", "a=b", r#"{"c":"a","b":98,"d":null}"#, "a=b");
    check(&plan, "r", "é==X", r#"{"c":"é","b":61,"d":"X"}"#, "é==X");
    check(&plan, "c", "é", r#""é""#, "é");
    check(&plan, "b", "\0", "0", "\0");
    let error = |json| error(&plan, "r", json);
    assert_eq!(error(r#"{"c":"=","b":1}"#), "no text of `r` has this value of `c`");
    assert_eq!(error(r#"{"c":"\u0100","b":1}"#), "no text of `r` has this value of `c`");
    assert_eq!(error(r#"{"c":"a","b":256}"#), "no text of `r` has this value of `b`");
    assert_eq!(error(r#"{"c":"a","b":-1}"#), "no text of `r` has this value of `b`");
    let message = "`c`: expected a string of one character at column 6";
    assert_eq!(error(r#"{"c":"ab","b":1}"#), message);
    assert_eq!(error(r#"{"c":97,"b":1}"#), message);
}
