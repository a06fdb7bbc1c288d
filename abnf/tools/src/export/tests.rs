//! Expressions of rules, and automata that come back.

use super::*;
use abnfc::automata::rules::automata_of_regular;
use abnfc::automata::superset::superset;
use abnfc::spec::ReadOptions;
use abnfc::text::bundled;

fn exported(text: &str, flavour: Flavour) -> Result<String, ExportError> {
    let limits = Limits::default();
    let read = abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let grammar = read.resolved;
    let rule = grammar.own_rules().next().unwrap().0;
    let automata = automata_of_regular(&grammar, &superset(&grammar, &limits), &[rule], &limits);
    regex(&grammar, rule, automata.dfa(rule).unwrap(), flavour, &limits).map(|it| it.pattern)
}

/// The export itself asserts that its automaton is that of the rule.
#[track_caller]
fn is_rust(text: &str, expected: &str) {
    assert_eq!(exported(text, Flavour::Rust).unwrap(), expected);
}

#[test]
fn an_expression_follows_the_definition() {
    is_rust("a = b *( \",\" b )\nb = 1*DIGIT\n", r"\A[0-9]+(?:,[0-9]+)*\z");
    is_rust("a = \"x\" / \"yz\" / \"\"\n", r"\A(?:[Xx]|[Yy][Zz])?\z");
    is_rust("a = [ *DIGIT ] *[ \"-\" ]\n", r"\A[0-9]*-*\z");
    is_rust("a = %s\"a\" / %x2F / %x62\n", r"\A[/ab]\z");
    is_rust("a = 2*3( \"&&\" / \"~\" / %x5B-5E )\n", r"\A(?:&&|[\[-\^\~]){2,3}\z");
    is_rust("a = \"\"\n", r"\A\z");
    is_rust("a = %xE9 / %x10000-10FFFF\n", r"\A[\xE9\x{10000}-\x{10FFFF}]\z");
    is_rust("; @encoding octets\na = %xE9 \"!\"\n", r"(?-u)\A\xE9!\z");
}

#[test]
fn recursion_is_taken_from_the_automaton() {
    is_rust("a = %s\"x\" a / %s\"y\"\n", r"\Ax*y\z");
    is_rust("a = a %s\"x\" %s\"y\" / %s\"z\"\n", r"\Az(?:xy)*\z");
    is_rust("a = %s\"x\" a\n", r"\A[^\s\S]\z");
    // Code points become bytes there.
    is_rust("; @encoding utf8\na = %xE9 a / \"!\"\n", r"(?-u)\A(?:\xC3\xA9)*!\z");
}

#[test]
fn engines_differ_in_anchors_groups_and_escapes() {
    let text = "a = 1*( \"a/b\" / \".\" ) ( \"-\" / \"^\" / \"]\" / \"\\\" )\n";
    let of = |flavour| exported(text, flavour).unwrap();
    assert_eq!(of(Flavour::Pcre), r"\A(?:[Aa]/[Bb]|\.)+[\-\\-\^]\z");
    assert_eq!(of(Flavour::JavaScript), r"^(?:[Aa]\/[Bb]|\.)+[\-\\-\^]$");
    assert_eq!(of(Flavour::Posix), r"^([Aa]/[Bb]|\.)+[]\^-]$");
    assert_eq!(exported("a = \"^\" / \"-\"\n", Flavour::Posix).unwrap(), "^[-^]$");
    assert_eq!(exported("a = %x10000\n", Flavour::JavaScript).unwrap(), r"^\u{10000}$");
    assert_eq!(exported("a = %x10000\n", Flavour::Pcre).unwrap(), r"(*UTF)\A\x{10000}\z");
}

#[test]
fn what_an_engine_lacks_is_said() {
    let error = |text, flavour| match exported(text, flavour) {
        Err(ExportError::Unsupported(what)) => what,
        other => panic!("{other:?}"),
    };
    assert!(error("a = %x00\n", Flavour::Posix).starts_with("byte 00"));
    assert!(error("a = 256DIGIT\n", Flavour::Posix).starts_with("a count above 255"));
    let many = Regex::Repeat(70_000, None, Box::new(Regex::Set(ValueSet::single(0x61))));
    let why = flavour::write(&many, Encoding::Octets, Flavour::Pcre).unwrap_err();
    assert!(why.starts_with("a count above 65535"));
    let huge = format!("a = {}x\n", "x / ".repeat(14_000)) + "x = \"abc\"\n";
    assert_eq!(exported(&huge, Flavour::Pcre), Err(ExportError::TooLarge));
}

#[test]
fn an_automaton_is_drawn() {
    let drawn = dot("a\"b", &crate::testing::dfa("r = *%s\"x\" \"\\\"\n", "r"));
    assert!(drawn.starts_with("digraph \"a\\\"b\" {\n"), "{drawn}");
    assert!(drawn.contains("    0 -> 0 [label=\"[x]\"]\n"), "{drawn}");
    assert!(drawn.contains("    0 -> 1 [label=\"[\\\\\\\\]\"]\n"), "{drawn}");
    assert!(drawn.contains("    1 [shape=doublecircle]\n"), "{drawn}");
}

#[test]
fn pest_has_other_names_and_signs() {
    let text =
        "match = a-b / *2( a-b \"Q\\\" ) [ %x01-02 ]\na-b = %s\"x\" / \"%\" DQUOTE\nA_B = \"\"\n";
    let text = text.replace("A_B", "a--b");
    let read = abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let made = pest(&read.resolved);
    assert_eq!(
        made.text,
        "match_ = @{ a_b | (a_b ~ ^\"q\" ~ \"\\\\\"){0,2} ~ '\\u{01}'..'\\u{02}'? }\n\
         a_b = @{ \"x\" | \"%\" ~ DQUOTE }\n\
         a__b = @{ \"\" }\n\
         DQUOTE = @{ \"\\\"\" }\n"
    );
    assert_eq!(made.left_out, []);
}

/// A grammar for pest, and what is left out of it. That pest takes it is asserted.
fn taken(text: &str) -> (String, Vec<String>) {
    let read = abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let Pest { text, left_out } = pest(&read.resolved);
    pest_meta::parse_and_optimize(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let left_out =
        left_out.iter().map(|(rule, why)| format!("{}: {why}", read.resolved[*rule].name));
    (text, left_out.collect())
}

#[test]
fn what_pest_refuses_is_left_out_with_what_uses_it() {
    let (text, left_out) = taken(
        "; @encoding octets\na = b / \"x\"\nb = \"y\" c\nc = %x7F-FF\nd = <words>\ne = *f\n\
         f = *\"x\"\ng = [ \"-\" ] h\nh = g \"+\" / \"n\"\ni = ( \"\" / \"x\" ) \"y\"\nj = [ \"x\" ] / \"y\"\n\
         k = *3f\nPUSHED = \"p\" / \"\"\nl = PUSHED\n",
    );
    assert_eq!(
        text,
        "f = @{ ^\"x\"* }\nk = @{ f{0,3} }\n_PUSHED = @{ ^\"p\" | \"\" }\nl = @{ _PUSHED }\n"
    );
    assert_eq!(
        left_out,
        [
            "a: it uses `b`, which is left out",
            "b: it uses `c`, which is left out",
            "c: it has bytes above 7F, but pest matches characters",
            "d: it is defined by prose",
            "e: it repeats an element that can be empty, which pest refuses",
            "g: it can begin with itself, which pest refuses",
            "h: it can begin with itself, which pest refuses",
            "i: an alternative that can be empty is not the last one, which pest refuses",
            "j: an alternative that can be empty is not the last one, which pest refuses",
        ]
    );
}

#[test]
fn pest_takes_the_bundled_grammars() {
    let mut rules = 0;
    for bundled in bundled::ALL {
        let (name, imports) = (bundled.name, bundled.imports());
        let options = ReadOptions::default();
        let read = abnfc::read(name, bundled.text.as_bytes(), &imports, &options).unwrap();
        let Pest { text, .. } = pest(&read.resolved);
        let taken = pest_meta::parse_and_optimize(&text);
        let (_, taken) = taken.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        rules += taken.len();
    }
    assert!(1000 < rules, "{rules}");
}

#[test]
fn pest_reads_texts_with_what_is_written() {
    let (text, left_out) =
        taken("a = 1*2( \"x\" / %x22-23 ) [ %s\"Y\\\" ] b\nb = %xE9 / %x10000\n");
    assert_eq!(left_out, [""; 0]);
    let whole = format!("{text}whole = {{ SOI ~ a ~ EOI }}\n");
    let (_, rules) = pest_meta::parse_and_optimize(&whole).unwrap();
    let vm = pest_vm::Vm::new(rules);
    let is_match = |text: &str| vm.parse("whole", text).is_ok();
    assert!(is_match("X\"\u{E9}") && is_match("#Y\\\u{10000}"));
    assert!(
        !is_match("x") && !is_match("!\u{E9}") && !is_match("xxx\u{E9}") && !is_match("xy\\\u{E9}")
    );
}

/// A grammar for other tools, from the first rule.
fn for_tools(text: &str, notation: Notation) -> Result<String, Unwritten> {
    let read = abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let start = read.resolved.own_rules().next().unwrap().0;
    grammar(&read.resolved, start, notation).map(|it| it.text)
}

#[test]
fn notations_have_other_signs() {
    let text = "time = hour \":\" 2DIGIT [ \".\" 1*3DIGIT ] / %s\"now\" / \"\"\n\
                hour = ( \"0\" / \"1\" ) DIGIT / \"2\" %x30-33 *( [ \"a\" ] *b-c )\n\
                b-c  = %xE9-EA / %x1F600 / %x22 / %x5C\n";
    let of = |notation| for_tools(text, notation).unwrap();
    assert_eq!(
        of(Notation::Gbnf),
        "root ::= time\n\
         time ::= (hour \":\" DIGIT{2} (\".\" DIGIT{1,3})? | \"now\")?\n\
         hour ::= [01] DIGIT | \"2\" [0-3] ([Aa] | b-c)*\n\
         b-c ::= [\\x22\\x5C\\xE9\\xEA\u{1F600}]\n\
         DIGIT ::= [0-9]\n"
    );
    assert_eq!(
        of(Notation::Lark),
        "start: time\n\
         time: (hour \":\" digit~2 (\".\" digit~1..3)? | \"n\" \"o\" \"w\")?\n\
         hour: /[01]/ digit | \"2\" /[0-3]/ (/[Aa]/ | b_c)*\n\
         b_c: /[\\\"\\\\\\xE9\\xEA\\U0001F600]/\n\
         digit: /[0-9]/\n"
    );
    assert_eq!(
        of(Notation::Ebnf),
        "time ::= (hour \":\" (DIGIT DIGIT) (\".\" (DIGIT DIGIT? DIGIT?))? | \"now\")?\n\
         hour ::= [01] DIGIT | \"2\" [0-3] ([Aa] | b_c)*\n\
         b_c ::= [#x22#x5C#xE9#xEA#x1F600]\n\
         DIGIT ::= [0-9]\n"
    );
    let antlr = of(Notation::Antlr);
    assert!(
        antlr.starts_with(
            "grammar Time;\n\
             start : time EOF ;\n\
             time : (hour T6 (digit digit) (T1 (digit digit? digit?))? | T8 T9 T10)? ;\n\
             hour : T2 digit | T3 (T2 | T3 | T4) (T7 | b_c)* ;\n\
             b_c : T0 ;\n\
             digit : T2 | T3 | T4 | T5 ;\n\
             T0 : [\\u0022\\u005C\\u00E9\\u00EA\\u{1F600}] ;\n"
        ),
        "{antlr}"
    );
    assert!(antlr.ends_with("OTHER : . ;\n"), "{antlr}");
}

#[test]
fn what_tools_cannot_read_is_said() {
    let all = [Notation::Gbnf, Notation::Lark, Notation::Ebnf, Notation::Antlr];
    let why = |text: &str| {
        let why = |notation| match for_tools(text, notation) {
            Err(Unwritten::Rule(_, why)) => why,
            Err(Unwritten::TooLarge) => "large",
            Ok(_) => "",
        };
        all.map(why)
    };
    let [gbnf, lark, ebnf, antlr] = why("a = a \"x\" / \"y\"\n");
    assert!(gbnf.contains("which llama.cpp refuses") && antlr.contains("which ANTLR refuses"));
    assert_eq!([lark, ebnf], ["", ""]);
    assert!(why("; @encoding octets\na = %x80\n").iter().all(|it| it.starts_with("it has bytes")));
    assert!(why("a = <prose>\n").iter().all(|it| *it == "it is defined by prose"));
    let [gbnf, lark, ebnf, antlr] = why("a = *1001\"x\"\n");
    assert!(
        gbnf.starts_with("it has a count") && lark == gbnf && ebnf.is_empty() && antlr.is_empty()
    );
    assert_eq!(why("a = 2000b\nb = 2000c\nc = 2000\"x\"\n")[2..], ["", ""]);
    assert_eq!(why("a = 3000( 3000\"x\" )\n")[2..], ["large", "large"]);
    // Rules that the first one does not use do not matter.
    assert_eq!(why("a = \"x\"\nb = b \"y\"\nc = <prose>\n"), [""; 4]);
}

/// A loop of what can be empty is one of what cannot, through rules and around cycles.
#[test]
fn nothing_empty_is_repeated() {
    let text = "a = *( [ \"x\" ] *b c )\nb = \"y\" / \"\"\nc = *b [ c ] *2\"z\"\n";
    let ebnf = for_tools(text, Notation::Ebnf).unwrap();
    assert!(ebnf.starts_with("a ::= [X-Zx-z]*\n"), "{ebnf}");
    let optional = for_tools("a = [ *1( \"x\" / \"\" ) ] [ *\"y\" ]\n", Notation::Gbnf).unwrap();
    assert!(optional.ends_with("a ::= [Xx]? [Yy]*\n"), "{optional}");
    assert!(
        for_tools("a = 2*( [ \"x\" ] )\n", Notation::Ebnf).unwrap().starts_with("a ::= [Xx]*\n")
    );
    assert!(for_tools("a = *( \"\" )\n", Notation::Lark).unwrap().starts_with("start: a\na:\n"));
}

/// Alternatives that all become empty are the empty text.
#[test]
fn alternatives_may_all_become_empty() {
    for notation in [Notation::Gbnf, Notation::Lark, Notation::Ebnf, Notation::Antlr] {
        assert_eq!(
            for_tools("a = \"x\" ( *\"\" / \"\" )\n", notation),
            for_tools("a = \"x\"\n", notation)
        );
    }
    let ebnf = |text| for_tools(text, Notation::Ebnf).unwrap();
    assert_eq!(ebnf("d = *e / \"\"\ne = \"\"\n"), "d ::= \"\"\ne ::= \"\"\n");
    assert_eq!(ebnf("d = \"\" / \"\"\n"), "d ::= \"\"\n");
}

/// A bounded repetition of what can be empty is one of what cannot, with the texts of rules in rules.
#[test]
fn nothing_empty_is_counted() {
    let lark = |text| for_tools(text, Notation::Lark).unwrap();
    assert_eq!(lark("a = 16[ \"-\" ]\n"), "start: a\na: \"-\"~0..16\n");
    assert_eq!(lark("a = 3[ b ]\nb = 2\"\"\n"), "start: a\na:\nb:\n");
    let ebnf = |text| for_tools(text, Notation::Ebnf).unwrap();
    assert_eq!(
        ebnf("a = 2( [ \"-\" ] *\"+\" *b )\nb = \"!\"\n"),
        "a ::= (\"-\" \"+\"* b* | \"+\"+ b* | b+)? (\"-\" \"+\"* b* | \"+\"+ b* | b+)?\n\
         b ::= \"!\"\n"
    );
    assert_eq!(
        ebnf("a = 2b\nb = [ \"(\" b \")\" ] 1*2c\nc = b-nonempty / \"\"\nb-nonempty = \"-\"\n"),
        "a ::= b_nonempty_? b_nonempty_?\n\
         b ::= (\"(\" b \")\")? (c_nonempty? c_nonempty?)\n\
         c ::= b_nonempty?\n\
         b_nonempty ::= \"-\"\n\
         b_nonempty_ ::= \"(\" b \")\" (c_nonempty? c_nonempty?) | c_nonempty c_nonempty?\n\
         c_nonempty ::= b_nonempty\n"
    );
    // The option is what makes these empty.
    assert_eq!(ebnf("a = [ b ]\nb = [ a ]\n"), "a ::= b?\nb ::= a?\n");
    let nested = format!("a = {}\"x\"{}\n", "2( [ \"y\" ] [ ".repeat(60), " ] )".repeat(60));
    assert_eq!(for_tools(&nested, Notation::Lark), Err(Unwritten::TooLarge));
}
