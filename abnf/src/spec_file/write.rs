//! Writes a [`SpecFile`] as text.

use super::keys::{
    self, DIALECTS, ENCODINGS, ENGINES, EXTRAS, FEATURES, INVALID, LEAVES, LETTER_CASES, LOCATES,
    RADIX, UNITS, VALUES, word,
};
use super::{Grammar, SpecFile};
use crate::limits::{LimitName, Limits};
use crate::spec::toml_text::{key, quoted};
use crate::spec::{
    Condition, DecodedSpec, Dialect, Engine, Export, Extract, ForeignType, IntegerType, Locate,
    Meaning, PartSpec, Parts, ReadFunction, Rest, Restriction, ValueSpec, Values,
};
use std::fmt::Write as _;

const STRING: &str = "writing to a string cannot fail";

impl SpecFile {
    /// Returns the file as TOML, without defaults. Reading the text gives an equal value.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        if let Some(module) = &self.module {
            pair(&mut text, "module", &quoted(module));
        }
        if let Some(command) = &self.command {
            pair(&mut text, "command", &quoted(command));
        }
        if !self.extras.is_empty() {
            let words = self.extras.iter().map(|extra| word(&EXTRAS, extra).to_owned());
            pair(&mut text, "extras", &list(&words.collect::<Vec<_>>()));
        }
        if !self.features.is_empty() {
            let words = self.features.iter().map(|feature| word(&FEATURES, feature).to_owned());
            pair(&mut text, "features", &list(&words.collect::<Vec<_>>()));
        }
        if let Some(first) = self.grammars.first().filter(|it| !it.module.is_empty()) {
            package(&mut text, self);
            limits(&mut text, &first.read.limits);
        }
        for grammar in &self.grammars {
            if grammar.module.is_empty() {
                head(&mut text, grammar);
                package(&mut text, self);
                limits(&mut text, &grammar.read.limits);
            } else {
                writeln!(text, "\n[modules.{}]", key(&grammar.module)).expect(STRING);
                head(&mut text, grammar);
            }
            tables(&mut text, grammar);
        }
        text
    }
}

/// The value of `extract`.
fn extract(extract: &Extract) -> String {
    match extract {
        Extract::No => "false".to_owned(),
        Extract::Yes => "true".to_owned(),
        Extract::From(region) => quoted(&region.to_string()),
    }
}

/// Writes the keys of a grammar that are not tables.
fn head(text: &mut String, grammar: &Grammar) {
    pair(text, "grammar", &quoted(&grammar.file));
    if let Some(feature) = &grammar.feature {
        pair(text, "feature", &quoted(feature));
    }
    if let Some(title) = &grammar.title {
        pair(text, "title", &quoted(title));
    }
    if grammar.read.dialect != Dialect::default() {
        pair(text, "dialect", &quoted(word(&DIALECTS, &grammar.read.dialect)));
    }
    if grammar.read.extract != Extract::No {
        pair(text, "extract", &extract(&grammar.read.extract));
    }
    if let Some(encoding) = &grammar.read.encoding {
        pair(text, "encoding", &quoted(word(&ENCODINGS, encoding)));
    }
    if grammar.engine != Engine::default() {
        pair(text, "engine", &quoted(word(&ENGINES, &grammar.engine)));
    }
    if grammar.strict {
        pair(text, "strict", "true");
    }
    if grammar.diagrams {
        pair(text, "diagrams", "true");
    }
    match grammar.values {
        Values::Inferred => {}
        Values::Leaves => pair(text, "values", &quoted(LEAVES)),
        Values::Requested => pair(text, "values", "false"),
    }
    if let Some(export) = &grammar.export {
        pair(text, "export", &list(export));
    }
}

fn package(text: &mut String, file: &SpecFile) {
    let package = &file.package;
    let all = [
        ("name", &package.name),
        ("version", &package.version),
        ("license", &package.license),
        ("description", &package.description),
        ("repository", &package.repository),
    ];
    if all.iter().any(|(_, value)| value.is_some()) {
        text.push_str("\n[package]\n");
    }
    for (name, value) in all {
        if let Some(value) = value {
            pair(text, name, &quoted(value));
        }
    }
}

fn limits(text: &mut String, limits: &Limits) {
    let defaults = Limits::default();
    let changed = |name: &LimitName| limits.get(*name) != defaults.get(*name);
    let changed: Vec<LimitName> = LimitName::ALL.into_iter().filter(changed).collect();
    if !changed.is_empty() {
        text.push_str("\n[limits]\n");
    }
    for name in changed {
        pair(text, &keys::limit(name), &limits.get(name).to_string());
    }
}

/// Writes the tables below that of a grammar.
fn tables(text: &mut String, grammar: &Grammar) {
    let path = match &*grammar.module {
        "" => String::new(),
        module => format!("modules.{}.", key(module)),
    };
    if !grammar.imports.is_empty() {
        writeln!(text, "\n[{path}imports]").expect(STRING);
    }
    for import in &grammar.imports {
        let file = quoted(&import.file);
        let mut keys = vec![format!("file = {file}")];
        if !import.rules.is_empty() {
            keys.push(format!("rules = {}", list(&import.rules)));
        }
        keys.extend(import.extract.as_ref().map(|it| format!("extract = {}", extract(it))));
        let value = if keys.len() == 1 { file } else { format!("{{ {} }}", keys.join(", ")) };
        pair(text, &key(&import.name), &value);
    }
    for export in &grammar.rules {
        writeln!(text, "\n[{path}rules.{}]", key(&export.rule)).expect(STRING);
        rule(text, grammar, export);
        if let ValueSpec::Decoded(decoded) = &export.value {
            writeln!(text, "\n[{path}rules.{}.pieces]", key(&export.rule)).expect(STRING);
            for piece in &decoded.pieces {
                pair(text, &key(&piece.rule), &meaning(&piece.meaning));
            }
        }
    }
}

fn rule(text: &mut String, grammar: &Grammar, export: &Export) {
    if let Some(name) = &export.type_name {
        pair(text, "type", &quoted(name));
    }
    if let Some(docs) = &export.docs {
        pair(text, "docs", &quoted(docs));
    }
    if export.engine != grammar.engine {
        pair(text, "engine", &quoted(word(&ENGINES, &export.engine)));
    }
    if export.is_leaf {
        pair(text, "leaf", "true");
    }
    if export.locate != Locate::default() {
        pair(text, "locate", &quoted(word(&LOCATES, &export.locate)));
    }
    if export.value != ValueSpec::default() {
        pair(text, "value", &value(&export.value));
    }
    if let Some(written) = &export.written {
        pair(text, "write", &quoted(written));
    }
    if let Some(case) = &export.letter_case {
        pair(text, "case", &quoted(word(&LETTER_CASES, case)));
    }
    restrictions(text, &export.restrictions);
    match &export.parts {
        Parts::Direct => (),
        Parts::Listed(parts) if parts.is_empty() => pair(text, "parts", "[]"),
        Parts::Listed(parts) => {
            text.push_str("parts = [\n");
            for item in parts {
                writeln!(text, "    {},", part(item)).expect(STRING);
            }
            text.push_str("]\n");
        }
    }
}

fn restrictions(text: &mut String, restrictions: &[Restriction]) {
    let conditions = || restrictions.iter().map(|it| &it.condition);
    for condition in conditions() {
        match condition {
            Condition::Range { least, greatest } => {
                // Numbers of TOML have 64 bits.
                let large = [IntegerType::U64, IntegerType::I128];
                let ty = large.into_iter().find(|&ty| ty.bounds() == [*least, *greatest]);
                let range = format!("[{least}, {greatest}]");
                pair(text, "range", &ty.map_or(range, |ty| format!("\"{}\"", ty.name())));
            }
            Condition::MinBytes(count) => pair(text, "min-bytes", &count.to_string()),
            Condition::MaxBytes(count) => pair(text, "max-bytes", &count.to_string()),
            Condition::And(_) | Condition::Except(_) => {}
        }
    }
    let [mut and, mut except] = [Vec::new(), Vec::new()];
    for condition in conditions() {
        match condition {
            Condition::And(rule) => and.push(rule.clone()),
            Condition::Except(rule) => except.push(rule.clone()),
            Condition::Range { .. } | Condition::MinBytes(_) | Condition::MaxBytes(_) => {}
        }
    }
    for (key, rules) in [("and", and), ("except", except)] {
        if !rules.is_empty() {
            pair(text, key, &list(&rules));
        }
    }
}

fn value(value: &ValueSpec) -> String {
    match value {
        ValueSpec::Integer { ty, radix, separator } => {
            let mut keys = format!("type = {}", quoted(ty.name()));
            if *radix != RADIX {
                write!(keys, ", radix = {radix}").expect(STRING);
            }
            if let Some(separator) = separator {
                let separator = quoted(&char::from(*separator).to_string());
                write!(keys, ", separator = {separator}").expect(STRING);
            }
            match (*radix, separator) {
                (RADIX, None) => quoted(ty.name()),
                _ => format!("{{ {keys} }}"),
            }
        }
        ValueSpec::Bool { texts: Some([yes, no]) } => {
            let ty = quoted(word(&VALUES, &ValueSpec::Bool { texts: None }));
            format!("{{ type = {ty}, true = {}, false = {} }}", quoted(yes), quoted(no))
        }
        ValueSpec::Foreign(ty) => foreign(ty),
        ValueSpec::Decoded(DecodedSpec { invalid: None, .. }) => {
            quoted(word(&VALUES, &ValueSpec::Text))
        }
        ValueSpec::Decoded(DecodedSpec { invalid: Some(invalid), .. }) => {
            let (text, invalid) = (word(&VALUES, &ValueSpec::Text), word(&INVALID, invalid));
            format!("{{ type = {}, invalid = {} }}", quoted(text), quoted(invalid))
        }
        other => quoted(word(&VALUES, other)),
    }
}

fn foreign(ForeignType { path, read, write }: &ForeignType) -> String {
    let mut keys = vec![("type", path)];
    if let Some(ReadFunction { path, error }) = read {
        keys.extend([("read", path), ("error", error)]);
    }
    keys.extend(write.iter().map(|path| ("write", path)));
    if keys.len() == 1 {
        return quoted(path);
    }
    let keys: Vec<String> =
        keys.into_iter().map(|(key, path)| format!("{key} = {}", quoted(path))).collect();
    format!("{{ {} }}", keys.join(", "))
}

fn meaning(meaning: &Meaning) -> String {
    match meaning {
        Meaning::ByPrefix(cases) => {
            let cases: Vec<_> = cases.iter().map(|(prefix, it)| of_case(prefix, it)).collect();
            if cases.len() == 1 { cases.concat() } else { format!("[{}]", cases.join(", ")) }
        }
        one => of_case("", one),
    }
}

/// The meaning of the texts with a prefix.
fn of_case(prefix: &str, meaning: &Meaning) -> String {
    let (drop, rest) = match meaning {
        Meaning::Fixed(text) => return quoted(text),
        Meaning::Read { drop, rest } => (drop, rest),
        Meaning::ByPrefix(_) => unreachable!("the meanings in a list are not lists"),
    };
    let mut keys = Vec::new();
    if !prefix.is_empty() {
        keys.push(format!("after = {}", quoted(prefix)));
    }
    if *drop > 0 {
        keys.push(format!("drop = {drop}"));
    }
    match rest {
        Rest::Itself => {}
        Rest::Number { radix, unit } => {
            keys.push(format!("radix = {radix}"));
            keys.push(format!("as = {}", quoted(word(&UNITS, unit))));
        }
        Rest::OneOf(texts) => {
            let pair = |(from, to): &(String, String)| format!("{} = {}", key(from), quoted(to));
            let pairs: Vec<String> = texts.iter().map(pair).collect();
            keys.push(format!("map = {{ {} }}", pairs.join(", ")));
        }
    }
    if keys.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", keys.join(", ")) }
}

fn part(part: &PartSpec) -> String {
    let name = quoted(&part.name);
    match &part.type_name {
        None if *part.rules == [part.name.clone()] => name,
        None => format!("{{ name = {name}, rules = {} }}", list(&part.rules)),
        Some(union) => {
            let rules = list(&part.rules);
            format!("{{ name = {name}, rules = {rules}, type = {} }}", quoted(union))
        }
    }
}

fn pair(text: &mut String, key: &str, value: &str) {
    writeln!(text, "{key} = {value}").expect(STRING);
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    format!("[{}]", names.join(", "))
}
