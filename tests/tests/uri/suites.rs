//! The tables of other projects' tests, for the types of RFC 3986 and RFC 3987 and for templates.
//!
//! The data is in `../shared/testdata/uri`, or in the folder that the environment variable
//! `URI_SUITES` names: clones of the projects, each in a folder of its name. A table that is not
//! there is skipped, and a line says so.
//!
//! Each difference from a table is listed with its reason, which names a clause. A difference that
//! is not listed is an error, and so is a listed difference that does not occur.

mod fluent_tables;
mod iri_string_tables;
mod json_schema;
mod oxiri_tables;
mod sources;
mod template_suite;
mod uriparser;
mod web_platform;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs};
use uri::rfc3987::{AbsoluteIri, Iri, IriReference};
use uri::{Normalization, rfc3986};

/// The place of a suite: `folder/file` in the data that is shared, or a clone of the project.
fn find(suite: &str, file: &str) -> Option<PathBuf> {
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/testdata/uri").into();
    let folders = [Some(shared), env::var_os("URI_SUITES").map(PathBuf::from)];
    let paths = folders.into_iter().flatten().map(|folder| folder.join(suite).join(file));
    paths.into_iter().find(|path| path.exists())
}

/// The text of a file of a suite. `None`, and a line on the standard error, if it is not there.
fn read(suite: &str, file: &str) -> Option<String> {
    let Some(path) = find(suite, file) else {
        // Not by `eprintln`, whose lines are not shown when a test passes.
        let line = format!("skipped: no {suite}/{file}; set URI_SUITES to a folder of clones\n");
        std::io::stderr().write_all(line.as_bytes()).expect("it can be written");
        return None;
    };
    Some(fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display())))
}

fn read_json(suite: &str, file: &str) -> Option<serde_json::Value> {
    let text = read(suite, file)?;
    Some(serde_json::from_str(&text).unwrap_or_else(|why| panic!("{suite}/{file}: {why}")))
}

/// One JSON value on each line.
fn read_json_lines(suite: &str, file: &str) -> Option<Vec<serde_json::Value>> {
    let text = read(suite, file)?;
    let value = |line| serde_json::from_str(line).expect("JSON");
    Some(text.lines().map(value).collect())
}

/// The reason for differences; and each case with our result.
type Differences<'a> = (&'a str, &'a [(&'a str, &'a str)]);

/// The comparison with one table.
#[derive(Default)]
struct Comparison {
    cases: usize,
    differences: BTreeSet<(String, String)>,
}

impl Comparison {
    /// Adds a case with our result and that of the table. `None` is an error.
    fn add(&mut self, case: &str, ours: Option<&str>, theirs: Option<&str>) {
        self.cases += 1;
        if ours != theirs {
            let found = ours.unwrap_or("refused");
            self.differences.insert((case.to_owned(), found.to_owned()));
        }
    }

    /// Adds a verdict.
    fn add_verdict(&mut self, text: &str, ours: bool, theirs: bool) {
        let result = |is_valid: bool| is_valid.then_some("accepted");
        self.add(text, result(ours), result(theirs));
    }

    /// Checks that at least `cases` cases were read, and that the differences are those listed.
    #[track_caller]
    fn assert(&self, cases: usize, listed: &[Differences<'_>]) {
        let pairs = listed.iter().flat_map(|(_, differences)| differences.iter());
        let listed: BTreeSet<(String, String)> =
            pairs.map(|(case, ours)| ((*case).to_owned(), (*ours).to_owned())).collect();
        println!("{} cases, {} differences", self.cases, self.differences.len());
        let new: Vec<_> = self.differences.difference(&listed).collect();
        let gone: Vec<_> = listed.difference(&self.differences).collect();
        assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\nno longer there: {gone:#?}");
        assert!(cases <= self.cases, "only {} cases", self.cases);
    }
}

/// The target of a reference, by RFC 3987 and, where both texts are ASCII, by RFC 3986.
fn resolve(base: &str, reference: &str) -> Option<String> {
    // Other libraries ignore the fragment of a base.
    let base = base.split('#').next().expect("a text before it");
    let target = AbsoluteIri::parse(base).ok()?.resolve(IriReference::parse(reference).ok()?);
    let target = target.to_string();
    if base.is_ascii() && reference.is_ascii() {
        let base = rfc3986::AbsoluteUri::new(base);
        assert_eq!(base.resolve(rfc3986::UriReference::new(reference)), *target);
    }
    Some(target)
}

/// The relative reference to a target, by both RFCs as above. `None` if the target itself is the
/// one to use.
fn relativize(base: &str, target: &str) -> Option<String> {
    let relative = Iri::new(base).relativize(Iri::new(target)).map(|it| it.to_string());
    if base.is_ascii() && target.is_ascii() {
        let by_uri = rfc3986::Uri::new(base).relativize(rfc3986::Uri::new(target));
        assert_eq!(by_uri.map(|it| it.to_string()), relative);
    }
    relative
}

fn normalize_uri(text: &str, steps: Normalization) -> Option<String> {
    rfc3986::UriReference::parse(text).ok().map(|it| it.normalize(steps).to_string())
}

fn normalize_iri(text: &str, steps: Normalization) -> Option<String> {
    IriReference::parse(text).ok().map(|it| it.normalize(steps).to_string())
}

/// The verdicts of both RFCs on a reference, which are equal for ASCII.
fn is_reference(text: &str) -> bool {
    let is_iri = IriReference::is_match(text);
    assert_eq!(rfc3986::UriReference::is_match(text), is_iri && text.is_ascii(), "{text:?}");
    is_iri
}
