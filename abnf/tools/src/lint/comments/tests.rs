//! The findings about whole grammars, with their hints.

use super::super::tests::of;

#[test]
fn comments_that_exclude_texts_have_a_witness() {
    let messages = |text: &str| {
        let found = of("restriction-in-comment", text);
        found.iter().map(|it| format!("{} {}", it.message, it.hints[0])).collect::<Vec<_>>()
    };
    let is = |text: &str, message: &str, hint: &str| {
        let hint = format!("a spec file can restrict the rule: `[rules.a]`, `{hint}`");
        assert_eq!(messages(text), [format!("`a` has {message} {hint}")], "{text}");
    };
    is(
        "a = 1*3DIGIT ; 0 .. 191\n",
        "the text \"192\", which its comment excludes",
        "range = [0, 191]",
    );
    is(
        "a = 1*ALPHA ; at most 3 octets\n",
        "longer texts, beginning with \"AAAA\"",
        "max-bytes = 3",
    );
    is(
        "a = 1*DIGIT ; must not exceed 255\n",
        "the text \"256\", which its comment excludes",
        "range = [0, 255]",
    );
    is(
        "a = 1*DIGIT ; max. 65535\n",
        "the text \"65536\", which its comment excludes",
        "range = [0, 65535]",
    );
    is(
        "a = 1*ALPHA ; any word except b\nb = \"in\" / \"on\"\n",
        "the text \"in\", which its comment excludes",
        "except = \"b\"",
    );
    is(
        "a = 1*ALPHA ; any word except for \"true\"\n",
        "the text \"true\", which its comment excludes",
        "except = \"NAME\"",
    );
    assert_eq!(messages("a = \"x\" ; case-sensitive\n").len(), 1);
    for text in [
        "a = 1*DIGIT ALPHA ; 0-9\n",
        "a = %x30-35 DIGIT ; 00-59\n",
        "a = 2DIGIT\n; 01-12\n",
        "a = DIGIT ; 0-9\n  / \"1\" DIGIT ; 10-19\n",
        "a = 3ALPHA ; at most 3 octets\n",
        "a = VCHAR ; CHARs except CTLs\n",
        "a = %s\"x\" ; case-sensitive\n",
        "a = \"x\" ; not case-sensitive\n",
        "; @allow restriction-in-comment\na = 2DIGIT ; 01-12\n",
    ] {
        assert_eq!(messages(text), [""; 0], "{text}");
    }
}

#[test]
fn excepted_characters_are_left_out_of_the_set() {
    let hints = |text: &str| {
        let found = of("restriction-in-comment", text);
        found.iter().flat_map(|it| &it.hints).map(ToString::to_string).collect::<Vec<_>>()
    };
    let left_out = "leave these characters out of the";
    assert_eq!(
        hints("name = 1*VCHAR ; except \"=\", SP, \"]\"\n"),
        [format!(
            "{left_out} set: `\"=\"`, `SP`, `\"]\"`; \
             write `name = 1*( %x21-3C / %x3E-5C / %x5E-7E )`"
        )]
    );
    // RFC 5424.
    let of_syslog = "      SD-NAME         = 1*32PRINTUSASCII\n                        \
                     ; except '=', SP, ']', %d34 (\")\n      PRINTUSASCII    = %d33-126\n";
    let of_syslog_hints = [format!(
        "{left_out} set: `'='`, `SP`, `']'`, `%d34`; \
         write `SD-NAME = 1*32( \"!\" / %x23-3C / %x3E-5C / %x5E-7E )`"
    )];
    assert_eq!(hints(of_syslog), of_syslog_hints);
    // A list continues after a comma.
    let comment = "; except '=', SP,\n                        ; ']', %d34 (\")";
    assert_eq!(
        hints(&of_syslog.replace("; except '=', SP, ']', %d34 (\")", comment)),
        of_syslog_hints
    );
    assert_eq!(
        hints("a = 1*CHAR ; CHARs except CTLs\n"),
        [format!("{left_out} set: `CTLs`; write `a = 1*%x20-7E`")]
    );
    // RFC 2616, whose rule is a set of the grammar.
    let of_token = "token = 1*CHAR ; any CHAR except CTLs or separators\n\
                    separators = \"(\" / \")\" / \"=\" / SP\n";
    let without = "write `token = 1*( %x21-27 / %x2A-3C / %x3E-7E )`";
    assert_eq!(hints(of_token), [format!("{left_out} set: `CTLs`, `separators`; {without}")]);
    let one = of_token.replace("CHAR except CTLs or", "VCHAR except").replace("1*CHAR", "1*VCHAR");
    assert_eq!(hints(&one), [format!("{left_out} set: `separators`; {without}")]);
    assert_eq!(
        hints("a = 1*ALPHA ; except 'b' and \"c\"\n"),
        [format!(
            "{left_out} set: `'b'`, `\"c\"`; write `a = 1*( %x41-42 / %x44-5A / %s\"a\" / %x64-7A )`"
        )]
    );
    // The set is unknown, or what else is excepted.
    for text in ["a = ALPHA *VCHAR ; except \"=\"\n", "a = 1*VCHAR ; except \"=\" and others\n"] {
        assert_eq!(hints(text), [format!("{left_out} definition: `\"=\"`")], "{text}");
    }
    assert_eq!(
        hints("a = 1*VCHAR ; except \"=\", SP, \"true\"\n"),
        [
            "a spec file can restrict the rule: `[rules.a]`, `except = \"NAME\"`",
            "`NAME` is a rule `NAME = \" \" / \"=\" / \"true\"`"
        ]
    );
    for text in [
        "a = 1*ALPHA ; except \"=\", SP, %x30-39\n",
        "a = 1*VCHAR\n; except \"=\"\n",
        "a = 1*VCHAR\n\n   ; except \"=\"\n",
        "a = 1*\"=\" ; except \"=\"\n",
        "a = 1*VCHAR ; except %x3D.3E\n",
        "a = 1*VCHAR ; except words that begin with \"x\"\n",
        "a = 1*VCHAR ; except \"x\n",
    ] {
        assert_eq!(hints(text), [""; 0], "{text}");
    }
}
