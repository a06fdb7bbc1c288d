//! The cases of uriparser's `test/FourSuite.cpp` and `test/test.cpp`.

use super::sources::{Tree, body, calls, texts, trees, value};
use super::{Comparison, Differences, is_reference, normalize_uri, read, relativize, resolve};
use uri::rfc3986::{Ipv4Address, Ipv6Address, UriReference};
use uri::{Normalization, Resolution, SameScheme, rfc3986};

/// The arguments of a call, in which `BASE_URI[n]` is the text of that table.
fn arguments<'t>(call: &'t [Tree], bases: &[&'t str]) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, tree) in call.iter().enumerate() {
        match tree {
            Tree::Text(text) => found.push(text.as_str()),
            Tree::Group('[', index) if matches!(&call[at - 1], Tree::Word(it) if it == "BASE_URI") =>
            {
                let [Tree::Word(index)] = &index[..] else { panic!("{index:?}") };
                found.push(bases[index.parse::<usize>().expect("a number")]);
            }
            _ => (),
        }
    }
    found
}

#[test]
#[ignore = "needs ../shared"]
fn verdicts_of_uriparser() {
    let Some(source) = read("uriparser", "test/FourSuite.cpp") else { return };
    let trees = trees(&source);
    let (mut verdicts, mut offsets) = (Comparison::default(), Comparison::default());
    for call in calls(&trees, "testGoodUri") {
        for text in texts(call) {
            verdicts.add_verdict(text, is_reference(text), true);
        }
    }
    for call in calls(&trees, "testBadUri") {
        let [Tree::Text(text), .., Tree::Word(offset)] = call else { continue };
        verdicts.add_verdict(text, is_reference(text), false);
        let found = UriReference::parse(text).err().map(|why| why.offset().to_string());
        offsets.add(text, found.as_deref(), Some(offset));
    }
    verdicts.assert(97, &[]);
    offsets.assert(31, &[]);

    let Some(source) = read("uriparser", "test/test.cpp") else { return };
    let trees = super::sources::trees(&source);
    let mut verdicts = Comparison::default();
    for (function, is_valid) in [("URI_TEST_IP_FOUR_PASS", true), ("URI_TEST_IP_FOUR_FAIL", false)]
    {
        for text in calls(&trees, function).into_iter().flat_map(texts) {
            verdicts.add_verdict(text, Ipv4Address::is_match(text), is_valid);
        }
    }
    for (function, is_valid) in [("URI_TEST_IP_SIX_PASS", true), ("URI_TEST_IP_SIX_FAIL", false)] {
        for text in calls(&trees, function).into_iter().flat_map(texts) {
            // The macro adds a bracket, in the definition.
            if text != "]" {
                verdicts.add_verdict(text, Ipv6Address::is_match(text), is_valid);
            }
        }
    }
    for text in calls(&trees, "testToStringHelper").into_iter().flat_map(texts) {
        verdicts.add_verdict(text, is_reference(text), true);
    }
    verdicts.assert(143, &[]);
}

#[test]
#[ignore = "needs ../shared"]
fn targets_of_uriparser() {
    let Some(source) = read("uriparser", "test/FourSuite.cpp") else { return };
    let trees = trees(&source);
    let bases = texts(value(body(&trees, "AbsolutizeTestCases"), "BASE_URI"));
    let mut targets = Comparison::default();
    for call in calls(body(&trees, "AbsolutizeTestCases"), "testAddOrRemoveBaseHelper") {
        let arguments = arguments(call, &bases);
        let [reference, base, target] = arguments[..] else { panic!("{call:?}") };
        let case = format!("{reference} from {base}");
        targets.add(&case, resolve(base, reference).as_deref(), Some(target));
    }
    let Some(source) = read("uriparser", "test/test.cpp") else { return };
    let trees = super::sources::trees(&source);
    for call in calls(&trees, "testAddBaseHelper") {
        let [base, reference, target] = texts(call)[..] else { continue };
        let is_lenient = matches!(call.last(), Some(Tree::Word(word)) if word == "true");
        let options = if is_lenient { SameScheme::Relative } else { SameScheme::Absolute };
        let options = Resolution::RFC3986.same_scheme(options);
        let view = rfc3986::AbsoluteUri::new(base);
        let found = view.resolve_with(UriReference::new(reference), options);
        let found = found.ok().map(|it| it.to_string());
        targets.add(&format!("{reference} from {base}"), found.as_deref(), Some(target));
    }
    targets.assert(242, TARGETS);
}

const TARGETS: &[Differences<'_>] = &[(
    "RFC 3986 section 5.2.4, step C: `/../` is replaced with `/`, also where no segment is left before \
     it; uriparser removes the slash",
    &[
        ("../c from foo:a/b", "foo:/c"),
        ("foo/../../../bar from zz:abc", "zz:/bar"),
        ("foo/../bar from zz:abc", "zz:/bar"),
    ],
)];

#[test]
#[ignore = "needs ../shared"]
fn relative_references_of_uriparser() {
    let Some(source) = read("uriparser", "test/FourSuite.cpp") else { return };
    let trees = trees(&source);
    let mut relative = Comparison::default();
    for call in calls(body(&trees, "RelativizeTestCases"), "testAddOrRemoveBaseHelper") {
        let [target, base, expected] = texts(call)[..] else { panic!("{call:?}") };
        let found = relativize(base, target);
        let found = found.as_deref().unwrap_or(target);
        relative.add(&format!("{target} from {base}"), Some(found), Some(expected));
        assert_eq!(resolve(base, found).as_deref(), Some(target), "{found} from {base}");
    }
    relative.assert(26, RELATIVE);
}

const RELATIVE: &[Differences<'_>] = &[(
    "RFC 3986 section 4.2: an absolute path leads to the target as well, and is shorter",
    &[
        ("s://ex/a/ from s://ex/a///b", "/a/"),
        ("s://ex/a/b from s://ex/a//b/c", "/a/b"),
        ("s://ex/a/b/ from s://ex/a/c/d/e", "/a/b/"),
        ("s://ex/a/b/c/d from s://ex/a/d/c/d", "/a/b/c/d"),
    ],
)];

/// The steps of a mask of uriparser: the word in the call, if there is one.
fn steps(call: &[Tree]) -> Option<Normalization> {
    use Normalization as N;
    let Some(Tree::Word(mask)) = call.last() else {
        return Some(N::RFC3986 - N::DEFAULT_PORT - N::EMPTY_PATH - N::EMPTY_PORT - N::IPV6_FORM);
    };
    Some(match mask.as_str() {
        "URI_NORMALIZE_SCHEME" => N::SCHEME_CASE,
        "URI_NORMALIZE_HOST" => N::HOST_CASE,
        "URI_NORMALIZE_PORT" => N::PORT_ZEROS,
        // No step is about the escapes of one part only.
        _ => return None,
    })
}

#[test]
#[ignore = "needs ../shared"]
fn normal_forms_of_uriparser() {
    let mut forms = Comparison::default();
    for (file, function) in [
        ("test/FourSuite.cpp", "normalizeAndCompare"),
        ("test/test.cpp", "testNormalizeSyntaxHelper"),
    ] {
        let Some(source) = read("uriparser", file) else { return };
        for call in calls(&trees(&source), function) {
            let [text, expected] = texts(call)[..] else { continue };
            let Some(steps) = steps(call) else { continue };
            forms.add(text, normalize_uri(text, steps).as_deref(), Some(expected));
        }
    }
    forms.assert(30, FORMS);
}

const FORMS: &[Differences<'_>] = &[(
    "RFC 3986 section 4.4: an empty path refers to the current document, not to its directory",
    &[("abc/..", "./"), ("abc/../", "./")],
)];
