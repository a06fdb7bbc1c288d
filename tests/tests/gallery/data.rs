//! The data of the examples passes through formats of serde: a format for people, and one for
//! programs whose data has no names. It is the same whether it is read in one pass or by the offsets of
//! parts.

use super::grammars::restricted;
use super::matchers::Text;
use abnf_rfc3339 as rfc3339;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::limits::Limits;
use abnfc_tools::sample::{Random, Sampler, Subject};
use gallery::{
    purl, rfc3986, rfc5234, rfc5322, rfc5322_plain, rfc5424, rfc5646, rfc6265, rfc8259, rfc8288,
    rfc9110, rfc9535, rfc9651, semver, toml,
};
use std::fmt::Debug;

/// Texts of each rule, and their greatest length.
const TEXTS: usize = 200;
const MAX_LENGTH: usize = 60;

/// Passes the data of a text through both formats. Returns whether JSON can lend all of it; `None`
/// if the rule does not have the text.
type Passes = fn(&[u8]) -> Option<bool>;

/// Passes data of a type through both formats. Returns whether JSON can lend all of it; if not, the
/// error has one of these texts.
macro_rules! formats {
    ($ty:ty, $data:ident, $refused:expr) => {{
        let binary = postcard::to_allocvec(&$data).expect("it takes all data");
        let read: $ty = postcard::from_bytes(&binary).expect("it lends all text");
        same(&read, &$data);
        let json = serde_json::to_string(&$data).expect("it takes all data");
        match serde_json::from_str::<$ty>(&json) {
            Ok(read) => {
                same(&read, &$data);
                true
            }
            Err(error) => {
                let shown = error.to_string();
                assert!($refused.iter().any(|it| shown.contains(it)), "{shown}: {json}");
                false
            }
        }
    }};
}

/// Asserts that data is equal; NaN is equal to NaN here.
#[track_caller]
fn same<T: PartialEq + Debug>(left: &T, right: &T) {
    assert!(
        left == right || format!("{left:?}") == format!("{right:?}"),
        "{left:?} is not {right:?}"
    );
}

/// The data of rules, by their names.
macro_rules! data {
    ($module:ident: $($rule:literal $data:ident)+) => {
        &[$(($rule, stringify!($data), |bytes| {
            let data = $module::$data::parse(Text::of(bytes)?).ok()?.to_value();
            let parsed = $module::values::$data::parse(Text::of(bytes)?);
            same(&parsed.as_ref(), &Ok(&data));
            // Neither text with escapes nor bytes can be lent, nor infinite numbers be read.
            let refused = ["expected a borrowed ", "invalid type: null, expected f64"];
            Some(formats!($module::values::$data, data, refused))
        })),+]
    };
}

/// As [`data!`], for recursive rules, whose data is also written as text, and read again.
macro_rules! nodes {
    ($module:ident: $($rule:literal $data:ident)+) => {
        &[$(($rule, stringify!($data), |bytes| {
            let text = $module::$data::parse(Text::of(bytes)?).ok()?;
            let data = match text.try_to_value() {
                Ok(data) => data,
                // Half of a surrogate pair.
                Err(error) => {
                    assert!(error.no_value().is_some(), "{text}: {error}");
                    return Some(false);
                }
            };
            let written = data.to_text().unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = written.try_to_value().unwrap_or_else(|error| panic!("{written}: {error}"));
            same(&again, &data);
            assert_eq!(again.to_text().as_ref(), Ok(&written));
            // Neither text with escapes nor infinite numbers can be read.
            let refused = ["expected a borrowed ", "invalid type: null, expected f64"];
            Some(formats!($module::values::$data, data, refused))
        })),+]
    };
}

/// The name of a rule and of its type, and what becomes of its data.
type Entry = (&'static str, &'static str, Passes);

/// Runs all rules of a module that have data made of texts. `items` are the types of data without a
/// rule of their own, which is part of other data.
fn run(name: &str, entries: &[Entry], items: &[&str]) {
    // Lines such as `['a] Uri, UriBuf` after the name of the macro.
    let declaration = "runtime::values::record! {";
    let lent =
        run_declared(name, entries, items, declaration, |rest| rest.split([']', ',']).nth(1));
    assert!(TEXTS * entries.len() / 2 < lent, "{name}: {lent}");
}

/// Runs all rules of a module that have data made of trees.
fn run_nodes(name: &str, entries: &[Entry]) {
    // Lines such as `Any_ ['a], Value ['a], ValueBuf`.
    let declaration = "runtime::node_types::methods! {";
    let lent = run_declared(name, entries, &[], declaration, |rest| rest.split([',', '[']).nth(2));
    // Strings of JSON have escapes for comments and quotation marks.
    assert!(10 < lent, "{name}: {lent}");
}

/// Runs the rules whose types follow `declaration` in the file of data, where `name_of` finds them.
/// Returns the number of texts whose data JSON can lend.
fn run_declared(
    name: &str,
    entries: &[Entry],
    items: &[&str],
    declaration: &str,
    name_of: fn(&str) -> Option<&str>,
) -> usize {
    let folder = if name == "rfc3339" { "rfc3339/src/generated" } else { "gallery/src/generated" };
    let module = if name == "rfc3339" { "" } else { name };
    let path = std::path::Path::new("../examples").join(folder).join(module).join("values.rs");
    let source = std::fs::read_to_string(path).expect("it is in the repository");
    let declared = source.split(declaration).skip(1);
    let known = declared.map(|rest| name_of(rest).expect("it has a name").trim());
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let mut tested: Vec<&str> = entries.iter().map(|(_, data, _)| *data).collect();
    tested.extend(items);
    tested.sort_unstable();
    assert_eq!(tested, known, "{name}");

    let grammar = restricted(name);
    let limits = Limits::default();
    let shapes = superset(&grammar, &limits);
    let mut random = Random::new(3);
    let mut lent = 0;
    for (rule, _, passes) in entries {
        let id = grammar.find(rule).unwrap_or_else(|| panic!("{name} has no rule {rule}"));
        let automata = automata(&grammar, &shapes, &[id], &limits);
        let subject = Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
        let sampler = Sampler::new(subject, 0..=MAX_LENGTH).expect("the rule has short texts");
        for _ in 0..TEXTS {
            let text = sampler.text(&mut random).expect("the rule has texts");
            let is_lent = passes(&text);
            lent += usize::from(is_lent.expect("texts of the rule have data"));
        }
    }
    lent
}

#[test]
fn rfc3339() {
    run(
        "rfc3339",
        data!(rfc3339:
            "date-time" DateTime "full-date" FullDate "full-time" FullTime
            "partial-time" PartialTime "time-offset" TimeOffset
            "time-numoffset" NumericOffset),
        &[],
    );
}

#[test]
fn rfc3986() {
    run(
        "rfc3986",
        data!(rfc3986:
            "URI" Uri "URI-reference" UriReference "absolute-URI" AbsoluteUri
            "authority" Authority "host" Host "IP-literal" IpLiteral "IPv4address" Ipv4Address
            "path-abempty" PathAbempty "path-absolute" PathAbsolute "path-noscheme" PathNoscheme
            "path-rootless" PathRootless),
        &[],
    );
}

#[test]
fn rfc5234() {
    run("rfc5234", data!(rfc5234: "num-val" NumVal), &[]);
}

#[test]
fn rfc5322_plain() {
    run(
        "rfc5322_plain",
        data!(rfc5322_plain:
            "mailbox" Mailbox "name-addr" NameAddr "addr-spec" AddrSpec "local-part" LocalPart
            "domain" Domain "msg-id" MessageId "id-left" IdLeft "id-right" IdRight
            "date-time" DateTime "day-name" DayName "month" Month "zone" Zone),
        &[],
    );
}

#[test]
fn rfc5646() {
    run(
        "rfc5646",
        data!(rfc5646:
            "Language-Tag" LanguageTag "langtag" Langtag
            "grandfathered" Grandfathered "irregular" Irregular
            "regular" Regular),
        &[],
    );
}

#[test]
fn rfc9110() {
    run(
        "rfc9110",
        data!(rfc9110:
            "Accept" Accept "Accept-Encoding" AcceptEncoding "Accept-Language" AcceptLanguage
            "Allow" Allow "Authorization" Authorization "Content-Encoding" ContentEncoding
            "Content-Range" ContentRange "Content-Type" ContentType "ETag" Etag
            "HTTP-date" HttpDate "If-Match" IfMatch "If-None-Match" IfNoneMatch
            "If-Range" IfRange "Range" Range "Retry-After" RetryAfter "Upgrade" Upgrade
            "Vary" Vary "WWW-Authenticate" WwwAuthenticate "auth-param" AuthParam
            "challenge" Challenge "codings" Codings "day-name" DayName "entity-tag" EntityTag
            "IMF-fixdate" ImfFixdate "int-range" IntRange "incl-range" InclRange
            "media-range" MediaRange "month" Month "parameter" Parameter "protocol" Protocol
            "range-spec" RangeSpec "suffix-range" SuffixRange
            "unsatisfied-range" UnsatisfiedRange "weight" Weight
            "weighted-range" WeightedRange),
        &["AcceptEncodingItem", "AcceptLanguageItem"],
    );
}

#[test]
fn rfc9535() {
    run(
        "rfc9535",
        data!(rfc9535:
            "normalized-path" NormalizedPath "slice-selector" SliceSelector
            "index-selector" IndexSelector),
        &[],
    );
}

#[test]
fn toml() {
    run(
        "toml",
        data!(toml:
            "key" Key "string" TomlString "integer" Integer "hex-int" HexadecimalInteger
            "oct-int" OctalInteger "bin-int" BinaryInteger "float" Float "date-time" DateTime
            "offset-date-time" OffsetDateTime "local-date-time" LocalDateTime
            "local-date" LocalDate "local-time" LocalTime "full-date" FullDate
            "partial-time" PartialTime "table" Table "std-table" StandardTable
            "array-table" ArrayTable),
        &[],
    );
}

#[test]
fn semver() {
    run("semver", data!(semver: "version" Version "pre-release" PreRelease "build" Build), &[]);
}

#[test]
fn purl() {
    run(
        "purl",
        data!(purl:
        "purl" PackageUrl "namespace" Namespace "qualifier" Qualifier "subpath" Subpath),
        &[],
    );
}

#[test]
fn rfc5424() {
    run(
        "rfc5424",
        data!(rfc5424:
        "syslog-msg" SyslogMessage "timestamp" Timestamp "full-date" FullDate
        "partial-time" PartialTime "time-offset" TimeOffset "numoffset" NumericOffset
        "sd-element" Element
        "sd-param" Parameter),
        &[],
    );
}

#[test]
fn rfc6265() {
    run(
        "rfc6265",
        data!(rfc6265:
        "set-cookie" SetCookie "cookie" Cookie "pair" Pair "attribute" Attribute
        "expires" Expires "max-age" MaxAge "domain" Domain "path" Path "date" Date "day-name" DayName
        "month" Month),
        &[],
    );
}

#[test]
fn rfc8288() {
    run("rfc8288", data!(rfc8288: "Link" Link "link-value" LinkValue "link-param" Parameter), &[]);
}

#[test]
fn rfc9651() {
    run(
        "rfc9651",
        data!(rfc9651:
        "sf-list" List "member" Member "inner-list" InnerList "sf-dictionary" Dictionary "entry" Entry
        "sf-item" Item "parameter" Parameter "bare-item" BareItem "sf-binary" Binary "sf-date" Date),
        &[],
    );
}

#[test]
fn recursive_rules_of_rfc5234() {
    run_nodes(
        "rfc5234",
        nodes!(rfc5234:
            "rulelist" RuleList "rule" Definition "elements" Elements "alternation" Alternation
            "concatenation" Concatenation "repetition" RepeatedElement "element" Element
            "group" Group "option" OptionalGroup),
    );
}

#[test]
fn recursive_rules_of_rfc5322() {
    run_nodes(
        "rfc5322",
        nodes!(rfc5322:
            "address" Address "address-list" AddressList "mailbox" Mailbox
            "mailbox-list" MailboxList "group" Group "name-addr" NameAddr "addr-spec" AddrSpec),
    );
}

#[test]
fn recursive_rules_of_rfc8259() {
    run_nodes(
        "rfc8259",
        nodes!(rfc8259:
            "JSON-text" JsonText "value" Value "object" Object "array" Array "member" Member),
    );
}

#[test]
fn recursive_rules_of_rfc9535() {
    run_nodes(
        "rfc9535",
        nodes!(rfc9535: "jsonpath-query" Query "segment" Segment "selector" Selector),
    );
}

#[test]
fn recursive_rules_of_toml() {
    run_nodes(
        "toml",
        nodes!(toml:
            "toml" Document "expression" Expression "keyval" KeyValue "val" Value "array" Array
            "inline-table" InlineTable),
    );
}
