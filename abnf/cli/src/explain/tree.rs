//! A derivation as a tree in a terminal: a line for each rule, with its text on the right.

use abnfc::bytes::escapes::escaped_byte;
use abnfc_tools::derivations::Node;
use clap::builder::styling::Style;

/// The maximum indentation, in levels.
const DEEP: usize = 40;

/// The maximum column in which texts begin.
const WIDE: usize = 48;

/// The maximum number of shown characters of a text.
const SHOWN: usize = 56;

/// Returns the rules, each before those inside of it, as lines with branches; the first in a style.
pub(super) fn tree(nodes: &[Node], text: &[u8], style: Style) -> String {
    let branches = branches(nodes);
    let width = |(node, branch): (&Node, &String)| branch.chars().count() + node.rule.len();
    let widths = nodes.iter().zip(&branches).map(width);
    let column = widths.max().unwrap_or(0).min(WIDE);
    let mut out = String::new();
    for (node, branch) in nodes.iter().zip(&branches) {
        let pad = column.saturating_sub(width((node, branch)));
        let (on, off) = if node.depth == 0 {
            (format!("{style}"), format!("{style:#}"))
        } else {
            Default::default()
        };
        let piece = &text[node.begin..node.end];
        let shown: String = piece.iter().take(SHOWN).map(|&byte| escaped_byte(byte)).collect();
        let dots = if SHOWN < piece.len() { "..." } else { "" };
        let line = format!("{branch}{on}{}{off}{:pad$}  {shown}{dots}", node.rule, "");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Returns the text before the name of each rule.
fn branches(nodes: &[Node]) -> Vec<String> {
    // Backwards from the last rule: for each depth, whether another rule with the same parent follows.
    let mut follows: Vec<bool> = Vec::new();
    let mut branches: Vec<String> = Vec::new();
    for node in nodes.iter().rev() {
        let depth = node.depth;
        follows.resize(depth + 1, false);
        branches.push(if depth == 0 {
            String::new()
        } else if DEEP < depth {
            format!("{} [{depth}] ", before(&follows[1..DEEP]))
        } else {
            let corner = if follows[depth] { "├─ " } else { "└─ " };
            before(&follows[1..depth]) + corner
        });
        follows[depth] = true;
    }
    branches.reverse();
    branches
}

fn before(follows: &[bool]) -> String {
    follows.iter().map(|&follows| if follows { "│  " } else { "   " }).collect()
}

#[cfg(test)]
mod tests {
    use super::branches;
    use abnfc_tools::derivations::Node;

    #[test]
    fn branches_lead_to_the_rules_below() {
        let node = |depth| Node { rule: String::new(), begin: 0, end: 0, depth };
        let nodes = [0, 1, 2, 2, 1, 2].map(node);
        let expected = ["", "├─ ", "│  ├─ ", "│  └─ ", "└─ ", "   └─ "];
        assert_eq!(branches(&nodes), expected);
    }
}
