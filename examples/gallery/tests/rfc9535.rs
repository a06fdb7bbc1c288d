//! Each construct of the RFC, in queries that match and in queries that do not.

use gallery::rfc9535::{NormalizedPath, Query};

/// Queries of section 2.2 to 2.5, by construct.
const QUERIES: &[&str] = &[
    // The root, with and without white space before a segment.
    "$",
    "$ [0]",
    "$\n.a",
    // Names.
    "$.a",
    "$.größe_1",
    "$['a']",
    "$[\"it's\"]",
    "$['it\\'s']",
    "$['\\b\\f\\n\\r\\t\\/\\\\']",
    "$['\\u263A']",
    "$['\\uD83D\\uDE00']",
    "$['']",
    // Wildcards and descendants.
    "$.*",
    "$[*]",
    "$..a",
    "$..*",
    "$..[0, 'a']",
    // Indices and slices.
    "$[0]",
    "$[-1]",
    "$[:]",
    "$[1:]",
    "$[: -1 : -2]",
    "$[1:3:1]",
    // Several selectors.
    "$[ 'a' , 0 , 1:2 , * , ?@.b ]",
    // Filters: existence, comparisons, and logical operators.
    "$[?@]",
    "$[?@.a]",
    "$[?!@.a]",
    "$[?@.a == 1]",
    "$[?@.a!='b']",
    "$[?@.a <= -0.5e+10 && 1 >= @['b'][0]]",
    "$[?@.a == true || !(@.b == null && $.c < \"d\")]",
    "$[?@..*]",
    "$[?@[?@.a > 1]]",
    "$[?(((@.a)))]",
    // Functions.
    "$[?length(@.a) == 3]",
    "$[?count(@.*) == 1]",
    "$[?match(@.date, '1974-05-..')]",
    "$[?f()]",
    "$[?value(@..a) == f(g( @.b , 1 ), true)]",
];

/// Invalid texts, with the offset of the first wrong byte.
const OTHERS: &[(&str, usize)] = &[
    ("", 0),
    (" $", 0),
    ("a", 0),
    ("@", 0),
    // White space at the end, or within a shorthand.
    ("$ ", 2),
    ("$. a", 2),
    ("$.a b", 4),
    ("$.", 2),
    ("$...a", 3),
    ("$..", 3),
    // Names that need quotes, and quotes that do not match.
    ("$.1", 2),
    ("$.a-b", 3),
    ("$['a\"]", 6),
    ("$[a]", 2),
    ("$['\\'']x", 7),
    // Escapes: of the other quote, of a letter without a meaning, of half a pair.
    ("$['\\\"']", 4),
    ("$['\\a']", 4),
    ("$['\\uD83D']", 9),
    ("$['\\uDE00']", 6),
    ("$['\u{1F}']", 3),
    // Integers.
    ("$[01]", 3),
    ("$[-0]", 3),
    ("$[1.0]", 3),
    ("$[+1]", 2),
    // Lists.
    ("$[]", 2),
    ("$[1,]", 4),
    ("$[1 2]", 4),
    ("$[1:2:3:4]", 7),
    // Filters.
    ("$[?]", 3),
    ("$[?true]", 7),
    ("$[?@.a = 1]", 8),
    ("$[?@.a == 1 == 2]", 12),
    ("$[?@.a & @.b]", 8),
    ("$[?!@.a == 1]", 8),
    ("$[?@.* == 1]", 7),
    ("$[?@[0:1] == 1]", 10),
    ("$[?@.a == [1]]", 10),
    ("$[?@.a == -]", 11),
    ("$[?(@.a]", 7),
    // Functions: names are in lower case, and no space precedes the parenthesis.
    ("$[?Length(@)]", 3),
    ("$[?length (@)]", 9),
    ("$[?f(,)]", 5),
    ("$[?f(1,)]", 7),
];

#[test]
fn queries() {
    for query in QUERIES {
        assert_eq!(
            Query::parse(query).map_err(|it| it.to_string()).map(|it| it.as_str()),
            Ok(*query)
        );
    }
}

#[test]
fn texts_that_are_not_queries() {
    for &(text, offset) in OTHERS {
        let found = Query::parse(text).map(|_| ()).map_err(|it| it.offset());
        assert_eq!(found, Err(offset), "{text}");
    }
}

#[test]
fn a_node_has_one_normalized_path() {
    for path in ["$", "$['a'][0]", "$['it\\'s']", "$['\"']", "$['\\n']", "$['\\u000b']"] {
        assert!(NormalizedPath::is_match(path) && Query::is_match(path), "{path}");
    }
    let others = [
        "$.a",
        "$[\"a\"]",
        "$[-1]",
        "$['\\\"']",
        "$['\\u000a']",
        "$['\\u000B']",
        "$[0, 1]",
        "$[ 0]",
    ];
    for path in others {
        assert!(!NormalizedPath::is_match(path), "{path}");
    }
}

#[test]
fn depth_takes_a_stack() {
    let deep = ["$".to_owned(), "[?@".repeat(400), "]".repeat(400)].concat();
    assert!(Query::parse(&deep).unwrap_err().is_too_deep());
    assert!(Query::parse_with_stack(&deep, &mut [0; 400]).is_ok());
}
