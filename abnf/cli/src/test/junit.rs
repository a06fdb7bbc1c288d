//! Results as JUnit XML, which CI servers read.

use super::{Tested, keyword, message};
use abnfc::bytes::escapes::escaped;
use std::fmt::Write as _;

/// A suite for each file, a case for each example.
pub(super) fn report(tested: &[Tested]) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    let mut put = |words: std::fmt::Arguments<'_>| {
        out.write_fmt(words).expect("writing to a string cannot fail");
    };
    for it in tested.iter().filter(|it| !it.examples.is_empty()) {
        let file = attribute(&it.file);
        let failures = it.verdicts.iter().filter(|verdict| verdict.is_err()).count();
        put(format_args!(
            "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\">\n",
            it.examples.len()
        ));
        for (example, verdict) in it.results() {
            let name = format!("{} {}", keyword(example.expected), escaped(&example.text));
            let case = format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{file}\" line=\"{}\"",
                attribute(&example.rule),
                attribute(name.trim_end()),
                example.line
            );
            match verdict {
                Ok(()) => put(format_args!("{case}/>\n")),
                Err(failure) => {
                    let message = attribute(&message(example, failure));
                    put(format_args!(
                        "{case}>\n      <failure message=\"{message}\"/>\n    </testcase>\n"
                    ));
                }
            }
        }
        put(format_args!("  </testsuite>\n"));
    }
    out.push_str("</testsuites>\n");
    out
}

/// Escapes a text for an attribute. Characters that XML excludes have been escaped before, except in
/// names of files and in notes.
pub(crate) fn attribute(text: &str) -> String {
    let character = |char: char| match char {
        '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        char if char.is_control() => '\u{FFFD}',
        char => char,
    };
    let text: String = text.chars().map(character).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
