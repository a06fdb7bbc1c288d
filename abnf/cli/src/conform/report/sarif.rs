//! Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which services for code
//! scanning read.

use super::{Explained, MISSING, Reported, with_note};
use crate::conform::baseline::Known;
use crate::conform::words::keyword;
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::Span;
use serde_json::{Value, json};

/// One run, with a result for each finding. Its place is the rule that may be responsible.
pub(super) fn report(reported: &Reported<'_>) -> Value {
    let results = reported.findings.iter().map(|it| result(reported, it));
    // Services that ignore `baselineState` would show a difference that is gone.
    let missing = reported.missing.known.iter().filter(|_| reported.missing.counts);
    let missing = missing.map(|(known, note)| missing_result(reported, known, *note));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "abnfc", "version": env!("CARGO_PKG_VERSION") } },
            "results": results.chain(missing).collect::<Vec<_>>(),
        }],
    })
}

fn result(reported: &Reported<'_>, explained: &Explained<'_>) -> Value {
    let Explained { finding, is_known, message, note } = explained;
    let kind = keyword(&finding.disagreement.kind);
    let span = finding.elements.iter().find_map(|element| element.span);
    let mut result = plain(reported, (&kind, &escaped(&finding.text)), message, span);
    result["level"] = if *is_known { "note" } else { "error" }.into();
    result["baselineState"] = if *is_known { "unchanged" } else { "new" }.into();
    if *is_known {
        // The baseline is not in the source code. Its note is the reason.
        let mut suppression = json!({ "kind": "external" });
        if let Some(note) = note {
            suppression["justification"] = (*note).into();
        }
        result["suppressions"] = json!([suppression]);
    }
    result
}

/// A known finding that was not found again.
fn missing_result(reported: &Reported<'_>, known: &Known, note: Option<&str>) -> Value {
    let message = with_note(MISSING, note);
    let mut result = plain(reported, (&known.kind, &known.text), &message, None);
    result["level"] = "error".into();
    result["baselineState"] = "absent".into();
    result
}

fn plain(
    reported: &Reported<'_>,
    (kind, text): (&str, &str),
    message: &str,
    span: Option<Span>,
) -> Value {
    let (file, line) = reported.place(span);
    json!({
        "ruleId": kind,
        "message": { "text": format!("{kind} `{text}`: {message}") },
        "partialFingerprints": { "kindAndText": format!("{kind} {text}") },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": file },
                "region": { "startLine": line },
            },
        }],
    })
}
