//! Each answer about small grammars.

use super::completion::{Surroundings, completion};
use super::fixes::fixes;
use super::hover::hover;
use super::rename::{edited, rename};
use super::rule_facts::{Facts, Kind, MAX_RULES, Texts, rule_facts};
use super::symbols::{folds, symbols};
use super::{Document, Role};
use crate::lint::{Notes, Options, lint};
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, Import, ReadOptions};
use abnfc::text::bundled;
use expect_test::expect;

/// A document, and the place of the mark `^` in the text, which is taken out.
fn marked(text: &str) -> (Document, usize) {
    let at = text.find('^').expect("a mark");
    (with(&text.replace('^', ""), Vec::new()), at)
}

fn with(text: &str, imports: Vec<Import>) -> Document {
    Document::new("g.abnf", text.as_bytes(), imports, &ReadOptions::default()).unwrap()
}

/// The names of a document, each with what it means.
fn names(document: &Document) -> Vec<(Role, String)> {
    let meaning = |rule| {
        let rule = &document.grammar()[rule];
        format!("{}@{:?}", rule.name, rule.origin)
    };
    let names = document.mentions.iter();
    names.map(|it| (it.role, it.rule.map_or_else(|| it.name.clone(), meaning))).collect()
}

#[test]
fn names_mean_what_the_grammar_says() {
    let uri = bundled::find("rfc3986").unwrap();
    let text = "; @import URI = rfc3986 (host, port)\n\
        a = B <port, see [URI]> <host> DIGIT 0*0c ALPHA\nb = nope <b, or not> ; a\nc = %x30\n\
        ; @accept a x\nalpha = %x41\n";
    let found = names(&with(text, vec![uri.import("URI", &["host", "port"])]));
    let expected = [
        (Role::Import, "host@Import(\"URI\")"),
        (Role::Import, "port@Import(\"URI\")"),
        (Role::Definition, "a@Own"),
        (Role::Reference, "b@Own"),
        (Role::Prose, "port@Import(\"URI\")"),
        (Role::Prose, "host@Import(\"URI\")"),
        (Role::Reference, "DIGIT@Core"),
        // An element that is repeated zero times is not part of the resolved definition.
        (Role::Reference, "c@Own"),
        (Role::Reference, "alpha@Own"),
        (Role::Definition, "b@Own"),
        (Role::Reference, "nope"),
        (Role::Definition, "c@Own"),
        (Role::Example, "a@Own"),
        (Role::Definition, "alpha@Own"),
    ];
    assert_eq!(found, expected.map(|(role, name)| (role, name.to_owned())));
}

#[test]
fn a_name_includes_the_offset_after_its_last_byte() {
    let (document, _) = marked("ab = cd ef^\n");
    let at = |offset| document.at(offset).map(|it| it.name.as_str());
    let found: Vec<_> = (0..11).map(at).collect();
    let [a, c, e] = [Some("ab"), Some("cd"), Some("ef")];
    assert_eq!(found, [a, a, a, None, None, c, c, c, e, e, e]);
}

#[test]
fn rules_without_errors_have_names_beside_errors() {
    let document = with("a = ( b\nb = c \"x\nc = %x31 b\n", Vec::new());
    assert!(document.read.diagnostics.has_errors());
    let b = document.grammar().find("b").unwrap();
    assert_eq!(document.of(b).count(), 3);
}

fn renamed(text: &str, name: &str) -> Result<String, String> {
    let (document, at) = marked(text);
    let mention = document.at(at).ok_or("no name")?;
    let edits = rename(&document, mention, name, &ReadOptions::default())?;
    Ok(edited(&document.source.text, &edits))
}

#[test]
fn a_rule_is_renamed_everywhere() {
    let text = "a = ^B <b> ; b\nb = \"b\"\nB =/ b\n; @accept b b\n";
    let expected = "a = c <c> ; b\nc = \"b\"\nc =/ c\n; @accept c b\n";
    assert_eq!(renamed(text, "c").unwrap(), expected);
    assert_eq!(renamed("a = ^b\nB = \"b\"\n", "b").unwrap(), "a = b\nb = \"b\"\n");
}

#[test]
fn names_that_cannot_be_given_are_refused() {
    let long = "a".repeat(5_000);
    let names = ["", "1", "-a", "a_b", "é", "a b", &long].map(|name| ("a = ^b\nb = %x31\n", name));
    let others = [
        ("a = ^b\nb = c\nc = %x31\n", "C"),
        ("a = ^b\nb = nope\n", "nope"),
        ("a = ^b\nb = %x31\n", "digit"),
        ("a = ^DIGIT\n", "b"),
        ("a = ^b\n", "c"),
        ("^DIGIT =/ %x41\n", "b"),
    ];
    let refused = others.into_iter().chain(names);
    let refused = refused.map(|(text, name)| renamed(text, name).unwrap_err() + "\n");
    expect![[r"
        the grammar has the name `C` already
        the grammar has the name `nope` already
        `digit` is a core rule (RFC 5234, appendix B.1)
        `DIGIT` is a core rule (RFC 5234, appendix B.1)
        `b` is not defined
        `DIGIT` extends a rule of another grammar
        `` is not a rulename: a letter, and then letters, digits and hyphens
        `1` is not a rulename: a letter, and then letters, digits and hyphens
        `-a` is not a rulename: a letter, and then letters, digits and hyphens
        `a_b` is not a rulename: a letter, and then letters, digits and hyphens
        `é` is not a rulename: a letter, and then letters, digits and hyphens
        `a b` is not a rulename: a letter, and then letters, digits and hyphens
        a rulename has at most 1024 bytes
    "]]
    .assert_eq(&refused.collect::<String>());
}

/// Lists of HTTP use `OWS` without naming it.
#[test]
fn a_rename_that_changes_the_meaning_is_refused() {
    let options = ReadOptions { dialect: Dialect::Http, ..ReadOptions::default() };
    let text = b"a = 1#b\nb = \"b\"\nOWS = *SP\n";
    let document = Document::new("g", text, Vec::new(), &options).unwrap();
    let ows = document.at(17).unwrap();
    assert_eq!(ows.name, "OWS");
    let why = rename(&document, ows, "space", &options).unwrap_err();
    expect!["with the name `space`, the grammar would have another meaning"].assert_eq(&why);
    assert!(rename(&document, document.at(8).unwrap(), "c", &options).is_ok());
}

fn of(text: &str) -> Option<Facts> {
    let document = with(text, Vec::new());
    let rule = document.grammar().find("a").unwrap();
    rule_facts(document.grammar(), rule, &Limits::default())
}

#[test]
fn texts_are_counted() {
    let texts = |text| match of(text).unwrap().kind {
        Kind::Regular { texts, .. } => texts,
        Kind::Nested => panic!("{text}"),
    };
    assert_eq!(texts("a = \"ab\"\n"), Texts::Exactly(4));
    assert_eq!(texts("a = *2DIGIT [\"0\"]\n"), Texts::Exactly(1 + 10 + 100 + 100));
    assert_eq!(texts("a = \"\"\n"), Texts::Exactly(1));
    assert_eq!(texts("a = 20OCTET\n"), Texts::Many);
    assert_eq!(texts("a = 15OCTET\n"), Texts::Exactly(1 << 120));
    assert_eq!(texts("a = *DIGIT\n"), Texts::Infinite);
    assert_eq!(texts("a = %x31 a\n"), Texts::Exactly(0));
}

#[test]
fn shortest_texts_and_kinds() {
    let facts = of("a = \"(\" [a] \")\"\n").unwrap();
    assert_eq!((facts.kind, facts.shortest.as_deref()), (Kind::Nested, Some(&b"()"[..])));
    let general = of("a = %x61 a %x61 / %x62 a %x62 / \"\"\n").unwrap();
    assert_eq!((general.kind, general.shortest.as_deref()), (Kind::Nested, Some(&b""[..])));
    assert_eq!(of("a = 30DIGIT\n").unwrap().shortest, None);
    assert_eq!(of("a = <words>\n"), None);
    assert_eq!(of("a = b\n"), None);
}

#[test]
fn rules_beyond_the_limits_have_no_facts() {
    assert_eq!(of("a = *(\"a\" / \"b\") \"a\" 18(\"a\" / \"b\")\n"), None);
    let rules: Vec<String> = (0..MAX_RULES).map(|i| format!("b{i} = \"x\"\n")).collect();
    assert_eq!(of(&format!("a = \"x\"\n{}", rules.concat())), None);
}

#[test]
fn a_rule_in_a_few_lines() {
    let text = "; nothing\n\n; What is\n; @allow unused-rule\n; counted.\ncount = 1*2DIGIT\n  ; not this\nb = count *count\n";
    let document = with(text, Vec::new());
    let rule = document.grammar().find("count").unwrap();
    let expected = "```abnf\n; What is\n; counted.\ncount = 1*2DIGIT\n```\n\n\
        - regular: 3 states, 110 texts\n- shortest text: `4`\n- sample: `69`\n- data: `u8, 0 to 99`\n- used by `b`";
    let shown = hover(&document, rule, &ReadOptions::default());
    let neutral = |text: &str| -> String {
        text.lines().filter(|line| !line.contains(" text: ") && !line.contains("sample")).collect()
    };
    assert_eq!(neutral(&shown), neutral(expected));
    let shown =
        hover(&document, document.grammar().find("digit").unwrap(), &ReadOptions::default());
    assert!(shown.contains("DIGIT = %x30-39") && shown.contains("appendix B.1"), "{shown}");
}

#[track_caller]
fn completes(text: &str, expected: &[&str]) {
    let (document, at) = marked(text);
    let files = || vec!["my file.abnf".to_owned()];
    let rules = |file: &str| vec![format!("of-{file}")];
    let around = Surroundings { files: &files, rules: &rules };
    let found = completion(&document, at, around);
    let found: Vec<&str> = found.iter().map(|it| it.text.as_str()).collect();
    for text in expected {
        assert!(found.contains(text), "{found:?}");
    }
    assert_eq!(expected.is_empty(), found.is_empty(), "{found:?}");
}

#[test]
fn what_can_be_written_depends_on_the_place() {
    completes("a = b^\nbc = %x31\n", &["a", "bc", "DIGIT"]);
    completes("a = ^\n", &["a", "DIGIT"]);
    completes("a = nope\n^", &["nope"]);
    completes("a = nope\nn^\n", &["nope"]);
    completes("a = \"b^c\"\n", &[]);
    completes("a = \"bc^\n", &[]);
    completes("a = %x3^1\n", &[]);
    completes("; b^\n", &[]);
    completes("; @im^\n", &["@import", "@allow"]);
    completes("; @import A = r^\n", &["rfc3986", "\"my file.abnf\""]);
    completes("; @import A = g.abnf (b, ^)\n", &["of-g.abnf"]);
    completes("a = %x31 ; @allow unused-rule, ^\n", &["empty-literal"]);
    completes("; @encoding ^\n", &["octets", "utf8"]);
    completes("a = %x31\n; @accept ^\n", &["a"]);
    completes("a = %x31\n; @accept a ^\n", &[]);
}

#[test]
fn a_completion_replaces_the_word() {
    let (document, at) = marked("; @allow emp^\na = \"\"\n");
    let around = Surroundings { files: &Vec::new, rules: &|_| Vec::new() };
    let found = completion(&document, at, around);
    assert!(found.iter().all(|it| (it.span.start, it.span.end) == (9, 12)));
}

/// The texts after the fixes of a grammar, each alone, with their titles.
fn fixed(text: &str, options: &ReadOptions) -> Vec<(String, String)> {
    let document = Document::new("g", text.as_bytes(), Vec::new(), options).unwrap();
    let lints = Options { notes: Notes::Shown, ..Options::default() };
    let spec = abnfc::spec::Spec { read: options.clone(), ..Default::default() };
    let found = lint("g", text.as_bytes(), &spec, &lints).unwrap();
    let all = document.source.span(0, text.len());
    let fixes = fixes(&document, &found.items, all);
    fixes.into_iter().map(|fix| (fix.title, edited(text, &fix.edits))).collect()
}

#[track_caller]
fn fixes_to(text: &str, title: &str, expected: &str) {
    let all = fixed(text, &ReadOptions::default());
    let found = all.iter().find(|(it, _)| it == title);
    assert_eq!(found.map(|(_, text)| text.as_str()), Some(expected), "{all:?}");
}

#[test]
fn hints_become_edits() {
    fixes_to("a = DIGITS DIGITS\n", "write `DIGIT` in 2 places", "a = DIGIT DIGIT\n");
    fixes_to("a = Abc\nabc = \"x\"\n", "write `abc`", "a = abc\nabc = \"x\"\n");
    fixes_to("a = 3*1DIGIT\n", "write `1*3`", "a = 1*3DIGIT\n");
    fixes_to("a = %x39-30\n", "write `%x30-39`", "a = %x30-39\n");
    fixes_to("a := \"x\"\nb = a\n", "write `=`", "a = \"x\"\nb = a\n");
    let text = "a = \"x\" / b\nb = \"y\" | \"z\" | c\nc = b / a / %x41\n";
    let fixed = text.replace('|', "/");
    fixes_to(text, "write `/` in 2 places", &fixed);
    fixes_to(text, "state the dialect `bnf`", &format!("; @dialect bnf\n{text}"));
    fixes_to("a = 'x'\n", "write `\"x\"`", "a = \"x\"\n");
    fixes_to("a = b | / \nb = x | y\n", "write `\"/\"`", "a = b | \"/\" \nb = x | y\n");
    fixes_to("a_b = \"x\"\n", "write `a-b`", "a-b = \"x\"\n");
    let text = "; @allow emty-literal\na = \"\" %x31\n";
    fixes_to(text, "write `empty-literal`", "; @allow empty-literal\na = \"\" %x31\n");
}

#[test]
fn a_missing_rule_is_imported() {
    let title = "import `tchar` from `rfc9110`";
    let line = "; @import RFC9110 = rfc9110 (tchar)\n";
    fixes_to("a = tchar\n", title, &format!("{line}a = tchar\n"));
    fixes_to("; A.\na = tchar\n", title, &format!("{line}; A.\na = tchar\n"));
    fixes_to("; A.\n\na = tchar\n", title, &format!("; A.\n{line}\na = tchar\n"));
    let text = "; @import X = rfc9110 (token)\na = tchar\n";
    fixes_to(text, title, "; @import X = rfc9110 (token, tchar)\na = tchar\n");
}

#[test]
fn findings_are_allowed() {
    let text = "a = \"\" %x31\n  %x32 ; two\n";
    let rule = "allow `empty-literal` for `a`";
    fixes_to(text, rule, "a = \"\" %x31  ; @allow empty-literal\n  %x32 ; two\n");
    let text = "a = \"\" %x31 ; @allow unused-rule\n";
    fixes_to(text, rule, "a = \"\" %x31 ; @allow unused-rule, empty-literal\n");
    let file = "allow `empty-literal` in this file";
    fixes_to(text, file, "; @allow empty-literal\na = \"\" %x31 ; @allow unused-rule\n");
    let commented = fixed("a = \"\" %x31 ; one\n", &ReadOptions::default());
    assert!(commented.iter().all(|(title, _)| title != rule), "{commented:?}");
    // They are gone after it.
    for (_, text) in fixed("a = \"\" %x31\n", &ReadOptions::default()) {
        let left = fixed(&text, &ReadOptions::default());
        assert!(left.iter().all(|(title, _)| !title.contains("empty-literal")), "{text}");
    }
}

#[test]
fn rules_and_comments_can_be_folded() {
    let text = "; one\n; two\n\na = %x31 /\n  %x32\n; three\nb = a\n";
    let document = with(text, Vec::new());
    let found: Vec<&str> = folds(&document)
        .iter()
        .map(|it| &text[it.span.start as usize..it.span.end as usize])
        .collect();
    assert_eq!(found, ["; one\n; two", "a = %x31 /\n  %x32"]);
    let names: Vec<_> = symbols(&document).into_iter().map(|it| (it.name, it.summary)).collect();
    let expected = [("a", "%x31 / %x32"), ("b", "a")];
    assert_eq!(names, expected.map(|(name, summary)| (name.to_owned(), summary.to_owned())));
}
