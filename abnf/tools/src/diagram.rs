//! Railroad diagrams of rules: SVG for each rule, a page for a grammar, and drawings for the
//! documentation of generated code.
//!
//! A diagram shows the definition as its author wrote it. Every path through it spells a text of the
//! rule, and every text has a path. Rounded boxes are text, others are rules. A box on the backward
//! branch of a loop separates two passes; words there state the number of passes.
//!
//! 1. [`drawings`]: rules to tracks;
//! 2. [`plate`]: the content of a box; [`caption`]: the data of the rule, below the drawing;
//! 3. [`draw`]: a track to SVG, in rows of a bounded width;
//! 4. [`svg`] for a file, [`page()`] for a grammar, [`figures`] for documentation.
//!
//! The geometry is that of the library `railroad`. Lengths are units of the drawing, which a
//! browser shows as pixels of CSS.

mod caption;
mod draw;
mod plate;
mod track;
mod web_page;

pub use web_page::{Options, page};

use crate::data::{Plan, shape};
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, FileId};
use abnfc::grammar::syntax::{ListForm, Rulelist};
use abnfc::grammar::uses::references;
use abnfc::grammar::{Origin, Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, Extract, ReadOptions, Spec};
use abnfc::text::source::source;
use abnfc::text::tokens::tokens;
use draw::Words;
use std::collections::{BTreeMap, BTreeSet};
use track::{Names, Track};

/// The maximum number of boxes of a diagram, where each character of a set counts.
pub const MAX_BOXES: usize = 4096;

/// The maximum depth of groups, options and loops in a diagram.
pub const MAX_DEPTH: usize = 100;

/// The preferred maximum width of a drawing.
const WIDTH: i64 = 720;

const STYLE: &str = include_str!("diagram/diagram.css");
const STYLE_IN_DOCS: &str = include_str!("diagram/docs.css");

/// Rules to draw.
#[derive(Clone, Debug)]
pub struct Drawings {
    /// In the order of the request.
    pub all: Vec<Drawing>,
    names: BTreeMap<RuleId, usize>,
}

/// A rule to draw.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The rule.
    pub rule: RuleId,
    /// The name of its file and of its anchor in a page: that of the rule, with `_2` and so on if
    /// several drawn rules share a name.
    pub name: String,
    label: String,
    /// The type of the data; empty if it is the text, or if [`Drawings::with_data`] was not called.
    data: String,
    track: Result<Track, Diagnostic>,
}

/// Converts rules to tracks. Takes linear time for a given depth of brackets.
///
/// The spec must be the one with which the grammar was read: drawings depend on its limits. Elements that cannot be read are left out.
///
/// # Examples
///
/// ```
/// use abnfc_tools::diagram::{drawings, svg};
///
/// let text = b"list = item *( \",\" item )\nitem = 1*ALPHA";
/// let grammar = abnfc::read("g", text, &[], &Default::default())?.resolved;
/// let rules: Vec<_> = grammar.own_rules().map(|(rule, _)| rule).collect();
/// let drawings = drawings(&grammar, &rules, &Default::default());
/// let list = svg(&drawings, &drawings.all[0]).unwrap();
/// assert!(list.starts_with("<svg ") && list.contains("href=\"item.svg\""));
/// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
/// ```
pub fn drawings(grammar: &Resolved, rules: &[RuleId], spec: &Spec) -> Drawings {
    let mut taken = BTreeSet::new();
    let mut all = Vec::with_capacity(rules.len());
    let mut names = BTreeMap::new();
    for &rule in rules {
        if names.contains_key(&rule) {
            continue;
        }
        let written = grammar[rule].name.as_str();
        // No rule name contains `_`.
        let numbered = (2..).map(|number| format!("{written}_{number}"));
        let mut candidates = std::iter::once(written.to_owned()).chain(numbered);
        let name = candidates.find(|it| taken.insert(it.to_ascii_lowercase()));
        let name = name.expect("numbers do not end");
        names.insert(rule, all.len());
        let label = format!("Diagram of the rule {written}");
        let (data, track) = (String::new(), track_of(grammar, rule, spec));
        all.push(Drawing { rule, name, label, data, track });
    }
    Drawings { all, names }
}

impl Drawings {
    /// Adds the type of the data below the drawing of each of the grammar's own rules that has data
    /// other than its text, as in `port: u16, 0 to 65535`.
    #[must_use]
    pub fn with_data(mut self, grammar: &Resolved, plan: &Plan) -> Self {
        for drawing in &mut self.all {
            let rule = &grammar[drawing.rule];
            let number = plan.rule(rule.name.as_str()).filter(|_| rule.origin == Origin::Own);
            let shape = number.and_then(|number| shape(plan, number));
            drawing.data = shape.map_or_else(String::new, |it| format!("{}: {it}", rule.name));
        }
        self
    }

    /// Returns the name of the drawing of a rule, if it is drawn.
    fn name(&self, rule: RuleId) -> Option<&str> {
        self.names.get(&rule).map(|&at| &*self.all[at].name)
    }
}

/// Returns a diagram as a separate file. Boxes of drawn rules link to the files `NAME.svg` in the same
/// folder. The colours follow the viewer's preference for light or dark.
///
/// # Errors
///
/// `diagram-limit` if the diagram would have more than [`MAX_BOXES`] boxes or [`MAX_DEPTH`] levels.
pub fn svg(drawings: &Drawings, drawing: &Drawing) -> Result<String, Diagnostic> {
    svg_within(drawings, drawing, WIDTH)
}

/// Like [`svg`], but at most `width` units wide, unless one box or deep nesting needs more.
///
/// # Errors
///
/// As [`svg`].
pub fn svg_within(
    drawings: &Drawings,
    drawing: &Drawing,
    width: i64,
) -> Result<String, Diagnostic> {
    let track = drawing.track.as_ref().map_err(Clone::clone)?;
    let href = |rule| drawings.name(rule).map(|name| format!("{name}.svg"));
    let words = Words { label: &drawing.label, caption: &drawing.data };
    Ok(draw::svg(track, words, STYLE, width, &href).svg + "\n")
}

/// Returns drawings for [`Spec::figures`], of all rules that the spec can export: HTML on one line,
/// in the colours of the surrounding page.
///
/// # Errors
///
/// If the grammar or an import is not text.
pub fn figures(
    name: &str,
    bytes: &[u8],
    spec: &Spec,
) -> Result<BTreeMap<String, String>, Diagnostics> {
    let grammar = abnfc::read_leniently(name, bytes, &spec.imports, &spec.read)?.resolved;
    let rules: Vec<RuleId> = grammar.names().into_values().collect();
    let drawings = drawings(&grammar, &rules, spec);
    let figure = |drawing: &Drawing| {
        let inside = match &drawing.track {
            Ok(track) => {
                let words = Words { label: &drawing.label, caption: "" };
                draw::svg(track, words, STYLE_IN_DOCS, WIDTH, &|_| None).svg
            }
            Err(error) => format!("<p>{}</p>", super::html::escaped(&error.message)),
        };
        let figure = format!("<div style=\"overflow-x:auto\">{inside}</div>");
        (grammar[drawing.rule].name.folded().to_owned(), figure)
    };
    Ok(drawings.all.iter().map(figure).collect())
}

fn track_of(grammar: &Resolved, rule: RuleId, spec: &Spec) -> Result<Track, Diagnostic> {
    let resolved = &grammar[rule];
    let uses = references(&resolved.expr);
    let names: Names<'_> = uses.iter().map(|&it| (grammar[it].name.folded(), it)).collect();
    let definitions = parsed(&resolved.text, resolved.lists, &spec.read)?;
    let nodes = definitions.rules.iter().map(|definition| &definition.node);
    let track = track::choice(nodes.map(|node| track::track(node, &names)));
    let (boxes, depth) = track.extent();
    if MAX_BOXES < boxes || MAX_DEPTH < depth {
        let message = format!(
            "the diagram of `{}` would have more than {MAX_BOXES} boxes or {MAX_DEPTH} levels, the \
             limits",
            resolved.name
        );
        let error = Diagnostic::error(Code::DiagramLimit, message);
        let error = error.hint("give parts of the definition rules of their own");
        return Err(match resolved.span {
            Some(span) => error.at(span, ""),
            None => error,
        });
    }
    Ok(track)
}

/// Returns the definitions of one rule, in ABNF, possibly with lists.
fn parsed(text: &str, lists: Option<ListForm>, read: &ReadOptions) -> Result<Rulelist, Diagnostic> {
    let dialect = match lists {
        None => Dialect::Abnf,
        Some(ListForm::Sender) => Dialect::Http,
        Some(ListForm::Recipient) => Dialect::HttpLenient,
        Some(ListForm::Linear) => Dialect::Bnf,
    };
    // A definition can be longer in ABNF than in its notation.
    let limits = Limits { source_bytes: usize::MAX, ..read.limits };
    let source = source(FileId(0), "a definition", text.as_bytes(), &limits)?;
    let options = ReadOptions { extract: Extract::No, dialect, encoding: None, limits };
    Ok(abnfc::read::rules(&source, tokens(&source), &options, &mut Vec::new()))
}

#[cfg(test)]
mod tests;
