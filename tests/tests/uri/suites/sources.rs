//! Reads tables out of source code in Rust and C++: string literals, words and brackets, without
//! the grammar of either language.

/// A token, or a pair of brackets with the tokens between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// The value of a string literal, or of adjacent ones.
    Text(String),
    /// An identifier or a number.
    Word(String),
    /// The opening bracket, and the contents.
    Group(char, Vec<Self>),
    /// Any other character.
    Mark(char),
}
use Tree::{Group, Mark, Text, Word};

impl Tree {
    pub(super) fn text(&self) -> Option<&str> {
        if let Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn group(&self) -> Option<&[Self]> {
        if let Group(_, trees) = self { Some(trees) } else { None }
    }
}

/// The tokens of a source file without its comments.
pub(super) fn trees(source: &str) -> Vec<Tree> {
    let mut rest = source;
    let mut open = vec![('\0', Vec::new())];
    while let Some(first) = rest.chars().next() {
        let innermost = open.last_mut().expect("the file itself");
        match first {
            '/' if rest.starts_with("//") => rest = rest.split_once('\n').map_or("", |it| it.1),
            '/' if rest.starts_with("/*") => rest = rest.split_once("*/").map_or("", |it| it.1),
            '"' => {
                let text = literal(&mut rest);
                match innermost.1.last_mut() {
                    Some(Text(before)) => before.push_str(&text),
                    _ => innermost.1.push(Text(text)),
                }
            }
            '\'' => rest = after_character(rest),
            '(' | '[' | '{' => {
                open.push((first, Vec::new()));
                rest = &rest[1..];
            }
            ')' | ']' | '}' => {
                let (bracket, inside) = open.pop().expect("an open bracket");
                open.last_mut().expect("the file itself").1.push(Group(bracket, inside));
                rest = &rest[1..];
            }
            _ if is_of_word(first) => {
                let end = rest.find(|next| !is_of_word(next)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                // A string of wide characters, in C++.
                if !(word == "L" && after.starts_with('"')) {
                    innermost.1.push(Word(word.to_owned()));
                }
                rest = after;
            }
            _ => {
                if !first.is_whitespace() {
                    innermost.1.push(Mark(first));
                }
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    open.pop().expect("the file itself").1
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Takes a string literal from the front of a text; returns its value.
fn literal(rest: &mut &str) -> String {
    let mut value = String::new();
    let mut characters = rest[1..].chars();
    while let Some(next) = characters.next() {
        match next {
            '"' => break,
            '\\' => match characters.next().expect("an escape") {
                'n' => value.push('\n'),
                'r' => value.push('\r'),
                't' => value.push('\t'),
                '0' => value.push('\0'),
                'x' => value.push(hexadecimal(&characters.by_ref().take(2).collect::<String>())),
                'u' => {
                    let digits = characters.by_ref().skip(1).take_while(|&next| next != '}');
                    value.push(hexadecimal(&digits.collect::<String>()));
                }
                '\n' => characters = characters.as_str().trim_start().chars(),
                other => value.push(other),
            },
            other => value.push(other),
        }
    }
    *rest = characters.as_str();
    value
}

fn hexadecimal(digits: &str) -> char {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a character")
}

/// The text after a character literal, or after the apostrophe of a lifetime.
fn after_character(text: &str) -> &str {
    let mut characters = text[1..].chars();
    match characters.next() {
        Some('\\') => {
            characters.next();
            characters.as_str().split_once('\'').map_or("", |it| it.1)
        }
        _ if characters.as_str().starts_with('\'') => &characters.as_str()[1..],
        _ => &text[1..],
    }
}

/// The body of a function, or of a test of googletest: `TEST(suite, function)`.
#[track_caller]
pub(super) fn body<'t>(trees: &'t [Tree], function: &str) -> &'t [Tree] {
    let is_name = |tree: &Tree| matches!(tree, Word(other) if other == function);
    let is_head = |tree: &Tree| match tree {
        Group('(', inside) => inside.iter().any(is_name),
        other => is_name(other),
    };
    let find = |trees: &'t [Tree]| {
        let head = trees.iter().position(is_head)?;
        trees[head..].iter().find_map(|tree| match tree {
            Group('{', inside) => Some(&inside[..]),
            _ => None,
        })
    };
    find(trees).unwrap_or_else(|| panic!("no function {function}"))
}

/// The contents of the first brackets in the value of a variable.
#[track_caller]
pub(super) fn value<'t>(trees: &'t [Tree], variable: &str) -> &'t [Tree] {
    fn find<'t>(trees: &'t [Tree], variable: &str) -> Option<&'t [Tree]> {
        let is_name = |tree: &Tree| matches!(tree, Word(other) if other == variable);
        let here = trees.iter().position(is_name).and_then(|name| {
            let sign = trees[name..].iter().position(|tree| *tree == Mark('='))?;
            trees[name + sign..].iter().find_map(Tree::group)
        });
        here.or_else(|| trees.iter().filter_map(Tree::group).find_map(|it| find(it, variable)))
    }
    find(trees, variable).unwrap_or_else(|| panic!("no variable {variable}"))
}

/// The arguments of all calls of a function, in order.
pub(super) fn calls<'t>(trees: &'t [Tree], function: &str) -> Vec<&'t [Tree]> {
    let mut found = Vec::new();
    for (at, tree) in trees.iter().enumerate() {
        if let Group(bracket, inside) = tree {
            let is_call = *bracket == '(' && 0 < at;
            if is_call && matches!(&trees[at - 1], Word(name) if name == function) {
                found.push(&inside[..]);
            }
            found.extend(calls(inside, function));
        }
    }
    found
}

/// The string literals between brackets, without those in inner brackets.
pub(super) fn texts(trees: &[Tree]) -> Vec<&str> {
    trees.iter().filter_map(Tree::text).collect()
}

/// The texts of each row of a table.
pub(super) fn rows(trees: &[Tree]) -> Vec<Vec<&str>> {
    trees.iter().filter_map(Tree::group).map(texts).collect()
}

/// The value of a field, in braces: the tree after `name:`.
pub(super) fn field<'t>(trees: &'t [Tree], name: &str) -> Option<&'t Tree> {
    let is_name = |tree: &Tree| matches!(tree, Word(other) if other == name);
    trees[trees.iter().position(is_name)?..].iter().find(|tree| matches!(tree, Text(_) | Group(..)))
}

#[test]
fn literals_and_brackets() {
    let source = r#"
        // "a comment"
        fn f<'a>(x: &'a str) { let examples = [("a\\\"", "b\u{e9}" /* "c" */), ("\x41\
            b", L"c" L"d", '"', '\'')]; g("e", h("f")); }
    "#;
    let trees = trees(source);
    let body = body(&trees, "f");
    assert_eq!(rows(value(body, "examples")), [["a\\\"", "b\u{e9}"], ["Ab", "cd"]]);
    let arguments = calls(&trees, "g");
    assert_eq!(arguments.iter().map(|it| texts(it)).collect::<Vec<_>>(), [["e"]]);
    assert_eq!(calls(&trees, "h").len(), 1);
    assert_eq!(field(&arguments[0][1..], "h").and_then(Tree::group).map(texts), Some(vec!["f"]));
}
