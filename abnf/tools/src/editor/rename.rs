//! Renames a rule: a document and a rule to the edits, or to the reason why the rule cannot be renamed.
//!
//! The edits are applied and the result is read before they are returned: it must be the same grammar
//! except for this name. This also finds uses that no search for names finds, such as the rule `OWS`,
//! which the lists of HTTP use without naming it.

use super::{Document, Mention, Role};
use abnfc::diagnostic::Edit;
use abnfc::grammar::{Origin, RuleId, RuleName};
use abnfc::spec::ReadOptions;
use abnfc::text::tokens::is_rulename;

/// Returns why the name at a position cannot be changed. `None` if it can.
pub fn refusal(document: &Document, mention: &Mention) -> Option<String> {
    let name = &mention.name;
    let Some(id) = mention.rule else { return Some(format!("`{name}` is not defined")) };
    let rule = &document.grammar()[id];
    match &rule.origin {
        Origin::Own if rule.extends.is_some() => {
            Some(format!("`{name}` extends a rule of another grammar"))
        }
        Origin::Own | Origin::Group => None,
        Origin::Core => Some(format!("`{name}` is a core rule (RFC 5234, appendix B.1)")),
        Origin::Import(import) => {
            Some(format!("`{name}` is a rule of the import `{import}`; rename it there"))
        }
    }
}

/// Returns why a rule cannot have a name in a document. `None` if it can. With `rule`, the name may be
/// another spelling of the name of that rule.
pub fn is_taken(document: &Document, rule: Option<RuleId>, name: &str) -> Option<String> {
    let folded = RuleName::new(name);
    if rule.is_some_and(|rule| document.grammar()[rule].name == folded) {
        return None;
    }
    let names = document.mentions.iter();
    let mut used = names.filter(|it| it.name.eq_ignore_ascii_case(name));
    if used.any(|it| it.role != Role::Import || it.rule.is_some()) {
        return Some(format!("the grammar has the name `{name}` already"));
    }
    let found = document.grammar().find(name)?;
    match &document.grammar()[found].origin {
        Origin::Own | Origin::Group => Some(format!("there is a rule `{name}` already")),
        Origin::Core => Some(format!("`{name}` is a core rule (RFC 5234, appendix B.1)")),
        Origin::Import(import) => Some(format!("the import `{import}` has a rule `{name}`")),
    }
}

/// Returns the edits that give a rule another name, in the order of the text.
///
/// # Errors
///
/// The reason as a sentence: the rule belongs to another grammar, the name is not a rulename of
/// RFC 5234 section 2.1 or is taken, or the grammar would have another meaning.
pub fn rename(
    document: &Document,
    mention: &Mention,
    name: &str,
    options: &ReadOptions,
) -> Result<Vec<Edit>, String> {
    if let Some(why) = refusal(document, mention) {
        return Err(why);
    }
    if !is_rulename(name) {
        return Err(format!(
            "`{name}` is not a rulename: a letter, and then letters, digits and hyphens"
        ));
    }
    if options.limits.name_bytes < name.len() {
        return Err(format!("a rulename has at most {} bytes", options.limits.name_bytes));
    }
    let rule = mention.rule.ok_or("there is no rule here")?;
    if let Some(why) = is_taken(document, Some(rule), name) {
        return Err(why);
    }
    let edits: Vec<Edit> =
        document.of(rule).map(|it| Edit { span: it.span, text: name.to_owned() }).collect();
    let text = edited(&document.source.text, &edits);
    let imports = document.imports.clone();
    let after = Document::new(&document.source.name, text.as_bytes(), imports, options)
        .map_err(|errors| errors.to_string())?;
    if means_the_same(document, &after, rule) {
        Ok(edits)
    } else {
        Err(format!("with the name `{name}`, the grammar would have another meaning"))
    }
}

/// Returns a text after edits, which are in the order of the text and do not overlap.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for Edit { span, text: new } in edits {
        edited.push_str(&text[at..span.start as usize]);
        edited.push_str(new);
        at = span.end as usize;
    }
    edited.push_str(&text[at..]);
    edited
}

/// Returns whether all rules have the same definitions and, except for one, the same names.
fn means_the_same(before: &Document, after: &Document, renamed: RuleId) -> bool {
    let (before, after) = (before.grammar(), after.grammar());
    before.rules().len() == after.rules().len()
        && before.rules().zip(after.rules()).all(|((id, a), (_, b))| {
            a.expr == b.expr && a.origin == b.origin && (id == renamed || a.name == b.name)
        })
}
