//! Grammars on which parsers are known to fail, each with texts that match and texts that do
//! not, according to RFC 5234 and not to any parser.

use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use conformance::languages::{agree, judge};
use conformance::reference::Recogniser;
use conformance::strings::alphabet;

/// A description, the grammar, texts of its first rule, and other texts. Lines and texts are
/// separated by `|`; a `-` stands for no texts.
type Trap = (&'static str, &'static str, &'static str, &'static str);

const TRAPS: &[Trap] = &[
    // A parser of ordered choice (PEG) commits itself to the first match.
    ("choice of a prefix", r#"r = ( "a" / "ab" ) "c""#, "ac|abc", "a|ab|abb|c"),
    ("greedy repetition", r#"r = *"a" "a""#, "a|aa|aaa", "|b|ab"),
    ("greedy option", r#"r = ["a"] "a" ["b"] "b""#, "ab|aab|abb|aabb", "a|b|aaab|abbb"),
    ("greedy range", r#"r = 1*2"a" 2"a""#, "aaa|aaaa", "aa|aaaaa"),
    ("list with its separator last", r#"r = "x" *( "," "x" ) ["," ]"#, "x|x,|x,x,", ",|x,,|,x"),
    (
        "a keyword or a name",
        r#"r = "if" 1*"x" / 1*%x61-7A "=" "#,
        "ifx|if=|ifxx=|a=|IFxx",
        "if|a|ifa|ifx=x",
    ),
    ("dangling else", r#"r = "i" r ["e" r] / "x""#, "x|ix|iix|iixex|iixexex|ixex", "i|ixexex|xe"),
    ("PEG has only powers of two", r#"r = "x" r "x" / "x""#, "x|xxx|xxxxx|xxxxxxx", "|xx|xxxx"),
    ("equal numbers", r#"r = "a" r "b" / """#, "|ab|aabb|aaabbb", "a|b|aab|abb|ba"),
    ("choice after recursion", r#"r = "a" r "c" / "a" r / """#, "|a|ac|aac|aaac", "c|acc|ca"),
    ("an empty alternative first", r#"r = ( "" / "a" ) "b""#, "b|ab", "|a|aab"),
    ("an empty alternative in a loop", r#"r = *( "" / "a" ) "b""#, "b|ab|aaab", "|a|aa"),
    // Left recursion.
    ("direct left recursion", r#"r = r "-" "n" / "n""#, "n|n-n|n-n-n", "|-|n-|-n|nn"),
    (
        "indirect left recursion",
        "r = s \"x\" / \"y\"|s = r \"z\" / \"w\"",
        "y|wx|yzx|wxzx",
        "|w|yz|yx",
    ),
    (
        "left recursion hidden by an option",
        r#"r = ["-"] r "+" / "n""#,
        "n|n+|-n+|--n++",
        "-n|+|--n+",
    ),
    (
        "left recursion hidden by a rule",
        "r = e r \"x\" / \"n\"|e = *\"-\"",
        "n|nx|-nx|--nxx|-nxx",
        "-n|x|n-x",
    ),
    (
        "left and right recursion",
        r#"r = r "+" r / r "*" r / "n""#,
        "n|n+n|n*n+n|n+n*n*n",
        "|+|n+|*n|nn",
    ),
    (
        "left recursion that embeds",
        r#"r = r "(" r ")" / "f""#,
        "f|f(f)|f(f)(f)|f(f(f))",
        "|f()|(f)|f(f",
    ),
    ("left recursion without an end", r#"r = r "a""#, "-", "|a|aa"),
    ("only itself", "r = r", "-", "|a"),
    ("itself or a text", r#"r = r / "a""#, "a", "|aa"),
    ("a cycle of names", "r = s / \"a\"|s = t|t = r / s", "a", "|aa|b"),
    ("left recursion in a repetition", r#"r = *r "a" / "b""#, "a|b|aa|ba|bba|aba", "|ab|bb"),
    // Regular although rules embed themselves; and rules that only seem to be regular.
    ("a list of lists", r#"r = "x" *( "," r )"#, "x|x,x|x,x,x,x", "|,|x,|,x|x,,x"),
    (
        "a list on both sides",
        r#"r = r "," r / "x" r / r "y" / "z""#,
        "z|z,z|xz,zy|xxzyy",
        "|x|z,|y,z",
    ),
    (
        "a comment that holds its own end",
        "r = \"{\" k|k = \"}\" / r k / ( \"{\" / \"}\" / \"x\" ) k",
        "{}|{x}|{}}|{{}|{{x}x}}",
        "|{|}|{x|x}",
    ),
    ("a step to itself", r#"r = r / "a" r "b" / """#, "|ab|aabb", "a|b|ba|aab|abb|abab"),
    (
        "a step to itself beside nothing",
        r#"r = r r / "a" r "b" / """#,
        "|ab|abab|aabbab",
        "a|ba|aab",
    ),
    (
        "a step to itself over other rules",
        "r = e s / \"a\" r \"a\" / \"\"|s = r e|e = *\"x\"",
        "|x|aa|axxa|xaxxax|aaaa",
        "a|axaxa|xa",
    ),
    // Palindromes: the middle is not marked.
    (
        "even palindromes",
        r#"r = "a" r "a" / "b" r "b" / """#,
        "|aa|abba|baab|aabbaa",
        "a|ab|aba|abab",
    ),
    (
        "all palindromes",
        r#"r = "a" r "a" / "b" r "b" / ["a" / "b"]"#,
        "|a|b|aba|abba|ababa",
        "ab|aab|abb|abaa",
    ),
    (
        "palindromes with a middle",
        r#"r = "a" r "a" / "b" r "b" / "c""#,
        "c|aca|abcba",
        "|a|aa|abcab|acb",
    ),
    ("not a square", r#"r = "a" r "b" / "b" r "a" / "c""#, "c|acb|bca|abcab", "aca|abcba|acbb"),
    // Nothing.
    ("a loop of nothing", r#"r = *( *"" ) "a""#, "a", "|aa"),
    ("nested loops", r#"r = *( *( *"a" ) )"#, "|a|aaaa", "b|ab"),
    ("a nullable cycle", "r = [s] [t]|s = r / \"a\"|t = s r / \"b\"", "|a|b|ab|ba|aabba", "c|ac"),
    ("doubling nothing", "r = s s / \"a\"|s = r r / \"\"", "|a|aa|aaa", "b|ab"),
    ("an empty rule name used", "r = e e e|e = \"\"", "", "a"),
    ("a required repetition of nothing", r#"r = 3( "" / "a" )"#, "|a|aa|aaa", "aaaa"),
    ("no text at all", "r = \"a\" n / \"b\"|n = \"c\" n", "b", "|a|ac|acc"),
    (
        "no text between brackets",
        "r = \"(\" n \")\" / \"(\" r \"]\" / \"x\"|n = \"<\" n",
        "x|(x]|((x]]",
        "()|(x)|(<",
    ),
    ("no text after a call", "r = *( \"a\" [r] n \"a\" )|n = n \"x\"", "", "a|aa|aaa"),
    // Repetitions.
    ("zero times", r#"r = 0"a" "b" *0"c""#, "b", "|ab|bc"),
    ("exactly", r#"r = 3"a""#, "aaa", "aa|aaaa|"),
    ("between", r#"r = 10*11"a""#, "aaaaaaaaaa|aaaaaaaaaaa", "a|aaaaaaaaa|aaaaaaaaaaaa"),
    ("repetitions multiply", r#"r = 2( 2( 2"a" ) )"#, "aaaaaaaa", "aaaaaaa|aaaaaaaaa|a"),
    ("a repetition of itself", r#"r = "a" 2r / "b""#, "b|abb|aabbb|ababb", "a|ab|abbb"),
    ("an unbounded list of itself", r#"r = "(" *r ")""#, "()|(())|(()())|((()))", "(|)|(()|())"),
    ("up to very many times", r#"r = 0*1000000000"x""#, "|x|xxxxx", "a|xa"),
    ("very many times", r#"r = 1000000000"x""#, "-", "|x|xxxxx"),
    (
        "up to very many times itself",
        r#"r = "(" 0*1000000000r ")""#,
        "()|(())|(()())",
        "(|)|(()|())",
    ),
    // Letters.
    ("letters are of both cases", r#"r = "aB""#, "ab|AB|Ab|aB", "a|abb"),
    ("unless sensitive", r#"r = %s"aB" / %x63"#, "aB|c", "ab|AB|C"),
    (
        "brackets are letters of both cases",
        r#"r = "b" r "e" / "x""#,
        "x|bxe|BxE|bBXEe",
        "bx|xe|bxb",
    ),
    ("rule names are of both cases", "r = A|a = \"x\" R / \"y\"", "y|xy|xxy", "|x|yx"),
    // Brackets.
    (
        "brackets of two kinds",
        r#"r = *( "(" r ")" / "[" r "]" )"#,
        "|()|[]|([])|()[()]",
        "(|(]|([)]|)(",
    ),
    (
        "the end decides what was opened",
        r#"r = "(" r ")" / "(" r "]" / "x""#,
        "x|(x)|(x]|((x]]|((x])",
        "(x|((x]|x)",
    ),
    (
        "a bracket that is also text",
        r#"r = "(" r ")" / "(" / "x""#,
        "(|x|(()|(x)|((x))|((())",
        "|()|)|((|x)",
    ),
    ("a bracket of the same byte", r#"r = "'" *r "'""#, "''|''''|''''''", "|'|'''"),
    (
        "comments in comments",
        "r = \"(\" *( \"t\" / r / \" \" ) \")\"",
        "()|(t)|((t) ())|( )",
        "(|(t|(t))|t",
    ),
    (
        "blanks on both sides",
        "r = *\" \" v *\" \"|v = \"[\" [r *( \",\" r )] \"]\" / \"1\"",
        "1| 1 |[]|[1]|[ 1 , 1 ]|[[],1]",
        "[|[ ]|[1,]|[,1]",
    ),
    (
        "copies do not count three times",
        "r = s t|s = \"a\" s \"b\" / \"ab\"|t = *\"c\"",
        "ab|abc|aabbcc|abccc",
        "|aabc|c",
    ),
    (
        "a union of two counts",
        "r = s *\"c\" / *\"a\" t|s = \"a\" s \"b\" / \"\"|t = \"b\" t \"c\" / \"\"",
        "|abc|aabbcc|aabbc|abbcc",
        "ba|cb|aabbbc",
    ),
    ("twice as many", r#"r = "a" r "bb" / """#, "|abb|aabbbb", "ab|aabb|abbb"),
    // Exponential for parsers that backtrack.
    (
        "options, then as many",
        r#"r = 24["a"] 24"a""#,
        "aaaaaaaaaaaaaaaaaaaaaaaa|aaaaaaaaaaaaaaaaaaaaaaaaa",
        "aaaaaaaaaaaaaaaaaaaaaaa|b",
    ),
    (
        "loops in loops",
        r#"r = *( *"a" *"a" ) "b""#,
        "b|aaaaaaaaaaaaaaaaaaaaab",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac|a",
    ),
    (
        "two ways for each bracket",
        r#"r = "(" r ")" "a" / "(" r ")" "b" / "x""#,
        "x|(x)a|((((((((x)a)b)a)b)a)b)a)b",
        "((((((((x)a)b)a)b)a)b)a)c|(x)",
    ),
];

fn resolved(grammar: &str) -> Resolved {
    let lines = grammar.replace('|', "\n") + "\n";
    // Rules without texts are only a warning.
    let read = abnfc::read("trap", lines.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// The language of the first rule.
fn language(grammar: &Resolved) -> (RuleId, Language) {
    let rules: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let limits = Limits::default();
    let automata = automata(grammar, &superset(grammar, &limits), &rules, &limits);
    let language = automata.language(rules[0]);
    (rules[0], language.unwrap_or_else(|why| panic!("{grammar}{why:?}")))
}

#[test]
fn traps_are_avoided() {
    for &(about, grammar, members, others) in TRAPS {
        let grammar = resolved(grammar);
        let (rule, language) = language(&grammar);
        let alphabet = alphabet(&grammar, rule);
        let mut recogniser = Recogniser::new(&grammar, rule);
        for (texts, expected) in [(members, true), (others, false)] {
            for text in texts.split('|').filter(|_| texts != "-") {
                let is_match = language.check(text.as_bytes()).is_ok();
                assert_eq!(is_match, expected, "{about}: {text:?}");
                recogniser.judge(text.as_bytes());
                let agreed = agree(&language, text.as_bytes(), &recogniser, &alphabet);
                agreed.unwrap_or_else(|why| panic!("{about}: {why}"));
            }
        }
    }
    assert!(TRAPS.len() >= 40, "{}", TRAPS.len());
}

/// Prose and reversed bounds match nothing: they are errors.
#[test]
fn rules_without_a_meaning_are_refused() {
    for (grammar, expected) in [
        ("r = <the letters of a word>\n", "prose-value"),
        ("r = \"(\" r \")\" / <something else>\n", "prose-value"),
        ("r = 3*2\"a\"\n", "min-above-max"),
        ("r = \"(\" 3*2r \")\" / \"x\"\n", "min-above-max"),
        ("r = %x7A-61\n", "reversed-range"),
        ("r = \"(\" s \")\"\n", "undefined-rule"),
    ] {
        let found = abnfc::check("trap", grammar.as_bytes(), &abnfc::spec::Spec::default());
        let found = found.unwrap_or_else(|errors| errors);
        let codes: Vec<&str> = found.items.iter().map(|item| item.code.as_str()).collect();
        assert!(codes.contains(&expected), "{grammar}: {codes:?}");
    }
}

/// A text that is nested as deep as it is long takes no call stack.
#[test]
fn depth_takes_no_call_stack() {
    const DEPTH: usize = 100_000;
    for (grammar, open, middle, close) in [
        ("r = \"(\" [r] \")\"", "(", "", ")"),
        ("r = \"[\" [r *( \",\" r )] \"]\"", "[", "[],[]", "]"),
        ("r = r r / \"(\" r \")\" / \"x\"", "(", "x", ")"),
        ("r = \"a\" r \"a\" / \"b\"", "a", "b", "a"),
    ] {
        let grammar = resolved(grammar);
        let (_, language) = language(&grammar);
        let text = [&open.repeat(DEPTH), middle, &close.repeat(DEPTH)].concat();
        assert_eq!(language.check(text.as_bytes()), Ok(()), "{grammar}");
        let found = judge(&language, &text.as_bytes()[1..]);
        assert!(!found.is_member && found.offset == text.len() - 2, "{grammar}");
    }
}

/// The number of derivations of a text of `n` letters is at least the number of trees with `n`
/// leaves, but the memory is quadratic in the length of the text.
#[test]
fn ambiguity_is_not_spelled_out() {
    let grammar = resolved("r = r r r / r r / \"a\"");
    let (_, language) = language(&grammar);
    for length in [1, 10, 100] {
        assert_eq!(language.check("a".repeat(length).as_bytes()), Ok(()), "{length}");
    }
    let mut text = "a".repeat(100);
    text.push('b');
    let found = language.check(text.as_bytes()).expect_err("no letter is a `b`");
    assert_eq!((found.offset, found.is_too_complex, found.end), (100, false, true));
}
