//! Rules that become types, and rules that become constants.

use super::*;
use crate::spec::{Export, Others, PartSpec, Parts};

/// The form of each rule: its type's name, or its bytes.
fn forms(text: &str, exports: Vec<Export>) -> Vec<String> {
    let spec = Spec { exports, others: Others::Exported, ..Spec::default() };
    let read = crate::read("test", text.as_bytes(), &[], &spec.read).expect("it reads");
    let (selection, _) = crate::compile::plan(&read.resolved, &spec, &[]).expect("it compiles");
    let form = |rule: crate::plan::parts::selected::Selected| match rule.form {
        Form::Type => rule.type_name,
        Form::Bytes(set) => format!("{} = {set}", rule.name),
    };
    selection.rules.into_iter().map(form).collect()
}

#[test]
fn rules_of_single_bytes_are_constants_unless_a_type_is_needed() {
    let text = "r = 2*d sign [ sign ]\nd = %x30-31\nsign = \"-\"\n";
    assert_eq!(forms(text, Vec::new()), ["R", "d = [01]", "sign = [\\-]"]);
    let named =
        Export { rule: "d".to_owned(), type_name: Some("Bit".to_owned()), ..Export::default() };
    assert_eq!(forms(text, vec![named]), ["Bit", "R", "sign = [\\-]"]);
    let part =
        PartSpec { name: "sign".to_owned(), rules: vec!["sign".to_owned()], ..PartSpec::default() };
    let listed =
        Export { rule: "r".to_owned(), parts: Parts::Listed(vec![part]), ..Export::default() };
    assert_eq!(forms(text, vec![listed]), ["R", "d = [01]", "Sign"]);
}
