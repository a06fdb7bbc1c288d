//! Pairs in queries.

use crate::Operation;
use crate::data::Data;

pub(crate) fn operations(_: &Data) -> Vec<Operation<'_>> {
    let texts =
        ["a=1&b=2&page=3", "q=J%C3%BCrgen+P&lang=de", "utm_source=x&utm_medium=y%20z&id=17"];
    let names = [("q", "Jürgen P"), ("page", "2"), ("a b", "c&d=e")];
    let queries = texts.map(uri::Query::new);
    let read = Operation::new("pairs of forms, decoded", texts.len() * 1000)
        .ours("uri", move |take| {
            for query in (0..1000).flat_map(|_| queries) {
                for pair in query.form_pairs() {
                    take(&pair.name().to_str_lossy());
                    take(&pair.value().unwrap().to_str_lossy());
                }
            }
        })
        .same("form_urlencoded", move |take| {
            for query in (0..1000).flat_map(|_| texts) {
                for (name, value) in form_urlencoded::parse(query.as_bytes()) {
                    take(&name);
                    take(&value);
                }
            }
        });
    let write = Operation::new("pairs of forms, written", 1000)
        .ours("uri", move |take| {
            for _ in 0..1000 {
                take(uri::Query::from_form_pairs(names).to_buf().as_str());
            }
        })
        .same("form_urlencoded", move |take| {
            for _ in 0..1000 {
                let mut text = form_urlencoded::Serializer::new(String::new());
                take(&text.extend_pairs(names).finish());
            }
        });
    vec![read, write]
}
