//! Parses the pieces of a rule into a tree: the grammar of RFC 5234 section 4, with an explicit
//! stack instead of recursion.
//!
//! Unreadable elements become [`Node::Error`], and reading continues after them. If a
//! piece has been reported, errors about the order of pieces are not: most of them would be
//! consequences.
// Long because the parser is one loop over an explicit stack.

use super::numbers::{self, Values};
use super::pieces::Piece;
use super::sink::{NONE, Sink};
use super::spelling::{Checked, name_length};
use super::{Definition, ListForm, Name, Node, Repeat};
use crate::diagnostic::{Code, Hint, Span};
use crate::limits::{LimitName, Limits};
use crate::text::source::Source;
use crate::text::tokens::Kind;

/// `name =`
pub(super) struct Head<'a> {
    pub(super) name: &'a Piece,
    pub(super) definition: Definition,
}

/// Returns whether the name of the rule is recognisable before the pieces are checked. Otherwise,
/// an error in them concerns the whole grammar: any rule may lack an alternative.
pub(super) fn is_named(pieces: &[Piece], source: &Source) -> bool {
    let Some(name) = pieces.first() else { return false };
    // The name may contain a character that ABNF forbids.
    let end = name.start() + name_length(&source.text[name.start()..]);
    let Some(sign) = pieces.iter().find(|piece| end <= piece.start()) else { return false };
    let is_sign = definition(sign).is_some() || sign.kind() == Kind::ColonEquals;
    is_sign && is_name(name)
}

/// Reads the first two pieces, and reports errors in them.
pub(super) fn head<'a>(
    checked: &'a Checked,
    source: &Source,
    sink: &mut Sink<'_>,
) -> Option<Head<'a>> {
    let pieces = &checked.pieces;
    let name = pieces.first()?;
    let at = pieces.iter().position(|piece| definition(piece).is_some());
    if is_name(name) && at == Some(1) {
        return Some(Head { name, definition: definition(&pieces[1])? });
    }
    if checked.is_flawed {
        return None;
    }
    let (message, hint) = match (name.kind(), at) {
        (Kind::Prose, Some(1)) => (
            "the name of a rule is in angle brackets",
            format!("write `{}`", name.text(source).trim_matches(['<', '>'])),
        ),
        (Kind::Repeat, Some(2)) if !name.text(source).contains('*') => (
            "a rulename begins with a letter",
            format!(
                "put a letter before it, here and in all uses of the rule: there, `{0}{1}` repeats `{1}`",
                name.text(source),
                pieces[1].text(source)
            ),
        ),
        _ => (
            "expected a rulename and `=`",
            "a rulename is a letter and then letters, digits and hyphens".to_owned(),
        ),
    };
    sink.error(Code::BadRulename, message, name.range(), "", [hint]);
    None
}

fn is_name(piece: &Piece) -> bool {
    matches!(piece.kind(), Kind::Name | Kind::FoldedName | Kind::BracketName)
}

fn definition(piece: &Piece) -> Option<Definition> {
    match piece.kind() {
        Kind::Equals => Some(Definition::Basic),
        Kind::EqualsSlash => Some(Definition::Incremental),
        _ => None,
    }
}

/// The kind of the previous piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// `=`, `/` or an opening bracket: an element must follow.
    Operator,
    /// A repeat: its element must follow directly.
    Repeat,
    /// An element.
    Element,
}

/// The state of a group, an option or the whole rule.
struct Open<'a> {
    /// The bracket that opened it; `None` for the rule.
    bracket: Option<&'a Piece>,
    /// The repeat before the bracket.
    repeat: Option<Prefix>,
    alternatives: Vec<Node>,
    sequence: Vec<Node>,
}

/// A repeat or a list without its element.
#[derive(Clone, Copy)]
enum Prefix {
    Repeat(Repeat),
    List(Repeat, ListForm),
    Error(Span),
}

struct Parser<'a, 'b> {
    source: &'a Source,
    limits: &'a Limits,
    sink: &'a mut Sink<'b>,
    is_flawed: bool,
    open: Vec<Open<'a>>,
    pending: Option<Prefix>,
    before: Before,
    warned: bool,
}

/// The definition of a rule.
pub(super) fn elements(
    checked: &Checked,
    source: &Source,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> Node {
    let rule = Open { bracket: None, repeat: None, alternatives: Vec::new(), sequence: Vec::new() };
    let mut parser = Parser {
        source,
        limits,
        sink,
        is_flawed: checked.is_flawed,
        open: vec![rule],
        pending: None,
        before: Before::Operator,
        warned: false,
    };
    let pieces = &checked.pieces;
    let last = pieces.last().expect("a rule has a head");
    for (previous, piece) in pieces[1..].iter().zip(&pieces[2..]) {
        if !parser.piece(previous, piece) {
            parser.element(Node::Error { span: piece.span(source).to(last.span(source)) });
            return parser.unwind();
        }
    }
    parser.end(last)
}

impl<'a> Parser<'a, '_> {
    /// Reads the next piece. Returns `false` if reading should stop.
    fn piece(&mut self, previous: &Piece, piece: &'a Piece) -> bool {
        match piece.kind() {
            Kind::Equals | Kind::EqualsSlash => {
                let message = format!("`{}` is not allowed here", piece.text(self.source));
                let hint = unexpected_equals(previous.kind());
                self.error(Code::UnexpectedEquals, message, piece.range(), "", [hint]);
                // Probably the name of another rule.
                let sequence = &mut self.innermost().sequence;
                sequence.pop_if(|node| matches!(node, Node::Rulename(_)));
                return false;
            }
            Kind::Slash => {
                self.require_element(previous, piece);
                self.end_alternative();
                self.before = Before::Operator;
            }
            Kind::GroupClose | Kind::OptionClose => {
                self.require_element(previous, piece);
                self.close(piece);
                self.before = Before::Element;
            }
            kind => {
                let is_repeat = kind == Kind::Repeat || kind.is_list();
                let is_apart = self.before == Before::Repeat && (is_repeat || piece.spaced);
                if is_apart {
                    self.require_element(previous, piece);
                } else if self.before == Before::Element && !piece.spaced {
                    self.unspaced(previous, piece);
                }
                if is_repeat {
                    self.pending = Some(self.prefix(piece));
                    self.before = Before::Repeat;
                } else if matches!(kind, Kind::GroupOpen | Kind::OptionOpen) {
                    if self.limits.nesting < self.open.len() {
                        self.too_deep(piece);
                        return false;
                    }
                    let repeat = self.pending.take();
                    self.open.push(Open {
                        bracket: Some(piece),
                        repeat,
                        alternatives: Vec::new(),
                        sequence: Vec::new(),
                    });
                    self.before = Before::Operator;
                } else {
                    let leaf = self.leaf(piece);
                    self.element(leaf);
                }
            }
        }
        true
    }

    fn leaf(&self, piece: &Piece) -> Node {
        let text = piece.text(self.source);
        let span = piece.span(self.source);
        match piece.kind() {
            Kind::Name | Kind::FoldedName | Kind::BracketName => {
                let text = piece.token.in_abnf(&self.source.text).into_owned();
                Node::Rulename(Name { text, span: piece.name_span(self.source) })
            }
            Kind::Text => {
                let case_sensitive = text.starts_with("%s") || text.starts_with("%S");
                let value = text.trim_start_matches(|c| c != '"').trim_matches('"').to_owned();
                Node::Text { value, case_sensitive, span }
            }
            Kind::BareSlash => Node::Text { value: "/".to_owned(), case_sensitive: false, span },
            Kind::QuoteMark => Node::Values { values: vec![0x22], span },
            Kind::Prose | Kind::Words => {
                let text = piece.token.in_abnf(&self.source.text);
                Node::Prose { text: text[1..text.len() - 1].to_owned(), span }
            }
            Kind::Number => match numbers::values(text) {
                Ok(Values::Range(low, high)) => Node::Range { low, high, span },
                Ok(Values::Sequence(values)) => Node::Values { values, span },
                Err(_) => Node::Error { span },
            },
            _ => Node::Error { span },
        }
    }

    fn prefix(&self, piece: &Piece) -> Prefix {
        let span = piece.span(self.source);
        let Some((min, max)) = numbers::count(piece.kind(), piece.text(self.source)) else {
            return Prefix::Error(span);
        };
        let repeat = Repeat { min, max, span };
        match piece.kind() {
            Kind::Repeat => Prefix::Repeat(repeat),
            Kind::StrictList => Prefix::List(repeat, ListForm::Sender),
            Kind::LenientList => Prefix::List(repeat, ListForm::Recipient),
            _ => Prefix::List(repeat, ListForm::Linear),
        }
    }

    /// Adds an element, with the pending repeat.
    fn element(&mut self, node: Node) {
        let node = match self.pending.take() {
            None => node,
            Some(prefix) => repeated(prefix, node),
        };
        self.innermost().sequence.push(node);
        self.before = Before::Element;
    }

    fn innermost(&mut self) -> &mut Open<'a> {
        self.open.last_mut().expect("the rule itself stays open")
    }

    fn end_alternative(&mut self) {
        let open = self.innermost();
        let sequence = std::mem::take(&mut open.sequence);
        open.alternatives.push(one_or(sequence, Node::Concatenation));
    }

    /// Closes the innermost group or option.
    fn close_innermost(&mut self) {
        self.end_alternative();
        let Some(open) = self.open.pop() else { return };
        let content = Box::new(one_or(open.alternatives, Node::Alternation));
        let node = match open.bracket.map(Piece::kind) {
            Some(Kind::OptionOpen) => Node::Optional(content),
            _ => Node::Group(content),
        };
        self.pending = open.repeat;
        self.element(node);
    }

    fn close(&mut self, piece: &Piece) {
        let partner = match piece.kind() {
            Kind::GroupClose => Kind::GroupOpen,
            _ => Kind::OptionOpen,
        };
        let is_partner = |open: &Open<'_>| open.bracket.is_some_and(|it| it.kind() == partner);
        let Some(at) = self.open.iter().rposition(is_partner) else {
            let text = piece.text(self.source);
            let opening = if text == ")" { "(" } else { "[" };
            let label = format!("no `{opening}` is open here");
            let message = format!("`{text}` closes nothing");
            self.error(Code::UnbalancedBracket, message, piece.range(), &label, NONE);
            self.element(Node::Error { span: piece.span(self.source) });
            return;
        };
        while at + 1 < self.open.len() {
            self.unclosed();
        }
        self.close_innermost();
    }

    /// Reports the innermost bracket and closes it.
    fn unclosed(&mut self) {
        let Some(bracket) = self.innermost().bracket else { return };
        let (code, what, closing) = match bracket.kind() {
            Kind::GroupOpen => (Code::UnclosedGroup, "group", ")"),
            _ => (Code::UnclosedOption, "option", "]"),
        };
        let message = format!("this {what} has no closing `{closing}`");
        self.error(code, message, bracket.range(), "opened here", NONE);
        self.element(Node::Error { span: bracket.span(self.source) });
        self.close_innermost();
    }

    /// Ends the rule after the last piece.
    fn end(mut self, last: &Piece) -> Node {
        let is_open = matches!(last.kind(), Kind::GroupOpen | Kind::OptionOpen);
        if self.before != Before::Element {
            // The unclosed bracket has been reported.
            if !is_open {
                self.missing_at_end(last);
            }
            self.element(Node::Error { span: last.span(self.source) });
        }
        while 1 < self.open.len() {
            self.unclosed();
        }
        self.unwind()
    }

    /// Returns the tree of the whole rule.
    fn unwind(mut self) -> Node {
        while 1 < self.open.len() {
            self.close_innermost();
        }
        self.end_alternative();
        let rule = self.open.pop().expect("the rule itself stays open");
        one_or(rule.alternatives, Node::Alternation)
    }

    fn error(
        &mut self,
        code: Code,
        message: String,
        range: (usize, usize),
        label: &str,
        hints: impl IntoIterator<Item = impl Into<Hint>>,
    ) {
        if !self.is_flawed {
            self.sink.error(code, message, range, label, hints);
        }
    }

    fn too_deep(&mut self, piece: &Piece) {
        let message =
            format!("more than {} groups and options within each other", self.limits.nesting);
        let advice = "give the inner groups a rule of their own".into();
        let hints = [Hint::raise(LimitName::Nesting), advice];
        self.error(Code::NestingTooDeep, message, piece.range(), "", hints);
    }

    /// Reports an element that is missing before a piece, and adds an error node.
    fn require_element(&mut self, previous: &Piece, piece: &Piece) {
        if self.before == Before::Element {
            return;
        }
        let follows = matches!(
            piece.kind(),
            Kind::Slash | Kind::GroupClose | Kind::OptionClose | Kind::Repeat
        );
        let previous_text = previous.text(self.source);
        let text = piece.text(self.source);
        if self.before == Before::Repeat {
            let message = format!("the repeat `{previous_text}` has no element");
            let hint = if follows {
                "a repeat precedes the element that it repeats".to_owned()
            } else {
                format!("no white space after a repeat: write `{previous_text}{text}`")
            };
            let label = "its element must follow immediately";
            self.error(Code::MissingElement, message, previous.range(), label, [hint]);
        } else {
            let message = format!("no element between `{previous_text}` and `{text}`");
            let hint = match (previous.kind(), piece.kind()) {
                (Kind::Equals, Kind::Slash) => {
                    "to add alternatives to a rule write `=/` without a space"
                }
                _ => "write an option, or the empty string \"\", if the empty text is intended",
            };
            self.error(Code::MissingElement, message, piece.range(), ELEMENT, [hint]);
        }
        self.element(Node::Error { span: previous.span(self.source) });
    }

    fn missing_at_end(&mut self, last: &Piece) {
        let text = last.text(self.source);
        let (message, hint) = match self.before {
            Before::Repeat => (
                format!("the repeat `{text}` has no element"),
                "a repeat precedes the element that it repeats",
            ),
            _ => (
                format!("no element after `{text}`"),
                "write an option, or the empty string \"\", if the empty text is intended",
            ),
        };
        self.error(Code::MissingElement, message, last.range(), ELEMENT, [hint]);
    }

    /// Reports two elements without white space between them. The first may have swallowed the
    /// digits of a repeat.
    fn unspaced(&mut self, previous: &Piece, piece: &Piece) {
        let range = (previous.start(), piece.end());
        let [before, text] = [previous, piece].map(|it| it.text(self.source));
        let message = format!("no white space between `{before}` and `{text}`");
        let digit: fn(char) -> bool = match previous.kind() {
            Kind::Number => |c| c.is_ascii_hexdigit(),
            _ => |c| c.is_ascii_digit(),
        };
        let swallows = piece.kind() == Kind::Repeat
            && matches!(previous.kind(), Kind::Name | Kind::FoldedName | Kind::Number)
            && before.ends_with(digit);
        if swallows {
            let hint = "put a space where the repeat begins";
            self.error(Code::MissingSpace, message, range, "", [hint]);
            self.element(Node::Error { span: self.source.span(range.0, range.1) });
        } else if !self.warned && !self.is_flawed {
            self.warned = true;
            let hint = "RFC 5234 requires white space between elements";
            self.sink.warning(Code::MissingSpace, message, range, hint);
        }
    }
}

const ELEMENT: &str = "expected a rulename, a group, an option, a string, a value or a description";

fn repeated(prefix: Prefix, node: Node) -> Node {
    let node = Box::new(node);
    match prefix {
        Prefix::Repeat(repeat) => Node::Repetition { repeat, node },
        Prefix::List(repeat, form) => Node::List { repeat, form, node },
        Prefix::Error(span) => Node::Concatenation(vec![Node::Error { span }, *node]),
    }
}

/// Returns the only node, or all nodes in one.
fn one_or(mut nodes: Vec<Node>, all: fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { all(nodes) }
}

fn unexpected_equals(previous: Kind) -> &'static str {
    match previous {
        Kind::Equals | Kind::EqualsSlash => "a rule is defined by one `=`",
        // RFC 5234 has each rule begin on a line of its own.
        Kind::Name | Kind::FoldedName | Kind::BracketName => {
            "a rule begins on a line of its own; the character itself is \"=\""
        }
        _ => "the character itself is \"=\"",
    }
}
