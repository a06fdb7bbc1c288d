//! Imports: modules import only downwards.
//!
//! The modules at the root of the library have an order, [`ORDER`], and none names a later one. In
//! each of [`PACKAGES`], the children of a module never form a cycle: if `a` or a module inside
//! `a` names `b`, neither `b` nor a module inside `b` names `a`. A module and its own children may
//! name each other. Tests may name any module.
//!
//! Imports are read from the tokens of a file: the trees of `use`, and the paths in code that begin
//! with `crate`, `super` or `self`. A name that the root exports from a module counts as that
//! module. The contents of `quote!` are generated code and are ignored.
// Long because the orders of the rooms are listed here.

use super::File;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The roots of the packages without cycles; the first is the library.
const PACKAGES: [&str; 6] = [
    "abnf/src/lib.rs",
    "abnf/tools/src/lib.rs",
    "abnf/build/src/lib.rs",
    "abnf/cli/src/main.rs",
    "abnf/runtime/src/lib.rs",
    "uri/src/lib.rs",
];

/// The modules of the library from the bottom to the top; those of one line may import each other,
/// but not in a cycle.
const ORDER: &[&[&str]] = &[
    &["budget", "bytes", "diagnostic", "limits", "spec"],
    &["text"],
    &["grammar"],
    &["read"],
    &["automata"],
    &["plan"],
    &["back"],
    &["compile", "spec_file"],
    &["stages"],
];

/// Modules of tests, and macros whose contents are code of another crate.
const TESTS: &[&str] = &["tests", "testing"];
const QUOTES: &[&str] = &["quote", "quote_spanned", "parse_quote"];

/// A module by its names from the root.
type Path = Vec<String>;

/// The modules of a crate, each with the paths that its file names.
type Modules = BTreeMap<Path, BTreeSet<Path>>;

/// Pairs of siblings, where the first needs the second. Each has a pair of modules inside of them,
/// where the first refers to the second.
type Between = BTreeMap<(String, String), (Path, Path)>;

/// Finds imports that climb in the library, and cycles in every package.
pub(super) fn downwards(files: &[File], found: &mut Vec<String>) {
    for root in PACKAGES {
        if files.iter().all(|file| file.path != root) {
            continue;
        }
        let folder = root.rsplit_once('/').unwrap_or_default().0;
        let mut modules = Modules::new();
        collect(files, root, &Path::new(), &mut modules, found);
        if root == PACKAGES[0] {
            for (from, to) in edges(&modules) {
                climb(&from, &to, found);
            }
        }
        for (at, edges) in lifted(&modules) {
            cycle(folder, &at, &edges, found);
        }
    }
}

/// Adds a module and the modules inside it.
fn collect(
    files: &[File],
    file: &str,
    module: &Path,
    modules: &mut Modules,
    found: &mut Vec<String>,
) {
    let Some(text) = files.iter().find(|it| it.path == file).map(|it| &it.text) else { return };
    let Ok(tokens) = text.parse::<TokenStream>() else {
        found.push(format!("{file}: the file is not Rust"));
        return;
    };
    let mut names = Names::default();
    names.scan(tokens, module);
    let folder = match file.strip_suffix("/lib.rs").or_else(|| file.strip_suffix("/main.rs")) {
        Some(folder) => folder,
        None => file.trim_end_matches(".rs"),
    };
    modules.insert(module.clone(), names.paths);
    for child in names.children {
        let file = format!("{folder}/{}.rs", child.last().expect("a child has a name"));
        collect(files, &file, &child, modules, found);
    }
}

/// The names that a file refers to.
#[derive(Default)]
struct Names {
    paths: BTreeSet<Path>,
    /// The modules with files of their own.
    children: Vec<Path>,
}

impl Names {
    /// Reads the tokens of a module or of a group inside it.
    fn scan(&mut self, tokens: TokenStream, module: &Path) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let [first, after @ ..] = rest {
            rest = after;
            match (name(first).as_deref(), after) {
                (Some("mod"), [child, body, after @ ..]) if name(child).is_some() => {
                    rest = after;
                    self.module(module, name(child).expect("it has one"), body);
                }
                (Some(quote), [bang, TokenTree::Group(_), after @ ..])
                    if QUOTES.contains(&quote) && is(bang, '!') =>
                {
                    rest = after;
                }
                (Some(root @ ("crate" | "super" | "self")), [one, two, after @ ..])
                    if is(one, ':') && is(two, ':') =>
                {
                    let base = match root {
                        "crate" => Path::new(),
                        "self" => module.clone(),
                        _ => parent(module),
                    };
                    self.path(base, after);
                }
                // A path of `use` without a root begins with a module inside, or another crate.
                (Some("use"), [child, one, two, ..])
                    if is(one, ':')
                        && is(two, ':')
                        && !name(child).is_some_and(|name| is_root(&name)) =>
                {
                    self.path(module.clone(), after);
                }
                (None, _) => {
                    if let TokenTree::Group(group) = first {
                        self.scan(group.stream(), module);
                    }
                }
                _ => (),
            }
        }
    }

    fn module(&mut self, module: &Path, name: String, body: &TokenTree) {
        if TESTS.contains(&name.as_str()) {
            return;
        }
        let child = [module.as_slice(), &[name]].concat();
        match body {
            TokenTree::Group(group) => self.scan(group.stream(), &child),
            _ => self.children.push(child),
        }
    }

    /// Adds the paths of a tree that begins after `base::`.
    fn path(&mut self, base: Path, tokens: &[TokenTree]) {
        match tokens {
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace => {
                self.trees(&base, group);
            }
            [first, after @ ..] if name(first).is_some() => {
                let base = match name(first).expect("it has one") {
                    up if up == "super" => parent(&base),
                    name => [base, vec![name]].concat(),
                };
                match after {
                    [one, two, after @ ..] if is(one, ':') && is(two, ':') => {
                        self.path(base, after);
                    }
                    _ => _ = self.paths.insert(base),
                }
            }
            _ => _ = self.paths.insert(base),
        }
    }

    fn trees(&mut self, base: &Path, group: &Group) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        for tree in tokens.split(|token| is(token, ',')).filter(|tree| !tree.is_empty()) {
            if name(&tree[0]).as_deref() == Some("self") {
                self.paths.insert(base.clone());
            } else {
                self.path(base.clone(), tree);
            }
        }
    }
}

fn is_root(name: &str) -> bool {
    ["crate", "super", "self"].contains(&name)
}

fn name(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn is(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn parent(module: &Path) -> Path {
    module[..module.len().saturating_sub(1)].to_vec()
}

/// Pairs of modules, where the first refers to the second.
fn edges(modules: &Modules) -> BTreeSet<(Path, Path)> {
    let mut edges = BTreeSet::new();
    let of_root = modules.get(&Path::new()).into_iter().flatten();
    let exports: BTreeMap<&[String], &Path> =
        of_root.filter(|it| 1 < it.len()).map(|it| (&it[it.len() - 1..], it)).collect();
    for (from, paths) in modules {
        for path in paths {
            let exported = path.get(..1).filter(|first| !modules.contains_key(*first));
            let path = exported.and_then(|first| exports.get(first).copied()).unwrap_or(path);
            let ends = (0..=path.len()).rev().map(|end| path[..end].to_vec());
            let to = ends.into_iter().find(|to| modules.contains_key(to)).unwrap_or_default();
            edges.insert((from.clone(), to));
        }
    }
    edges
}

/// Reports an import that leads upwards between the modules of the root.
fn climb(from: &Path, to: &Path, found: &mut Vec<String>) {
    let rank = |module: &str| ORDER.iter().position(|line| line.contains(&module));
    // The root re-exports the library.
    let Some(lower) = from.first() else { return };
    let Some(below) = rank(lower) else {
        found.push(format!("abnf/src/{lower}.rs: the order of rooms does not name `{lower}`"));
        return;
    };
    let is_above = match to.first() {
        None => lower != "compile",
        Some(upper) => rank(upper).is_some_and(|above| below < above),
    };
    if is_above {
        let (from, to) = (from.join("::"), if to.is_empty() { "crate" } else { &*to.join("::") });
        found.push(format!("abnf/src: `{from}` names `{to}`, which comes later"));
    }
}

/// Returns for each module the edges between its children.
fn lifted(modules: &Modules) -> BTreeMap<Path, Between> {
    let mut all = BTreeMap::<Path, Between>::new();
    for (from, to) in edges(modules) {
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        if let (Some(a), Some(b)) = (from.get(common), to.get(common)) {
            let pair = (a.clone(), b.clone());
            all.entry(from[..common].to_vec()).or_default().entry(pair).or_insert((from, to));
        }
    }
    all
}

/// Reports the children that are on a cycle: each is reachable from itself.
fn cycle(folder: &str, at: &Path, edges: &Between, found: &mut Vec<String>) {
    let reached = |from: &str| {
        let mut reached = BTreeSet::new();
        let mut left = vec![from.to_owned()];
        while let Some(at) = left.pop() {
            let next = edges.keys().filter(|edge| edge.0 == at).map(|edge| edge.1.clone());
            left.extend(next.filter(|next| reached.insert(next.clone())));
        }
        reached
    };
    for ((a, b), (from, to)) in edges {
        if reached(b).contains(a) {
            let at =
                if at.is_empty() { "the root".to_owned() } else { format!("`{}`", at.join("::")) };
            let (from, to) = (from.join("::"), to.join("::"));
            found.push(format!(
                "{folder}: a cycle in {at}: `{a}` needs `{b}` (`{from}` names `{to}`), and the reverse"
            ));
        }
    }
}

/// File names that occur in several rooms, with the reason why they are not misleading.
const SAME_NAMES: &[(&str, &str)] = &[
    ("determinise.rs", "the subset construction, of plain and of tagged automata"),
    ("locators.rs", "`back` prints what `plan` has decided"),
    ("parts.rs", "parts as the tags of an automaton, and the stages that decide them"),
    ("render.rs", "the last pass of each room: findings to text, and tokens to text"),
    ("tables.rs", "`back` prints what `plan` has decided"),
    ("unions.rs", "`back` prints what `plan` has decided"),
    ("views.rs", "`back` prints what `plan` has decided"),
];

/// Finds files of the same name in different rooms, and hand-written files called `mod.rs`.
pub(super) fn one_name(files: &[File], found: &mut Vec<String>) {
    let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_rust() && !file.is_generated()) {
        let (_, name) = file.path.rsplit_once('/').unwrap_or_default();
        if name == "mod.rs" {
            found.push(format!("{}: a module is `x.rs` beside `x/`, not `x/mod.rs`", file.path));
        }
        let inside = file.path.strip_prefix("abnf/src/").filter(|it| it.contains('/'));
        if inside.is_some() && name != "tests.rs" {
            by_name.entry(name).or_default().push(&file.path);
        }
    }
    for (name, paths) in &by_name {
        let is_allowed = SAME_NAMES.iter().any(|(allowed, _)| allowed == name);
        if paths.len() > 1 && !is_allowed {
            found.push(format!("{}: one name for several things", paths.join(", ")));
        }
    }
    for (name, _) in SAME_NAMES {
        if files.iter().any(|it| it.path == "abnf/src/lib.rs")
            && by_name.get(name).is_none_or(|paths| paths.len() < 2)
        {
            found.push(format!("xtask/src/tidy/rooms.rs: `{name}` is not a name of several files"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "mod text;\nmod grammar;\nmod plan;\npub fn read() {}\n";

    fn files(files: &[(&str, &str)]) -> Vec<File> {
        let file = |&(path, text): &(&str, &str)| File {
            path: format!("abnf/src/{path}"),
            text: text.to_owned(),
        };
        files.iter().map(file).collect()
    }

    fn findings(others: &[(&str, &str)]) -> Vec<String> {
        let mut found = Vec::new();
        downwards(&files(&[&[("lib.rs", ROOT)], others].concat()), &mut found);
        found
    }

    #[test]
    fn imports_lead_downwards() {
        let fine = [
            ("text.rs", "pub mod source;\n"),
            ("text/source.rs", "use super::Text;\n"),
            ("grammar.rs", "use crate::{text::{self, source::Source}};\n"),
            ("plan.rs", "fn f() { crate::grammar::g(); quote! { crate::back::x } }\n"),
        ];
        assert_eq!(findings(&fine), [""; 0]);

        let climbs =
            [("text.rs", "fn f() -> crate::grammar::Grammar { loop {} }\n"), ("grammar.rs", "")];
        assert_eq!(findings(&climbs), ["abnf/src: `text` names `grammar`, which comes later"]);
        let climbs = [("grammar.rs", "fn f() { vec![crate::read()]; }\n")];
        assert_eq!(findings(&climbs), ["abnf/src: `grammar` names `crate`, which comes later"]);
        let tests = [("grammar.rs", "mod tests { use crate::read; }\n")];
        assert_eq!(findings(&tests), [""; 0]);
    }

    #[test]
    fn a_cycle_is_found() {
        let mut cycle = vec![
            ("plan.rs", "mod select;\nmod model;\npub use select::deep::Part;\n"),
            ("plan/select.rs", "pub mod deep;\n"),
            ("plan/select/deep.rs", "use super::super::model::Table;\n"),
            ("plan/model.rs", "use super::select;\n"),
        ];
        let found = findings(&cycle);
        assert_eq!(
            found,
            [
                "abnf/src: a cycle in `plan`: `model` needs `select` (`plan::model` names \
                 `plan::select`), and the reverse",
                "abnf/src: a cycle in `plan`: `select` needs `model` (`plan::select::deep` names \
                 `plan::model`), and the reverse",
            ]
        );
        cycle[3].1 = "";
        assert_eq!(findings(&cycle), [""; 0]);

        let exported = [
            ("lib.rs", "mod text;\nmod grammar;\npub use grammar::{deep::Grammar};\n"),
            ("text.rs", "use crate::Grammar;\n"),
            ("grammar.rs", "use crate::text;\n"),
        ];
        let mut found = Vec::new();
        downwards(&files(&exported), &mut found);
        let cycles = found.iter().filter(|it| it.contains("a cycle in the root"));
        assert_eq!(cycles.count(), 2, "{found:?}");
    }

    #[test]
    fn names_are_used_once() {
        let mut found = Vec::new();
        one_name(&files(&[("text/a.rs", ""), ("plan/a.rs", "")]), &mut found);
        assert_eq!(found, ["abnf/src/text/a.rs, abnf/src/plan/a.rs: one name for several things"]);
        found.clear();
        one_name(&files(&[("text/mod.rs", "")]), &mut found);
        assert_eq!(found.len(), 1, "{found:?}");
    }
}
