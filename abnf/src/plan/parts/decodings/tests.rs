//! The decodings of small grammars, and requests that cannot be met.

use crate::compile::{Module, model_of};
use crate::spec_file;
use expect_test::{Expect, expect};

/// The listing of a grammar with a spec file that ends in the pieces of the rule `r`, or the errors.
fn shown(grammar: &str, value: &str, pieces: &str) -> String {
    let text = format!("grammar = \"g\"\n[rules.r]\nvalue = {value}\n[rules.r.pieces]\n{pieces}\n");
    let file = spec_file::read("abnfc.toml", text.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    let module = Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec: &spec };
    match model_of(&[module]) {
        Ok((model, _)) => model.to_string(),
        Err(errors) => {
            let lines = errors.items.iter().flat_map(|error| {
                let hints = error.hints.iter().map(|hint| format!("  {hint}"));
                [error.message.clone()].into_iter().chain(hints)
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

fn check(grammar: &str, pieces: &str, expected: &Expect) {
    expected.assert_eq(&shown(grammar, "\"text\"", pieces));
}

/// The result of decoding, or the errors.
fn result(grammar: &str, value: &str, pieces: &str) -> String {
    let shown = shown(grammar, value, pieces);
    shown
        .split_once("decoded to ")
        .map_or(shown.clone(), |(_, rest)| rest.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn decoded_text_is_a_field_of_records() {
    check(
        "; @encoding utf8\n\
         list = r *( \",\" r )\n\
         r = DQUOTE *( %x20-21 / %x23-5B / %x5D-7E / %x80-10FFFF / pair ) DQUOTE\n\
         pair = \"\\\" ( DQUOTE / \"\\\" )\n",
        "DQUOTE = \"\"\npair = { drop = 1 }",
        &expect![[r"
            module root: g
              R = r: str, 11 states, 0 slots, decoded to text
              List = list: str, 11 states, 0 slots
                rs*: R
              Pair = pair: str, 3 states, 0 slots
              data List: rs*: decoded text
        "]],
    );
}

#[test]
fn the_result_depends_on_the_pieces() {
    let percent = "r = *( ALPHA / pct )\npct = \"%\" 2HEXDIG\n";
    let byte = "pct = { drop = 1, radix = 16, as = \"byte\" }";
    assert_eq!(result(percent, "\"text\"", byte), "bytes");
    let invalid = |word: &str| format!("{{ type = \"text\", invalid = \"{word}\" }}");
    assert_eq!(result(percent, &invalid("error"), byte), "text or an error");
    assert_eq!(result(percent, &invalid("replace"), byte), "text with replacements");
    // Bytes below 80 are characters.
    let ascii = "r = *( ALPHA / pct )\npct = \"%\" %x32-37 HEXDIG\n";
    assert_eq!(result(ascii, "\"text\"", byte), "text");
    let escape = "r = *( ALPHA / escape )\nescape = \"\\u\" 4HEXDIG\n";
    let units = "escape = { drop = 2, radix = 16, as = \"utf16\" }";
    assert_eq!(result(escape, "\"text\"", units), "text or an error");
    assert_eq!(result(escape, &invalid("replace"), units), "text with replacements");
    let low = "r = *( ALPHA / escape )\nescape = \"\\u0\" 3HEXDIG\n";
    assert_eq!(result(low, "\"text\"", units), "text");
    let both = "r = *( ALPHA / escape / pct )\nescape = \"\\u\" 4HEXDIG\npct = \"%\" 2HEXDIG\n";
    assert_eq!(result(both, "\"text\"", &format!("{units}\n{byte}")), "bytes or an error");
    let octets = "; @encoding octets\nr = *( ALPHA / %x80-FF / pair )\npair = \"\\\" %x21-FF\n";
    assert_eq!(result(octets, "\"text\"", "pair = { drop = 1 }"), "bytes");
    assert_eq!(result(octets, &invalid("error"), "pair = { drop = 1 }"), "text or an error");
}

#[test]
fn a_text_shows_why_decoding_is_not_defined() {
    let of = |grammar: &str, pieces: &str| shown(grammar, "\"text\"", pieces);
    let escape = "r = *( ALPHA / p )\np = \"\\\" ( \"n\" / DQUOTE / \"u\" 4HEXDIG )\n";
    let errors = [
        of("r = *( ALPHA / p )\np = %s\"a\"\n", "p = \"\""),
        of("r = *p\np = 1*SP\n", "p = \" \""),
        of("r = *( ALPHA / p )\np = *SP\n", "p = \" \""),
        of(escape, "p = { drop = 3 }"),
        of("; @encoding utf8\nr = *( ALPHA / p )\np = %xE9 \"!\"\n", "p = { drop = 1 }"),
        of(escape, "p = { drop = 1, radix = 16, as = \"char\" }"),
        of("r = *( ALPHA / p )\np = \"%\" 1*HEXDIG \";\"\n", "p = { drop = 1 }"),
        of(
            "r = *( \"z\" / p )\np = \"%\" 1*HEXDIG\n",
            "p = { drop = 1, radix = 16, as = \"byte\" }",
        ),
        of(
            "r = *( \"z\" / p )\np = \"\\u\" 4HEXDIG\n",
            "p = { drop = 2, radix = 16, as = \"char\" }",
        ),
        of(
            "r = *( \"z\" / p )\np = \"\\u\" 6DIGIT\n",
            "p = { drop = 2, radix = 10, as = \"utf16\" }",
        ),
        of(
            "r = *( \"z\" / p )\np = \"\\\" ( \"n\" / \"t\" )\n",
            "p = { drop = 1, map = { n = \"\" } }",
        ),
        of(
            "r = *( \"z\" / p )\np = \"\\\" %s\"n\"\n",
            "p = { drop = 1, map = { n = \"\", 't' = \"\" } }",
        ),
    ];
    expect![[r#"
        texts of `r` cannot be decoded: the text "a" can be read as two sequences of pieces
          make the rule unambiguous, or name other rules as pieces
        texts of `r` cannot be decoded: the text "  " can be read as two sequences of pieces
          make the rule unambiguous, or name other rules as pieces
        texts of `r` cannot be decoded: its piece `p` matches the empty text
        texts of `r` cannot be decoded: the text "\\n" of its piece `p` has fewer than 3 bytes
        texts of `r` cannot be decoded: the text "\xC3\xA9!" of its piece `p` has a character across byte 1
        texts of `r` cannot be decoded: the text "\\n" of its piece `p` has no number in radix 16
        module root: g
          R = r: str, 3 states, 0 slots, decoded to text
            ps*: P
          P = p: str, 4 states, 0 slots

        texts of `r` cannot be decoded: the text "%100" of its piece `p` has a number above 255, the greatest
        texts of `r` cannot be decoded: the text "\\ud800" of its piece `p` is a surrogate, not a character
          write `as = "utf16"` if two such numbers are one character
        texts of `r` cannot be decoded: the text "\\u100000" of its piece `p` has a number above 65535, the greatest
        texts of `r` cannot be decoded: the text "\\t" of its piece `p` is not in the map, which lacks "t"
        texts of `r` cannot be decoded: no text of its piece `p` is "t" of the map
          the keys of a map are texts without the dropped bytes"#]].assert_eq(&errors.join("\n"));
}

#[test]
fn requests_name_pieces_of_the_rule() {
    let of = |grammar: &str, pieces: &str| shown(grammar, "\"text\"", pieces);
    let errors = [
        of("r = *( ALPHA / pair )\npair = \"\\\" ALPHA\n", "pear = \"\""),
        of("r = *ALPHA\np = \"\\\" ALPHA\n", "p = \"\""),
        of("r = p\np = \"\\\" q\nq = ALPHA\n", "p = { drop = 1 }\nq = \"\""),
        of("r = *ALPHA\n", ""),
        of("r = \"(\" [ r ] p \")\"\np = ALPHA\n", "p = \"\""),
        of("r = value *p\nvalue = 1*ALPHA\np = \"%\"\n", "p = \"\""),
        result(
            "r = *( \"z\" / p )\np = \"%\"\n",
            "{ type = \"text\", invalid = \"error\" }",
            "p = \"\"",
        ),
    ];
    expect![[r"
        texts of `r` cannot be decoded: its piece `pear` is not a rule
        texts of `r` cannot be decoded: no text has a piece `p` outside of other pieces
        texts of `r` cannot be decoded: no text has a piece `q` outside of other pieces
        texts of `r` cannot be decoded: the spec names no pieces
          list the rules with a meaning in the table `pieces`
        texts of `r` cannot be decoded: it is nested
          an automaton finds the pieces; decode a rule that does not embed itself
        `r` cannot be `text`: its part `value` has the accessor of this name
          give the part another name in the spec file
        texts of `r` cannot be decoded: every value is text, so none is `invalid`
          remove the key `invalid`"]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn one_meaning_is_for_each_text() {
    let json = "r = *p\np = %x61 / \"\\\" ( \"\\\" / %s\"n\" / %s\"u\" 4HEXDIG )\n";
    let pieces = "p = [ {}, { after = '\\', map = { '\\' = '\\', n = \"N\" } }, \
                  { after = '\\u', radix = 16, as = \"utf16\" } ]";
    assert_eq!(result(json, "\"text\"", pieces), "text or an error");
    check(
        json,
        "p = [ {}, { after = '\\', map = { '\\' = '\\' } } ]",
        &expect![[
            r#"texts of `r` cannot be decoded: the text "\\n" of its piece `p` is not in the map, which lacks "n""#
        ]],
    );
    check(
        json,
        "p = [ { after = '\\', map = { n = \"N\" } }, { after = '\\\\' } ]",
        &expect![[r#"
        texts of `r` cannot be decoded: the text "a" of its piece `p` has no meaning
          a meaning without `after` is for the texts that begin otherwise"#]],
    );
    check(
        json,
        "p = [ {}, { after = '\\x' }, { after = '\\' } ]",
        &expect![[r#"
        texts of `r` cannot be decoded: no text of its piece `p` has the meaning after "\\x"
          remove this meaning"#]],
    );
}
