//! Tracks spell what their rules match, drawings are XML whose links lead somewhere, and no grammar
//! gets anything else into them.

use super::track::{Leaf, Track};
use super::{Drawings, Options, drawings, figures, page, svg};
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::diagnostic::Code;
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, ReadOptions, Spec};
use abnfc::text::bundled;
use expect_test::expect_file;
use fastrand::Rng;
use roxmltree::Document;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn of(dialect: Dialect) -> Spec {
    Spec { read: ReadOptions { dialect, ..ReadOptions::default() }, ..Spec::default() }
}

fn grammar(text: &str, spec: &Spec) -> Resolved {
    let read = abnfc::read("g.abnf", text.as_bytes(), &spec.imports, &spec.read);
    read.unwrap_or_else(|errors| panic!("{errors}\n{text}")).resolved
}

/// All own rules, and what they use.
fn all(grammar: &Resolved, spec: &Spec) -> Drawings {
    let own: Vec<RuleId> = grammar.own_rules().map(|(rule, _)| rule).collect();
    let used = reached(&own, |rule| references(&grammar[rule].expr));
    drawings(grammar, &used.into_iter().collect::<Vec<_>>(), spec)
}

/// The track of the first rule as ABNF, in which a separator follows `~`.
fn shown(definition: &str, dialect: Dialect) -> String {
    let spec = of(dialect);
    let text = format!("a = {definition}\nx = \"x\"\ny = \"y\"\nOWS = *SP\n");
    let drawings = all(&grammar(&text, &spec), &spec);
    written(drawings.all[0].track.as_ref().unwrap(), Loops::Shown)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Loops {
    Shown,
    /// As ABNF has them.
    Unrolled,
}

fn written(track: &Track, loops: Loops) -> String {
    let list = |tracks: &[Track], between: &str| {
        tracks.iter().map(|it| written(it, loops)).collect::<Vec<_>>().join(between)
    };
    match track {
        Track::Empty => "\"\"".to_owned(),
        Track::Leaf(leaf) => leaf_written(leaf),
        Track::Sequence(items) => format!("( {} )", list(items, " ")),
        Track::Choice(items) => format!("( {} )", list(items, " / ")),
        Track::Optional(inner) => format!("[ {} ]", written(inner, loops)),
        Track::Loop { body, separator, min, max } => {
            let [body, separator] = [body, separator].map(|it| written(it, loops));
            let bound = |max: &Option<u32>| max.map_or(String::new(), |max| max.to_string());
            if loops == Loops::Shown {
                return format!("{min}*{}( {body} ~ {separator} )", bound(max));
            }
            let max = max.map(|max| max - 1);
            format!("( {body} {}*{}( {separator} {body} ) )", min - 1, bound(&max))
        }
    }
}

fn leaf_written(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Rule { name, .. } => name.clone(),
        Leaf::Text { value, has_case: true } => format!("%s\"{value}\""),
        Leaf::Text { value, .. } => format!("\"{value}\""),
        Leaf::Values(values) => {
            let values: Vec<String> = values.iter().map(|it| format!("{it:X}")).collect();
            format!("%x{}", values.join("."))
        }
        Leaf::Range(low, high) => format!("%x{low:X}-{high:X}"),
        Leaf::Prose { text, .. } => format!("<{text}>"),
        Leaf::OneOf(items) => {
            let items: Vec<String> = items.iter().map(leaf_written).collect();
            format!("( {} )", items.join(" / "))
        }
    }
}

#[test]
fn a_repetition_is_an_option_or_a_loop() {
    let abnf = |definition| shown(definition, Dialect::Abnf);
    assert_eq!(abnf("*x"), "[ 1*( x ~ \"\" ) ]");
    assert_eq!(abnf("1*x"), "1*( x ~ \"\" )");
    assert_eq!(abnf("*1x"), "[ x ]");
    assert_eq!(abnf("[ [ ( x ) ] ]"), "[ x ]");
    assert_eq!(abnf("2*4x"), "2*4( x ~ \"\" )");
    assert_eq!(abnf("*4x"), "[ 1*4( x ~ \"\" ) ]");
    assert_eq!(abnf("1x 0x \"\""), "x");
}

#[test]
fn a_separator_is_on_the_way_back_on_either_side() {
    let abnf = |definition| shown(definition, Dialect::Abnf);
    assert_eq!(abnf("x *( \",\" x )"), "1*( x ~ %s\",\" )");
    assert_eq!(abnf("*( x \",\" ) x"), "1*( x ~ %s\",\" )");
    assert_eq!(abnf("x y 1*3( \",\" x y ) x"), "( 2*4( ( x y ) ~ %s\",\" ) x )");
    assert_eq!(abnf("[ *6( x \":\" ) x ]"), "[ 1*7( x ~ %s\":\" ) ]");
    assert_eq!(abnf("x *x"), "1*( x ~ \"\" )");
    // Something else comes before, or nothing can be added to the count.
    assert_eq!(abnf("y *( \",\" x )"), "( y [ 1*( ( %s\",\" x ) ~ \"\" ) ] )");
    assert_eq!(abnf("x 1*4294967295( \",\" x )"), "( x 1*4294967295( ( %s\",\" x ) ~ \"\" ) )");
    // The option holds more than the repetition.
    assert_eq!(abnf("x [ 2*( \",\" x ) ]"), "( x [ 2*( ( %s\",\" x ) ~ \"\" ) ] )");
}

#[test]
fn lists_of_http_are_loops() {
    assert_eq!(shown("1#x", Dialect::Http), "1*( x ~ ( OWS %s\",\" OWS ) )");
    assert_eq!(shown("#x", Dialect::Http), "[ 1*( x ~ ( OWS %s\",\" OWS ) ) ]");
    assert_eq!(shown("2#3x", Dialect::Http), "2*3( x ~ ( OWS %s\",\" OWS ) )");
    assert_eq!(shown("#x", Dialect::HttpLenient), "1*( [ x ] ~ ( OWS %s\",\" OWS ) )");
}

#[test]
fn three_characters_in_a_row_are_a_set() {
    let abnf = |definition| shown(definition, Dialect::Abnf);
    assert_eq!(
        abnf("x / \"a\" / ( %x41 / %x30-39 ) / \"ab\" / \"c\""),
        "( x / ( \"a\" / %x41 / %x30-39 ) / \"ab\" / \"c\" )"
    );
    assert_eq!(abnf("%s\"a\" / \"1\" / \".\""), "( %s\"a\" / %s\"1\" / %s\".\" )");
}

/// The languages of all regular rules are those of their tracks.
#[track_caller]
fn tracks_have_the_languages(text: &str, spec: &Spec) {
    let original = grammar(text, spec);
    let drawings = all(&original, spec);
    let mut again = String::new();
    for drawing in &drawings.all {
        if original[drawing.rule].origin == abnfc::grammar::Origin::Own {
            let track = written(drawing.track.as_ref().unwrap(), Loops::Unrolled);
            writeln!(again, "{} = {track}", original[drawing.rule].name).unwrap();
        }
    }
    let copy = grammar(&again, &Spec { read: of(Dialect::Abnf).read, ..spec.clone() });
    let limits = Limits::default();
    let made = |grammar: &Resolved| {
        let rules: Vec<RuleId> = grammar.own_rules().map(|(rule, _)| rule).collect();
        automata(grammar, &superset(grammar, &limits), &rules, &limits)
    };
    let (expected, found) = (made(&original), made(&copy));
    let mut compared = 0;
    for (rule, it) in original.own_rules() {
        let other = copy.find(it.name.as_str()).expect("it was written");
        if let (Ok(expected), Ok(found)) = (expected.dfa(rule), found.dfa(other)) {
            assert_eq!(expected, found, "{}\n{text}\n{again}", it.name);
            compared += 1;
        }
    }
    assert!(0 < compared, "{text}");
}

#[test]
fn tracks_have_the_languages_of_published_rules() {
    let uri = include_str!("../../../../uri-gen/grammars/uri.abnf");
    tracks_have_the_languages(uri, &Spec::default());
    for name in ["rfc3986", "rfc3339", "rfc5646"] {
        tracks_have_the_languages(bundled::find(name).unwrap().text, &Spec::default());
    }
    let bnf = include_str!("../../../../uri-gen/grammars/rfc2396.bnf");
    tracks_have_the_languages(bnf, &Spec::default());
    let lists = "a = #x\nb = 1#x\nc = 2#3x\nd = #2x\ne = 1#1x\nx = \"x\"\nOWS = *SP\n";
    tracks_have_the_languages(lists, &of(Dialect::Http));
    tracks_have_the_languages(lists, &of(Dialect::HttpLenient));
}

/// Definitions over few elements, so that neighbours are often equal.
fn random(rng: &mut Rng, depth: usize) -> String {
    let inner = |rng: &mut Rng| random(rng, depth - 1);
    if depth == 0 {
        return rng.choice(["x", "y", "\",\"", "%x30-31", "\"\""]).unwrap().to_owned();
    }
    match rng.usize(0..8) {
        0 => format!("( {} / {} )", inner(rng), inner(rng)),
        1 => format!("[ {} ]", inner(rng)),
        2 => format!("{}*{}( {} )", rng.u8(0..3), rng.u8(2..4), inner(rng)),
        3 => format!("{}*( {} )", rng.u8(0..3), inner(rng)),
        4 => {
            let (element, separator) = (inner(rng), random(rng, 0));
            let (min, max) = (rng.u8(0..2), rng.choice(["", "1", "2"]).unwrap());
            if rng.bool() {
                format!("{element} {min}*{max}( {separator} {element} )")
            } else {
                format!("{min}*{max}( {element} {separator} ) {element}")
            }
        }
        5 => format!("{} {} {}", inner(rng), inner(rng), inner(rng)),
        _ => format!("{} {}", inner(rng), inner(rng)),
    }
}

#[test]
fn tracks_have_the_languages_of_random_rules() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..300 {
        let text = format!("a = {}\nx = \"x\"\ny = \"y\"\n", random(&mut rng, 3));
        tracks_have_the_languages(&text, &Spec::default());
    }
}

/// Reads all drawings; their links are files of the same set.
#[track_caller]
fn drawn(grammar: &Resolved, spec: &Spec) -> usize {
    let drawings = all(grammar, spec);
    let names: BTreeSet<&str> = drawings.all.iter().map(|it| &*it.name).collect();
    assert_eq!(names.len(), drawings.all.len());
    for drawing in &drawings.all {
        let text = svg(&drawings, drawing).unwrap();
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for link in
            document.descendants().filter(|it| it.has_tag_name(("http://www.w3.org/2000/svg", "a")))
        {
            let href = link.attribute(("http://www.w3.org/1999/xlink", "href")).unwrap();
            assert!(names.contains(href.strip_suffix(".svg").unwrap()), "{href}");
        }
        let width: i64 = document.root_element().attribute("width").unwrap().parse().unwrap();
        let (_, depth) = drawing.track.as_ref().unwrap().extent();
        assert!(width <= super::WIDTH || 12 < depth, "{}: {width}", drawing.name);
    }
    drawings.all.len()
}

#[test]
fn every_rule_of_published_grammars_is_drawn_within_the_width() {
    let uri = grammar(include_str!("../../../../uri-gen/grammars/uri.abnf"), &Spec::default());
    assert_eq!(drawn(&uri, &Spec::default()), 45);
    for bundled in &bundled::ALL {
        let imports = bundled.imports();
        let spec = Spec { imports, ..Spec::default() };
        let read =
            abnfc::read_leniently(bundled.name, bundled.text.as_bytes(), &spec.imports, &spec.read);
        drawn(&read.unwrap().resolved, &spec);
    }
}

#[test]
fn a_small_rule_drawn() {
    let text =
        "list = item *( \",\" item )\nitem = 1*3ALPHA / \"a\" / %x30-39 / %x0D.0A / <words>\n";
    let spec = Spec::default();
    let drawings = all(&grammar(text, &spec), &spec);
    let texts: Vec<String> =
        drawings.all.iter().take(2).map(|it| svg(&drawings, it).unwrap()).collect();
    expect_file!["golden/list.svg"].assert_eq(&texts[0].replace("><", ">\n<"));
    expect_file!["golden/item.svg"].assert_eq(&texts[1].replace("><", ">\n<"));
}

/// The line leads through the boxes of a separator from the right to the left, and through what
/// separates its own loops from the left to the right.
#[test]
fn boxes_are_in_the_order_of_the_line() {
    let places = |definition: &str, texts: &[&str]| -> Vec<i64> {
        let spec = Spec::default();
        let drawings = all(&grammar(&format!("a = {definition}\n"), &spec), &spec);
        let text = svg(&drawings, &drawings.all[0]).unwrap();
        let document = Document::parse(&text).unwrap();
        let place = |label: &str| -> i64 {
            let label = format!("\"{label}\"");
            let text = document.descendants().find(|it| it.text() == Some(&*label)).unwrap();
            text.ancestors().find_map(|it| it.attribute("x")).unwrap().parse().unwrap()
        };
        texts.iter().map(|text| place(text)).collect()
    };
    assert!(places("%s\"x\" %s\"y\"", &["x", "y"]).is_sorted());
    let back = places("%s\"x\" *( \"1\" \"2\" [ \"3\" \"4\" ] %s\"x\" )", &["4", "3", "2", "1"]);
    assert!(back.is_sorted(), "{back:?}");
    let forth = places("%s\"x\" *( \"1\" *( \"2\" \"3\" \"1\" ) %s\"x\" )", &["2", "3"]);
    assert!(forth.is_sorted(), "{forth:?}");
}

#[test]
fn rules_with_the_same_name_get_different_file_names() {
    let spec = Spec::default();
    let grammar = grammar("a = HEXDIG DIGIT\nDIGIT = \"1\"\n", &spec);
    let drawings = all(&grammar, &spec);
    let names: Vec<&str> = drawings.all.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["a", "DIGIT", "DIGIT_2", "HEXDIG"]);
    let hexdig = svg(&drawings, &drawings.all[3]).unwrap();
    assert!(hexdig.contains("href=\"DIGIT_2.svg\""), "{hexdig}");
}

const HOSTILE: &str = "a = <b>\nb = \"</svg><script>&'\" / <</svg&\\\"' ]]x> / %x00-1F / %x3C / %x26 / \
     %x22\nc = \"\\\" / \"--\" / \"]]>\" / \"</style><script>alert(1)//\" / %x10FFFF\n";

#[test]
fn nothing_in_a_grammar_becomes_an_element() {
    // The name of a file can have any character.
    let name = "</title><script>alert(1)</script>\u{7}\u{202E}";
    let spec = Spec::default();
    let text = HOSTILE.as_bytes();
    let page = page(name, text, &spec, &Options::default()).unwrap();
    assert_eq!(page.matches("<script>").count(), 1, "{page}");
    assert!(!page.contains('\u{7}'));
    assert_eq!(page.matches("</svg>").count(), page.matches("<svg").count());
    drawn(&grammar(HOSTILE, &spec), &spec);
    for figure in figures(name, text, &spec).unwrap().values() {
        Document::parse(figure).unwrap();
        assert!(!figure.contains('\n'));
    }
}

#[track_caller]
fn refused(text: &str) {
    let spec = Spec::default();
    let drawings = all(&grammar(text, &spec), &spec);
    let error = svg(&drawings, &drawings.all[0]).unwrap_err();
    assert_eq!(error.code, Code::DiagramLimit);
    // The page has all other rules.
    let page = page("g", text.as_bytes(), &spec, &Options::default()).unwrap();
    assert!(page.contains("would have more than 4096 boxes or 100 levels, the limits"));
}

#[test]
fn large_and_deep_diagrams_are_refused() {
    let many = |count: usize| format!("a = \"xx\"{}\n", " / \"xx\"".repeat(count - 1));
    refused(&many(10_000));
    let spec = Spec::default();
    assert_eq!(drawn(&grammar(&many(4_096), &spec), &spec), 1);
    let deep = |levels| format!("a = {}\"b\"{}\n", "[ \"a\" ".repeat(levels), " ]".repeat(levels));
    refused(&deep(60));
    assert_eq!(drawn(&grammar(&deep(3), &spec), &spec), 1);
    let drawings = all(&grammar(&deep(49), &spec), &spec);
    assert!(svg(&drawings, &drawings.all[0]).is_ok());
    // Brackets that change nothing are not drawn.
    let brackets = format!("a = {}\"b\"{}\n", "(".repeat(120), ")".repeat(120));
    assert_eq!(drawn(&grammar(&brackets, &spec), &spec), 1);
    assert_eq!(drawn(&grammar("a = 4294967295*4294967295\"x\"\n", &spec), &spec), 1);
}

#[test]
fn long_labels_are_cut_and_whole_in_the_tooltip() {
    let long = "y".repeat(5_000);
    let spec = Spec::default();
    let drawings = all(&grammar(&format!("a = %s\"{long}\"\n"), &spec), &spec);
    let text = svg(&drawings, &drawings.all[0]).unwrap();
    assert!(text.contains(&format!("<title>{long}</title>")));
    assert!(text.contains("yyy…</text>"), "{}", &text[text.len() - 300..]);
}

const TIME: &str = "; @allow unused-rule\ntime = hour \":\" minute\nhour = \"a\" / \"a\" DIGIT\n\
     minute = \"X\" / \"x\"\n";

#[test]
fn a_page_has_links_findings_users_and_texts() {
    let options = Options { seed: 3, ..Options::default() };
    let made = || page("time.abnf", TIME.as_bytes(), &Spec::default(), &options);
    let text = made().unwrap();
    assert_eq!(text, made().unwrap());
    let between = |text: &str, start: &str| -> Vec<String> {
        text.split(start).skip(1).map(|it| it.split('"').next().unwrap().to_owned()).collect()
    };
    let ids = between(&text, " id=\"");
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len());
    let links = between(&text, "href=\"#");
    assert!(10 < links.len());
    assert!(links.iter().all(|link| distinct.contains(link)), "{links:?}");
    assert_eq!(between(&text, "href=\"").len(), links.len());
    let section = |rule: &str| {
        let start = text.find(&format!("<section id=\"{rule}\"")).unwrap();
        let end = text[start..].find("</section>").unwrap();
        &text[start..start + end]
    };
    assert!(section("minute").contains("<code>redundant-alternative</code>"));
    assert!(!section("hour").contains("findings"));
    assert!(section("hour").contains("<dt>Used by</dt><dd><a href=\"#time\">time</a></dd>"));
    assert!(section("time").contains("<pre><code>time = <a href=\"#hour\">hour</a>"));
    assert!(section("DIGIT").contains("core rule of RFC 5234, regular, 2 states"));
    let sample = section("time").split("For example</dt><dd><code>").nth(1).unwrap();
    let sample = sample.split("</code>").next().unwrap();
    assert!(["a:X", "a:x", "A:X", "A:x"].contains(&sample) || sample.len() == 4, "{sample}");
}

#[test]
fn a_page_has_the_restrictions_of_rules() {
    let spec = "grammar = \"time.abnf\"\n[rules.time]\nmax-bytes = 3\nexcept = [\"minute\"]\n";
    let file = abnfc::spec_file::read("time.toml", spec.as_bytes()).unwrap();
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let page = page("time.abnf", TIME.as_bytes(), &spec, &Options::default()).unwrap();
    let sentence = "At most 3 bytes. No text that matches <code>minute</code>.";
    assert!(page.contains(&format!("<dt>Restricted</dt><dd>{sentence}</dd>")), "{page}");
    assert_eq!(page.matches("Restricted").count(), 1);
}

#[test]
fn a_page_needs_a_grammar_without_errors() {
    let errors = |text: &str| -> Diagnostics {
        page("g", text.as_bytes(), &Spec::default(), &Options::default()).unwrap_err()
    };
    assert!(errors("a = b\n").has_errors());
    assert!(errors("a = ( \"b\"\n").has_errors());
    assert!(errors(&format!("a = {}\"b\"{}\n", "(".repeat(5_000), ")".repeat(5_000))).has_errors());
}
