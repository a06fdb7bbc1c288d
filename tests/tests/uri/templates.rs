//! Templates, with random values.

use super::generators::{config, rows};
use proptest::prelude::*;
use uri::Segment;
use uri::template::{Template, Value};

/// Values with all kinds of escapes.
const VALUES: &[&str] = &[
    "a",
    "~",
    "-",
    "%",
    "%41",
    "%C3%A4",
    "%C3",
    "ä",
    "€",
    "\u{1F600}",
    "/",
    "?",
    "&",
    "=",
    " ",
    "\0",
    "\"",
    "*",
    "'",
    "[",
    ",",
];

/// Pieces of templates, and texts that are not templates.
const TEMPLATES: &[&str] = &[
    "{x}",
    "{?x,y*}",
    "{+x:3}",
    "{#x}",
    "{/y*}",
    "{;x,x:1}",
    "{&z}",
    "{y",
    "}",
    "{!x}",
    "a",
    "ä",
    "%41",
    "/",
    "%",
    "{.x.x,%C3}",
];

/// Texts with all kinds of characters that are escaped.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![rows(VALUES, 10), any::<String>()]
}

/// Returns the expansion of a template with one variable.
fn expand(template: &str, value: &str) -> String {
    let value = [("x", Value::from(value))];
    Template::parse(template).unwrap().expand(value).unwrap().to_string()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_value_comes_back(value in value()) {
        let text = expand("{x}", &value);
        prop_assert!(text.bytes().all(|it| it.is_ascii_alphanumeric() || b"-._~%".contains(&it)));
        let segment = Segment::parse(&text).unwrap();
        prop_assert!(segment.decode().eq(value.bytes()));
        // The other operators only write something before it.
        for (template, before) in
            [("{.x}", "."), ("{/x}", "/"), ("{?x}", "?x="), ("{&x}", "&x="), ("{;x*}", ";x=")]
        {
            let before = if value.is_empty() && before == ";x=" { ";x" } else { before };
            prop_assert_eq!(expand(template, &value), format!("{before}{text}"));
        }
    }

    #[test]
    fn reserved_expansion_is_expanded_once(value in value()) {
        let text = expand("{+x}", &value);
        prop_assert_eq!(expand("{+x}", &text), text.clone());
        prop_assert_eq!(expand("{#x}", &value), format!("#{text}"));
    }

    #[test]
    fn a_prefix_is_of_characters(value in value(), length in 1_usize..15) {
        let prefix: String = value.chars().take(length).collect();
        prop_assert_eq!(expand(&format!("{{x:{length}}}"), &value), expand("{x}", &prefix));
        // Where escapes stay, none is cut off.
        let whole = expand("{+x}", &value);
        let text = expand(&format!("{{+x:{length}}}"), &value);
        prop_assert!(whole.starts_with(&text));
    }

    /// Random templates: the parts cover the text, and only characters of URIs are written.
    #[test]
    fn templates_are_expanded_whole(
        template in rows(TEMPLATES, 6),
        value in value(),
    ) {
        let Ok(view) = Template::parse(&template) else { return Ok(()) };
        let items: String = view.items().map(uri::template::TemplateItem::as_str).collect();
        prop_assert_eq!(&items, &template);
        let list = [value.as_str(), ""];
        let Ok(expansion) = view.expand([("x", Value::from(&*value)), ("y", Value::from(&list))])
        else {
            prop_assert_ne!(template.find("{!"), None);
            return Ok(());
        };
        let text = expansion.to_string();
        prop_assert_eq!(expansion.text_len(), text.len());
        let characters = b"-._~:/?#[]@!$&'()*+,;=%";
        prop_assert!(text.bytes().all(|it| it.is_ascii_alphanumeric() || characters.contains(&it)));
    }
}
