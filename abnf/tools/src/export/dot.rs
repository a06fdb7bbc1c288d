//! An automaton as a drawing, in the language of Graphviz.

use abnfc::automata::dfa::Dfa;
use std::fmt::Write as _;

/// Returns the minimal automaton of a rule as a directed graph. Accepting states have a double line;
/// labels are sets of bytes, as in listings.
#[must_use]
pub fn dot(name: &str, dfa: &Dfa) -> String {
    let mut out = format!(
        "digraph {} {{\n    rankdir=LR\n    node [shape=circle]\n    start [shape=point]\n    \
         start -> {}\n",
        quoted(name),
        Dfa::START.index()
    );
    let mut put = |words: std::fmt::Arguments<'_>| {
        out.write_fmt(words).expect("writing to a string cannot fail");
    };
    for (state, edges) in dfa.edges() {
        if dfa.is_accepting(state) {
            put(format_args!("    {} [shape=doublecircle]\n", state.index()));
        }
        for (set, to) in edges {
            let label = quoted(&set.to_string());
            put(format_args!("    {} -> {} [label={label}]\n", state.index(), to.index()));
        }
    }
    out.push_str("}\n");
    out
}

/// Returns a text in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}
