//! The formats of the JSON Schema test suite.

use super::{Comparison, find, read_json};
use uri::rfc3986::{Uri, UriReference};
use uri::rfc3987::{Iri, IriReference};
use uri::template::Template;

#[test]
#[ignore = "needs ../shared"]
fn formats_of_json_schema() {
    type IsMatch = fn(&str) -> bool;
    let formats: [(&str, IsMatch, usize); 5] = [
        ("uri", Uri::is_match, 40),
        ("uri-reference", UriReference::is_match, 20),
        ("iri", Iri::is_match, 15),
        ("iri-reference", IriReference::is_match, 7),
        ("uri-template", Template::is_match, 30),
    ];
    for (name, is_match, cases) in formats {
        // Of some formats, the shared data has the file alone.
        let file = format!("{name}.json");
        let path = format!("tests/draft2020-12/optional/format/{file}");
        let is_whole = find("json-schema", &path).is_some() || find("json-schema", &file).is_none();
        let path = if is_whole { path } else { file };
        let Some(groups) = read_json("json-schema", &path) else { continue };
        let mut verdicts = Comparison::default();
        for group in groups.as_array().expect("groups") {
            for test in group["tests"].as_array().expect("tests") {
                let Some(text) = test["data"].as_str() else { continue };
                verdicts.add_verdict(text, is_match(text), test["valid"] == true);
            }
        }
        verdicts.assert(cases, &[]);
    }
}
