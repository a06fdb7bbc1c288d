//! Each construct of ABNF, and common mistakes.

use gallery::rfc5234::{Definition, NumVal, RuleList};

#[test]
fn every_construct() {
    let elements = [
        "name-1",
        "<name>",
        "\"text\"",
        "\"\"",
        "%x41",
        "%X41.42",
        "%d65-90",
        "%b1000001",
        "<prose (any \"text\")>",
        "*a",
        "1*a",
        "*2a",
        "1*2a",
        "3a",
        "a b  c",
        "a / b/c",
        "( a / b ) c",
        "[ a ]",
        "2*3( [ \"x\" *( %d13.10 / y ) ] )",
        "a ; comment",
        "a ; comment\r\n   b ; and another\r\n   / c",
        "(a\r\n  b)",
    ];
    for elements in elements {
        for sign in [" = ", "=", " =/ "] {
            let rule = format!("rule{sign}{elements}\r\n");
            assert!(Definition::is_match(&rule) && RuleList::is_match(&rule), "{rule}");
        }
    }
    assert!(RuleList::is_match("; only a comment\r\n\r\n  \r\na = b\r\n"));
}

#[test]
fn texts_that_are_not_grammars() {
    let texts = [
        // Line ends.
        ("a = b\n", 5),
        ("a = b", 5),
        ("a = b\r", 6),
        ("", 0),
        // A continuation begins with white space, a rule does not.
        ("a = (b\r\nc)\r\n", 8),
        (" a = b\r\n", 1),
        // Names.
        ("1a = b\r\n", 0),
        ("a_b = c\r\n", 1),
        // Other notations.
        ("a ::= b\r\n", 2),
        ("a = b | c\r\n", 6),
        ("a = b+\r\n", 5),
        ("a = 'b'\r\n", 4),
        ("a = %s\"b\"\r\n", 5),
        ("a = 1*2 b\r\n", 7),
        // Missing elements.
        ("a =\r\n", 5),
        ("a = ()\r\n", 5),
        ("a = b /\r\n", 9),
        ("a = %x\r\n", 6),
        ("a = %x41-\r\n", 9),
        ("a = %x41-42-43\r\n", 11),
        ("a = %d6F\r\n", 7),
        ("a = \"é\"\r\n", 5),
    ];
    for (text, offset) in texts {
        let found = RuleList::parse(text).map(|_| ()).map_err(|it| it.offset());
        assert_eq!(found, Err(offset), "{text:?}");
    }
}

#[test]
fn digits_are_those_of_the_base() {
    for text in ["%b01", "%d09", "%xaF", "%x0-10FFFF", "%d1.2.3"] {
        assert!(NumVal::is_match(text), "{text}");
    }
    for text in ["%b2", "%dA", "%xG", "%o7", "%d1-2.3", "x41"] {
        assert!(!NumVal::is_match(text), "{text}");
    }
}
