//! The layout of declarations: invocations of macros with braces, which Rust formatters leave
//! unchanged.
//!
//! A declaration is a list of entries. An entry begins on a line of its own and ends with a
//! semicolon or a block in braces. The rest of an entry that does not fit into its line continues
//! in the next one, indented once more.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The greatest width of a line in columns.
const WIDTH: usize = 100;

/// The greatest width of a group that is not broken.
const MAX_TOGETHER: usize = 40;

/// The columns by which a block and the rest of an entry are indented.
const INDENT: usize = 4;

/// Returns the text of a macro's invocation. `None` unless it has braces.
pub(super) fn declaration(item: &syn::ItemMacro) -> Option<String> {
    let is_declaration =
        matches!(item.mac.delimiter, syn::MacroDelimiter::Brace(_)) && item.ident.is_none();
    is_declaration.then(|| {
        let mut text = head(item);
        entries(&item.mac.tokens, INDENT, &mut text);
        text.push_str("}\n");
        text
    })
}

/// The attributes and the path, up to the brace.
fn head(item: &syn::ItemMacro) -> String {
    let mut item = item.clone();
    item.mac.tokens = TokenStream::new();
    let items = vec![syn::Item::Macro(item)];
    let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items };
    let text = prettyplease::unparse(&file);
    text.trim_end().trim_end_matches('}').to_owned() + "\n"
}

/// Writes the entries of a block.
fn entries(tokens: &TokenStream, indent: usize, text: &mut String) {
    let mut entry = Entry::default();
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' && entry.words.is_empty() => {
                if let Some(TokenTree::Group(attribute)) = tokens.next() {
                    text.push_str(&" ".repeat(indent));
                    text.push_str(&written_attribute(&attribute.stream()));
                    text.push('\n');
                }
            }
            TokenTree::Group(block) if block.delimiter() == Delimiter::Brace => {
                entry.push("{");
                if block.stream().is_empty() {
                    entry.glue("}");
                    entry.write(indent, text);
                } else {
                    entry.write(indent, text);
                    entries(&block.stream(), indent + INDENT, text);
                    entry.push("}");
                    entry.write(indent, text);
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                entry.glue(";");
                entry.write(indent, text);
            }
            token => entry.token(token),
        }
    }
    entry.write(indent, text);
}

/// An attribute, or a line of documentation.
fn written_attribute(attribute: &TokenStream) -> String {
    match syn::parse2::<syn::Meta>(attribute.clone()) {
        Ok(syn::Meta::NameValue(meta)) if meta.path.is_ident("doc") => match meta.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. }) => {
                format!("///{}", line.value())
            }
            _ => format!("#[{}]", joined(attribute)),
        },
        _ => format!("#[{}]", joined(attribute)),
    }
}

/// Writes tokens as in an attribute.
fn joined(tokens: &TokenStream) -> String {
    let words = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => format!("({})", joined(&group.stream())),
        TokenTree::Punct(punct) if punct.as_char() == '=' => " = ".to_owned(),
        TokenTree::Punct(punct) if punct.as_char() == ',' => ", ".to_owned(),
        token => token.to_string(),
    });
    words.collect()
}

/// The words of an entry, between which lines can break.
#[derive(Default)]
struct Entry {
    words: Vec<String>,
    /// Whether the next token belongs to the last word.
    is_open: bool,
}

impl Entry {
    fn token(&mut self, token: TokenTree) {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                let mut inside = Self::default();
                group.stream().into_iter().for_each(|token| inside.token(token));
                // The arguments of a method.
                let last = self.words.last().and_then(|word| word.rsplit_once('.'));
                if last.is_some_and(|(_, name)| name.starts_with(char::is_alphabetic)) {
                    self.is_open = true;
                }
                let length = inside.words.iter().map(|word| word.len() + 1).sum::<usize>();
                // Short groups stay on one line.
                if length <= MAX_TOGETHER {
                    self.push(&[open, &inside.words.join(" "), close].concat());
                } else {
                    self.push(open);
                    self.is_open = true;
                    inside.words.iter().for_each(|word| self.push(word));
                    self.glue(close);
                }
            }
            TokenTree::Punct(punct) => {
                let mark = punct.as_char().to_string();
                match mark.as_str() {
                    "," | ";" | "?" => self.glue(&mark),
                    // The path after the colon of a name.
                    ":" if punct.spacing() == Spacing::Joint
                        && !self.is_open
                        && self.ends_with(":") =>
                    {
                        self.push(&mark);
                        self.is_open = true;
                    }
                    // Paths, ranges and the colon after a name.
                    ":" | "." => {
                        let is_path = self.ends_with(":");
                        self.glue(&mark);
                        self.is_open = mark == "." || is_path || punct.spacing() == Spacing::Joint;
                    }
                    // Generic arguments of types.
                    "<" => {
                        self.glue(&mark);
                        self.is_open = true;
                    }
                    ">" if self.words.last().is_some_and(|word| word.contains('<')) => {
                        self.glue(&mark);
                    }
                    "\'" => {
                        self.push(&mark);
                        self.is_open = true;
                    }
                    "=" if self.ends_with("..") => {
                        self.glue(&mark);
                        self.is_open = true;
                    }
                    _ => {
                        self.push(&mark);
                        self.is_open = punct.spacing() == Spacing::Joint;
                    }
                }
            }
            token => self.push(&token.to_string()),
        }
    }

    fn ends_with(&self, end: &str) -> bool {
        self.words.last().is_some_and(|word| word.ends_with(end))
    }

    /// Adds a word.
    fn push(&mut self, word: &str) {
        if self.is_open {
            self.glue(word);
        } else {
            self.words.push(word.to_owned());
        }
        self.is_open = false;
    }

    /// Adds to the last word.
    fn glue(&mut self, more: &str) {
        match self.words.last_mut() {
            Some(word) => word.push_str(more),
            None => self.words.push(more.to_owned()),
        }
        self.is_open = false;
    }

    /// Writes the entry, and begins a new one.
    fn write(&mut self, indent: usize, text: &mut String) {
        let mut column = 0;
        for word in self.words.drain(..) {
            if column == 0 {
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else if WIDTH < column + 1 + word.len() {
                text.push('\n');
                text.push_str(&" ".repeat(indent + INDENT));
                column = indent + INDENT;
            } else {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += word.len();
        }
        if column != 0 {
            text.push('\n');
        }
        self.is_open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(tokens: &str, expected: &Expect) {
        let item: syn::ItemMacro = syn::parse_str(tokens).expect("an invocation");
        expected.assert_eq(&declaration(&item).expect("it has braces"));
    }

    #[test]
    fn entries_and_blocks() {
        check(
            "a::b!{t::T,3;0 skip Run1 end[4=5,here 1]{1|4..=6=>2[none 3];7=>8;}9{}c:set 0,d(b'-' 1);}",
            &expect![[r"
                a::b! {
                    t::T, 3;
                    0 skip Run1 end [4 = 5, here 1] {
                        1 | 4..=6 => 2 [none 3];
                        7 => 8;
                    }
                    9 {}
                    c: set 0, d (b'-' 1);
                }
            "]],
        );
    }

    #[test]
    fn types_and_calls() {
        check(
            "a!{[const]A<'a>;b:Option<B<'a>> =[B if 0,[1+2]to end,by c[c.at(5),c.all([1,2])]];d:E=[of b?];f: ::g::H=[H];}",
            &expect![[r"
                a! {
                    [const] A<'a>;
                    b: Option<B<'a>> = [B if 0, [1 + 2] to end, by c [c.at(5), c.all([1, 2])]];
                    d: E = [of b?];
                    f: ::g::H = [H];
                }
            "]],
        );
    }

    #[test]
    fn long_entries() {
        let list = ["b'x'"; 30].join(", ");
        check(
            &format!("a! {{ r has [{list}]; }}"),
            &expect![[r"
                a! {
                    r has [b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x',
                        b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x', b'x'];
                }
            "]],
        );
    }
}
