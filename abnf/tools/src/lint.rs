//! Doubtful definitions: a grammar to findings, including those of [`abnfc::check`].
//!
//! A warning deserves attention in nearly every grammar. A note is a fact that is harmless in most
//! grammars: ambiguity is common in RFCs, and so is an order of alternatives that a parser cannot use
//! without changes.
//! Each finding has a code of the [`catalogue`]; the code can be allowed in the grammar
//! (`; @allow CODE`) or by the caller.
//!
//! For regular rules, findings are decided on languages, exactly. For nested rules, only some of their
//! texts are searched; the findings say which. Every search has a bound, and the note `undecided`
//! reports a search that exceeds it.

mod ambiguous;
pub mod catalogue;
mod comments;
mod element;
mod ignored;
mod languages;
mod overlaps;
mod peg;
mod readings;
mod recursion;
mod redefined;
mod rule_names;
mod shown;
mod two_ways;
mod undecided;
mod wrong_base;

use crate::written::{Written, written};
use abnfc::Read;
use abnfc::automata::rules::Automata;
use abnfc::bytes::escapes::quoted;
use abnfc::diagnostic::{Code, Diagnostic, Diagnostics, Severity, report};
use abnfc::grammar::lint::RedefinedCoreRule;
use abnfc::grammar::syntax::Rulelist;
use abnfc::grammar::{Resolved, RuleId, facts};
use abnfc::limits::Limits;
use abnfc::plan::restrict::restrict;
use abnfc::spec::Spec;
use abnfc::text::directives::{Listed, allowed};
use abnfc::text::source::Source;
use abnfc::text::tokens::Tokens;
use element::{Element, elements};
use languages::Languages;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use undecided::Undecided;

/// The options of a caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rules that are used from outside. If empty, any rule may be used.
    pub roots: Vec<String>,
    /// Whether notes are reported.
    pub notes: Notes,
    /// The codes of findings that are left out.
    pub allowed: BTreeSet<String>,
    /// Codes whose notes are warnings.
    pub denied: BTreeSet<String>,
    /// The depth of the analysis.
    pub extent: Extent,
}

/// The depth of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Only the findings of [`read_leniently`](abnfc::read_leniently), for results during typing.
    Reading,
    /// Also the findings that need automata.
    #[default]
    Languages,
}

/// Whether notes are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notes {
    /// Only notes of denied codes.
    #[default]
    Hidden,
    /// All notes.
    Shown,
}

impl Options {
    /// Returns whether notes of a code are reported.
    fn reports_notes(&self, code: Code) -> bool {
        let code = code.as_str();
        !self.allowed.contains(code) && (self.notes == Notes::Shown || self.denied.contains(code))
    }
}

/// Returns the findings of [`abnfc::check`], and those from comparing rules with each other and with
/// themselves.
///
/// If the grammar as a whole has an error, nothing is compared. Rules that need prose or a definition
/// with an error are not compared either.
///
/// # Errors
///
/// If one of the inputs is not text, or a root is not the name of a rule.
pub fn lint(
    name: &str,
    bytes: &[u8],
    spec: &Spec,
    options: &Options,
) -> Result<Diagnostics, Diagnostics> {
    let read = abnfc::read_leniently(name, bytes, &spec.imports, &spec.read)?;
    let roots = roots(&read.resolved, options)?;
    let is_whole = read.is_whole();
    let Diagnostics { files, mut items } = match options.extent {
        Extent::Reading => read.diagnostics.clone(),
        Extent::Languages => abnfc::compile::checked(&read, spec),
    };
    if options.extent == Extent::Languages && !is_whole {
        items.extend(read.redefined());
    }
    let Read { resolved: mut grammar, core_rules, .. } = read;
    // Restrictions with errors are among the findings about the spec.
    if let Ok(restricted) = restrict(&grammar, spec) {
        grammar = restricted.grammar.into_owned();
    }
    let Written { source, tokens, rules } = written(name, bytes, &spec.read)?;
    let allowed: Vec<Listed> = allowed(&source, &tokens);
    ignored::directives(&source, &tokens, &mut items);
    if is_whole && options.extent == Extent::Languages {
        let elements = elements(&source.text, &rules, &grammar);
        let subject = Subject {
            grammar: &grammar,
            core_rules: &core_rules,
            text: &source.text,
            rules: &rules,
            elements: &elements,
            nullable: facts::nullable(&grammar),
        };
        search(&subject, (&source, &tokens), spec, options, &roots, &mut items);
    }
    let items = shown::levels(&source.text, &rules, &allowed, options, items);
    Ok(Diagnostics { files, items: abnfc::read::sorted(items) })
}

/// Returns a text for a message, cut if it is long.
fn shown(text: &[u8]) -> String {
    const MAX_BYTES: usize = 60;
    if text.len() <= MAX_BYTES {
        quoted(text)
    } else {
        format!("{}… ({} bytes)", quoted(&text[..MAX_BYTES]), text.len())
    }
}

/// The grammar under analysis.
struct Subject<'a> {
    grammar: &'a Resolved,
    core_rules: &'a [RedefinedCoreRule],
    text: &'a str,
    rules: &'a Rulelist,
    /// The tree of each rule.
    elements: &'a [Element],
    /// Whether each rule has the empty text.
    nullable: Vec<bool>,
}

fn roots(grammar: &Resolved, options: &Options) -> Result<Vec<RuleId>, Diagnostics> {
    let root = |name: &String| {
        grammar.find(name).ok_or_else(|| {
            Diagnostic::error(Code::UnknownRoot, format!("there is no rule `{name}`"))
        })
    };
    let roots = options.roots.iter().map(root).collect::<Result<_, _>>();
    roots.map_err(Diagnostics::from)
}

/// Appends the findings about the rules. Findings that the options leave out are not searched for.
fn search(
    subject: &Subject<'_>,
    written: (&Source, &Tokens),
    spec: &Spec,
    options: &Options,
    roots: &[RuleId],
    found: &mut Vec<Diagnostic>,
) {
    let limits = &spec.read.limits;
    let is_reported = |code| options.reports_notes(code);
    rule_names::unused(subject, roots, found);
    rule_names::case_drift(subject, found);
    wrong_base::numbers(subject, found);
    recursion::of_nothing(subject, found);
    if is_reported(Code::LeftRecursion) {
        recursion::left_recursion(subject, found);
    }
    let unclear = facts::unclear(subject.grammar);
    let sound = subject.grammar.own_rules().map(|(rule, _)| rule);
    let sound: Vec<RuleId> = sound.filter(|rule| !unclear[rule.index()]).collect();
    let of_core = redefined::redefined(subject.grammar).into_iter();
    let mut wanted: Vec<RuleId> = of_core.flat_map(|(own, core)| [own, core]).collect();
    if OF_TEXTS.iter().any(|&code| is_reported(code)) {
        wanted.extend(&sound);
    }
    if wanted.is_empty() {
        return;
    }
    let languages = Languages::new(subject.grammar, &wanted, limits);
    let Subject { grammar, core_rules, .. } = subject;
    redefined::core_rules(&languages, grammar, core_rules, limits.compared_pairs, found);

    if is_reported(Code::RestrictionInComment) {
        comments::restrictions(subject, written, &languages, (spec, limits), found);
    }
    let mut undecided = Undecided::default();
    if OF_ALTERNATIVES.iter().any(|&code| is_reported(code)) {
        for &rule in &sound {
            let pairs = limits.compared_pairs;
            let extent = overlaps::alternatives(&languages, subject, rule, pairs, found);
            undecided.alternatives(rule, extent);
        }
    }
    if is_reported(Code::AmbiguousRule) {
        for &rule in &sound {
            match ambiguous::ambiguity(&languages, subject, rule, limits.ambiguity_steps) {
                ambiguous::Verdict::Ambiguous(note) => report(found, *note),
                ambiguous::Verdict::Unambiguous(extent) => undecided.ambiguity(rule, Ok(extent)),
                ambiguous::Verdict::Unknown => undecided.ambiguity(rule, Err(languages::Unknown)),
            }
        }
    }
    if is_reported(Code::FirstMatchDiffers) {
        first_match(&languages, subject, limits, &sound, &mut undecided, found);
    }
    if is_reported(Code::Undecided) {
        undecided.report(subject, found);
    }
}

/// Codes of findings about alternatives as languages.
const OF_ALTERNATIVES: [Code; 2] = [Code::CoveredAlternative, Code::OverlappingAlternatives];

/// Codes of findings that need the texts of all rules.
const OF_TEXTS: [Code; 6] = [
    OF_ALTERNATIVES[0],
    OF_ALTERNATIVES[1],
    Code::AmbiguousRule,
    Code::FirstMatchDiffers,
    Code::RestrictionInComment,
    Code::Undecided,
];

/// Reports the rules whose texts a parsing expression grammar refuses, except those whose refused texts
/// all fail inside of a rule that is already reported.
fn first_match(
    languages: &Languages<'_>,
    subject: &Subject<'_>,
    limits: &Limits,
    rules: &[RuleId],
    undecided: &mut Undecided,
    found: &mut Vec<Diagnostic>,
) {
    let endless = recursion::endless(subject);
    let nested: OnceCell<Automata> = OnceCell::new();
    let nested = || nested.get_or_init(|| languages.with_nested(rules, limits));
    let mut culprits: BTreeMap<RuleId, peg::Culprit> = BTreeMap::new();
    let mut reported: BTreeSet<RuleId> = BTreeSet::new();
    let mut budget = peg::TOTAL_TEXTS;
    let mut in_order: Vec<RuleId> = rules.to_vec();
    in_order.sort_by_key(|&rule| languages.shapes.component_index(rule));
    for rule in in_order.into_iter().filter(|rule| !endless[rule.index()]) {
        let pairs = limits.compared_pairs;
        match peg::first_match(languages, nested, subject, rule, pairs, &mut budget) {
            peg::Verdict::Same => (),
            peg::Verdict::UpTo(bytes) => undecided.first_match(rule, Some(bytes)),
            peg::Verdict::Unknown => undecided.first_match(rule, None),
            peg::Verdict::Differs(difference) => {
                let alike = culprits.iter().filter(|(_, it)| **it == difference.culprit());
                let alike: BTreeSet<RuleId> = alike.map(|(&rule, _)| rule).collect();
                let floor = languages.shapes.floor(&alike);
                let used = languages.shapes.reached_above(floor, [rule], |_| true);
                let is_own = used.is_disjoint(&alike);
                culprits.insert(rule, difference.culprit());
                let own = if is_own {
                    difference
                } else {
                    let other =
                        peg::first_match_without(languages, subject, rule, &reported, pairs);
                    let is_new = |it: &peg::Difference| {
                        culprits.values().all(|known| *known != it.culprit())
                    };
                    let Some(other) = other.filter(is_new) else { continue };
                    culprits.insert(rule, other.culprit());
                    other
                };
                report(found, own.finding(subject, rule));
                reported.insert(rule);
            }
        }
    }
}

/// Returns whether a finding is not an error.
fn can_be_allowed(item: &Diagnostic) -> bool {
    item.severity != Severity::Error
}

#[cfg(test)]
mod tests;
