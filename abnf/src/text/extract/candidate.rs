//! Distinguishes rules from examples and from repeated rules.
//!
//! Examples such as `m=audio 49172 RTP/AVP 0` and `nonce="dcd98b7102dd",` begin like rules. Authors
//! of grammars put a space before `=`, so only lines without one can be examples. Such a line is an
//! example
//!
//! - if it is not ABNF,
//! - if it refers to no rule of the document,
//! - if it has no references, and is adjacent to an example, or most rules have a space, or
//! - if most rules have a space, it has none after `=` either, and one of its references is no rule.
//!
//! With a space, these lines are examples: words alone that are not ABNF (`j = i MOD 4`), or that are
//! three in a row and refer to no rule (`The =/ notation of ABNF`); two words around a slash, such as a
//! media type, that refer to no rule; and the form of a rule, `name = definition`. An example is a rule
//! nonetheless if another rule uses a name that only this line defines.

use super::extent::Extent;
use super::rule::{Document, Piece, body, is_bracketed};
use crate::text::tokens::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Lines that have the form of a rule.
pub(super) struct Candidate<'a> {
    /// The first line.
    pub(super) at: usize,
    /// The line after the last one.
    pub(super) end: usize,
    spacing: Spacing,
    /// Whether it is a line of words and numbers alone that is no ABNF or has three words in a row.
    is_wordy: bool,
    /// Whether it is ABNF.
    pub(super) is_sound: bool,
    /// Whether the body has names alone, perhaps in groups.
    pub(super) is_plain: bool,
    /// The words, without comments.
    words: Vec<&'a str>,
    /// The defined name, in lower case.
    pub(super) name: String,
    /// The names of the references, in lower case.
    pub(super) uses: BTreeSet<String>,
}

/// The spaces around `=`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// A space before.
    Before,
    /// A space after.
    After,
    None,
}

/// Reads the candidate with this extent.
pub(super) fn candidate<'a>(document: &Document<'a>, at: usize, extent: &Extent) -> Candidate<'a> {
    let pieces: Vec<Piece> =
        document.lines[at..extent.end].iter().flat_map(|line| document.content(line)).collect();
    let body = body(document, at);
    let of_body: Vec<Piece> = pieces.iter().copied().filter(|it| body <= it.start).collect();
    let name = |piece: &Piece| document.written(*piece).to_ascii_lowercase();
    let is_name = |piece: &&Piece| piece.kind == Kind::Name;
    // RFC 5234 defines `elements`.
    let is_form_of_abnf = is_form(document, &pieces, &["elements", "crlf"]);
    let is_sound = is_sound(&of_body) && !is_form_of_abnf;
    let are_words = of_body.iter().all(|it| {
        it.kind == Kind::Name
            || it.kind == Kind::Repeat
                && document.written(*it).bytes().all(|it| it.is_ascii_digit())
    });
    let in_a_row = of_body.windows(3).any(|three| three.iter().all(|it| is_name(&it)));
    let is_plain = |it: &Piece| matches!(it.kind, Kind::Name | Kind::GroupOpen | Kind::GroupClose);
    let are_names = |pair: &[Piece]| pair.iter().all(|it| it.kind == Kind::Name);
    let is_spaced = |piece: Option<&Piece>| piece.is_none_or(|it| it.spaced);
    let spacing = if is_spaced(document.content(&document.lines[at]).get(1)) {
        Spacing::Before
    } else if is_spaced(of_body.first()) {
        Spacing::After
    } else {
        Spacing::None
    };
    Candidate {
        at,
        end: extent.end,
        spacing,
        is_wordy: !is_bracketed(document, at)
            && (are_words && extent.end == at + 1 && (!is_sound || in_a_row)
                || is_media_type(&of_body)
                || is_form_of_abnf
                || is_form(document, &pieces, &["definition"])),
        is_sound,
        is_plain: of_body.iter().all(is_plain) && !of_body.windows(2).any(are_names),
        words: pieces.iter().map(|piece| document.written(*piece)).collect(),
        name: pieces.first().map(name).unwrap_or_default(),
        uses: of_body.iter().filter(is_name).map(name).collect(),
    }
}

/// Returns whether it is `image/png`: elements are rarely written without spaces around a slash.
fn is_media_type(body: &[Piece]) -> bool {
    let kinds: Vec<Kind> = body.iter().map(|it| it.kind).collect();
    kinds == [Kind::Name, Kind::Slash, Kind::Name] && body[1..].iter().all(|it| !it.spaced)
}

/// Returns whether it is the form of a rule, `name = ` and these words, as in section 2.1 of RFC 2616.
fn is_form(document: &Document<'_>, pieces: &[Piece], body: &[&str]) -> bool {
    let words = pieces.iter().map(|it| document.written(*it));
    words.eq(["name", "="].iter().chain(body).copied())
}

impl Candidate<'_> {
    /// Returns it as one that is no example, since the document says that it is ABNF.
    pub(super) fn certain(self) -> Self {
        Self { spacing: Spacing::Before, is_wordy: false, ..self }
    }

    /// Returns whether `=` follows the name without a space.
    fn is_tight(&self) -> bool {
        self.spacing != Spacing::Before
    }

    /// Returns whether its form is that of an example.
    fn may_be_example(&self) -> bool {
        self.is_tight() || self.is_wordy
    }

    /// Returns whether its body consists of strings with `/` between them, as no example does.
    fn is_choice_of_strings(&self) -> bool {
        let body = self.words.get(2..).unwrap_or_default();
        body.contains(&"/") && body.iter().all(|it| *it == "/" || it.starts_with('"'))
    }

    /// Returns whether it repeats another candidate verbatim.
    pub(super) fn repeats(&self, others: &BTreeSet<&[&str]>) -> bool {
        others.contains(self.words.as_slice())
    }

    /// Returns its words, without comments and layout.
    pub(super) fn words(&self) -> &[&str] {
        &self.words
    }
}

/// Returns for each candidate whether it is an example. `prose` contains the lines that begin like
/// a rule and are prose.
pub(super) fn examples(candidates: &[Candidate<'_>], prose: &BTreeSet<usize>) -> Vec<bool> {
    let spaced = candidates.iter().filter(|it| !it.is_tight()).count();
    let is_spaced = candidates.len() / 2 < spaced;
    let nameless = nameless(candidates, is_spaced);
    let mut doubted: Vec<bool> = candidates
        .iter()
        .zip(nameless)
        .map(|(it, nameless)| it.may_be_example() && (!it.is_sound || nameless))
        .collect();
    // Lines without references that are adjacent to an example, on both sides.
    let count = candidates.len();
    for at in (0..count).chain((0..count).rev()) {
        let Candidate { at: line, end, ref uses, .. } = candidates[at];
        let is_tight = candidates[at].is_tight();
        let before = line.checked_sub(1);
        let follows = at.checked_sub(1).is_some_and(|it| doubted[it] && candidates[it].end == line);
        let precedes = doubted.get(at + 1) == Some(&true) && candidates[at + 1].at == end;
        let by_prose = before.is_some_and(|it| prose.contains(&it)) || prose.contains(&end);
        doubted[at] |= is_tight
            && uses.is_empty()
            && (is_spaced || follows || precedes || by_prose)
            && !candidates[at].is_choice_of_strings();
    }
    let rules = || candidates.iter().zip(&doubted).filter(|(_, doubted)| !**doubted).map(|it| it.0);
    let given: BTreeSet<&str> = rules().map(|it| it.name.as_str()).collect();
    let used: BTreeSet<&str> = rules()
        .flat_map(|it| it.uses.iter().map(String::as_str))
        .filter(|name| !given.contains(name))
        .collect();
    let is_example =
        |(it, doubted): (&Candidate<'_>, &bool)| *doubted && !used.contains(it.name.as_str());
    candidates.iter().zip(&doubted).map(is_example).collect()
}

/// Returns for each candidate whether it has references, none of which is a core rule or another
/// candidate that is not `nameless` itself. If most rules have spaces, one such reference suffices for a
/// candidate without any: `s=RTSP Session` in a document that defines `Session`.
fn nameless(candidates: &[Candidate<'_>], is_spaced: bool) -> Vec<bool> {
    /// Examples refer to each other only by chance, so chains are short.
    const MAX_ROUNDS: usize = 8;
    let mut nameless = vec![false; candidates.len()];
    for _ in 0..MAX_ROUNDS {
        let mut defined: BTreeMap<&str, usize> = BTreeMap::new();
        for (it, _) in candidates.iter().zip(&nameless).filter(|(_, nameless)| !**nameless) {
            *defined.entry(&it.name).or_default() += 1;
        }
        let is_known = |it: &Candidate<'_>, name: &String| {
            // Definitions other than this one.
            let others = usize::from(*name == it.name);
            CORE.contains(&name.as_str())
                || defined.get(name.as_str()).is_some_and(|&count| others < count)
        };
        let now: Vec<bool> = candidates
            .iter()
            .map(|it| {
                it.may_be_example()
                    && it.is_sound
                    && !it.uses.is_empty()
                    && if it.spacing == Spacing::None && is_spaced {
                        !it.uses.iter().all(|name| is_known(it, name))
                    } else {
                        !it.uses.iter().any(|name| is_known(it, name))
                    }
            })
            .collect();
        if now == nameless {
            break;
        }
        nameless = now;
    }
    nameless
}

/// The core rules of RFC 5234 appendix B.1, in lower case.
const CORE: [&str; 16] = [
    "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp",
    "octet", "sp", "vchar", "wsp",
];

/// Returns whether these are the elements of a rule (RFC 5234 section 4).
fn is_sound(pieces: &[Piece]) -> bool {
    let mut open = Vec::new();
    let mut is_element_due = true;
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            Kind::Name | Kind::Text | Kind::Number | Kind::Prose => is_element_due = false,
            Kind::Repeat | Kind::List => {
                let next = pieces.get(at + 1).filter(|next| !next.spaced);
                let begins = |next: &Piece| next.kind.begins_element() && next.kind != Kind::Repeat;
                if !next.is_some_and(begins) {
                    return false;
                }
            }
            Kind::Slash | Kind::Bar if !is_element_due => is_element_due = true,
            Kind::GroupOpen | Kind::OptionOpen => {
                open.push(piece.kind);
                is_element_due = true;
            }
            Kind::GroupClose | Kind::OptionClose => {
                let opening = match piece.kind {
                    Kind::GroupClose => Kind::GroupOpen,
                    _ => Kind::OptionOpen,
                };
                if is_element_due || open.pop() != Some(opening) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    open.is_empty() && !is_element_due
}
