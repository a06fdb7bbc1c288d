//! Describes a rule in a few lines of Markdown, or in a few words: its definition with the comments
//! above it, its origin, facts about its language, its data, and the rules that use it.

use super::Document;
use super::rule_facts::{self, Facts, Kind, Texts, rule_facts};
use crate::data;
use abnfc::bytes::escapes::escaped;
use abnfc::bytes::markdown::{code, fenced};
use abnfc::compile::Module;
use abnfc::grammar::{Origin, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{ReadOptions, Spec};

/// The maximum number of shown lines of comments above a definition.
const MAX_COMMENTS: usize = 12;
/// The maximum number of users that are named.
const MAX_USERS: usize = 12;

/// Returns the description in Markdown. `options` are those with which the document was read. Takes
/// time within [`limits`](rule_facts::limits).
pub fn hover(document: &Document, rule: RuleId, options: &ReadOptions) -> String {
    let it = &document.grammar()[rule];
    let mut text = fenced("abnf", &format!("{}{}", comments(document, rule), it.text)) + "\n";
    let mut lines = Vec::new();
    match &it.origin {
        Origin::Own | Origin::Group => (),
        Origin::Import(name) => {
            let file = document.definition(rule).map_or("", |(file, _)| file);
            lines.push(format!("from the import `{name}`, {}", code(last_name(file))));
        }
        Origin::Core => lines.push("a core rule (RFC 5234, appendix B.1)".to_owned()),
    }
    match rule_facts(document.grammar(), rule, &options.limits) {
        Some(facts) => {
            lines.extend(fact_lines(&facts));
            lines.extend(shape(document, rule, options).map(|it| format!("data: {}", code(&it))));
        }
        None if it.is_broken => lines.push("there is an error in the definition".to_owned()),
        None => (),
    }
    let users = document.users(rule);
    if !users.is_empty() {
        let names = users.iter().take(MAX_USERS);
        let names: Vec<_> =
            names.map(|&user| format!("`{}`", document.grammar()[user].name)).collect();
        let more = match users.len().saturating_sub(MAX_USERS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("used by {}{more}", names.join(", ")));
    }
    for line in lines {
        text.push_str("\n- ");
        text.push_str(&line);
    }
    text
}

/// Returns the description in a few words: the number of states, if the rule is regular, and of rules
/// that use it. Takes time within [`limits`](rule_facts::limits).
pub fn summary(document: &Document, rule: RuleId, limits: &Limits) -> String {
    let kind = match rule_facts(document.grammar(), rule, limits).map(|it| it.kind) {
        Some(Kind::Regular { states, .. }) => format!("{}, ", states_in_words(states)),
        Some(Kind::Nested) => "nested, ".to_owned(),
        None => String::new(),
    };
    let users = match document.users(rule).len() {
        0 => "used by no other rule".to_owned(),
        1 => "used by 1 rule".to_owned(),
        count => format!("used by {count} rules"),
    };
    kind + &users
}

fn states_in_words(states: usize) -> String {
    if states == 1 { "1 state".to_owned() } else { format!("{states} states") }
}

/// Returns the type of the data of a rule, unless it is the text.
fn shape(document: &Document, rule: RuleId, options: &ReadOptions) -> Option<String> {
    let read = ReadOptions { limits: rule_facts::limits(&options.limits), ..options.clone() };
    let spec = Spec { read, imports: document.imports.clone(), ..Spec::default() };
    let source = &document.source;
    let (name, bytes) = (&*source.name, source.text.as_bytes());
    let name_of_rule = document.grammar()[rule].name.as_str();
    let plan =
        data::plan_of(&Module { module: "", name, bytes, spec: &spec }, name_of_rule).ok()?;
    data::shape(&plan, plan.rule(name_of_rule)?)
}

/// Returns the facts as lines.
fn fact_lines(facts: &Facts) -> Vec<String> {
    let mut lines = vec![match facts.kind {
        Kind::Regular { states, texts } => {
            let texts = match texts {
                Texts::Exactly(1) => "1 text".to_owned(),
                Texts::Exactly(count) => format!("{count} texts"),
                Texts::Many => "more than 2^128 texts".to_owned(),
                Texts::Infinite => "infinitely many texts".to_owned(),
            };
            format!("regular: {}, {texts}", states_in_words(states))
        }
        Kind::Nested => "nested: it embeds itself, or uses a rule that does".to_owned(),
    }];
    match facts.shortest.as_deref() {
        Some(b"") => lines.push("matches the empty text".to_owned()),
        Some(text) => lines.push(format!("shortest text: {}", code(&escaped(text)))),
        None => (),
    }
    if let Some(sample) = facts.sample.as_deref().filter(|it| facts.shortest.as_deref() != Some(it))
    {
        lines.push(format!("sample: {}", code(&escaped(sample))));
    }
    lines
}

/// Returns the comments in the lines just above a definition, without directives.
fn comments(document: &Document, rule: RuleId) -> String {
    let Some((file, span)) = document.grammar()[rule].span.and_then(|span| {
        let file = document.read.diagnostics.files.get(span.file)?;
        Some((file, span))
    }) else {
        return String::new();
    };
    let before = &file.text[..span.start as usize];
    let before = &before[..before.rfind('\n').map_or(0, |at| at + 1)];
    let lines = before.lines().rev().map(str::trim).take_while(|line| line.starts_with(';'));
    let mut lines: Vec<&str> =
        lines.filter(|line| !line[1..].trim_start().starts_with('@')).take(MAX_COMMENTS).collect();
    lines.reverse();
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

fn last_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
