//! Grammars of ANTLR 4, which Grammarinator reads too. Tokens are disjoint sets of characters, so the lexer
//! has no choice, and the parser decides everything.

use super::atoms::Atoms;
use abnfc::grammar::ValueSet;
use std::fmt::Write as _;

/// Names that are reserved in ANTLR, or in languages for which it generates parsers.
pub(super) const TAKEN: &[&str] = &[
    "start",
    "abstract",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "channels",
    "char",
    "class",
    "const",
    "context",
    "continue",
    "def",
    "default",
    "del",
    "delete",
    "do",
    "double",
    "elif",
    "else",
    "enum",
    "eof",
    "error",
    "except",
    "exec",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "fragment",
    "from",
    "func",
    "function",
    "global",
    "go",
    "goto",
    "grammar",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "int",
    "interface",
    "is",
    "lambda",
    "let",
    "lexer",
    "literal",
    "locals",
    "long",
    "mode",
    "module",
    "more",
    "namespace",
    "native",
    "new",
    "none",
    "nonlocal",
    "not",
    "null",
    "options",
    "or",
    "package",
    "parser",
    "parserrule",
    "pass",
    "pop",
    "popmode",
    "print",
    "private",
    "protected",
    "public",
    "pushmode",
    "raise",
    "return",
    "returns",
    "rule",
    "self",
    "short",
    "skip",
    "state",
    "static",
    "strictfp",
    "string",
    "struct",
    "super",
    "switch",
    "synchronized",
    "template",
    "this",
    "throw",
    "throws",
    "tokens",
    "transient",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "using",
    "var",
    "virtual",
    "void",
    "volatile",
    "while",
    "with",
    "yield",
];

/// Returns the grammar and its name.
pub(super) fn grammar<'a>(
    start: &str,
    rules: impl Iterator<Item = (&'a str, &'a str)>,
    atoms: &Atoms,
) -> (String, String) {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let name: String = start.split('_').filter(|it| !it.is_empty()).map(capital).collect();
    let mut text = format!("grammar {name};\nstart : {start} EOF ;\n");
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        text.write_fmt(arguments).expect("writing to a string cannot fail");
    };
    for (name, definition) in rules {
        line(format_args!("{name} : {definition} ;\n"));
    }
    for (index, atom) in atoms.0.iter().enumerate() {
        line(format_args!("{} : {} ;\n", token(index), set(atom)));
    }
    // Without this token, ANTLR would skip other characters.
    line(format_args!("OTHER : . ;\n"));
    (text, name)
}

/// Returns the name of the token of an atom.
pub(super) fn token(index: usize) -> String {
    format!("T{index}")
}

fn set(set: &ValueSet) -> String {
    let ranges = set.ranges().iter().map(|&(low, high)| match high - low {
        0 => value(low),
        1 => value(low) + &value(high),
        _ => format!("{}-{}", value(low), value(high)),
    });
    format!("[{}]", ranges.collect::<String>())
}

fn value(value: u32) -> String {
    match char::from_u32(value) {
        Some(c) if c.is_ascii_alphanumeric() => c.to_string(),
        _ if value <= 0xFFFF => format!("\\u{value:04X}"),
        _ => format!("\\u{{{value:X}}}"),
    }
}
