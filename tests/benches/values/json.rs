//! Texts of JSON. Our data is the value with all members in order, `serde_json` has sorted maps.

use super::{Operation, texts};
use conformance::strings::Random;
use gallery::rfc8259::JsonText;
use gallery::rfc8259::values::JsonText as Data;
use serde_json::Value;
use std::fmt::Write as _;

pub(crate) fn operations(count: usize) -> Vec<Operation<'static>> {
    // A text has 20 records.
    let count = count / 20;
    vec![read(count), write(count)]
}

fn read(count: usize) -> Operation<'static> {
    let [ours, theirs] = [(); 2].map(|()| texts(count, 4, document));
    Operation::new("read JSON", count)
        .ours("generated", move |take| {
            for text in &ours {
                let data = Data::parse(text).unwrap();
                take(&[u8::from(matches!(data.value, gallery::rfc8259::values::Value::Array(_)))]);
            }
        })
        .same("serde_json", move |take| {
            for text in &theirs {
                let data: Value = serde_json::from_str(text).unwrap();
                take(&[u8::from(data.is_array())]);
            }
        })
}

fn write(count: usize) -> Operation<'static> {
    let all: &[String] = texts(count, 4, document).leak();
    let data = |text: &'static String| JsonText::parse(text).unwrap().try_to_value().unwrap();
    let ours: Vec<Data<'static>> = all.iter().map(data).collect();
    let theirs: Vec<Value> = all.iter().map(|it| serde_json::from_str(it).unwrap()).collect();
    Operation::new("write JSON", count)
        .ours("generated", move |take| {
            ours.iter().for_each(|it| take(it.to_text().unwrap().as_str().as_bytes()));
        })
        .same("serde_json", move |take| {
            theirs.iter().for_each(|it| take(it.to_string().as_bytes()));
        })
}

/// An array of records with sorted members, as in answers of services.
fn document(random: &mut Random) -> String {
    let records: Vec<String> = (0..20).map(|_| record(random)).collect();
    format!("[{}]", records.join(","))
}

fn record(random: &mut Random) -> String {
    let names = ["Ann Other", "Bob", "a longer name with spaces", "caf\u{e9}", r#"\"quoted\"\n"#];
    let name = random.choose(&names);
    let mut text = format!(r#"{{"active":{},"id":{}"#, random.one_in(2), random.below(1_000_000));
    let price = (random.below(100), 1 + random.below(9));
    let _ = write!(text, r#","name":"{name}","price":{}.{}"#, price.0, price.1);
    let place = (random.below(90), 1 + random.below(9), random.below(180));
    let _ = write!(
        text,
        r#","tags":["x{}","blue",null],"where":{{"lat":{}.{},"lon":-{}.5}}}}"#,
        random.below(100),
        place.0,
        place.1,
        place.2
    );
    text
}
