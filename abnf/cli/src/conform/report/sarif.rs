//! Findings as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), which services for code
//! scanning read.

use super::{Explained, Reported};
use crate::conform::words::keyword;
use abnfc::bytes::escapes::escaped;
use serde_json::{Value, json};

/// One run, with a result for each finding. Its place is the rule that may be responsible.
pub(super) fn report(reported: &Reported<'_>) -> Value {
    let results = reported.findings.iter().map(|it| result(reported, it)).collect::<Vec<_>>();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "abnfc", "version": env!("CARGO_PKG_VERSION") } },
            "results": results,
        }],
    })
}

fn result(reported: &Reported<'_>, explained: &Explained<'_>) -> Value {
    let Explained { finding, is_known, message, .. } = explained;
    let kind = keyword(&finding.disagreement.kind);
    let text = escaped(&finding.text);
    let span = finding.elements.iter().find_map(|element| element.span);
    let (file, line) = reported.place(span);
    json!({
        "ruleId": kind,
        "level": if *is_known { "note" } else { "error" },
        "baselineState": if *is_known { "unchanged" } else { "new" },
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
