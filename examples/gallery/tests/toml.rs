//! Each construct of TOML, in documents that match and in documents that do not.

#[cfg(feature = "alloc")]
use gallery::toml::values;
use gallery::toml::{Document, Key, KeyValue, TomlStringKind, Value};

/// Documents by sections of the specification.
const DOCUMENTS: &[&str] = &[
    // Nothing, and comments.
    "",
    "\n\r\n \t\n",
    "# a comment",
    "a = 1 # a comment\t\u{E9}",
    // Keys.
    "bare-key_1 = 1",
    "1234 = 1",
    "\"quoted key\" = 1",
    "'it is \"literal\"' = 1",
    "\"\" = 1",
    "a.b.\"c.d\" = 1",
    "a . b = 1",
    "a=1",
    "3.14159 = 'pi'",
    // Basic strings.
    "a = \"\"",
    "a = \"\\b\\t\\n\\f\\r\\\"\\\\ \\u00E9 \\U0001F600\"",
    "a = \"\t tab, and 'quotes'\"",
    "a = \"\"\"\nRoses are red\nViolets are blue\"\"\"",
    "a = \"\"\"one \\\n   line\"\"\"",
    "a = \"\"\"one \\  \n\n   line\"\"\"",
    "a = \"\"\"two quotes \"\" and \\\"\"\"\"",
    "a = \"\"\"\"\"\"",
    "a = \"\"\"\"one quote at each end\"\"\"\"",
    "a = \"\"\"\"\"two quotes at each end\"\"\"\"\"",
    // Literal strings.
    "a = ''",
    "a = 'C:\\Users\\guest'",
    "a = '''\nfirst\r\n'second' ''third'''",
    "a = '''''two quotes at each end'''''",
    // Integers.
    "a = 0",
    "a = +99",
    "a = -0",
    "a = 1_000",
    "a = 0xDEAD_beef",
    "a = 0o0755",
    "a = 0b1101_0110",
    "a = -9_223_372_036_854_775_808",
    "a = 0x7fff_ffff_ffff_ffff",
    // Floats.
    "a = +1.0",
    "a = -0.01",
    "a = 5e+22",
    "a = 1e06",
    "a = 6.626e-34",
    "a = 224_617.445_991_228",
    "a = 99999999999999999999.0",
    "a = inf",
    "a = -nan",
    // Booleans.
    "a = true",
    "a = false",
    // Dates and times.
    "a = 1979-05-27T07:32:00Z",
    "a = 1979-05-27 07:32:00.999999-07:00",
    "a = 1979-05-27t07:32:00z",
    "a = 1979-05-27T07:32:00.5",
    "a = 1979-05-27",
    "a = 07:32:00",
    // Arrays.
    "a = []",
    "a = [ 1, 'b', [true, []], { c = 1 } ]",
    "a = [\n  1, # one\n  2, # two\n\n]",
    "a = [1,]",
    // Tables.
    "[a]",
    "[a.b . \"c\"] # a comment",
    "[ a ]\nb = 1\n[a.c]",
    // Inline tables.
    "a = {}",
    "a = { x = 1, y.z = 2 }",
    "a = {b = {c = [\n1\n]}}",
    // Arrays of tables.
    "[[a]]\nb = 1\n[[a]]\n[a.c]\n[[ a . d ]]",
    // Errors that the grammar does not exclude: a duplicate key and an invalid month.
    "a = 1\na = 2",
    "a = 2023-13-40",
];

/// Invalid texts, with the offset of the first wrong byte.
const OTHERS: &[(&str, usize)] = &[
    // Control characters, and a carriage return alone.
    ("# \0", 2),
    ("# \x7F", 2),
    ("a = 1\rb = 2", 6),
    ("\u{FEFF}a = 1", 0),
    // Keys and values are on one line, one pair on a line.
    ("a", 1),
    ("a =", 3),
    ("a =\n1", 3),
    ("= 1", 0),
    ("a = 1 b = 2", 6),
    ("a.b. = 1", 5),
    (".a = 1", 0),
    ("a b = 1", 2),
    ("é = 1", 0),
    ("\"\"\"a\"\"\" = 1", 2),
    ("a = b", 4),
    // Strings.
    ("a = \"one\ntwo\"", 8),
    ("a = \"\\a\"", 6),
    ("a = \"\\e\"", 6),
    ("a = \"\\x41\"", 6),
    ("a = \"\\u00e\"", 10),
    ("a = \"\\uD800\"", 8),
    ("a = \"\\U00110000\"", 10),
    ("a = \"", 5),
    ("a = 'it's'", 8),
    ("a = 'one\ntwo'", 8),
    ("a = \"\"\"six \"\"\"\"\"\"", 16),
    ("a = \"\"\"no \\ escape\"\"\"", 12),
    ("a = '''six ''''''", 16),
    // Integers. A leading zero could be that of a year or an hour.
    ("a = 01", 6),
    // Numbers that 64 bits do not hold, unless they are floats.
    ("a = 99999999999999999999", 24),
    ("a = 0x8000000000000000", 21),
    ("a = +0x1", 6),
    ("a = 0X1", 5),
    ("a = 1_", 6),
    ("a = _1", 4),
    ("a = 1__0", 6),
    ("a = 0b2", 6),
    ("a = 0o8", 6),
    // Floats.
    ("a = .7", 4),
    ("a = 7.", 6),
    ("a = 3.e+20", 6),
    ("a = 03.14", 6),
    ("a = Inf", 4),
    ("a = infinity", 7),
    // Booleans.
    ("a = True", 4),
    ("a = tru", 7),
    // Dates and times. Seconds may be left out in later versions.
    ("a = 1979-5-27", 10),
    ("a = 1979-05-27T07:32", 20),
    ("a = 07:32", 9),
    ("a = 07:32:00Z", 12),
    ("a = 1979-05-27  07:32:00", 16),
    ("a = 1979-05-27T07:32:00+0100", 26),
    // Arrays.
    ("a = [1 2]", 7),
    ("a = [,]", 5),
    ("a = [1,,2]", 7),
    ("a = [1", 6),
    ("a = [1 # one]", 13),
    // Tables.
    ("[]", 1),
    ("[a", 2),
    ("[a] b = 1", 4),
    ("[a.]", 3),
    ("[a]]", 3),
    ("[a\n]", 2),
    // Inline tables: one line, no trailing comma. Later versions allow both.
    ("a = {x = 1,}", 11),
    ("a = {\nx = 1}", 5),
    ("a = {x = 1 y = 2}", 11),
    ("a = {x}", 6),
    ("a = [{x = 1]", 11),
    // Arrays of tables.
    ("[[a]", 4),
    ("[ [a]]", 2),
    ("[[a] ]", 4),
];

#[test]
fn documents() {
    for document in DOCUMENTS {
        let found = Document::parse(document).map(|it| it.as_str()).map_err(|it| it.to_string());
        assert_eq!(found, Ok(*document));
    }
    let whole = DOCUMENTS.join("\n");
    assert!(Document::is_match(&whole));
    assert!(Document::is_match(&whole.replace("\r\n", "\n").replace('\n', "\r\n")));
}

#[test]
fn texts_that_are_not_documents() {
    for &(text, offset) in OTHERS {
        let found = Document::parse(text).map(|_| ()).map_err(|it| it.offset());
        assert_eq!(found, Err(offset), "{text}");
    }
}

#[test]
fn a_line_of_a_file() {
    let line = KeyValue::longest_prefix("site.\"a b\" = [1, 2] # a comment").unwrap();
    assert_eq!(line.as_str(), "site.\"a b\" = [1, 2]");
    let key = Key::longest_prefix(line.as_str()).unwrap();
    assert!(key.names().eq(["site", "\"a b\""]));
    assert!(Value::is_match(line.as_str()[key.as_str().len()..].trim_start_matches([' ', '='])));
}

#[test]
#[cfg(feature = "alloc")]
fn numbers_with_underscores_are_written_with_them() {
    let float = Value::parse("2_24.61_7e0").unwrap().try_to_value().unwrap();
    assert!(
        matches!(&float, values::Value::Float(values::Float::GroupedFloat(it)) if it == "224.617e0")
    );
    assert_eq!(float.to_text().unwrap().as_str(), "224.61_7e0");
    let integer = Value::parse("1_000").unwrap().try_to_value().unwrap();
    assert_eq!(integer.to_text().unwrap().as_str(), "1000");
}

#[test]
fn strings_have_a_kind() {
    let kind = |text| gallery::toml::TomlString::parse(text).unwrap().kind();
    assert!(matches!(kind("\"\"\"\"\"\""), TomlStringKind::MultiLineBasicString(_)));
    assert!(matches!(kind("\"\""), TomlStringKind::BasicString(_)));
    assert!(matches!(kind("''''a'''"), TomlStringKind::MultiLineLiteralString(_)));
}

#[test]
fn depth_takes_a_stack() {
    let deep = ["a=".to_owned(), "[".repeat(300), "]".repeat(300)].concat();
    assert!(Document::parse(&deep).unwrap_err().is_too_deep());
    assert!(Document::parse_with_stack(&deep, &mut [0; 300]).is_ok());
}
