//! The pipeline from grammars to Rust files, one line for each stage.
//!
//! ```text
//! read -> restrict -> superset -> outline -> requests -> automata -> omissions -> named
//!      -> part_requests -> nesting -> locate -> entries -> join -> innermost -> decodings
//!      -> writers -> derivations -> hollows -> node_writers -> leaf_values -> unions -> inherit -> tree_plan
//!      -> select                                                                   (one grammar)
//!      -> constants -> share -> engines -> tables -> model -> emit -> render       (all grammars)
//! ```
//!
//! Each stage takes finished values and returns one. A comment at its call states what holds after
//! it. [`check()`] skips `outline` and ends after `named`.

mod checked;
mod exported;
mod findings;
mod in_texts;
mod root;

pub use checked::{check, checked};

use crate::automata::superset::superset;
use crate::back::emit::{self, ColumnRules, column_rules, emit};
use crate::back::render::render;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::grammar::Resolved;
use crate::plan::context::Context;
use crate::plan::engines::engines;
use crate::plan::engines::entries::{by_importance, entries};
use crate::plan::engines::share::share;
use crate::plan::model::constants::constants;
use crate::plan::model::{CargoFeatures, Model, model};
use crate::plan::names::{file_name, one_line};
use crate::plan::outline::{Outline, outline, with_large};
use crate::plan::parts::decodings::decodings;
use crate::plan::parts::derivations::derivations;
use crate::plan::parts::hollows::hollows;
use crate::plan::parts::inherit::inherit;
use crate::plan::parts::innermost::innermost;
use crate::plan::parts::join::join;
use crate::plan::parts::lacks::no_parts;
use crate::plan::parts::leaf_values::leaf_values;
use crate::plan::parts::node_writers::node_writers;
use crate::plan::parts::select::{RuleValues, select};
use crate::plan::parts::selected::{Input, Selection};
use crate::plan::parts::tree_plan::{regular_with_parts, tree_plan};
use crate::plan::parts::unions::unions;
use crate::plan::parts::writers::writers;
use crate::plan::restrict::restrict;
use crate::plan::tables::tables;
use crate::read::{Read, sorted};
use crate::spec::Spec;
use findings::{append, check_module_names, in_order_of_spec, relevant};
use in_texts::{Located, located};
use root::{empty_root, reserved};
use std::collections::BTreeMap;

/// A grammar that becomes a module of generated code.
#[derive(Clone, Copy, Debug)]
pub struct Module<'a> {
    /// The module below the root; empty for the root itself.
    pub module: &'a str,
    /// The file of the grammar, as the user named it, for messages.
    pub name: &'a str,
    /// The content of that file.
    pub bytes: &'a [u8],
    /// The settings.
    pub spec: &'a Spec,
}

/// Generated code.
#[derive(Clone, Debug)]
pub struct Output {
    /// The text of each file, by its path below the generated folder, with `/`
    /// between names. The root is `mod.rs`.
    pub files: BTreeMap<String, String>,
    /// An example for the documentation of the crate, as Rust that runs. `None` if
    /// [`Spec::crate_name`] is empty.
    pub example: Option<String>,
    /// The Cargo features that the crate has to declare.
    pub cargo_features: CargoFeatures,
    /// The rules with constants in the module `columns`, which the crate has if the spec requests the feature
    /// of that name.
    pub column_rules: ColumnRules,
    /// Warnings about the grammars.
    pub warnings: Diagnostics,
}

/// Compiles one grammar.
///
/// Rules that cannot be compiled are left out with a warning, unless the spec names them or is
/// [strict](Spec::strict).
///
/// # Errors
///
/// All errors in the grammar and the spec.
pub fn compile(name: &str, bytes: &[u8], spec: &Spec) -> Result<Output, Diagnostics> {
    compile_modules(&[Module { module: "", name, bytes, spec }])
}

/// Compiles several grammars to modules of one crate, which share the run-time, the
/// error type and the matchers of equal languages.
///
/// The first is the root if it has no name; the others are below the root under their names. If the
/// first has a name, the root contains only what the modules share.
///
/// # Errors
///
/// All errors in the names of the modules, the grammars and the specs.
pub fn compile_modules(modules: &[Module<'_>]) -> Result<Output, Diagnostics> {
    let (model, warnings) = model_of(modules)?;
    // Everything is Rust.
    let files = emit(&model);
    // Everything is text, in its final form.
    let (files, example) = (render(files), emit::example(&model));
    let column_rules = column_rules(&model);
    Ok(Output { files, example, cargo_features: model.cargo_features, column_rules, warnings })
}

/// Makes the model of the crate that [`compile_modules`] writes. Also returns warnings.
///
/// # Errors
///
/// As [`compile_modules`].
pub fn model_of(modules: &[Module<'_>]) -> Result<(Model, Diagnostics), Diagnostics> {
    planned_model(modules).map(|(model, _, warnings)| (model, warnings))
}

/// As [`model_of`]; also returns what each module is made of: its rules are in the same order, and
/// have automata that can be interpreted.
///
/// # Errors
///
/// As [`compile_modules`].
pub fn planned_model(
    modules: &[Module<'_>],
) -> Result<(Model, Vec<Input>, Diagnostics), Diagnostics> {
    planned_modules(modules, None)
}

/// As [`planned_model`] of one module, but only for the code of one rule: for the rules that it uses.
/// All names are as in the whole module.
///
/// # Errors
///
/// As [`compile_modules`], except for errors about the size of the module.
pub fn planned_rule(
    module: &Module<'_>,
    rule: &str,
) -> Result<(Model, Vec<Input>, Diagnostics), Diagnostics> {
    planned_modules(&[*module], Some(rule))
}

fn planned_modules(
    modules: &[Module<'_>],
    only: Option<&str>,
) -> Result<(Model, Vec<Input>, Diagnostics), Diagnostics> {
    let mut all = Diagnostics { items: check_module_names(modules), ..Diagnostics::default() };
    let mut inputs = Vec::new();
    if modules.first().is_some_and(|first| !first.module.is_empty()) {
        inputs.push(empty_root());
    }
    for module in modules {
        let (input, found) = input(module, &reserved(module.module), only);
        inputs.extend(input);
        append(&mut all, found.with_spec(&module.spec.source));
    }
    if all.has_errors() {
        return Err(all);
    }
    let default = Spec::default();
    let root = modules.first().map_or(&default, |module| module.spec);
    // Rules that are one byte of a set are constants.
    let (inputs, constants) = constants(inputs);
    // Every automaton is stored once, whichever rules it belongs to.
    let shared = share(&inputs);
    // Every automaton has the engines that walk it.
    let engines = engines(shared);
    // Every automaton has a table, and bytes have classes.
    let tables = tables(engines);
    // Names and sample texts are chosen.
    Ok((model(&inputs, constants, tables, root), inputs, all))
}

/// Plans the code for a grammar. Also returns warnings. `reserved` are type names that the module
/// needs for itself.
///
/// # Errors
///
/// Errors in the spec, and the requested rules that cannot be compiled, after the warnings about
/// prose.
pub fn plan(
    grammar: &Resolved,
    spec: &Spec,
    reserved: &[&str],
) -> Result<(Selection, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut prose = Vec::new();
    match planned(grammar, spec, reserved, None, &mut prose) {
        Ok((selection, warnings)) => Ok((selection, [prose, warnings].concat())),
        Err(errors) => Err([prose, errors].concat()),
    }
}

/// As [`plan`], with the warnings about prose as a separate list. If `only` is the name of a rule, the
/// code is that of this rule.
fn planned(
    grammar: &Resolved,
    spec: &Spec,
    reserved: &[&str],
    only: Option<&str>,
    prose: &mut Vec<Diagnostic>,
) -> Result<(Selection, Vec<Diagnostic>), Vec<Diagnostic>> {
    // Every rule has only the texts that meet the conditions of the spec.
    let restricted = restrict(grammar, spec).map_err(in_order_of_spec)?;
    let grammar = &*restricted.grammar;
    // Every rule is regular or nested.
    let shapes = superset(grammar, &spec.read.limits);
    let as_written = Context { grammar, shapes: &shapes, limits: &spec.read.limits };
    // Every group that repeats is a rule.
    let (first, second);
    first = outline(grammar, &shapes, spec);
    // Every part has an automaton that tables can hold, or is left out.
    let made = located(&first, spec, reserved, only, None, prose)?;
    // Every part is in texts or in trees.
    let (large, found) = made.large(&first);
    let moved = if large.is_empty() {
        None
    } else {
        second = with_large(&first, (grammar, &shapes), spec, large);
        let again = located(&second, spec, reserved, only, Some(&made), prose)?;
        // Recursive rules keep their trees.
        again.of_trees.is_some().then_some((&second, again, found))
    };
    let (outlined, made, found) = moved.unwrap_or((&first, made, Vec::new()));
    let mut warnings = in_order_of_spec(restricted.warnings);
    let Outline { patterns, hints, in_trees, .. } = outlined;
    let Located { context, rules, nesting, parts: located, of_trees, no_trees, .. } = made;
    warnings.extend(made.warnings);
    warnings.extend(found);
    warnings.extend(no_parts(context, made.lacks));
    // The entries are chosen.
    let entries = entries(as_written, &by_importance(as_written.grammar, &rules, spec));
    // Rules with the same parts have the same slots, if that saves many states.
    let located = join(context, patterns, &rules, located);
    // Messages can name the parts of parts.
    let located = innermost(context, patterns, &rules, located);
    // Every text with pieces can be decoded in one way.
    let decoders = decodings(context, patterns, &rules)?;
    // Every rule with data has a writer, unless that is too large.
    let writers = writers(context, patterns, spec, hints, &rules, &located);
    // Each writer says whether its texts need not be read back.
    let writers = derivations(context, patterns, &rules, writers);
    // Each writer knows the texts around the parts, unless that is too much.
    let writers = hollows(context, patterns, &rules, writers);
    // Nodes of trees have writers too.
    let of_trees = of_trees.map(|(requests, trees)| {
        let writers = node_writers(in_trees, spec, &rules, &requests);
        (requests, trees, writers)
    });
    let with_parts = of_trees.as_ref().map(|it| regular_with_parts(in_trees, &it.0, &it.2));
    let with_parts = with_parts.unwrap_or_default();
    // Every text is text alone or has a value.
    let of_rules = (&rules[..], &decoders);
    let values = leaf_values(context, spec, hints, of_rules, (&located, &writers), &with_parts)?;
    // Every union and every iterator has a name.
    let unions = unions(hints, &rules, &located, reserved);
    // Parts that need not be located twice are marked.
    let inherited = inherit(context, &nesting, &rules, &located);
    // The types of trees have names.
    let trees = of_trees.map(|of_trees| tree_plan(in_trees, &rules, of_trees, &unions.all));
    warnings.extend(no_trees);
    // All results for a rule are in one place.
    let values = RuleValues { values, decoders, writers };
    let selection = select(context, rules, &entries, (located, values), unions, inherited);
    Ok((Selection { trees, ..selection }, warnings))
}

/// Reads one grammar and plans its code. `None` if that fails.
fn input(
    module: &Module<'_>,
    reserved: &[&str],
    only: Option<&str>,
) -> (Option<Input>, Diagnostics) {
    let spec = module.spec;
    // Every rule is present; rules with errors are marked.
    let read = match crate::read_leniently(module.name, module.bytes, &spec.imports, &spec.read) {
        Ok(read) => read,
        Err(errors) => return (None, errors),
    };
    if !read.can_be_compiled() {
        return (None, read.diagnostics);
    }
    let items = relevant(&read, spec);
    let Read { resolved: grammar, diagnostics: Diagnostics { files, .. }, .. } = read;
    let mut found = Diagnostics { files, items };
    let mut prose = Vec::new();
    let planned = planned(&grammar, spec, reserved, only, &mut prose);
    found.items.extend(prose);
    found.items = sorted(found.items);
    let (selection, warnings) = match planned {
        Ok(planned) => planned,
        Err(errors) => {
            found.items.extend(errors);
            return (None, found);
        }
    };
    if !spec.strict {
        // No rule of the crate needs the rules with these errors.
        found.items = found.items.into_iter().map(Diagnostic::demoted).collect();
    }
    found.items.extend(warnings);
    let title = if spec.title.is_empty() { file_name(module.name) } else { &spec.title };
    let input = Input {
        module: module.module.to_owned(),
        title: one_line(title),
        crate_name: spec.crate_name.clone(),
        encoding: grammar.encoding,
        feature: Some(spec.feature.clone()).filter(|feature| !feature.is_empty()),
        figures: spec.figures.clone(),
        values: spec.values,
        selection,
    };
    (Some(input), found)
}

#[cfg(test)]
mod tests;
