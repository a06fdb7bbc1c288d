//! Bundled grammars: those of RFCs that others import, under names such as `rfc3986`, and that of
//! TOML.
//!
//! They contain the rules of the documents without prose. The grammars that they import by
//! [directives](super::imports) are bundled too, and visible only to them.

mod aliases;

use super::imports::directives;
use super::source::source;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::spec::{Dialect, Extract, Import};
use aliases::ALIASES;

/// A grammar that comes with the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The name, such as `rfc3986`.
    pub name: &'static str,
    /// The grammar, as ABNF.
    pub text: &'static str,
}

macro_rules! bundled {
    ($($name:literal)*) => {
        [$(Bundled {
            name: $name,
            text: include_str!(concat!("../../grammars/", $name, ".abnf")),
        }),*]
    };
}

/// All bundled grammars, in the order of their names.
pub const ALL: [Bundled; 84] = bundled! {
    "rfc1035" "rfc2045" "rfc2046" "rfc2183" "rfc2231" "rfc2397" "rfc2449" "rfc2617" "rfc2812"
    "rfc2919" "rfc3261" "rfc3339" "rfc3629" "rfc3834" "rfc3966" "rfc3977" "rfc3986" "rfc3987"
    "rfc4180" "rfc4512" "rfc4514" "rfc4515" "rfc4516" "rfc4647" "rfc5228" "rfc5234" "rfc5321"
    "rfc5322" "rfc5424" "rfc5545" "rfc5646" "rfc5861" "rfc6068" "rfc6265" "rfc6266" "rfc6350"
    "rfc6376" "rfc6454" "rfc6455" "rfc6531" "rfc6532" "rfc6570" "rfc6690" "rfc6749" "rfc6750"
    "rfc6797" "rfc6838" "rfc6874" "rfc6901" "rfc6920" "rfc7208" "rfc7239" "rfc7240" "rfc7252"
    "rfc7405" "rfc7468" "rfc7489" "rfc7644" "rfc7838" "rfc7950" "rfc8058" "rfc8089" "rfc8141"
    "rfc8187" "rfc8259" "rfc8288" "rfc8460" "rfc8461" "rfc8601" "rfc8610" "rfc8866" "rfc9051"
    "rfc9110" "rfc9111" "rfc9112" "rfc9116" "rfc9485" "rfc9535" "rfc9557" "rfc9562" "rfc959"
    "rfc9651" "rfc9682" "toml"
};

/// Returns the bundled grammar of a name, or of a common name such as `icalendar`, ignoring case.
///
/// # Examples
///
/// ```
/// use abnfc::{spec::Spec, text::bundled};
///
/// let uri = bundled::find("rfc3986").expect("there is one");
/// let imports = vec![uri.import("URI", &["host"])];
/// let text = b"; who and where\nplace = 1*ALPHA \"@\" <host, see [URI]>\n";
/// let spec = Spec { imports, ..Spec::default() };
/// assert!(abnfc::compile("place.abnf", text, &spec).is_ok());
/// ```
pub fn find(name: &str) -> Option<&'static Bundled> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let name = alias.map_or(name, |(_, name)| name);
    ALL.iter().find(|bundled| bundled.name.eq_ignore_ascii_case(name))
}

/// Guesses which bundled grammars may define an undefined rule, from the name of the rule and of the
/// document that the grammar refers to, if any. If several grammars define the name in this
/// spelling, the guesses are those from which other bundled grammars import it. The result
/// is empty if these are more than three, or if no grammar imports the name and it is too short to be
/// distinctive.
pub fn lacking(rule: &str, document: Option<&str>) -> Vec<&'static Bundled> {
    const MIN_LENGTH: usize = 4;
    const MAX_GUESSES: usize = 3;
    let all: Vec<(&Bundled, &str)> =
        ALL.iter().filter_map(|it| Some((it, it.spelling(rule)?))).collect();
    let named = document.and_then(find).filter(|it| all.iter().any(|(other, _)| other == it));
    let is_exact = all.iter().any(|(_, spelling)| *spelling == rule);
    let similar = all.iter().filter(|(_, spelling)| !is_exact || *spelling == rule);
    let candidates: Vec<&Bundled> = similar.map(|(it, _)| *it).collect();
    if let Some(named) = named {
        return vec![named];
    }
    if candidates.len() == 1 && MIN_LENGTH <= rule.len() {
        return candidates;
    }
    let sources: Vec<_> = candidates.into_iter().filter(|it| it.is_source_of(rule)).collect();
    if sources.len() <= MAX_GUESSES { sources } else { Vec::new() }
}

impl Bundled {
    /// Returns the grammar's spelling of a rule that it defines.
    fn spelling(&self, rule: &str) -> Option<&'static str> {
        let spelling = |line: &'static str| {
            let (name, elements) = line.split_once('=')?;
            let name = name.trim_end();
            // A rule of another grammar is defined by prose here.
            let is_own = !elements.trim_start().starts_with(['<', '/']);
            (is_own && name.eq_ignore_ascii_case(rule)).then_some(name)
        };
        self.text.lines().find_map(spelling)
    }

    /// Returns whether another bundled grammar imports a rule of this one by its name.
    fn is_source_of(&self, rule: &str) -> bool {
        let imported = |line: &'static str| {
            let (_, import) = line.strip_prefix("; @import ")?.split_once(" = ")?;
            let (name, rules) = import.strip_suffix(')')?.split_once(" (")?;
            (name == self.name).then_some(rules)
        };
        let lists = ALL.iter().flat_map(|other| other.text.lines()).filter_map(imported);
        lists.flat_map(|rules| rules.split(", ")).any(|it| it.eq_ignore_ascii_case(rule))
    }

    /// Returns the subject of the grammar, in a few words.
    pub fn title(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default();
        let sentence = line.trim_start_matches([';', ' ']).split(". ").next();
        sentence.unwrap_or_default().trim_end_matches('.')
    }

    /// Returns the common names of the grammar, such as `icalendar`.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> {
        ALIASES.iter().filter(|(_, name)| *name == self.name).map(|(alias, _)| *alias)
    }

    /// Returns what the grammar says about itself after its title: errata, what differs from the
    /// printed grammar, and what the text of the RFC restricts beyond the grammar.
    pub fn notes(&self) -> String {
        let header = self.text.lines().take_while(|line| line.starts_with(';'));
        let lines = header.map(|line| line.trim_start_matches([';', ' ']));
        let text: Vec<&str> = lines.filter(|line| !line.starts_with('@')).collect();
        let text = text.join(" ");
        text.split_once(". ").map_or("", |(_, notes)| notes).to_owned()
    }

    /// Returns the grammar as an import under a name, limited to `rules` unless these are empty.
    #[must_use]
    pub fn import(&self, name: &str, rules: &[&str]) -> Import {
        Import {
            name: name.to_owned(),
            file: self.name.to_owned(),
            bytes: self.text.as_bytes().to_vec(),
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            extract: Some(Extract::No),
            dialect: Some(Dialect::Abnf),
            imports: Some(self.imports()),
        }
    }

    /// Returns the imports of the grammar itself.
    ///
    /// # Panics
    ///
    /// If the compiler comes with a grammar that it cannot read.
    #[must_use]
    pub fn imports(&self) -> Vec<Import> {
        let text = source(FileId(0), self.name, self.text.as_bytes(), &Limits::default())
            .expect("a bundled grammar is a text");
        let imports = directives(&text, &mut Vec::new()).into_iter().map(|directive| {
            let grammar = find(&directive.file).expect("a bundled grammar imports bundled ones");
            let rules: Vec<&str> = directive.rules.iter().map(String::as_str).collect();
            grammar.import(&directive.name, &rules)
        });
        imports.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, find, lacking};
    use crate::compile::check;
    use crate::diagnostic::{Code, Severity};
    use crate::spec::Spec;

    #[test]
    fn every_one_can_be_read_and_imported() {
        for bundled in ALL {
            let spec = Spec { imports: bundled.imports(), ..Spec::default() };
            let found =
                crate::read(bundled.name, bundled.text.as_bytes(), &spec.imports, &spec.read)
                    .unwrap_or_else(|errors| panic!("{}: {errors}", bundled.name));
            // RFC 5322 has nullable repetitions, RFC 8259 a rule `char`.
            let is_known =
                |code| [Code::NullableRepetition, Code::RedefinedCoreRule].contains(&code);
            let found_all = &found.diagnostics;
            assert!(found_all.items.iter().all(|item| is_known(item.code)), "{found_all}");

            let own: Vec<_> = found.resolved.own_rules().map(|(_, rule)| &rule.name).collect();
            let text = format!("imported = <{}, see [X]>\n", own[0]);
            let spec = Spec { imports: vec![bundled.import("X", &[])], ..Spec::default() };
            let found = check("own", text.as_bytes(), &spec).unwrap();
            let is_fine = |code| [Code::NestedRule, Code::ShadowedCoreRule].contains(&code);
            assert!(found.items.iter().all(|item| is_fine(item.code)), "{found}");
        }
    }

    #[test]
    fn names_and_titles() {
        assert_eq!(find("RFC3986").unwrap().name, "rfc3986");
        assert!(find("rfc3986.abnf").is_none());
        assert_eq!(
            find("rfc3339").unwrap().title(),
            "RFC 3339: dates and times of the Internet (section 5.6)"
        );
        let mut names: Vec<_> = ALL.iter().map(|bundled| bundled.name).collect();
        names.sort_unstable();
        assert!(ALL.iter().map(|bundled| bundled.name).eq(names));
        for bundled in ALL {
            assert!(bundled.title().len() < 90, "{}", bundled.title());
        }
    }

    #[test]
    fn undefined_rules_are_found() {
        let lacking = |rule, document| {
            let names = lacking(rule, document).into_iter().map(|bundled| bundled.name);
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(lacking("tchar", None), "rfc9110");
        assert_eq!(lacking("angle-addr", None), "rfc5322");
        assert_eq!(lacking("mailbox", None), "rfc5322");
        assert_eq!(lacking("mailbox", Some("RFC5322")), "rfc5322");
        assert_eq!(lacking("host", Some("URI")), "rfc3986");
        assert_eq!(lacking("date-time", None), "rfc3339 rfc5322");
        assert_eq!(lacking("path-abempty", Some("URI")), "rfc3986");
        assert_eq!(lacking("uri-reference", None), "rfc3986");
        // Short, but other grammars import them.
        assert_eq!(lacking("URI", None), "rfc3986");
        assert_eq!(lacking("OWS", None), "rfc9110");
        assert_eq!(lacking("int", None), "");
        assert_eq!(lacking("", None), "");
    }

    #[test]
    fn extensions_are_visible_only_through_the_extending_grammar() {
        let eai = find("rfc6532").unwrap();
        let mail = find("rfc5322").unwrap();
        let imports = vec![eai.import("EAI", &["addr-spec"]), mail.import("MAIL", &["atext"])];
        let text = b"a = <addr-spec, see [EAI]>\nb = 1*atext\nc = VCHAR\n";
        let read = crate::read("own", text, &imports, &Spec::default().read).unwrap();
        assert!(read.diagnostics.items.iter().all(|item| item.severity == Severity::Warning));
        let all = read.resolved.to_string();
        assert!(
            all.contains("\nc = VCHAR@core\n") && all.contains("\nb = 1*atext@MAIL\n"),
            "{all}"
        );
    }
}
