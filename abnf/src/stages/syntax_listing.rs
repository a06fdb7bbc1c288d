//! The parsed rules as a tree, with one line for each node and its position.

use crate::diagnostic::{Files, Span};
use crate::grammar::syntax::{Definition, ListForm, Node, Rulelist};
use std::fmt::Write as _;

/// Returns the listing of all rules. Positions are `line:column`.
pub(super) fn rules(rules: &Rulelist, files: &Files) -> String {
    let mut text = String::new();
    for rule in &rules.rules {
        let sign = match rule.definition {
            Definition::Basic => "=",
            Definition::Incremental => "=/",
        };
        let place = place(rule.name.span, files);
        writeln!(text, "rule {} {sign} @{place}", rule.name.text)
            .expect("writing to a string cannot fail");
        node(&rule.node, 1, files, &mut text);
    }
    text
}

fn node(it: &Node, depth: usize, files: &Files, text: &mut String) {
    let place = |span: &Span| place(*span, files);
    let (line, children): (String, &[Node]) = match it {
        Node::Alternation(items) => ("alternation".to_owned(), items),
        Node::Concatenation(items) => ("concatenation".to_owned(), items),
        Node::Repetition { repeat, node } => {
            let max = repeat.max.map_or(String::new(), |max| max.to_string());
            let line = format!("repetition {}*{max} @{}", repeat.min, place(&repeat.span));
            (line, std::slice::from_ref(node))
        }
        Node::List { repeat, form, node } => {
            let max = repeat.max.map_or(String::new(), |max| max.to_string());
            let kind = match form {
                ListForm::Sender => "list",
                ListForm::Recipient => "lenient list",
                ListForm::Linear => "linear list",
            };
            let line = format!("{kind} {}#{max} @{}", repeat.min, place(&repeat.span));
            (line, std::slice::from_ref(node))
        }
        Node::Group(node) => ("group".to_owned(), std::slice::from_ref(node)),
        Node::Optional(node) => ("option".to_owned(), std::slice::from_ref(node)),
        Node::Rulename(name) => (format!("rulename {} @{}", name.text, place(&name.span)), &[]),
        Node::Text { value, case_sensitive, span } => {
            let case = if *case_sensitive { "%s" } else { "%i" };
            (format!("text {case}\"{value}\" @{}", place(span)), &[])
        }
        Node::Range { low, high, span } => {
            (format!("range %x{low:02X}-{high:02X} @{}", place(span)), &[])
        }
        Node::Values { values, span } => {
            let values: Vec<String> = values.iter().map(|value| format!("{value:02X}")).collect();
            (format!("values %x{} @{}", values.join("."), place(span)), &[])
        }
        Node::Prose { text, span } => (format!("prose <{text}> @{}", place(span)), &[]),
        Node::Error { span } => (format!("error @{}", place(span)), &[]),
    };
    writeln!(text, "{:indent$}{line}", "", indent = 2 * depth)
        .expect("writing to a string cannot fail");
    for child in children {
        node(child, depth + 1, files, text);
    }
}

fn place(span: Span, files: &Files) -> String {
    let (line, column) = files.line_column(span);
    format!("{line}:{column}")
}
