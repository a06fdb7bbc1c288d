//! Parts that are located through others.

use crate::plan::parts::selected::Selection;
use crate::spec::{Export, Locate, PartSpec, Parts, Spec};

/// Exports all rules; `m` and `a` with these parts, each a rule of its name, those of `m`
/// located where they are outermost.
fn selection(text: &str, of_m: &[&str], of_a: &[&str]) -> Selection {
    let list = |names: &[&str]| {
        let part = |name: &&str| PartSpec {
            name: (*name).to_owned(),
            rules: vec![(*name).to_owned()],
            ..PartSpec::default()
        };
        Parts::Listed(names.iter().map(part).collect())
    };
    let export = |rule: &str, parts, locate| Export {
        rule: rule.to_owned(),
        parts,
        locate,
        ..Export::default()
    };
    let spec = Spec {
        exports: vec![
            export("a", list(of_a), Locate::AtOnce),
            export("m", list(of_m), Locate::Outermost),
        ],
        others: crate::spec::Others::Exported,
        ..Spec::default()
    };
    let read = crate::read("test", text.as_bytes(), &[], &spec.read).expect("it reads");
    crate::compile::plan(&read.resolved, &spec, &[]).expect("it compiles").0
}

/// For each part of `m` the index of the one that it is located through.
fn via(text: &str, of_m: &[&str], of_a: &[&str]) -> Vec<Option<usize>> {
    let selection = selection(text, of_m, of_a);
    let m = selection.rules.iter().find(|rule| rule.name.as_str() == "m").expect("it is there");
    m.view.parts.iter().map(|part| part.via).collect()
}

/// The view of the outer part has the inner one, and no text has the inner one elsewhere.
#[test]
fn a_part_inside_another_is_located_through_it() {
    let text = "m = [ \"//\" a ] p\na = [ u \"@\" ] h\nu = 1*\"u\"\nh = 1*\"h\"\n\
        p = *\"/\" [ \"(\" h \")\" ]\n";
    assert_eq!(via(text, &["a", "u", "p"], &["u"]), [None, Some(0), None]);
    // The view of `a` has no `u`.
    assert_eq!(via(text, &["a", "u", "p"], &[]), [None; 3]);
    // An `h` can occur inside of `p` too, at most once in texts without `a`.
    let either = text.replace("[ \"//\" a ] p", "\"//\" a / p");
    assert_eq!(via(&either, &["a", "h", "p"], &["h"]), [None; 3]);
    assert_eq!(via(&either, &["a", "u", "p"], &["u"]), [None, Some(0), None]);
}

#[test]
fn a_part_that_no_text_has_is_located_through_none() {
    // No text of `a` contains a `t`, although `a` uses it.
    let text = "m = [ a ] b\na = \"e\" / t n\nt = 1*\"a\"\nn = \"n\" n\nb = 1*\"b\"\n";
    assert_eq!(via(text, &["a", "t"], &["t"]), [None; 2]);
}
