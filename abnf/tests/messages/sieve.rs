//! The commands and tests of a script, as an interpreter reads them.

use sieve::Start;
use sieve::nodes::{Arguments, Command, Test};

const SCRIPT: &[u8] = b"# Sort the mail.\r\n\
    require [\"fileinto\", \"reject\"];\r\n\
    if allof (header :contains \"Subject\" [\"sale\", \"offer\"], not exists \"List-Id\") {\r\n\
    \tfileinto \"Junk\";\r\n\
    } elsif size :over 100K {\r\n\
    \treject text:\r\nToo large.\r\n.\r\n;\r\n\
    \tstop;\r\n\
    } else { keep; }\r\n";

/// Returns the tests of arguments.
fn tests<'t>(arguments: Arguments<'t>) -> Vec<Test<'t>> {
    let listed = arguments.test_list().into_iter().flat_map(|list| list.tests());
    arguments.test().into_iter().chain(listed).collect()
}

/// Writes a test as `name(inner tests)`.
fn shown(test: Test<'_>) -> String {
    let inner: Vec<_> = tests(test.arguments()).into_iter().map(shown).collect();
    let name = test.identifier().as_str().to_owned();
    if inner.is_empty() { name } else { format!("{name}({})", inner.join(", ")) }
}

fn line(command: Command<'_>) -> String {
    let tests: Vec<_> = tests(command.arguments()).into_iter().map(shown).collect();
    let inner = command.block().into_iter().flat_map(|block| block.commands().commands());
    let inner: Vec<_> = inner.map(line).collect();
    let words = [vec![command.identifier().as_str().to_owned()], tests, inner].concat();
    words.join(" ")
}

#[test]
fn commands_have_tests_and_blocks() -> Result<(), Box<dyn std::error::Error>> {
    let tree = Start::parse(SCRIPT)?.tree()?;
    let commands: Vec<_> = tree.root().commands().commands().collect();
    let lines: Vec<_> = commands.iter().map(|it| line(*it)).collect();
    let expected = [
        "require",
        "if allof(header, not(exists)) fileinto",
        "elsif size reject stop",
        "else keep",
    ];
    assert_eq!(lines, expected);

    let required = commands[0].arguments().quoted_lists().next().ok_or("no list")?;
    assert_eq!(required.as_bytes(), b"[\"fileinto\", \"reject\"]");
    let names: Vec<_> = required.items().map(|it| it.string().as_bytes()).collect();
    assert_eq!(names, [b"\"fileinto\"".as_slice(), b"\"reject\""]);
    let size = commands[2].arguments().test().ok_or("no test")?.arguments();
    assert_eq!(size.tags().next().map(|it| it.as_str()), Some(":over"));
    assert_eq!(size.numbers().next().map(|it| it.as_str()), Some("100K"));
    Ok(())
}

#[test]
fn errors_have_places_and_parts() {
    let text = std::str::from_utf8(SCRIPT).unwrap();
    let wrong = text.replace("stop;", "stop");
    let error = Start::parse(wrong.as_bytes()).unwrap_err();
    assert_eq!(error.offset(), wrong.find("} else").unwrap(), "{error}");
    assert!(error.expected().contains(b';') && error.expected().contains(b'{'));
}
