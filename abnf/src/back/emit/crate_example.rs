//! The example in the documentation of a crate: the data of a text, if the rule has data, then the
//! text and an error.

use super::text_literal;
use crate::plan::model::{MatcherId, Model, Module, Unit};
use crate::plan::parts::leaf_values::Value;
use std::cmp::Reverse;

/// The maximum length of a line.
const WIDTH: usize = 90;

/// The maximum number of structs and enums inside each other in the data of recursive rules.
const MAX_LEVELS: usize = 512;

/// Returns an example for the root's rule with the most states, which is the most instructive one.
/// Lines that documentation hides begin with `# `.
pub(crate) fn example(model: &Model) -> Option<String> {
    let root = model.modules.iter().find(|module| !super::is_empty(module))?;
    let path = root.path.as_ref()?;
    let states = |rule: usize| match root.rules[rule].matcher {
        MatcherId::Table(id) => model.modules[id.module].matchers[id.index].states,
        // Nested rules are the most instructive ones.
        MatcherId::Nested(_) | MatcherId::General(_) => usize::MAX,
    };
    // The first of rules with equally many states, since sorting is stable.
    let mut candidates: Vec<usize> = (0..root.rules.len()).collect();
    candidates.sort_by_key(|&rule| Reverse(states(rule)));
    candidates.into_iter().find_map(|rule| of_rule(path, root, rule))
}

/// A program that shows a rule on its sample texts.
fn of_rule(path: &str, module: &Module, index: usize) -> Option<String> {
    let rule = &module.rules[index];
    let ty = &rule.type_name;
    let text = text_literal(rule.unit, rule.samples.example.as_ref()?).to_string();
    let accessor = match rule.unit {
        Unit::Text => "as_str",
        Unit::Bytes => "as_bytes",
    };
    let mut lines = match data(module, index) {
        Some(data) => {
            let imports = format!("use {path}::{{{ty}, values}};");
            [vec![imports, String::new()], of_data(ty, &data, &text)].concat()
        }
        None => vec![format!("use {path}::{ty};"), String::new()],
    };
    lines.push(match rule.matcher {
        MatcherId::General(_) => format!("let text = {ty}::parse({text}).unwrap();"),
        MatcherId::Table(_) | MatcherId::Nested(_) => format!("let text = {ty}::new({text});"),
    });
    lines.push(format!("assert_eq!(text.{accessor}(), {text});"));
    if let Some((wrong, offset)) = rule.samples.rejected.last() {
        let wrong = text_literal(rule.unit, wrong);
        lines.push(format!("let error = {ty}::parse({wrong}).unwrap_err();"));
        lines.push(format!("assert_eq!(error.offset(), {offset});"));
    }
    Some(lines.join("\n"))
}

/// The data of a rule that its example shows.
struct Data<'a> {
    /// The names of its fields; empty for a choice.
    fields: Vec<&'a str>,
    /// How a text with data is read.
    method: &'static str,
    /// Whether equal data need not compare as equal, as some floats do not.
    is_partial: bool,
}

/// Returns the data of a rule. `None` if the rule has none, or its example may have none.
fn data(module: &Module, index: usize) -> Option<Data<'_>> {
    let records = &module.records;
    if let Some(record) = records.record(index) {
        record.writer.as_ref()?;
        let fields = record.fields.iter().filter(|_| record.alternatives.is_none());
        let fields = fields.map(|it| &*it.name).collect();
        return Some(Data { fields, method: "to_value()", is_partial: record.holds.float });
    }
    let record = records.nodes.iter().find(|it| it.rule == Some(index))?;
    record.writer.as_ref()?;
    let is_fallible =
        |it: &Value| matches!(it, Value::Decoded(decoding) if decoding.result.is_fallible());
    if module.rules.iter().any(|rule| rule.value.as_ref().is_some_and(is_fallible)) {
        return None;
    }
    // No type is inside of itself without reading a byte.
    let bytes = module.rules[index].samples.example.as_ref()?.len();
    if MAX_LEVELS < (bytes + 1) * (records.nodes.len() + records.node_choices.len()) {
        return None;
    }
    let fields = record.fields.iter().filter(|_| record.alternatives.is_none());
    let fields = fields.map(|it| &*it.field.name).collect();
    Some(Data { fields, method: "try_to_value().unwrap()", is_partial: record.holds.float })
}

/// Lines about the data of a text.
fn of_data(ty: &str, data: &Data<'_>, text: &str) -> Vec<String> {
    // A field of the same name would hide the variable.
    let name = ["data", "value", "parts"].into_iter().find(|name| !data.fields.contains(name));
    let fields = if name.is_some() { &data.fields[..] } else { &[] };
    let name = name.unwrap_or("data");
    let mut lines = vec![
        "# #[cfg(feature = \"alloc\")] {".to_owned(),
        "// A text to plain data and back, with the feature `alloc`.".to_owned(),
        format!("let {name} = values::{ty}::parse({text}).unwrap();"),
    ];
    if !fields.is_empty() {
        lines.push(pattern(ty, fields, name));
    }
    lines.push(format!("let written = {name}.to_text().unwrap();"));
    if !data.is_partial {
        lines.push(format!("assert_eq!(written.{}, {name});", data.method));
    }
    lines.extend(["# }".to_owned(), String::new()]);
    lines.push("// Text that is known to match.".to_owned());
    lines
}

/// The line that shows the fields of data, or the first few of many.
fn pattern(ty: &str, fields: &[&str], name: &str) -> String {
    let (begin, end) = (format!("let values::{ty} {{ "), format!(" }} = &{name};"));
    let mut shown = String::new();
    for (field, index) in fields.iter().zip(1..) {
        let separator = if shown.is_empty() { "" } else { ", " };
        let rest = if index == fields.len() { "" } else { ", .." };
        let more = format!("{shown}{separator}{field}");
        if WIDTH < begin.len() + more.len() + rest.len() + end.len() && !shown.is_empty() {
            return format!("{begin}{shown}, ..{end}");
        }
        shown = more;
    }
    begin + &shown + &end
}

#[cfg(test)]
mod tests {
    use super::{Data, of_data};

    #[test]
    fn no_field_hides_the_data() {
        let lines = |fields: &[&'static str]| {
            let fields = fields.to_vec();
            of_data("A", &Data { fields, method: "to_value()", is_partial: false }, "\"x\"")
        };
        assert_eq!(lines(&["b"])[3], "let values::A { b } = &data;");
        assert_eq!(lines(&["data", "b"])[3], "let values::A { data, b } = &value;");
        let all = lines(&["data", "value", "parts"]);
        assert_eq!(all[3], "let written = data.to_text().unwrap();");
        let long =
            ["a_long_name", "a_longer_name", "an_even_longer_name", "the_longest_name_of_all"];
        assert!(lines(&long)[3].ends_with("an_even_longer_name, .. } = &data;"));
    }
}
