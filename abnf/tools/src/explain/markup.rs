//! An explanation as a self-contained page: the text with each rule in a colour, and the tree below
//! it.

use super::Explanation;
use crate::derivations::Node;
use crate::html::escaped as html;
use abnfc::bytes::escapes::escaped;
use std::fmt::Write as _;

/// The maximum depth of rules with separate elements, since browsers bound the nesting of elements.
const DEEP: usize = 64;

/// The maximum number of rules on the page.
const MANY: usize = 20_000;

const STYLE: &str = include_str!("page.css");

/// Returns the explanation of a text of the rule as a page, with its data as JSON, if there is any.
#[must_use]
pub fn page(rule: &str, text: &[u8], explanation: &Explanation, value: Option<&str>) -> String {
    let title = format!("{} as {rule}", shortened(text));
    let body = body(rule, text, explanation, value);
    let body = format!("<main>\n<h1>{}</h1>\n{body}</main>\n", html(&title));
    crate::html::page(&title, STYLE, &body)
}

/// Returns the page without its title, for other pages. The classes are `good` and `bad` for the
/// verdict, `text`, `rule` with the property `--hue`, and `tree`.
#[must_use]
pub fn body(rule: &str, text: &[u8], explanation: &Explanation, value: Option<&str>) -> String {
    let mut body = explained(rule, text, explanation);
    if let Some(value) = value {
        writeln!(body, "<h2>Value</h2>\n<pre>{}</pre>", html(value)).expect("a string takes all");
    }
    body
}

fn explained(rule: &str, text: &[u8], explanation: &Explanation) -> String {
    let message = html(&explanation.message(rule, text));
    match explanation {
        Explanation::Match(nodes) => {
            let shown: Vec<&Node> =
                nodes.iter().filter(|node| node.depth <= DEEP).take(MANY).collect();
            let mut body = format!(
                "<p class=\"good\">match</p>\n<pre class=\"text\">{}</pre>\n<h2>Rules</h2>\n{}",
                coloured(&shown, text),
                list(&shown, text),
            );
            if shown.len() < nodes.len() {
                let left = nodes.len() - shown.len();
                writeln!(body, "<p>{left} more rules, which are deeper or further on.</p>")
                    .expect("writing to a string cannot fail");
            }
            body
        }
        Explanation::MatchWithoutTree => {
            format!("<p class=\"good\">match</p>\n<pre class=\"text\">{}</pre>\n", bytes(text))
        }
        Explanation::TooComplex => format!("<p class=\"bad\">{message}</p>\n"),
        Explanation::Mismatch { at, nearest, .. } => {
            let (before, after) = text.split_at(at.offset);
            let (wrong, after) = after.split_at(after.len().min(1));
            let wrong = if wrong.is_empty() { "&nbsp;".to_owned() } else { bytes(wrong) };
            let mut body = format!(
                "<p class=\"bad\">{message}</p>\n<pre class=\"text\">{}<mark>{wrong}</mark>{}</pre>\n",
                bytes(before),
                bytes(after)
            );
            if let Some(nearest) = nearest {
                writeln!(body, "<h2>The {}</h2>\n<ul>", nearest.headline())
                    .expect("writing to a string cannot fail");
                for text in &nearest.texts {
                    writeln!(body, "<li><code>{}</code></li>", bytes(text))
                        .expect("writing to a string cannot fail");
                }
                body.push_str("</ul>\n");
            }
            body
        }
    }
}

/// Returns the text, in which each rule is an element.
fn coloured(nodes: &[&Node], text: &[u8]) -> String {
    let mut out = String::new();
    let mut open: Vec<usize> = Vec::new();
    let mut done = 0;
    for node in nodes {
        while node.depth < open.len() {
            let end = open.pop().expect("it is open");
            out.push_str(&bytes(&text[done..end]));
            done = end;
            out.push_str("</span>");
        }
        out.push_str(&bytes(&text[done..node.begin]));
        done = node.begin;
        write!(
            out,
            "<span class=\"rule\" style=\"--hue:{}\" title=\"{}\">",
            hue(node),
            html(&node.rule)
        )
        .expect("writing to a string cannot fail");
        open.push(node.end);
    }
    while let Some(end) = open.pop() {
        out.push_str(&bytes(&text[done..end]));
        done = end;
        out.push_str("</span>");
    }
    out
}

/// Returns the rules as a list of lists, each with its text.
fn list(nodes: &[&Node], text: &[u8]) -> String {
    let mut out = String::new();
    let mut depth = None;
    for node in nodes {
        match depth {
            Some(last) if node.depth <= last => {
                out.push_str("</li>\n");
                out.push_str(&"</ul></li>\n".repeat(last - node.depth));
            }
            _ => out.push_str("<ul class=\"tree\">\n"),
        }
        write!(
            out,
            "<li><span class=\"rule\" style=\"--hue:{}\">{}</span> <code>{}</code>",
            hue(node),
            html(&node.rule),
            html(&shortened(&text[node.begin..node.end])),
        )
        .expect("writing to a string cannot fail");
        depth = Some(node.depth);
    }
    out.push_str(&"</li></ul>\n".repeat(depth.map_or(0, |depth| depth + 1)));
    out
}

/// Returns the colour of a rule, which is the same everywhere: an angle on the colour wheel.
fn hue(node: &Node) -> u32 {
    // Names of rules are compared regardless of case.
    let sum = node.rule.bytes().fold(7_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte.to_ascii_lowercase()))
    });
    sum % 360
}

/// Returns the beginning of a text.
fn shortened(text: &[u8]) -> String {
    const SHOWN: usize = 60;
    if text.len() <= SHOWN { escaped(text) } else { format!("{}...", escaped(&text[..SHOWN])) }
}

/// Returns a text in which unprintable bytes, except line feeds, are escaped.
fn bytes(text: &[u8]) -> String {
    let lines: Vec<String> =
        text.split(|&byte| byte == b'\n').map(|line| html(&escaped(line))).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(rule: &str, begin: usize, end: usize, depth: usize) -> Node {
        Node { rule: rule.to_owned(), begin, end, depth }
    }

    /// Without what is the same everywhere.
    fn bare(text: &str) -> String {
        let mut out = String::new();
        for piece in text.split('<') {
            match piece.split_once('>') {
                Some((tag, rest)) => {
                    let name: String = tag.chars().take_while(|it| *it != ' ').collect();
                    write!(out, "<{name}>{rest}").unwrap();
                }
                None => out.push_str(piece),
            }
        }
        out.replace('\n', "")
    }

    #[test]
    fn every_byte_is_shown_once_and_elements_nest() {
        let nodes =
            [node("a", 0, 5, 0), node("b", 1, 4, 1), node("c", 2, 3, 2), node("b", 4, 5, 1)];
        let nodes: Vec<&Node> = nodes.iter().collect();
        assert_eq!(
            bare(&coloured(&nodes, b"1<3&5")),
            "<span>1<span>&lt;<span>3</span>&amp;</span><span>5</span></span>"
        );
        assert_eq!(
            bare(&list(&nodes, b"12345")),
            "<ul><li><span>a</span> <code>12345</code>\
             <ul><li><span>b</span> <code>234</code>\
             <ul><li><span>c</span> <code>3</code></li></ul></li>\
             <li><span>b</span> <code>5</code></li></ul></li></ul>"
        );
    }
}
