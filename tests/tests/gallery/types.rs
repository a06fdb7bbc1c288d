//! The types of the data of the examples by the names of their rules, and two functions of each: one for texts
//! and one for data in JSON.

use super::matchers::Text;
use abnf_rfc3339 as rfc3339;
use gallery::{
    purl, rfc3986, rfc5234, rfc5322, rfc5322_plain, rfc5424, rfc5646, rfc6265, rfc8259, rfc8288,
    rfc9110, rfc9535, rfc9651, semver, toml,
};
use serde::Deserialize as _;
use std::fmt::{Debug, Display};

/// A rule, the type of its data, and what generated code does with that.
pub(crate) struct Entry {
    pub(crate) rule: &'static str,
    pub(crate) name: &'static str,
    pub(crate) pass: Pass,
    pub(crate) write: Write,
}

/// Writes the data of a text, reads it again, and passes it through both formats. Returns whether JSON can
/// lend all of it; `None` if the rule does not have the text.
pub(crate) type Pass = fn(&[u8]) -> Option<bool>;

/// Writes data, and reads it again. Returns the text.
pub(crate) type Write = fn(&serde_json::Value) -> Result<Vec<u8>, Failure>;

/// The reason why data in JSON has no text.
pub(crate) enum Failure {
    /// JSON cannot lend such data.
    NotLent,
    /// The type has no such data, for example a number below zero.
    NoData,
    /// The data has no text, with the message.
    Refused(String),
}

/// Asserts that data is equal; NaN is equal to NaN here.
#[track_caller]
fn same<T: PartialEq + Debug>(left: &T, right: &T) {
    assert!(
        left == right || format!("{left:?}") == format!("{right:?}"),
        "{left:?} is not {right:?}"
    );
}

/// Parts of errors about data that the formats cannot lend, and infinite numbers.
const NOT_LENT: [&str; 3] =
    ["expected a borrowed ", "invalid type: null, expected f64", "\", expected f64"];

/// Asserts that an error is about data that JSON cannot lend.
fn is_not_lent(error: &impl Display) -> bool {
    let shown = error.to_string();
    NOT_LENT.iter().any(|it| shown.contains(it))
}

/// Passes data of a type through both formats. Returns whether JSON can lend all of it.
macro_rules! formats {
    ($ty:ty, $data:ident) => {{
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
                assert!(is_not_lent(&error), "{error}: {json}");
                false
            }
        }
    }};
}

/// Parses a text that generated code has written.
macro_rules! parsed {
    ($module:ident $data:ident $written:ident) => {{
        let bytes = $written.as_view().as_bytes();
        let text = Text::of(bytes).expect("the rule has no other texts");
        $module::$data::parse(text)
            .unwrap_or_else(|error| panic!("{error}: {}", bytes.escape_ascii()))
    }};
}

/// Writes data in JSON. `$value` is the data of `$text`.
macro_rules! writes {
    ($module:ident $data:ident $text:ident => $value:expr) => {
        |json| {
            let data = match $module::values::$data::deserialize(json) {
                Ok(data) => data,
                Err(error) if is_not_lent(&error) => return Err(Failure::NotLent),
                Err(_) => return Err(Failure::NoData),
            };
            let written = data.to_text().map_err(|error| Failure::Refused(error.to_string()))?;
            let $text = parsed!($module $data written);
            same(&$value, &data);
            Ok($text.as_bytes().to_vec())
        }
    };
}

/// Rules whose data is made of texts.
macro_rules! data {
    ($module:ident: $($rule:literal $data:ident)+) => {
        &[$(Entry {
            rule: $rule,
            name: stringify!($data),
            pass: |bytes| {
                let data = $module::$data::parse(Text::of(bytes)?).ok()?.to_value();
                same(&$module::values::$data::parse(Text::of(bytes)?).as_ref(), &Ok(&data));
                let shown = bytes.escape_ascii();
                let written = data.to_text().unwrap_or_else(|error| panic!("{shown}: {error}"));
                let again = parsed!($module $data written).to_value();
                same(&again, &data);
                assert_eq!(again.to_text().as_ref(), Ok(&written), "{shown}");
                Some(formats!($module::values::$data, data))
            },
            write: writes!($module $data text => text.to_value()),
        }),+]
    };
}

/// Recursive rules.
macro_rules! nodes {
    ($module:ident: $($rule:literal $data:ident)+) => {
        &[$(Entry {
            rule: $rule,
            name: stringify!($data),
            pass: |bytes| {
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
                let again = parsed!($module $data written).try_to_value();
                let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
                same(&again, &data);
                assert_eq!(again.to_text().as_ref(), Ok(&written));
                Some(formats!($module::values::$data, data))
            },
            write: writes!($module $data text => text.try_to_value().expect("it was written")),
        }),+]
    };
}

pub(crate) const RFC3339: &[Entry] = data!(rfc3339:
    "date-time" DateTime "full-date" FullDate "full-time" FullTime "partial-time" PartialTime
    "time-offset" TimeOffset "time-numoffset" NumericOffset
);

pub(crate) const RFC3986: &[Entry] = data!(rfc3986:
    "URI" Uri "URI-reference" UriReference "absolute-URI" AbsoluteUri "authority" Authority
    "host" Host "IP-literal" IpLiteral "IPv4address" Ipv4Address "path-abempty" PathAbempty
    "path-absolute" PathAbsolute "path-noscheme" PathNoscheme "path-rootless" PathRootless
);

pub(crate) const RFC5234: &[Entry] = data!(rfc5234:
    "num-val" NumVal
);

pub(crate) const RFC5322_PLAIN: &[Entry] = data!(rfc5322_plain:
    "mailbox" Mailbox "name-addr" NameAddr "addr-spec" AddrSpec "local-part" LocalPart
    "domain" Domain "msg-id" MessageId "id-left" IdLeft "id-right" IdRight "date-time" DateTime
    "day-name" DayName "month" Month "zone" Zone
);

pub(crate) const RFC5646: &[Entry] = data!(rfc5646:
    "Language-Tag" LanguageTag "langtag" Langtag "grandfathered" Grandfathered
    "irregular" Irregular "regular" Regular
);

pub(crate) const RFC9110: &[Entry] = data!(rfc9110:
    "Accept" Accept "Accept-Encoding" AcceptEncoding "Accept-Language" AcceptLanguage
    "Allow" Allow "Authorization" Authorization "Content-Encoding" ContentEncoding
    "Content-Range" ContentRange "Content-Type" ContentType "ETag" Etag "HTTP-date" HttpDate
    "If-Match" IfMatch "If-None-Match" IfNoneMatch "If-Range" IfRange "Range" Range
    "Retry-After" RetryAfter "Upgrade" Upgrade "Vary" Vary "WWW-Authenticate" WwwAuthenticate
    "auth-param" AuthParam "challenge" Challenge "codings" Codings "day-name" DayName
    "entity-tag" EntityTag "IMF-fixdate" ImfFixdate "int-range" IntRange "incl-range" InclRange
    "media-range" MediaRange "month" Month "parameter" Parameter "protocol" Protocol
    "range-spec" RangeSpec "suffix-range" SuffixRange "unsatisfied-range" UnsatisfiedRange
    "weight" Weight "weighted-range" WeightedRange
);

pub(crate) const RFC9535: &[Entry] = data!(rfc9535:
    "normalized-path" NormalizedPath "slice-selector" SliceSelector
    "index-selector" IndexSelector
);

pub(crate) const TOML: &[Entry] = data!(toml:
    "key" Key "string" TomlString "integer" Integer "hex-int" HexadecimalInteger
    "oct-int" OctalInteger "bin-int" BinaryInteger "float" Float "date-time" DateTime
    "offset-date-time" OffsetDateTime "local-date-time" LocalDateTime "local-date" LocalDate
    "local-time" LocalTime "full-date" FullDate "partial-time" PartialTime "table" Table
    "std-table" StandardTable "array-table" ArrayTable
);

pub(crate) const SEMVER: &[Entry] = data!(semver:
    "version" Version "pre-release" PreRelease "build" Build
);

pub(crate) const PURL: &[Entry] = data!(purl:
    "purl" PackageUrl "namespace" Namespace "qualifier" Qualifier "subpath" Subpath
);

pub(crate) const RFC5424: &[Entry] = data!(rfc5424:
    "syslog-msg" SyslogMessage "timestamp" Timestamp "full-date" FullDate
    "partial-time" PartialTime "time-offset" TimeOffset "numoffset" NumericOffset
    "sd-element" Element "sd-param" Parameter
);

pub(crate) const RFC6265: &[Entry] = data!(rfc6265:
    "set-cookie" SetCookie "cookie" Cookie "pair" Pair "attribute" Attribute "expires" Expires
    "max-age" MaxAge "domain" Domain "path" Path "date" Date "day-name" DayName "month" Month
);

pub(crate) const RFC8288: &[Entry] = data!(rfc8288:
    "Link" Link "link-value" LinkValue "link-param" Parameter
);

pub(crate) const RFC9651: &[Entry] = data!(rfc9651:
    "sf-list" List "member" Member "inner-list" InnerList "sf-dictionary" Dictionary
    "entry" Entry "sf-item" Item "parameter" Parameter "bare-item" BareItem "sf-binary" Binary
    "sf-date" Date
);

pub(crate) const RFC5234_NODES: &[Entry] = nodes!(rfc5234:
    "rulelist" RuleList "rule" Definition "elements" Elements "alternation" Alternation
    "concatenation" Concatenation "repetition" RepeatedElement "element" Element "group" Group
    "option" OptionalGroup
);

pub(crate) const RFC5322_NODES: &[Entry] = nodes!(rfc5322:
    "address" Address "address-list" AddressList "mailbox" Mailbox "mailbox-list" MailboxList
    "group" Group "name-addr" NameAddr "addr-spec" AddrSpec
);

pub(crate) const RFC8259_NODES: &[Entry] = nodes!(rfc8259:
    "JSON-text" JsonText "value" Value "object" Object "array" Array "member" Member
);

pub(crate) const RFC9535_NODES: &[Entry] = nodes!(rfc9535:
    "jsonpath-query" Query "segment" Segment "selector" Selector
);

pub(crate) const TOML_NODES: &[Entry] = nodes!(toml:
    "toml" Document "expression" Expression "keyval" KeyValue "val" Value "array" Array
    "inline-table" InlineTable
);

/// All entries, by module.
pub(crate) const ALL: [(&str, &[Entry]); 19] = [
    ("rfc3339", RFC3339),
    ("rfc3986", RFC3986),
    ("rfc5234", RFC5234),
    ("rfc5322_plain", RFC5322_PLAIN),
    ("rfc5646", RFC5646),
    ("rfc9110", RFC9110),
    ("rfc9535", RFC9535),
    ("toml", TOML),
    ("semver", SEMVER),
    ("purl", PURL),
    ("rfc5424", RFC5424),
    ("rfc6265", RFC6265),
    ("rfc8288", RFC8288),
    ("rfc9651", RFC9651),
    ("rfc5234", RFC5234_NODES),
    ("rfc5322", RFC5322_NODES),
    ("rfc8259", RFC8259_NODES),
    ("rfc9535", RFC9535_NODES),
    ("toml", TOML_NODES),
];
