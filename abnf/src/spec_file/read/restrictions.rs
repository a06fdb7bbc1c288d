//! Reads the restrictions of a rule.

use super::{Key, Reader, Value, number};
use crate::spec::{Condition, IntegerType, Restriction, SpecSpan};
use toml::de::DeValue;

impl Reader {
    /// Reads a restriction, or one for each rule of a list. Returns whether the key is one of a
    /// restriction.
    pub(super) fn restriction(
        &mut self,
        key: &Key<'_>,
        value: &Value<'_>,
        found: &mut Vec<Restriction>,
    ) -> bool {
        let condition = match &**key.get_ref() {
            "range" => self.range(value),
            "min-bytes" => self.bytes(value).map(Condition::MinBytes),
            "max-bytes" => self.bytes(value).map(Condition::MaxBytes),
            "and" => {
                found.extend(self.of_rules(value, Condition::And));
                None
            }
            "except" => {
                found.extend(self.of_rules(value, Condition::Except));
                None
            }
            _ => return false,
        };
        let span = SpecSpan::new(&value.span());
        found.extend(condition.map(|condition| Restriction { condition, span }));
        true
    }

    /// Reads the bounds of a range, or the name of a type with these bounds.
    fn range(&mut self, value: &Value<'_>) -> Option<Condition> {
        let named = value.get_ref().as_str().and_then(|name| {
            let is_it = |ty: &IntegerType| ty.name() == name;
            IntegerType::INFERRED.into_iter().chain(IntegerType::SIGNED).find(is_it)
        });
        if let Some(ty) = named {
            let [least, greatest] = ty.bounds();
            return Some(Condition::Range { least, greatest });
        }
        let bounds = value.get_ref().as_array().map(|items| {
            items.iter().map(|item| integer(item.get_ref())).collect::<Option<Vec<i128>>>()
        });
        match bounds.flatten().as_deref() {
            Some([least, greatest]) if greatest < least => {
                self.report(&value.span(), "the range is reversed");
                self.hint(format!("write `[{greatest}, {least}]`"));
                None
            }
            Some(&[least, greatest]) => Some(Condition::Range { least, greatest }),
            _ => {
                self.wrong(
                    value,
                    "a list of two whole numbers, or a type from `u8` to `u64` or `i128`",
                );
                None
            }
        }
    }

    /// Reads a number of bytes.
    fn bytes(&mut self, value: &Value<'_>) -> Option<usize> {
        let bytes = number(value.get_ref());
        if bytes.is_none() {
            self.wrong(value, "a number of bytes");
        }
        bytes
    }

    /// Reads one rule or a list of rules.
    fn of_rules(
        &mut self,
        value: &Value<'_>,
        condition: fn(String) -> Condition,
    ) -> Vec<Restriction> {
        let rules = if let DeValue::String(_) = value.get_ref() {
            self.text(value).map(|name| (name, SpecSpan::new(&value.span()))).into_iter().collect()
        } else {
            self.names(value)
        };
        let restriction = |(rule, span)| Restriction { condition: condition(rule), span };
        rules.into_iter().map(restriction).collect()
    }
}

/// Sorts restrictions by their keys, so that their order in the file has no meaning.
pub(super) fn sort(restrictions: &mut [Restriction]) {
    restrictions.sort_by_key(|restriction| match restriction.condition {
        Condition::Range { .. } => 0,
        Condition::MinBytes(_) => 1,
        Condition::MaxBytes(_) => 2,
        Condition::And(_) => 3,
        Condition::Except(_) => 4,
    });
}

fn integer(value: &DeValue<'_>) -> Option<i128> {
    let integer = value.as_integer()?;
    i128::from_str_radix(integer.as_str(), integer.radix()).ok()
}
