//! How often texts of recursive rules are read back.

use super::*;
use crate::data::plan;
use abnfc::compile::Module;
use abnfc::spec::Spec;
use std::cell::Cell;

/// Data that counts the bytes that are read back.
#[derive(Clone, Copy)]
struct Counted<'a>(Node<'a>, &'a Cell<usize>);

impl compiler::NodeRecord for Counted<'_> {
    fn inside(&self, field: usize, index: usize) -> Option<Self> {
        self.0.inside(field, index).map(|inside| Self(inside, self.1))
    }
}

impl compiler::Record for Counted<'_> {
    fn graph(&self) -> &Graph<'_> {
        self.0.graph()
    }

    fn count(&self, field: usize) -> usize {
        self.0.count(field)
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        self.0.spell(symbol, index, out)
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        self.1.set(self.1.get() + text.len());
        self.0.difference(text)
    }
}

/// Lists of words inside of each other. The list inside comes first; `after` follows it.
fn nested(gap: &str, after: &str, words: usize, depth: usize) -> String {
    let mut text = String::new();
    for level in 0..depth {
        let after = if text.is_empty() { "" } else { after };
        let words = (0..words).map(|word| ["ab", "c"][(word + level) % 2]);
        text = format!("({text}{after}{})", words.collect::<Vec<_>>().join(gap));
    }
    text
}

/// A text is written as itself. Returns how many bytes were read back for each byte of the text.
#[track_caller]
fn read_back(grammar: &str, text: &str) -> usize {
    let spec = Spec::default();
    let module = Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec: &spec };
    let plan = plan(&module).unwrap_or_else(|errors| panic!("{errors}"));
    let Datum::Node(node) = plan.datum(0) else { panic!("the rule is not recursive") };
    let data = read_node(&plan, node, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let count = Cell::new(0);
    let written = with_node(&plan, node, &data, |node| compiler::compared(Counted(node, &count)));
    let written = written.expect("there is a writer").expect("there is a text");
    assert_eq!(String::from_utf8_lossy(&written), text);
    count.get().div_ceil(text.len())
}

/// The shortest texts between words would join them.
#[test]
fn whole_texts_are_read_back_first() {
    let check = |gaps: &str, text: &str| {
        let grammar = format!(
            "list = \"(\" *( item [ {gaps} ] ) \")\"\nitem = list / word\nword = 1*( ALPHA / \"-\" )\n"
        );
        read_back(&grammar, text)
    };
    assert_eq!(check("\" \"", &nested(" ", " ", 20, 50)), 2);
    // The first text that keeps words apart is a part of them, and each list is in those around it.
    let count = check("\"-\" / \";\"", &nested(";", "", 2, 20));
    assert!(count <= 200, "{count}");
}
