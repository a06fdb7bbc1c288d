//! Reads the text of a spec file into a [`SpecFile`] and reports every error with its span.
// Long because each key of the file has its function.

mod piece_table;
mod restrictions;
mod value_table;

use super::check::{self, Fault, MAX_WORD, shown};
use super::keys::{
    self, DIALECTS, ENCODINGS, ENGINES, EXTRAS, FEATURES, INVALID, LEAVES, LETTER_CASES, LOCATES,
    VALUES,
};
use super::{Grammar, ImportFile, SpecFile};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, FileId, Files, Label, Span};
use crate::limits::{LimitName, Limits};
use crate::spec::{Export, Extract, PartSpec, Parts, SpecSource, SpecSpan, Values};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its span.
type Value<'a> = Spanned<DeValue<'a>>;

/// A key with its span.
type Key<'a> = Spanned<Cow<'a, str>>;

/// The greatest size of a spec file, which is written by hand.
const MAX_BYTES: usize = 4 << 20;

/// Reads the text of a spec file; messages refer to the file by `name`.
///
/// # Errors
///
/// All errors in the text. If the text is not TOML, only its syntax errors.
///
/// # Examples
///
/// ```
/// let text = b"grammar = \"time.abnf\"\n[rules.time]\ntype = \"Clock\"\n";
/// let file = abnfc::spec_file::read("abnfc.toml", text)?;
/// assert_eq!(file.grammars[0].rules[0].type_name.as_deref(), Some("Clock"));
/// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
/// ```
pub fn read(name: &str, bytes: &[u8]) -> Result<SpecFile, Diagnostics> {
    let mut files = Files::default();
    let whole = |files, message: String| Err(Diagnostics { files, items: vec![error(message)] });
    if MAX_BYTES < bytes.len() {
        return whole(files, format!("`{name}` has more than {MAX_BYTES} bytes"));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(why) => {
            return whole(files, format!("`{name}` is not UTF-8 at byte {}", why.valid_up_to()));
        }
    };
    // As in grammars: columns do not count a byte order mark, and lines end in one way.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text).replace("\r\n", "\n");
    let text = text.as_str();
    files.push(name, text);
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader::default();
    for why in errors {
        reader.report(&why.span().unwrap_or_default(), why.message());
    }
    let mut file = SpecFile::default();
    if reader.found.is_empty() {
        file = reader.file(root.get_ref());
        file.source = SpecSource::new(name, text);
    }
    if reader.found.is_empty() {
        return Ok(file);
    }
    Err(Diagnostics { files, items: reader.in_order() })
}

#[derive(Default)]
struct Reader {
    found: Vec<Diagnostic>,
    /// The number of errors, with those that repeat a message.
    errors: usize,
    /// For each message, its index in `found` and how often it occurred.
    reported: BTreeMap<String, (usize, usize)>,
    /// The index in `found` of the last error, if it is new: hints are attached to it.
    last: Option<usize>,
}

/// The greatest number of different messages.
const MAX_MESSAGES: usize = 2_000;

/// The greatest number of spans shown for one message.
const MAX_PLACES: usize = 3;

impl Reader {
    fn file(&mut self, root: &DeTable<'_>) -> SpecFile {
        let mut file = SpecFile::default();
        let mut limits = Limits::default();
        let mut modules = Vec::new();
        for (key, value) in ordered(root) {
            match &**key.get_ref() {
                "command" => file.command = self.text(value),
                "extras" => {
                    let items = self.list(value, "a list of extras");
                    file.extras = items.iter().filter_map(|it| self.one_of(it, &EXTRAS)).collect();
                }
                "features" => {
                    let items = self.list(value, "a list of features");
                    let features = items.iter().filter_map(|it| self.one_of(it, &FEATURES));
                    file.features = features.collect();
                }
                "limits" => self.limits(value, &mut limits),
                "module" => file.module = self.text(value),
                "modules" => modules = self.tables(value),
                "package" => self.package(value, &mut file),
                _ => (),
            }
        }
        let known = [&keys::ROOT[..], &keys::GRAMMAR].concat();
        if root.contains_key("grammar") || modules.is_empty() {
            file.grammars.push(self.grammar(String::new(), root, &(0..0), &known));
        } else {
            self.without_root(root);
        }
        for (key, table) in modules {
            let name = key.get_ref().to_string();
            if let Some(fault) = check::module(&name) {
                self.fault(&key.span(), fault);
            }
            let known = [&keys::MODULE[..], &keys::GRAMMAR].concat();
            file.grammars.push(self.grammar(name, table, &key.span(), &known));
        }
        for grammar in &mut file.grammars {
            grammar.read.limits = limits;
        }
        file
    }

    /// Checks the keys of a file whose grammars are all modules: no key may be about a grammar.
    fn without_root(&mut self, root: &DeTable<'_>) {
        for (key, _) in ordered(root) {
            let word = &**key.get_ref();
            if keys::GRAMMAR.contains(&word) {
                self.report(
                    &key.span(),
                    format!("`{word}` is about a grammar, and the root has none"),
                );
                self.hint("name the grammar with `grammar`, or move the key into a module");
            } else if !keys::ROOT.contains(&word) {
                self.unknown(key, &keys::ROOT);
            }
        }
    }

    /// Reads a grammar, whose table may have keys that are read elsewhere.
    fn grammar(
        &mut self,
        module: String,
        table: &DeTable<'_>,
        place: &Range<usize>,
        known: &[&str],
    ) -> Grammar {
        let mut grammar = Grammar { module, ..Grammar::default() };
        // The default of its rules, wherever it occurs.
        for (key, value) in ordered(table) {
            if key.get_ref() == "engine" {
                grammar.engine = self.one_of(value, &ENGINES).unwrap_or_default();
            }
        }
        let mut places = Vec::new();
        for (key, value) in ordered(table) {
            match &**key.get_ref() {
                "grammar" => grammar.file = self.text(value).unwrap_or_default(),
                "title" => grammar.title = self.text(value),
                "feature" if !grammar.module.is_empty() => {
                    grammar.feature = self.checked(value, check::feature);
                }
                "dialect" => {
                    grammar.read.dialect = self.one_of(value, &DIALECTS).unwrap_or_default();
                }
                "encoding" => grammar.read.encoding = self.one_of(value, &ENCODINGS),
                "extract" => grammar.read.extract = self.extract(value),
                "strict" => grammar.strict = self.is_true(value),
                "diagrams" => grammar.diagrams = self.is_true(value),
                "values" => grammar.values = self.values(value),
                "export" => {
                    let (names, spans) = self.names(value).into_iter().unzip();
                    (grammar.export, grammar.export_spans) = (Some(names), spans);
                }
                "imports" => grammar.imports = self.imports(value),
                "rules" => {
                    for (key, table) in self.tables(value) {
                        let export = self.rule(&grammar, key, table);
                        grammar.rules.push(export);
                        places.push(key.span());
                    }
                }
                word if known.contains(&word) => (),
                _ => self.unknown(key, known),
            }
        }
        if !table.contains_key("grammar") {
            self.report(place, "the key `grammar` is missing");
            self.hint("name the file of the grammar: `grammar = \"FILE\"`");
        }
        self.check_rules(&grammar, &places);
        grammar
    }

    /// Checks that each rule has at most one table, and only if the rule is exported.
    fn check_rules(&mut self, grammar: &Grammar, places: &[Range<usize>]) {
        let folded = |name: &String| name.to_ascii_lowercase();
        let export: Option<BTreeSet<String>> =
            grammar.export.as_ref().map(|names| names.iter().map(folded).collect());
        let mut known = BTreeSet::new();
        for (rule, place) in grammar.rules.iter().zip(places) {
            let name = folded(&rule.rule);
            if export.as_ref().is_some_and(|export| !export.contains(&name)) {
                self.report(place, format!("rule `{}` is not in the list `export`", rule.rule));
                self.hint("add the rule to the list, or remove its table");
            }
            if !known.insert(name) {
                self.report(place, format!("rule `{}` has two tables", rule.rule));
                self.hint("rulenames ignore case; put everything into one table");
            }
        }
    }

    fn package(&mut self, value: &Value<'_>, file: &mut SpecFile) {
        let package = &mut file.package;
        for (key, value) in self.table(value) {
            match &**key.get_ref() {
                "name" => package.name = self.checked(value, check::package),
                "version" => package.version = self.text(value),
                "license" => package.license = self.text(value),
                "description" => package.description = self.text(value),
                "repository" => package.repository = self.text(value),
                _ => self.unknown(key, &keys::PACKAGE),
            }
        }
    }

    fn limits(&mut self, value: &Value<'_>, limits: &mut Limits) {
        for (key, value) in self.table(value) {
            let names = LimitName::ALL.map(|name| (keys::limit(name), name));
            let Some((_, name)) = names.iter().find(|(word, _)| *word == **key.get_ref()) else {
                let names: Vec<&str> = names.iter().map(|(word, _)| &**word).collect();
                self.unknown(key, &names);
                continue;
            };
            match number(value.get_ref()) {
                Some(number) if number <= name.ceiling() => limits.set(*name, number),
                _ => self.wrong(value, &format!("a whole number of at most {}", name.ceiling())),
            }
        }
    }

    fn imports(&mut self, value: &Value<'_>) -> Vec<ImportFile> {
        let mut imports = Vec::new();
        for (key, value) in self.table(value) {
            let name = key.get_ref().to_string();
            let mut import = ImportFile { name, ..ImportFile::default() };
            if let DeValue::String(_) = value.get_ref() {
                import.file = self.text(value).unwrap_or_default();
            } else if let Some(table) = value.get_ref().as_table() {
                for (key, value) in ordered(table) {
                    match &**key.get_ref() {
                        "file" => import.file = self.text(value).unwrap_or_default(),
                        "rules" => {
                            import.rules =
                                self.names(value).into_iter().map(|(name, _)| name).collect();
                        }
                        "extract" => {
                            import.extract = Some(self.extract(value));
                        }
                        _ => self.unknown(key, &keys::IMPORT),
                    }
                }
                if !table.contains_key("file") {
                    self.report(&key.span(), format!("import `{}` has no file", import.name));
                    self.hint(format!("write `{} = {{ file = \"FILE\" }}`", import.name));
                }
            } else {
                self.wrong(value, "a file, or a table with `file`, `rules` and `extract`");
            }
            imports.push(import);
        }
        imports
    }

    fn rule(&mut self, grammar: &Grammar, key: &Key<'_>, table: &DeTable<'_>) -> Export {
        let rule = key.get_ref().to_string();
        let span = SpecSpan::new(&key.span());
        let mut export = Export { rule, engine: grammar.engine, span, ..Export::default() };
        let (mut pieces, mut invalid) = (None, None);
        for (key, value) in ordered(table) {
            match &**key.get_ref() {
                "type" => export.type_name = self.checked(value, check::type_name),
                "docs" => export.docs = self.text(value),
                "engine" => export.engine = self.one_of(value, &ENGINES).unwrap_or_default(),
                "leaf" => export.is_leaf = self.is_true(value),
                "locate" => export.locate = self.one_of(value, &LOCATES).unwrap_or_default(),
                "parts" => export.parts = Parts::Listed(self.parts(value)),
                "value" => {
                    (export.value, invalid) = self.value(value);
                    export.value_span = SpecSpan::new(&value.span());
                }
                "write" => {
                    export.written = self.word(value);
                    export.written_span = SpecSpan::new(&value.span());
                }
                "case" => export.letter_case = self.one_of(value, &LETTER_CASES),
                "pieces" => pieces = Some((key.span(), self.pieces(value))),
                _ if self.restriction(key, value, &mut export.restrictions) => (),
                _ => self.unknown(key, &keys::RULE),
            }
        }
        restrictions::sort(&mut export.restrictions);
        self.decoded(&mut export, pieces, invalid);
        export
    }

    fn parts(&mut self, value: &Value<'_>) -> Vec<PartSpec> {
        let mut parts: Vec<PartSpec> = Vec::new();
        for item in self.list(value, "a list of parts") {
            let part = if let Some(table) = item.get_ref().as_table() {
                self.part(item, table)
            } else if let DeValue::String(_) = item.get_ref() {
                let Some(name) = self.text(item) else { continue };
                let span = SpecSpan::new(&item.span());
                let (rules, rule_spans) = (vec![name.clone()], vec![span]);
                PartSpec { name, rules, type_name: None, span, rule_spans }
            } else {
                self.wrong(item, "a rule, or a table with `name` and `rules`");
                continue;
            };
            if parts.iter().any(|other| other.name.eq_ignore_ascii_case(&part.name)) {
                self.report(&item.span(), format!("two parts are called `{}`", part.name));
            }
            parts.push(part);
        }
        parts
    }

    fn part(&mut self, item: &Value<'_>, table: &DeTable<'_>) -> PartSpec {
        let mut part = PartSpec::default();
        for (key, value) in ordered(table) {
            match &**key.get_ref() {
                "name" => {
                    part.name = self.text(value).unwrap_or_default();
                    part.span = SpecSpan::new(&value.span());
                }
                "rules" => {
                    (part.rules, part.rule_spans) = self.names(value).into_iter().unzip();
                }
                "type" => part.type_name = self.checked(value, check::type_name),
                _ => self.unknown(key, &keys::PART),
            }
        }
        for key in ["name", "rules"].into_iter().filter(|key| !table.contains_key(*key)) {
            self.report(&item.span(), format!("the part has no `{key}`"));
            self.hint("write `{ name = \"NAME\", rules = [\"RULE\"] }`");
        }
        part
    }

    /// The entries of a table.
    fn table<'a>(&mut self, value: &'a Value<'a>) -> Vec<(&'a Key<'a>, &'a Value<'a>)> {
        if let Some(table) = value.get_ref().as_table() {
            return ordered(table);
        }
        self.wrong(value, "a table");
        Vec::new()
    }

    /// The entries of a table of tables.
    fn tables<'a>(&mut self, value: &'a Value<'a>) -> Vec<(&'a Key<'a>, &'a DeTable<'a>)> {
        let mut tables = Vec::new();
        for (key, value) in self.table(value) {
            match value.get_ref().as_table() {
                Some(table) => tables.push((key, table)),
                None => self.wrong(value, "a table"),
            }
        }
        tables
    }

    /// Reads a list of names, each with its span.
    fn names(&mut self, value: &Value<'_>) -> Vec<(String, SpecSpan)> {
        let items = self.list(value, "a list of names");
        let name = |item: &Value<'_>| Some((self.text(item)?, SpecSpan::new(&item.span())));
        items.iter().filter_map(name).collect()
    }

    fn list<'a>(&mut self, value: &'a Value<'a>, expected: &str) -> &'a [Value<'a>] {
        if let Some(items) = value.get_ref().as_array() {
            return items;
        }
        self.wrong(value, expected);
        &[]
    }

    fn values(&mut self, value: &Value<'_>) -> Values {
        match value.get_ref() {
            found if found.as_bool() == Some(true) => Values::Inferred,
            found if found.as_bool() == Some(false) => Values::Requested,
            found if found.as_str() == Some(LEAVES) => Values::Leaves,
            _ => {
                self.wrong(value, "`true`, `false` or \"leaves\"");
                Values::default()
            }
        }
    }

    /// Reads `true`, `false`, or the part of a document.
    fn extract(&mut self, value: &Value<'_>) -> Extract {
        match value.get_ref().as_str().map(str::parse) {
            None if self.is_true(value) => Extract::Yes,
            None => Extract::No,
            Some(Ok(region)) => Extract::From(region),
            Some(Err(_)) => {
                self.wrong(value, "`true`, `false`, `\"section 25\"` or `\"lines 120-240\"`");
                Extract::No
            }
        }
    }

    fn is_true(&mut self, value: &Value<'_>) -> bool {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.wrong(value, "`true` or `false`");
        }
        found.unwrap_or_default()
    }

    /// Reads text that is not empty.
    fn text(&mut self, value: &Value<'_>) -> Option<String> {
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => return Some(text.to_owned()),
            Some(_) => self.report(&value.span(), "the text is empty"),
            None => self.wrong(value, "text in quotes"),
        }
        None
    }

    /// Reads text that passes a check.
    fn checked(&mut self, value: &Value<'_>, check: fn(&str) -> Option<Fault>) -> Option<String> {
        let text = self.text(value)?;
        if let Some(fault) = check(&text) {
            self.fault(&value.span(), fault);
        }
        Some(text)
    }

    fn one_of<T: Clone>(&mut self, value: &Value<'_>, words: &[(&str, T)]) -> Option<T> {
        let text = value.get_ref().as_str();
        let found = words.iter().find(|(word, _)| Some(*word) == text);
        if found.is_none() {
            let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.wrong(value, &format!("one of {}", all.join(", ")));
        }
        found.map(|(_, value)| value.clone())
    }

    /// Reports that a value should be something else.
    fn wrong(&mut self, value: &Value<'_>, expected: &str) {
        let found = match value.get_ref() {
            DeValue::String(text) => format!("\"{}\"", shown(text)),
            DeValue::Integer(_) => "an integer".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            other => format!("a {}", other.type_str()),
        };
        self.report(&value.span(), format!("expected {expected}, found {found}"));
    }

    fn unknown(&mut self, key: &Key<'_>, known: &[&str]) {
        let word = &**key.get_ref();
        self.report(&key.span(), format!("unknown key `{}`", shown(word)));
        let nearest = known
            .iter()
            .filter(|_| word.len() <= MAX_WORD)
            .map(|other| (strsim::damerau_levenshtein(word, other), *other))
            .filter(|(distance, other)| *distance <= other.len().max(3) / 3)
            .min();
        if let Some((_, nearest)) = nearest {
            self.hint(format!("did you mean `{nearest}`?"));
        } else {
            let mut known = known.to_vec();
            known.sort_unstable();
            self.hint(format!("the keys here are `{}`", known.join("`, `")));
        }
    }

    fn fault(&mut self, place: &Range<usize>, (message, hint): Fault) {
        self.report(place, message);
        self.hint(hint);
    }

    fn report(&mut self, place: &Range<usize>, message: impl Into<String>) {
        let offset = |at: usize| u32::try_from(at).expect("the text is short");
        let span = Span { file: FileId(0), start: offset(place.start), end: offset(place.end) };
        let message = message.into();
        self.errors += 1;
        self.last = None;
        if let Some((at, count)) = self.reported.get_mut(&message) {
            *count += 1;
            if let Some(item) = self.found.get_mut(*at)
                && *count <= MAX_PLACES
            {
                item.secondary.push(Label { span, text: "and here".to_owned() });
            }
        } else if self.found.len() < MAX_MESSAGES {
            self.last = Some(self.found.len());
            self.reported.insert(message.clone(), (self.found.len(), 1));
            self.found.push(error(message).at(span, ""));
        }
    }

    /// Attaches a hint to the last error.
    fn hint(&mut self, hint: impl Into<String>) {
        if let Some(item) = self.last.and_then(|at| self.found.get_mut(at)) {
            item.hints.push(hint.into().into());
        }
    }

    /// Returns the errors in the order of the text, each once.
    fn in_order(mut self) -> Vec<Diagnostic> {
        for (at, count) in self.reported.into_values() {
            if let Some(item) = self.found.get_mut(at)
                && MAX_PLACES < count
            {
                item.message = format!("{} ({count} times)", item.message);
            }
        }
        self.found.sort_by_key(|item| item.primary.as_ref().map(|label| label.span.start));
        self.found
    }
}

fn error(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::BadSpec, message)
}

fn number(value: &DeValue<'_>) -> Option<usize> {
    let integer = value.as_integer()?;
    usize::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// The entries of a table in the order of the file.
fn ordered<'a>(table: &'a DeTable<'a>) -> Vec<(&'a Key<'a>, &'a Value<'a>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
