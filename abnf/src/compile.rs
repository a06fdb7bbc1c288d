//! The road from grammars to files of Rust.

use crate::back::emit::{self, emit};
use crate::back::render::render;
use crate::diagnostic::{Diagnostic, Diagnostics, FileId, Label};
use crate::plan::model::{Input, model};
use crate::plan::names::{file_name, one_line};
use crate::plan::select::select;
use crate::spec::Spec;
use std::collections::BTreeMap;

/// A grammar that becomes a module of generated code.
#[derive(Clone, Copy, Debug)]
pub struct Module<'a> {
    /// The module below the root; empty for the root itself.
    pub module: &'a str,
    /// The grammar's file as the user named it, for messages.
    pub name: &'a str,
    /// The content of that file.
    pub bytes: &'a [u8],
    /// What to generate of it.
    pub spec: &'a Spec,
}

/// Generated code.
#[derive(Clone, Debug)]
pub struct Output {
    /// The text of each file, by its path below the generated folder, with `/`
    /// between names. The root is `mod.rs`.
    pub files: BTreeMap<String, String>,
    /// An example for the documentation of the crate, as Rust that runs; none if
    /// [`Spec::crate_name`] is empty.
    pub example: Option<String>,
    /// What is worth a look in the grammars.
    pub warnings: Diagnostics,
}

/// Compiles one grammar.
///
/// # Errors
///
/// All that is wrong with the grammar and the spec, several at once.
pub fn compile(name: &str, bytes: &[u8], spec: &Spec) -> Result<Output, Diagnostics> {
    compile_modules(&[Module { module: "", name, bytes, spec }])
}

/// Compiles several grammars to modules of one crate, which share the run-time, the
/// error type and the matchers of equal languages.
///
/// The first is the root, the others lie below it under their names.
///
/// # Errors
///
/// All that is wrong with the grammars, the specs and the names of the modules.
pub fn compile_modules(modules: &[Module<'_>]) -> Result<Output, Diagnostics> {
    let mut all = Diagnostics::default();
    all.items.extend(check_module_names(modules));
    let mut inputs = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let reserved: Vec<&str> = if index == 0 {
            crate::plan::runtime::types().into_iter().collect()
        } else {
            Vec::new()
        };
        let (input, found) = input(module, &reserved);
        inputs.extend(input);
        append(&mut all, found);
    }
    if all.has_errors() {
        return Err(all);
    }
    let default = Spec::default();
    let root = modules.first().map_or(&default, |module| module.spec);
    Ok(generate(&inputs, root, all))
}

/// From rules with automata to text; nothing can fail any more.
fn generate(inputs: &[Input], root: &Spec, warnings: Diagnostics) -> Output {
    // Names, tables and sample texts are settled.
    let model = model(inputs, root.command(), &root.extras);
    // Everything is Rust.
    let files = emit(&model);
    // Everything is text, in its final form.
    Output { files: render(files), example: emit::example(&model), warnings }
}

/// Reads one grammar and selects its rules; none if it cannot be read.
fn input(module: &Module<'_>, reserved: &[&str]) -> (Option<Input>, Diagnostics) {
    let spec = module.spec;
    let read = match crate::read(module.name, module.bytes, &spec.imports, &spec.read) {
        Ok(read) => read,
        Err(errors) => return (None, errors),
    };
    let mut found = read.diagnostics;
    let selection = select(&read.resolved, spec, reserved, &mut found.items);
    let title = if spec.title.is_empty() { file_name(module.name) } else { &spec.title };
    let input = Input {
        module: module.module.to_owned(),
        title: one_line(title),
        crate_name: spec.crate_name.clone(),
        encoding: read.resolved.encoding,
        feature: Some(spec.feature.clone()).filter(|feature| !feature.is_empty()),
        selection,
    };
    (Some(input), found)
}

fn check_module_names(modules: &[Module<'_>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let name = module.module;
        if index == 0 && !name.is_empty() {
            let message = format!("the first module is the root and cannot be called `{name}`");
            found.push(Diagnostic::error("bad-module-name", message));
        } else if index > 0 && modules[1..index].iter().any(|other| other.module == name) {
            let message = format!("two modules are called `{name}`");
            found.push(Diagnostic::error("bad-module-name", message));
        } else if index > 0 {
            found.extend(emit::check_module_name(name).err());
        }
    }
    found
}

/// Adds what was found in another run, whose files come after those known here.
fn append(all: &mut Diagnostics, found: Diagnostics) {
    let mut id = 0;
    let mut first = None;
    while let Some(file) = found.files.get(FileId(id)) {
        let new = all.files.push(file.name.clone(), file.text.clone());
        first.get_or_insert(new.0);
        id += 1;
    }
    let first = first.unwrap_or_default();
    let shift = |mut label: Label| {
        label.span.file.0 += first;
        label
    };
    all.items.extend(found.items.into_iter().map(|mut item| {
        item.primary = item.primary.map(shift);
        item.secondary = item.secondary.into_iter().map(shift).collect();
        item
    }));
}

#[cfg(test)]
mod tests;
