//! Values that try to leave their field: for each record of the gallery, each of its texts and characters
//! gets delimiters, controls and characters beyond ASCII. Either the written text is read as the same data,
//! or there is an error. Generated code does the same as its interpreter. The file `injection.txt` lists what
//! is refused, and why.

use super::grammars::{model, planned, samples};
use super::round_trips::agree;
use super::types;
use crate::laws::random_data::{Known, is_data};
use abnfc::plan::model::{Datum, Module, datum};
use abnfc_tools::data::{Data, Plan, WriteError, read, write};
use expect_test::expect_file;
use std::collections::{BTreeMap, BTreeSet};

/// The modules whose rules have data.
const MODULES: [&str; 16] = [
    "rfc3339",
    "rfc3986",
    "rfc5234",
    "rfc5322",
    "rfc5322_plain",
    "rfc5424",
    "rfc5646",
    "rfc6265",
    "rfc8259",
    "rfc8288",
    "rfc9110",
    "rfc9535",
    "rfc9651",
    "purl",
    "semver",
    "toml",
];

/// Values that replace a text or a character, or are appended to a text.
const ATTACKS: [&[u8]; 28] = [
    b"",
    b"\"",
    b"\\",
    b"'",
    b";",
    b",",
    b"=",
    b":",
    b"<",
    b">",
    b"(",
    b")",
    b"[",
    b"]",
    b"@",
    b"/",
    b"?",
    b"#",
    b"%",
    b" ",
    b"\t",
    b"\r\nX: y",
    b"\r",
    b"\n",
    b"\0",
    b"\x7F",
    b"\xC3\xA9",
    b"\xFF",
];

/// The greatest length of the texts that are changed, and the number of them that a few are chosen from.
const MAX_LENGTH: usize = 40;
const TEXTS: usize = 60;

/// The beginning of the file.
const HEAD: &str = "\
# Values that are refused when they are appended to a text or take the place of a character, by module and by
# the rules of these texts and characters.
#
# There is one reason: the rule has no text with the value, wherever it is used. Where the rule has one, the
# value is written.
";

#[test]
fn values_stay_in_their_fields() {
    let (mut refused, mut counts) = (Refused::new(), Counts::default());
    for module in MODULES {
        let (plan, rules) = planned(module);
        let model = model(module);
        let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
        for (name, texts) in rules.iter().zip(samples(module, &rules, MAX_LENGTH, TEXTS)) {
            let rule = plan.rule(name).filter(|&rule| plan.is_written(rule));
            let Some(rule) = rule else { continue };
            let subject = Subject { module, name, plan: &plan, model: &model, rule };
            // Together, these have all fields and alternatives that some text has.
            let mut known = Known::default();
            let data = texts.iter().filter_map(|text| read(&plan, rule, text).ok());
            for data in data.filter(|data| known.add(data)) {
                subject.attack(&data, &mut refused, &mut counts);
            }
        }
    }
    // Many rules of a module refuse the same values.
    let mut lines: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for ((module, rule), attacks) in refused {
        let attacks: Vec<String> = attacks.into_iter().collect();
        lines.entry((module, attacks.join(" "))).or_default().push(rule);
    }
    let mut lines: Vec<String> = lines
        .into_iter()
        .map(|((module, attacks), rules)| format!("{module}: {}: {attacks}\n", rules.join(", ")))
        .collect();
    lines.sort();
    expect_file!["injection.txt"].assert_eq(&format!("{HEAD}{}", lines.concat()));
    println!("{counts:?}");
    assert!(counts.written > 10_000 && counts.compared > 10_000, "{counts:?}");
    assert!(counts.characters > 0, "{counts:?}");
}

/// Numbers of attacks.
#[derive(Debug, Default)]
struct Counts {
    /// Those whose text was written.
    written: usize,
    /// Those that generated code wrote, too, or refused.
    compared: usize,
    /// Those of characters.
    characters: usize,
}

/// By module and rule of a text: the values that are refused.
type Refused = BTreeMap<(&'static str, String), BTreeSet<String>>;

/// A rule whose data is attacked.
struct Subject<'a> {
    module: &'static str,
    name: &'a str,
    plan: &'a Plan,
    model: &'a Module,
    rule: usize,
}

impl Subject<'_> {
    fn attack(&self, data: &Data, refused: &mut Refused, counts: &mut Counts) {
        let &Self { module, plan, rule, .. } = self;
        let datum = datum(&self.model.rules, &self.model.records, rule);
        let mut types = Vec::new();
        types_of_leaves(self.model, &datum, data, &mut types);
        for (leaf, of) in types.iter().enumerate() {
            for attack in ATTACKS {
                for change in [Change::Replace, Change::Append] {
                    let mut changed = data.clone();
                    let Some(value) = apply(change, &mut changed, &mut { leaf }, attack) else {
                        continue;
                    };
                    if !is_data(plan, rule, &changed) {
                        continue;
                    }
                    let is_character = matches!(value, Data::Char(_));
                    counts.characters += usize::from(is_character);
                    let result = write(plan, rule, &changed);
                    counts.compared += usize::from(self.is_compared(&changed, &result));
                    match result {
                        Ok(text) => {
                            let shown = text.escape_ascii();
                            assert_eq!(read(plan, rule, &text), Ok(changed), "{module}: {shown}");
                            counts.written += 1;
                        }
                        Err(error) if change == Change::Append || is_character => {
                            let shown = match str::from_utf8(attack) {
                                Ok(text) => format!("{text:?}"),
                                Err(_) => format!("\"{}\"", attack.escape_ascii()),
                            };
                            let rule = self.refusing(of, &value, &error);
                            refused.entry((module, rule)).or_default().insert(shown);
                        }
                        Err(_) => (),
                    }
                }
            }
        }
    }

    /// Compares generated code with its interpreter, if JSON has the data and the rule has a type of data.
    fn is_compared(&self, data: &Data, result: &Result<Vec<u8>, WriteError>) -> bool {
        let of_module = types::ALL.iter().filter(|(name, _)| *name == self.module);
        let entry = of_module.flat_map(|(_, it)| *it).find(|it| it.rule == self.name);
        let result = result.clone().map_err(|error| error.to_string());
        entry.is_some_and(|entry| agree(self.plan, self.rule, entry, data, result))
    }

    /// Returns the name of the rule whose type is given, and asserts that it has no text with a value.
    fn refusing(&self, of: &str, value: &Data, error: &WriteError) -> String {
        let rules = &self.model.rules;
        let rule = rules.iter().position(|rule| rule.type_name == of);
        let rule = rule.expect("each type is that of a rule");
        let has_text = match (datum(rules, &self.model.records, rule), value) {
            // Data has the text of a rule that has data of its own elsewhere.
            (Datum::Record(_) | Datum::Node(_), Data::Text(text)) => {
                read(self.plan, rule, text).is_ok()
            }
            _ => write(self.plan, rule, value).is_ok(),
        };
        assert!(!has_text, "{}: {}: {value:?}: {error}", self.module, self.name);
        rules[rule].name.clone()
    }
}

/// Adds the types of the texts and characters in data, in their order.
fn types_of_leaves(model: &Module, datum: &Datum, data: &Data, types: &mut Vec<String>) {
    let records = &model.records;
    match (datum, data) {
        (
            Datum::Text { of, .. } | Datum::Decoded { of, .. } | Datum::Scalar { of, .. },
            Data::Text(_) | Data::Char(_),
        ) => types.push(of.clone()),
        (datum, Data::List(items)) => {
            items.iter().for_each(|it| types_of_leaves(model, datum, it, types));
        }
        (Datum::Record(rule), Data::Record(data)) => {
            let fields = &records.record(*rule).expect("it has data").fields;
            let fields = fields.iter().zip(data);
            fields.for_each(|(it, data)| types_of_leaves(model, &it.datum, data, types));
        }
        (Datum::Node(node), Data::Record(data)) => {
            let fields = records.node(*node).expect("it has data").fields.iter().zip(data);
            fields.for_each(|(it, data)| types_of_leaves(model, &it.field.datum, data, types));
        }
        (Datum::Choice(_) | Datum::NodeChoice(_), Data::Alternative(index, Some(data))) => {
            let choice = match *datum {
                Datum::Choice(union) => records.choice(union),
                Datum::NodeChoice(union) => records.node_choice(union).map(|it| &it.choice),
                _ => None,
            };
            let datum = choice.expect("it has data").variants[*index].as_ref();
            types_of_leaves(model, datum.expect("it has contents"), data, types);
        }
        _ => (),
    }
}

/// A change of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Replace,
    Append,
}

/// Changes the text or character with this number. Returns the value there. `None` if it cannot be
/// changed so.
fn apply(change: Change, data: &mut Data, leaf: &mut usize, value: &[u8]) -> Option<Data> {
    match data {
        Data::Text(text) if *leaf == 0 => {
            if change == Change::Replace {
                text.clear();
            }
            text.extend_from_slice(value);
        }
        Data::Char(character) if *leaf == 0 => {
            // There is only one value with this number.
            *leaf = usize::MAX;
            let mut characters = str::from_utf8(value).ok()?.chars();
            *character = characters.next().filter(|_| change == Change::Replace)?;
            characters.next().is_none().then_some(())?;
        }
        Data::Text(_) | Data::Char(_) => {
            *leaf -= 1;
            return None;
        }
        Data::List(inside) | Data::Record(inside) => {
            return inside.iter_mut().find_map(|it| apply(change, it, leaf, value));
        }
        Data::Alternative(_, inside) => return apply(change, inside.as_mut()?, leaf, value),
        _ => return None,
    }
    Some(data.clone())
}
