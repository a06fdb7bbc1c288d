//! A rule of a [`Resolved`] grammar as context-free productions, for
//! [`crate::reference`].
//!
//! Nonterminals that derive no text are pruned, so all others can be
//! completed: a text whose chart contains an item has a
//! continuation in the language.

use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};

/// Index of a nonterminal.
pub(crate) type Nonterminal = usize;

/// Index of a [`Dot`].
pub(crate) type DotId = u32;

/// The position of an item, which determines what it expects.
pub(crate) enum Dot {
    /// Inside a production: `symbol`, and then the position `then`.
    Before { symbol: Symbol, then: DotId },
    /// At the end of a production.
    End { of: Nonterminal },
    /// In a repetition; the item counts the bodies so far.
    Count { of: Nonterminal, body: Symbol, min: u32, max: Option<u32> },
    /// In a code point; the item holds its bytes so far. After the last, `then`.
    Scalar { set: ValueSet, then: DotId },
}

/// A symbol of a production.
#[derive(Clone, Copy)]
pub(crate) enum Symbol {
    /// One byte of [`Productions::bytes`].
    Byte(usize),
    Nonterminal(Nonterminal),
}

/// Productions without useless nonterminals.
pub(crate) struct Productions {
    pub(crate) start: Nonterminal,
    pub(crate) dots: Vec<Dot>,
    /// The first positions of each nonterminal; empty if it derives nothing.
    pub(crate) first: Vec<Vec<DotId>>,
    /// For each nonterminal, whether it derives the empty text.
    pub(crate) nullable: Vec<bool>,
    pub(crate) bytes: Vec<[bool; 256]>,
}

/// Makes the productions that one rule of the grammar needs. Prose derives nothing.
pub(crate) fn productions(grammar: &Resolved, start: RuleId) -> Productions {
    let mut build = Build {
        encoding: grammar.encoding,
        kinds: grammar.rules().map(|_| Kind::Alternatives(Vec::new())).collect(),
        bytes: Vec::new(),
    };
    for (id, rule) in grammar.rules() {
        build.kinds[id.index()] = build.alternatives(&rule.expr);
    }
    let productive = fixpoint(&build.kinds, derives_something);
    prune(&mut build.kinds, &productive);
    let nullable = fixpoint(&build.kinds, derives_empty);
    // A body that may be empty can replace any number of missing ones.
    for kind in &mut build.kinds {
        if let Kind::Counted { min, body: Symbol::Nonterminal(body), .. } = kind
            && nullable[*body]
        {
            *min = 0;
        }
    }
    let mut dots = Vec::new();
    let first = build
        .kinds
        .iter()
        .enumerate()
        .map(|(of, kind)| if productive[of] { place(&mut dots, of, kind) } else { Vec::new() })
        .collect();
    Productions { start: start.index(), dots, first, nullable, bytes: build.bytes }
}

enum Kind {
    Alternatives(Vec<Vec<Symbol>>),
    Counted { body: Symbol, min: u32, max: Option<u32> },
    Scalar(ValueSet),
}

struct Build {
    encoding: Encoding,
    kinds: Vec<Kind>,
    bytes: Vec<[bool; 256]>,
}

impl Build {
    fn alternatives(&mut self, expr: &Expr<RuleId>) -> Kind {
        match expr {
            Expr::Alt(items) => {
                Kind::Alternatives(items.iter().map(|item| self.sequence(item)).collect())
            }
            Expr::Prose(_) | Expr::Error => Kind::Alternatives(Vec::new()),
            _ => Kind::Alternatives(vec![self.sequence(expr)]),
        }
    }

    // Recursion is as deep as the groups of a rule.
    fn sequence(&mut self, expr: &Expr<RuleId>) -> Vec<Symbol> {
        match expr {
            Expr::Empty | Expr::Repeat { max: Some(0), .. } => Vec::new(),
            Expr::Set(set) => vec![self.terminal(set)],
            Expr::Concat(items) => items.iter().flat_map(|item| self.sequence(item)).collect(),
            Expr::Rule(rule) => vec![Symbol::Nonterminal(rule.index())],
            Expr::Alt(_) | Expr::Prose(_) | Expr::Error => {
                let kind = self.alternatives(expr);
                vec![self.fresh(kind)]
            }
            Expr::Repeat { min, max, body } => {
                let body = match self.sequence(body)[..] {
                    [symbol] => symbol,
                    ref symbols => {
                        let kind = Kind::Alternatives(vec![symbols.to_vec()]);
                        self.fresh(kind)
                    }
                };
                vec![self.fresh(Kind::Counted { body, min: *min, max: *max })]
            }
        }
    }

    fn fresh(&mut self, kind: Kind) -> Symbol {
        self.kinds.push(kind);
        Symbol::Nonterminal(self.kinds.len() - 1)
    }

    fn terminal(&mut self, set: &ValueSet) -> Symbol {
        let last_byte = match self.encoding {
            Encoding::Octets => 0xFF,
            Encoding::Utf8 => 0x7F,
        };
        if self.encoding == Encoding::Utf8 && set.max().is_some_and(|max| max > last_byte) {
            return self.fresh(Kind::Scalar(set.clone()));
        }
        let mut bytes = [false; 256];
        for &(lo, hi) in set.ranges() {
            for value in lo..=hi.min(last_byte) {
                bytes[value as usize] = true;
            }
        }
        self.bytes.push(bytes);
        Symbol::Byte(self.bytes.len() - 1)
    }
}

/// The least set of nonterminals that is closed under `rule`.
fn fixpoint(kinds: &[Kind], rule: fn(&Kind, &[bool]) -> bool) -> Vec<bool> {
    let mut found = vec![false; kinds.len()];
    loop {
        let next: Vec<bool> = kinds.iter().map(|kind| rule(kind, &found)).collect();
        if next == found {
            return found;
        }
        found = next;
    }
}

fn derives_something(kind: &Kind, found: &[bool]) -> bool {
    match kind {
        Kind::Alternatives(items) => {
            items.iter().any(|symbols| symbols.iter().all(|&symbol| is_productive(symbol, found)))
        }
        Kind::Counted { min, body, .. } => *min == 0 || is_productive(*body, found),
        Kind::Scalar(set) => crate::utf8::has_scalar_in(set, 0, 0x10_FFFF),
    }
}

fn is_productive(symbol: Symbol, found: &[bool]) -> bool {
    match symbol {
        Symbol::Byte(_) => true,
        Symbol::Nonterminal(n) => found[n],
    }
}

fn derives_empty(kind: &Kind, found: &[bool]) -> bool {
    let is_nullable = |symbol: &Symbol| match symbol {
        Symbol::Byte(_) => false,
        Symbol::Nonterminal(n) => found[*n],
    };
    match kind {
        Kind::Alternatives(items) => items.iter().any(|symbols| symbols.iter().all(is_nullable)),
        Kind::Counted { min, body, .. } => *min == 0 || is_nullable(body),
        Kind::Scalar(_) => false,
    }
}

fn prune(kinds: &mut [Kind], productive: &[bool]) {
    for kind in kinds {
        match kind {
            Kind::Alternatives(items) => {
                items.retain(|symbols| symbols.iter().all(|&s| is_productive(s, productive)));
            }
            Kind::Counted { body, max, .. } if !is_productive(*body, productive) => *max = Some(0),
            Kind::Counted { .. } | Kind::Scalar(_) => (),
        }
    }
}

/// Lays out the positions of one nonterminal; returns its first ones.
fn place(dots: &mut Vec<Dot>, of: Nonterminal, kind: &Kind) -> Vec<DotId> {
    let mut push = |dot| {
        dots.push(dot);
        DotId::try_from(dots.len() - 1).expect("fewer positions than 2^32")
    };
    let end = push(Dot::End { of });
    match kind {
        Kind::Alternatives(items) => items
            .iter()
            .map(|symbols| {
                let last_to_first = symbols.iter().rev();
                last_to_first.fold(end, |then, &symbol| push(Dot::Before { symbol, then }))
            })
            .collect(),
        Kind::Counted { body, min, max } => {
            vec![push(Dot::Count { of, body: *body, min: *min, max: *max })]
        }
        Kind::Scalar(set) => vec![push(Dot::Scalar { set: set.clone(), then: end })],
    }
}
