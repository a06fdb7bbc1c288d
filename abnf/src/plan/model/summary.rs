//! A [`Model`] as text: what a crate offers, one line for each rule and each accessor, without the
//! tables.

use super::{
    Alternative, Constant, Datum, Decoding, Field, Integer, MatcherId, Model, Module, NodeField,
    NodeRecord, NodeUnion, Part, Repetition, Rule, TreePart, TreePartKind, TreeTable, Unit, Value,
};
use crate::plan::accessors::{AccessorKind, Count};
use std::fmt::{Display, Formatter, Result};

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for module in &self.modules {
            let name = module.name.as_deref().unwrap_or("root");
            let title = if module.title.is_empty() { "no title" } else { &module.title };
            writeln!(f, "module {name}: {title}")?;
            for Constant { name, const_name, set, .. } in &module.constants {
                writeln!(f, "  {const_name} = {name}: {} bytes", set.len())?;
            }
            for rule in &module.rules {
                self.rule(module, rule, f)?;
            }
            for union in &module.unions {
                let names: Vec<_> =
                    union.alternatives.iter().map(|it| alternative(module, it)).collect();
                writeln!(
                    f,
                    "  enum {} of {}: {}",
                    union.type_name,
                    union.owner,
                    names.join(" / ")
                )?;
            }
            for record in &module.records.records {
                let name = &module.rules[record.rule].type_name;
                if let Some(union) = record.alternatives {
                    writeln!(f, "  data {name}: one of {}", module.unions[union].type_name)?;
                    continue;
                }
                let fields: Vec<_> = record.fields.iter().map(|it| field(module, it)).collect();
                writeln!(f, "  data {name}: {}", fields.join(", "))?;
            }
            if let Some(trees) = &module.trees {
                nodes(module, trees, f)?;
                for record in &module.records.nodes {
                    node_data(module, trees, record, f)?;
                }
            }
        }
        Ok(())
    }
}

impl Model {
    fn rule(&self, module: &Module, rule: &Rule, f: &mut Formatter<'_>) -> Result {
        let unit = match rule.unit {
            Unit::Text => "str",
            Unit::Bytes => "[u8]",
        };
        let matcher = match rule.matcher {
            MatcherId::Table(id) => {
                let matcher = &self.modules[id.module].matchers[id.index];
                let code = if matcher.code.is_some() { ", code" } else { "" };
                format!("{} states{code}", matcher.states)
            }
            MatcherId::Nested(_) => "a stack".to_owned(),
            MatcherId::General(_) => "the general engine".to_owned(),
        };
        let Rule { name, type_name, value, view, .. } = rule;
        let value = match value {
            None => String::new(),
            Some(Value::Integer(Integer { ty, radix, separator, least, greatest, .. })) => {
                let radix = if *radix == 10 { String::new() } else { format!(" in radix {radix}") };
                let separator = separator.map(|it| format!(", ignoring {:?}", char::from(it)));
                let separator = separator.unwrap_or_default();
                format!(", {ty} from {least} to {greatest}{radix}{separator}")
            }
            Some(Value::Float(ty)) => format!(", {ty}"),
            Some(Value::Char) => ", char".to_owned(),
            Some(Value::Byte) => ", byte".to_owned(),
            Some(Value::Bool(_)) => ", bool".to_owned(),
            Some(Value::Unit) => ", left out of data".to_owned(),
            Some(Value::Foreign(ty)) => format!(", perhaps {}", ty.path),
            Some(Value::Decoded(Decoding { result, .. })) => format!(", decoded to {result}"),
        };
        writeln!(f, "  {type_name} = {name}: {unit}, {matcher}, {} slots{value}", view.slots)?;
        for Part { accessor, mandatory, union, rules, .. } in &view.parts {
            let sign = if *mandatory { "" } else { "?" };
            let what = result(module, *union, rules);
            writeln!(f, "    {accessor}{sign}: {what}")?;
        }
        for Repetition { kind, accessor, union, occurrences, .. } in &view.repeated {
            let sign = match kind {
                AccessorKind::Each => "*",
                AccessorKind::Which => " (a literal)",
                AccessorKind::WhichIfAny => "? (a literal)",
                AccessorKind::Whether => " (whether)",
            };
            let what: Vec<_> = occurrences.iter().map(|it| alternative(module, &it.what)).collect();
            let what =
                union.map_or_else(|| what.join(" / "), |it| module.unions[it].type_name.clone());
            writeln!(f, "    {accessor}{sign}: {what}")?;
        }
        Ok(())
    }
}

/// Returns the type that an accessor of a part returns.
fn result(module: &Module, union: Option<usize>, rules: &[usize]) -> String {
    let names = rules.iter().map(|&rule| module.rules[rule].type_name.as_str());
    let names = || names.collect::<Vec<_>>().join(" / ");
    union.map_or_else(names, |union| module.unions[union].type_name.clone())
}

fn alternative(module: &Module, alternative: &Alternative) -> String {
    match alternative {
        Alternative::Rule(rule) => module.rules[*rule].type_name.clone(),
        Alternative::Literal { text, .. } => text.clone(),
    }
}

/// Returns a field of a record with its type.
fn field(module: &Module, Field { name, count, datum, .. }: &Field) -> String {
    let sign = match count {
        Count::One => "",
        Count::Optional => "?",
        Count::Many => "*",
    };
    let ty = match datum {
        Datum::Scalar { ty, .. } => ty.name(),
        Datum::Text { .. } => "text",
        Datum::Decoded { .. } => "decoded text",
        Datum::Record(rule) => &module.rules[*rule].type_name,
        Datum::Choice(union) => &module.unions[*union].type_name,
        Datum::Node(node) => match &module.trees {
            Some(trees) => trees.shown[trees.nodes[*node].number].type_name(&module.rules),
            None => "",
        },
        Datum::NodeChoice(union) => match &module.trees {
            Some(trees) => &trees.unions[*union].type_name,
            None => "",
        },
        Datum::Flag => "bool",
    };
    format!("{name}{sign}: {ty}")
}

fn nodes(module: &Module, trees: &TreeTable, f: &mut Formatter<'_>) -> Result {
    for node in &trees.nodes {
        writeln!(f, "  node {}", trees.shown[node.number].type_name(&module.rules))?;
        for TreePart { what, accessor, count } in &node.parts {
            let what = match *what {
                TreePartKind::One(number) | TreePartKind::Literal(number) => {
                    trees.shown[number].type_name(&module.rules)
                }
                TreePartKind::Union(union) => &trees.unions[union].type_name,
            };
            let sign = match count {
                Count::One => "",
                Count::Optional => "?",
                Count::Many => "*",
            };
            writeln!(f, "    {accessor}{sign}: {what}")?;
        }
    }
    for NodeUnion { type_name, alternatives } in &trees.unions {
        let names =
            alternatives.iter().map(|(number, _)| trees.shown[*number].type_name(&module.rules));
        let names: Vec<_> = names.collect();
        writeln!(f, "  enum {type_name} of nodes: {}", names.join(" / "))?;
    }
    Ok(())
}

fn node_data(
    module: &Module,
    trees: &TreeTable,
    record: &NodeRecord,
    f: &mut Formatter<'_>,
) -> Result {
    let name = trees.shown[trees.nodes[record.node].number].type_name(&module.rules);
    if let Some(union) = record.alternatives {
        return writeln!(f, "  data {name} of nodes: one of {}", trees.unions[union].type_name);
    }
    let field = |it: &NodeField| {
        let mut shown = field(module, &it.field);
        if it.is_boxed {
            shown += " in a box";
        }
        shown
    };
    let fields: Vec<_> = record.fields.iter().map(field).collect();
    writeln!(f, "  data {name} of nodes: {}", fields.join(", "))
}
