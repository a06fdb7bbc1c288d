//! Compares generated matchers with the crates that people use for a format, on texts as they occur.
//! `cargo xtask bench --formats` builds and runs it.
//!
//! Ours checks the whole text, and makes a tree where the operation says so. Most of the crates also
//! make their values of the text. Contestants must give the same verdicts.

#[path = "../compare.rs"]
mod compare;
mod texts;

use clap::Parser;
use conformance::formats::rules::{cookie, imap, pointer, sdp, uuid};
use gallery::rfc8259::JsonText;
use gallery::rfc9110::HttpDate;

/// An operation whose results are verdicts.
type Operation<'d> = compare::Operation<'d, [u8]>;

/// The arguments of `cargo xtask bench`.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: compare::Common,
}

fn main() -> anyhow::Result<()> {
    let Options { common } = Options::parse();
    let repeats = if common.quick { 1 } else { 200 };
    compare::run(operations(repeats).into_iter(), &common)
}

/// The name of our contestant.
const OURS: &str = "generated";

fn operations(repeats: usize) -> Vec<Operation<'static>> {
    vec![
        checked("sessions (SDP)", texts::sessions(), repeats)
            .ours(|it| sdp::SessionDescription::is_match(it.as_bytes()))
            .theirs("sdp-types", |it| sdp_types::Session::parse(it.as_bytes()).is_ok()),
        checked("responses (IMAP)", texts::responses(), repeats)
            .ours(|it| imap::ResponseData::is_match(it.as_bytes()))
            .theirs("imap-proto", |it| imap_proto::parser::parse_response(it.as_bytes()).is_ok()),
        checked("UUIDs", texts::uuids(), repeats)
            .ours(uuid::Uuid::is_match)
            .theirs("uuid", |it| ::uuid::Uuid::try_parse(it).is_ok()),
        checked("JSON pointers", texts::pointers(), repeats)
            .ours(pointer::JsonPointer::is_match)
            .theirs("jsonptr", |it| jsonptr::Pointer::parse(it).is_ok()),
        checked("cookies", texts::cookies(), repeats)
            .ours(cookie::SetCookieString::is_match)
            .lenient("cookie", |it| ::cookie::Cookie::parse(it).is_ok()),
        checked("dates (HTTP)", texts::dates(), repeats)
            .ours(HttpDate::is_match)
            .theirs("httpdate", |it| httpdate::parse_http_date(it).is_ok()),
        checked("trees of JSON, short", texts::values(), repeats)
            .ours(|it| JsonText::parse(it).is_ok_and(|it| it.tree().is_ok()))
            .theirs("serde_json::Value", is_value),
        checked("trees of JSON, records", texts::records(), repeats.div_ceil(20))
            .ours(|it| JsonText::parse(it).is_ok_and(|it| it.tree().is_ok()))
            .theirs("serde_json::Value", is_value),
    ]
    .into_iter()
    .map(|it| it.operation)
    .collect()
}

fn is_value(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// An operation that accepts texts.
struct Checked {
    texts: &'static [String],
    repeats: usize,
    operation: Operation<'static>,
}

fn checked(name: &'static str, texts: Vec<String>, repeats: usize) -> Checked {
    let operation = Operation::new(name, texts.len() * repeats);
    Checked { texts: texts.leak(), repeats, operation }
}

impl Checked {
    fn ours(self, accepts: impl Fn(&str) -> bool + 'static) -> Self {
        let run = self.run(accepts);
        Self { operation: self.operation.ours(OURS, run), ..self }
    }

    fn theirs(self, name: &'static str, accepts: impl Fn(&str) -> bool + 'static) -> Self {
        let run = self.run(accepts);
        Self { operation: self.operation.same(name, run), ..self }
    }

    /// Adds a contestant that accepts more.
    fn lenient(self, name: &'static str, accepts: impl Fn(&str) -> bool + 'static) -> Self {
        let run = self.run(accepts);
        Self { operation: self.operation.other(name, run), ..self }
    }

    /// A pass over all texts. The result of each is one byte.
    fn run(
        &self,
        accepts: impl Fn(&str) -> bool + 'static,
    ) -> impl Fn(&mut compare::Take<'_, [u8]>) + 'static {
        let (texts, repeats) = (self.texts, self.repeats);
        move |take| {
            for _ in 0..repeats {
                texts.iter().for_each(|it| take(&[u8::from(accepts(it))]));
            }
        }
    }
}
