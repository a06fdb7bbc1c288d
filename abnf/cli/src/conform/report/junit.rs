//! Findings as JUnit XML, which CI servers read.

use super::{Explained, MISSING, Reported, with_note};
use crate::conform::baseline::Known;
use crate::conform::words::keyword;
use crate::test::junit::attribute;
use abnfc::bytes::escapes::escaped;
use std::fmt::Write as _;

/// One suite with a case for each finding. A known finding is skipped, with its note as the message.
pub(super) fn report(reported: &Reported<'_>) -> String {
    let (rule, (file, _)) = (attribute(reported.rule), reported.place(None));
    let file = attribute(file);
    let Reported { findings, missing, .. } = reported;
    let cases = findings.len() + missing.known.len();
    let failures = reported.new_findings() + missing.failures();
    let skipped = findings.iter().filter(|it| it.is_known).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let mut put = |words: std::fmt::Arguments<'_>| {
        out.write_fmt(words).expect("writing to a string cannot fail");
    };
    put(format_args!(
        "  <testsuite name=\"{file}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\">\n",
        cases.max(1)
    ));
    if cases == 0 {
        put(format_args!("    <testcase classname=\"{rule}\" name=\"no disagreement\"/>\n"));
    }
    let mut case = |kind: &str, text: &str, result: Option<(&str, String)>| {
        let name = format!("{kind} {text}");
        let name = attribute(name.trim_end());
        let case = format!("    <testcase classname=\"{rule}\" name=\"{name}\"");
        match result {
            None => put(format_args!("{case}/>\n")),
            Some((element, message)) => put(format_args!(
                "{case}>\n      <{element} message=\"{}\"/>\n    </testcase>\n",
                attribute(&message)
            )),
        }
    };
    for Explained { finding, is_known, note, message } in findings {
        let result = if *is_known {
            ("skipped", with_note("known", *note))
        } else {
            ("failure", message.clone())
        };
        case(&keyword(&finding.disagreement.kind), &escaped(&finding.text), Some(result));
    }
    for (Known { kind, text }, note) in &missing.known {
        let result = missing.counts.then(|| ("failure", with_note(MISSING, *note)));
        case(kind, text, result);
    }
    put(format_args!("  </testsuite>\n</testsuites>\n"));
    out
}
