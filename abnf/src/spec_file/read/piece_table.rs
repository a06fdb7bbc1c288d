//! Reads the pieces of decoded text.

use super::{Key, Reader, Value, keys, number, ordered};
use crate::bytes::escapes::quoted;
use crate::spec::{
    DecodedSpec, Export, Invalid, Meaning, NumberedUnit, PieceSpec, Rest, SpecSpan, ValueSpec,
};
use std::ops::Range;
use toml::Spanned;
use toml::de::DeValue;

impl Reader {
    /// Reads the meanings of pieces, by their rules.
    pub(super) fn pieces(&mut self, value: &Value<'_>) -> Vec<PieceSpec> {
        let mut pieces: Vec<PieceSpec> = Vec::new();
        for (key, value) in self.table(value) {
            let rule = key.get_ref().to_string();
            if pieces.iter().any(|other| other.rule.eq_ignore_ascii_case(&rule)) {
                self.report(&key.span(), format!("piece `{rule}` has two meanings"));
                self.hint("rulenames ignore case; remove one of them");
            }
            if let Some(meaning) = self.meaning(key, value) {
                pieces.push(PieceSpec { rule, meaning, span: SpecSpan::new(&key.span()) });
            }
        }
        pieces
    }

    /// Makes the value of a rule decoded text, if the rule has pieces.
    pub(super) fn decoded(
        &mut self,
        export: &mut Export,
        pieces: Option<(Range<usize>, Vec<PieceSpec>)>,
        invalid: Option<Spanned<Invalid>>,
    ) {
        match (pieces, &export.value) {
            (Some((_, pieces)), ValueSpec::Text) => {
                let invalid = invalid.map(Spanned::into_inner);
                export.value = ValueSpec::Decoded(DecodedSpec { pieces, invalid });
            }
            (Some((span, _)), _) => {
                self.report(&span, "a rule with `pieces` has the value \"text\"");
                self.hint("write `value = \"text\"` above the table of the pieces");
            }
            (None, _) => {
                if let Some(invalid) = invalid {
                    self.report(&invalid.span(), "`invalid` applies only to text with `pieces`");
                }
            }
        }
    }

    /// Reads the meaning of a piece: one, or a list by prefixes.
    fn meaning(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Meaning> {
        let mut cases: Vec<(String, Meaning)> = Vec::new();
        let DeValue::Array(items) = value.get_ref() else {
            let (prefix, meaning) = self.case(key, value)?;
            let is_one = prefix.is_empty();
            return Some(if is_one { meaning } else { Meaning::ByPrefix(vec![(prefix, meaning)]) });
        };
        for item in items {
            let (prefix, meaning) = self.case(key, item)?;
            if cases.iter().any(|case| case.0 == prefix) {
                let prefix = quoted(prefix.as_bytes());
                self.report(&item.span(), format!("two meanings apply to texts after {prefix}"));
                self.hint("`after` is the text with which the texts of a meaning begin");
            }
            cases.push((prefix, meaning));
        }
        Some(Meaning::ByPrefix(cases))
    }

    /// Reads a meaning and its prefix: fixed text, or a table.
    fn case(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<(String, Meaning)> {
        if let DeValue::String(text) = value.get_ref() {
            return Some((String::new(), Meaning::Fixed(text.to_string())));
        }
        let Some(table) = value.get_ref().as_table() else {
            self.wrong(
                value,
                "text, a table with `after`, `drop`, `radix`, `as` and `map`, or a list",
            );
            return None;
        };
        let before = self.errors;
        let mut prefix = String::new();
        let (mut drop, mut radix, mut unit, mut map) = (0, None, None, None);
        for (key, item) in ordered(table) {
            match &**key.get_ref() {
                "after" => prefix = self.text(item).unwrap_or_default(),
                "drop" => match number(item.get_ref()) {
                    Some(number) => drop = number,
                    None => self.wrong(item, "a number of bytes"),
                },
                "radix" => radix = self.radix(item),
                "as" => unit = self.one_of(item, &keys::UNITS),
                "map" => map = Some(self.map(item)),
                _ => self.unknown(key, &keys::PIECE),
            }
        }
        if before < self.errors {
            return None;
        }
        let rest = match (map, radix, unit) {
            (None, None, None) => Rest::Itself,
            (Some(texts), None, None) => Rest::OneOf(texts),
            (None, Some(radix), Some(unit)) => Rest::Number { radix, unit },
            (Some(_), ..) => return self.refused(key, "a number and a `map`"),
            (None, Some(_), None) => return self.refused(key, "a `radix` without `as`"),
            (None, None, Some(_)) => return self.refused(key, "`as` without a `radix`"),
        };
        Some((prefix, Meaning::Read { drop, rest }))
    }

    fn refused(&mut self, key: &Key<'_>, what: &str) -> Option<(String, Meaning)> {
        self.report(&key.span(), format!("piece `{}` has {what}", key.get_ref()));
        let units = keys::UNITS.map(|(word, _): (&str, NumberedUnit)| format!("\"{word}\""));
        let units = units.join(", ");
        self.hint(format!("write `radix` and `as`, which is one of {units}, or `map`"));
        None
    }

    /// Reads texts with their meanings.
    fn map(&mut self, value: &Value<'_>) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for (key, value) in self.table(value) {
            match value.get_ref().as_str() {
                Some(meaning) => texts.push((key.get_ref().to_string(), meaning.to_owned())),
                None => self.wrong(value, "text in quotes"),
            }
        }
        texts.sort();
        texts
    }
}
