//! A grammar as a self-contained page of HTML: for each rule the diagram, the definition, its
//! restrictions, its users, the findings of `check`, a few texts and the type of their data.
//!
//! The page can be read without its script, which only searches.
// Long because the page is one document, written in its order.

use super::draw::Words;
use super::track::Track;
use super::{Drawing, Drawings, draw, drawings};
use crate::data::{self, Plan};
use crate::html::{self, escaped};
use crate::lint::{self, lint};
use crate::sample::{Random, Sampler, Subject, readable, shortest};
use crate::written::written;
use abnfc::automata::language::Language;
use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::superset::superset;
use abnfc::bytes::escapes::escaped as shown;
use abnfc::compile::Module;
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, FileId};
use abnfc::grammar::uses::{reached, references, users};
use abnfc::grammar::{Origin, Resolved, RuleId, facts};
use abnfc::plan::restrict::conditions::sentences;
use abnfc::plan::restrict::restrict;
use abnfc::spec::Spec;
use abnfc::text::source::source;
use abnfc::text::tokens::{Kind, tokens};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The maximum number of boxes in all diagrams of a page.
const MAX_BOXES: usize = 100_000;

/// The width of drawings for narrow windows; a telephone shows them whole.
const NARROW: i64 = 480;

/// A drawing wider than the window is scaled down to at least this percentage, so that its text is
/// legible; the rest scrolls.
const LEAST_PERCENT: i64 = 72;

/// The maximum number of texts that are shown for a rule.
const SAMPLES: usize = 4;

/// The maximum number of bytes by which texts are longer than a shortest one.
const SAMPLE_BYTES: usize = 12;

/// The maximum length of a shown text; rules without short texts show none.
const LONGEST_SAMPLE: usize = 120;

const STYLE: &str = concat!(include_str!("page.css"), include_str!("diagram.css"));
const SCRIPT: &str = include_str!("page.js");
const STRING: &str = "writing to a string cannot fail";

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The rules to show, with the rules that they use; if empty, all rules of the grammar.
    pub rules: Vec<RuleId>,
    /// The findings that are shown.
    pub lint: lint::Options,
    /// The seed of the random texts; the same seed gives the same texts.
    pub seed: u64,
}

/// Returns the page of a grammar. Its title is [`Spec::title`] or else the name of the file.
///
/// Takes the time of [`lint()`] and of building the automata of the rules.
///
/// # Errors
///
/// All errors in the grammar; `diagram-limit` if its diagrams have more than 100,000 boxes.
pub fn page(
    name: &str,
    bytes: &[u8],
    spec: &Spec,
    options: &Options,
) -> Result<String, Diagnostics> {
    let read = abnfc::read(name, bytes, &spec.imports, &spec.read)?;
    let grammar = &read.resolved;
    let found = lint(name, bytes, spec, &options.lint)?;
    let own = grammar.own_rules().map(|(rule, _)| rule);
    let roots = if options.rules.is_empty() { own.collect() } else { options.rules.clone() };
    let used = reached(&roots, |rule| references(&grammar[rule].expr));
    let ordered: Vec<RuleId> = used.iter().copied().collect();
    let drawings = drawings(grammar, &ordered, spec);
    if MAX_BOXES < drawings.all.iter().filter_map(|it| it.track.as_ref().ok()).map(boxes).sum() {
        let message = format!("the diagrams of the page would have more than {MAX_BOXES} boxes");
        let error = Diagnostic::error(Code::DiagramLimit, message).hint("name some of the rules");
        return Err(error.into());
    }
    let plan = data::plan(&Module { module: "", name, bytes, spec }).ok();
    // `lint` has reported restrictions that cannot be applied.
    let restricted = restrict(grammar, spec).map_or(Cow::Borrowed(grammar), |it| it.grammar);
    let facts = Facts::new(&restricted, &ordered, spec, plan.as_ref());
    let (of_rules, of_grammar) = by_rule(name, bytes, spec, grammar, &found.items);
    let title = if spec.title.is_empty() { name } else { &spec.title };

    let mut body = String::new();
    head(&mut body, title, &drawings, grammar, &of_grammar);
    body.push_str("<main>\n");
    for drawing in &drawings.all {
        let found = of_rules.get(&drawing.rule).map_or(&[][..], Vec::as_slice);
        section(&mut body, &drawings, drawing, &facts, found, options.seed);
    }
    body.push_str(LEGEND);
    writeln!(body, "</main>\n<script>\n{SCRIPT}</script>").expect(STRING);
    Ok(html::page(title, STYLE, &body))
}

const LEGEND: &str = "\
<section class=\"legend\">\n<h2 id=\"_legend\">How to read the diagrams</h2>\n\
<p>Follow the line from the left to the right. Every path spells a text of the rule. At a fork, \
take any branch; take a line back as often as its label says, or any number of times. Blue boxes are \
other rules and lead to them. Green boxes are text, with dots below where letters may be upper or lower \
case. Yellow boxes are one character of several, or characters by their values. Boxes with a broken \
edge are descriptions in words.</p>\n</section>\n";

fn boxes(track: &Track) -> usize {
    track.extent().0
}

/// Facts about the rules.
struct Facts<'a> {
    grammar: &'a Resolved,
    automata: Automata,
    sound: BTreeSet<RuleId>,
    used_by: BTreeMap<RuleId, Vec<RuleId>>,
    spec: &'a Spec,
    /// The data of the rules, if they can be compiled together.
    plan: Option<&'a Plan>,
}

impl<'a> Facts<'a> {
    fn new(
        grammar: &'a Resolved,
        rules: &[RuleId],
        spec: &'a Spec,
        plan: Option<&'a Plan>,
    ) -> Self {
        let unclear = facts::unclear(grammar);
        let sound = rules.iter().copied().filter(|rule| !unclear[rule.index()]);
        let sound: Vec<RuleId> = sound.collect();
        let shapes = superset(grammar, &spec.read.limits);
        let automata = automata(grammar, &shapes, &sound, &spec.read.limits);
        let used_by = users(rules.iter().map(|&rule| (rule, &grammar[rule])));
        Self { grammar, automata, sound: sound.into_iter().collect(), used_by, spec, plan }
    }

    /// Returns sentences about the restrictions of the rule. Empty if there are none.
    fn restrictions(&self, rule: RuleId) -> String {
        let name = self.grammar[rule].name.as_str();
        let export = self.spec.exports.iter().find(|it| it.rule.eq_ignore_ascii_case(name));
        let export = export.filter(|_| self.grammar.find(name) == Some(rule));
        export.map(|it| sentences(&it.restrictions)).unwrap_or_default()
    }

    /// Returns the kind of automaton that matches the rule.
    fn engine(&self, rule: RuleId) -> String {
        if !self.sound.contains(&rule) {
            return "needs a description in words".to_owned();
        }
        match self.automata.language(rule) {
            Err(_) => "no automaton within the limits".to_owned(),
            Ok(Language::Regular(dfa)) => match dfa.state_count() {
                1 => "regular, 1 state".to_owned(),
                states => format!("regular, {states} states"),
            },
            Ok(Language::Nested(..)) => "nested, one pass with a stack".to_owned(),
            Ok(Language::General(..)) => "nested, the general engine".to_owned(),
        }
    }

    /// Returns a few texts that are easy to read, the plainest one first. If there are fewer, random ones
    /// follow, the shortest first. Empty if finding them takes too long.
    fn samples(&self, rule: RuleId, seed: u64) -> Vec<Vec<u8>> {
        if !self.sound.contains(&rule) || self.automata.language(rule).is_err() {
            return Vec::new();
        }
        let (grammar, automata) = (self.grammar, &self.automata);
        let subject = Subject { grammar, automata, rule, limits: &self.spec.read.limits };
        let mut texts = readable(subject, 0, SAMPLES);
        if texts.len() < SAMPLES {
            let others = random(subject, seed).into_iter().filter(|text| !texts.contains(text));
            texts.extend(others.collect::<Vec<_>>());
            texts.truncate(SAMPLES);
        }
        texts
    }
}

/// Returns a few random texts, the shortest first.
fn random(subject: Subject<'_>, seed: u64) -> Vec<Vec<u8>> {
    let least = shortest(subject.grammar, subject.rule).and_then(|it| usize::try_from(it).ok());
    let Some(least) = least.filter(|least| *least <= LONGEST_SAMPLE) else {
        return Vec::new();
    };
    let Ok(sampler) = Sampler::new(subject, least..=least + SAMPLE_BYTES) else {
        return Vec::new();
    };
    let mut random = Random::new(seed);
    let mut texts = BTreeSet::new();
    for _ in 0..SAMPLES * 4 {
        let Some(text) = sampler.text(&mut random) else { break };
        if texts.len() < SAMPLES {
            texts.insert((text.len(), text));
        }
    }
    texts.into_iter().map(|(_, text)| text).collect()
}

/// Returns the findings in the definition of each rule, and the others.
fn by_rule<'a>(
    name: &str,
    bytes: &[u8],
    spec: &Spec,
    grammar: &Resolved,
    found: &'a [Diagnostic],
) -> (BTreeMap<RuleId, Vec<&'a Diagnostic>>, Vec<&'a Diagnostic>) {
    let mut of_rules: BTreeMap<RuleId, Vec<&Diagnostic>> = BTreeMap::new();
    let mut others = Vec::new();
    let names = grammar.names();
    let rules = written(name, bytes, &spec.read).map_or(Vec::new(), |it| it.rules.rules);
    for item in found {
        let span = item.primary.as_ref().map(|label| label.span);
        let span = span.filter(|span| span.file == FileId(0));
        let rule = span.and_then(|span| {
            let count = rules.partition_point(|rule| rule.span.start <= span.start);
            let rule = rules.get(count.checked_sub(1)?)?;
            names.get(&*rule.name.text.to_ascii_lowercase()).copied()
        });
        match rule {
            Some(rule) => of_rules.entry(rule).or_default().push(item),
            None => others.push(item),
        }
    }
    (of_rules, others)
}

/// Returns the part before the rules: the title, findings about the grammar, and the names of rules.
fn head(
    out: &mut String,
    title: &str,
    drawings: &Drawings,
    grammar: &Resolved,
    found: &[&Diagnostic],
) {
    let is_own = |drawing: &&Drawing| grammar[drawing.rule].origin == Origin::Own;
    let (own, others): (Vec<_>, Vec<_>) = drawings.all.iter().partition(is_own);
    write!(
        out,
        "<header>\n<h1>{}</h1>\n<nav aria-label=\"Rules\">\n\
         <p id=\"_search\" hidden><label for=\"_find\">Find a rule</label> \
         <input id=\"_find\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"> \
         <span id=\"_count\" role=\"status\"></span></p>\n",
        escaped(title)
    )
    .expect(STRING);
    for (heading, drawings) in [("", own), ("Rules from elsewhere", others)] {
        if drawings.is_empty() {
            continue;
        }
        if !heading.is_empty() {
            writeln!(out, "<h2>{heading}</h2>").expect(STRING);
        }
        out.push_str("<ul>\n");
        for drawing in drawings {
            writeln!(out, "<li>{}</li>", link(&drawing.name)).expect(STRING);
        }
        out.push_str("</ul>\n");
    }
    out.push_str("<p><a href=\"#_legend\">How to read the diagrams</a></p>\n</nav>\n");
    findings(out, found);
    out.push_str("</header>\n");
}

fn section(
    out: &mut String,
    drawings: &Drawings,
    drawing: &Drawing,
    facts: &Facts<'_>,
    found: &[&Diagnostic],
    seed: u64,
) {
    let rule = &facts.grammar[drawing.rule];
    let source = match &rule.origin {
        Origin::Own | Origin::Group => String::new(),
        Origin::Core => "core rule of RFC 5234, ".to_owned(),
        Origin::Import(name) => format!("imported from {}, ", escaped(name)),
    };
    let name = escaped(&drawing.name);
    writeln!(
        out,
        "<section id=\"{name}\" class=\"rule\">\n<h2><a href=\"#{name}\">{}</a> \
         <small>{source}{}</small></h2>",
        escaped(rule.name.as_str()),
        facts.engine(drawing.rule)
    )
    .expect(STRING);
    figure(out, drawings, drawing);
    writeln!(out, "<pre><code>{}</code></pre>", definition(drawings, drawing, facts))
        .expect(STRING);
    let mut rows = String::new();
    let restrictions = facts.restrictions(drawing.rule);
    if !restrictions.is_empty() {
        row(&mut rows, "Restricted", &with_code(&restrictions));
    }
    let used_by = facts.used_by.get(&drawing.rule).map_or(&[][..], Vec::as_slice);
    if !used_by.is_empty() {
        let names = used_by.iter().filter_map(|&it| drawings.name(it)).map(link);
        row(&mut rows, "Used by", &names.collect::<Vec<_>>().join(", "));
    }
    let samples = facts.samples(drawing.rule, seed);
    if !samples.is_empty() {
        let texts = samples.iter().map(|text| match &**text {
            [] => "<i>the empty text</i>".to_owned(),
            text => format!("<code>{}</code>", escaped(&shown(text))),
        });
        row(&mut rows, "For example", &texts.collect::<Vec<_>>().join(" "));
    }
    let plan = facts.plan.filter(|_| matches!(rule.origin, Origin::Own));
    let shape = plan.and_then(|plan| data::shape(plan, plan.rule(rule.name.as_str())?));
    if let Some(shape) = shape {
        row(&mut rows, "Data", &format!("<code>{}</code>", escaped(&shape)));
    }
    if !rows.is_empty() {
        writeln!(out, "<dl>\n{rows}</dl>").expect(STRING);
    }
    findings(out, found);
    out.push_str("</section>\n");
}

fn row(out: &mut String, term: &str, html: &str) {
    writeln!(out, "<div><dt>{term}</dt><dd>{html}</dd></div>").expect(STRING);
}

/// Returns a sentence in which names between backticks are code.
fn with_code(sentence: &str) -> String {
    let text = escaped(sentence);
    let mut out = String::new();
    for (piece, index) in text.split('`').zip(0..) {
        match (index, index % 2) {
            (0, _) => (),
            (_, 1) => out.push_str("<code>"),
            _ => out.push_str("</code>"),
        }
        out.push_str(piece);
    }
    out
}

fn link(name: &str) -> String {
    let name = escaped(name);
    format!("<a href=\"#{name}\">{name}</a>")
}

/// Returns the drawing, and one for narrow windows if it is different.
fn figure(out: &mut String, drawings: &Drawings, drawing: &Drawing) {
    let track = match &drawing.track {
        Ok(track) => track,
        Err(error) => {
            writeln!(out, "<p>{}</p>", escaped(&error.message)).expect(STRING);
            return;
        }
    };
    let href = |rule| drawings.name(rule).map(|name| format!("#{name}"));
    let words = Words { label: &drawing.label, caption: "" };
    let drawn = |width| draw::svg(track, words, "", width, &href);
    let (wide, narrow) = (drawn(super::WIDTH), drawn(NARROW));
    let kinds = if wide == narrow {
        vec![("figure", wide)]
    } else {
        vec![("figure wide", wide), ("figure narrow", narrow)]
    };
    for (class, drawn) in kinds {
        let least = drawn.width * LEAST_PERCENT / 100;
        writeln!(out, "<div class=\"{class}\" style=\"--least:{least}px\">{}</div>", drawn.svg)
            .expect(STRING);
    }
}

/// Returns the definition with links to the rules that it names.
fn definition(drawings: &Drawings, drawing: &Drawing, facts: &Facts<'_>) -> String {
    let rule = &facts.grammar[drawing.rule];
    let uses = references(&rule.expr);
    let names: BTreeMap<&str, &str> = uses
        .iter()
        .filter_map(|&it| Some((facts.grammar[it].name.folded(), drawings.name(it)?)))
        .collect();
    let limits = abnfc::limits::Limits { source_bytes: usize::MAX, ..facts.spec.read.limits };
    let Ok(source) = source(FileId(0), "a definition", rule.text.as_bytes(), &limits) else {
        return escaped(&rule.text);
    };
    let tokens = tokens(&source);
    let mut out = String::new();
    let mut is_repeat = false;
    for token in &tokens.all {
        let text = token.text(&source.text);
        // A line that breaks after the number of a repetition would not be ABNF.
        if token.kind == Kind::Repeat && !is_repeat {
            write!(out, "<span class=\"times\">{}", escaped(text)).expect(STRING);
            is_repeat = true;
            continue;
        }
        let name = names.get(&*text.to_ascii_lowercase()).filter(|_| token.kind == Kind::Name);
        match name {
            Some(name) if !text.eq_ignore_ascii_case(rule.name.as_str()) => {
                write!(out, "<a href=\"#{}\">{}</a>", escaped(name), escaped(text)).expect(STRING);
            }
            _ => out.push_str(&escaped(text)),
        }
        if std::mem::take(&mut is_repeat) {
            out.push_str("</span>");
        }
    }
    out.trim_end().to_owned() + if is_repeat { "</span>" } else { "" }
}

fn findings(out: &mut String, found: &[&Diagnostic]) {
    if found.is_empty() {
        return;
    }
    out.push_str("<ul class=\"findings\">\n");
    for item in found {
        let severity = item.severity.as_str();
        let sentences = std::iter::once(&item.message).chain(&item.notes);
        let message = sentences.map(|it| escaped(it)).collect::<Vec<_>>().join("; ");
        writeln!(
            out,
            "<li class=\"{severity}\"><b>{severity}</b> <code>{}</code> {message}</li>",
            item.code
        )
        .expect(STRING);
    }
    out.push_str("</ul>\n");
}
