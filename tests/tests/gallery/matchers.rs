//! The types of the examples by the names of their rules, in the order of the spec files.

use abnfc::bytes::ByteSet;
use gallery::{rfc3986, rfc5234, rfc5322, rfc5322_plain, rfc5646, rfc8259, rfc9110, rfc9535, toml};

/// What a type says of a text; `None` if it cannot be asked, because it takes a `str`.
pub(crate) type Judge = fn(&[u8]) -> Option<Outcome>;

/// The rules of a grammar, each with its type.
pub(crate) type Matchers = &'static [(&'static str, Judge)];

/// What a type says of a text.
pub(crate) struct Outcome {
    pub(crate) error: Option<Error>,
    /// The length of the longest prefix that matches, if there is one.
    pub(crate) longest_prefix: Option<usize>,
}

/// The offset of an error, the expected bytes, and whether the text could end there.
#[derive(PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) offset: usize,
    pub(crate) expected: ByteSet,
    pub(crate) end: bool,
}

/// What a type can be asked about: `str`, or `[u8]` where a rule has texts that are not UTF-8.
trait Text {
    fn of(bytes: &[u8]) -> Option<&Self>;
}

impl Text for str {
    fn of(bytes: &[u8]) -> Option<&Self> {
        std::str::from_utf8(bytes).ok()
    }
}

impl Text for [u8] {
    fn of(bytes: &[u8]) -> Option<&Self> {
        Some(bytes)
    }
}

/// A rule that is one byte of a set.
fn of_set(bytes: &[u8], set: ByteSet) -> Outcome {
    let begins = bytes.first().is_some_and(|&byte| set.contains(byte));
    let error = match (begins, bytes.len()) {
        (true, 1) => None,
        (true, _) => Some(Error { offset: 1, expected: ByteSet::EMPTY, end: true }),
        (false, _) => Some(Error { offset: 0, expected: set, end: false }),
    };
    Outcome { error, longest_prefix: begins.then_some(1) }
}

/// All that a type or a set says about a text.
macro_rules! judge {
    ($module:ident, $name:ident) => {
        |bytes| {
            use $module::$name as Matcher;
            let text = Text::of(bytes)?;
            let parsed = Matcher::parse(text).map(|_| ());
            assert_eq!(Matcher::is_match(text), parsed.is_ok(), "{}", bytes.escape_ascii());
            assert_eq!(Matcher::check(text), parsed, "{}", bytes.escape_ascii());
            let error = parsed.err().map(|error| Error {
                offset: error.offset(),
                expected: error.expected().iter().collect(),
                end: error.end_expected(),
            });
            let prefix = Matcher::longest_prefix(text).map(|prefix| prefix.as_bytes().len());
            Some(Outcome { error, longest_prefix: prefix })
        }
    };
    ($module:ident, [$name:ident]) => {
        |bytes| Some(of_set(bytes, $module::$name.iter().collect()))
    };
}

macro_rules! matchers {
    ($module:ident : $($rule:literal => $name:tt,)*) => {
        &[$(($rule, judge!($module, $name))),*]
    };
}

pub(crate) const RFC3339: Matchers = matchers! { abnf_rfc3339:
    "date-time" => DateTime,
    "full-date" => FullDate,
    "full-time" => FullTime,
    "partial-time" => PartialTime,
    "date-fullyear" => AnyYear,
    "leap-year" => LeapYear,
    "long-month" => LongMonth,
    "short-month" => ShortMonth,
    "february" => February,
    "day-to-28" => DayTo28,
    "day-to-30" => DayTo30,
    "day-to-31" => DayTo31,
    "leap-day" => LeapDay,
    "time-hour" => TimeHour,
    "time-minute" => TimeMinute,
    "time-second" => TimeSecond,
    "time-secfrac" => Fraction,
    "time-offset" => TimeOffset,
    "time-numoffset" => NumericOffset,
};

pub(crate) const RFC3986: Matchers = matchers! { rfc3986:
    "URI" => Uri,
    "URI-reference" => UriReference,
    "absolute-URI" => AbsoluteUri,
    "scheme" => Scheme,
    "authority" => Authority,
    "userinfo" => Userinfo,
    "host" => Host,
    "IP-literal" => IpLiteral,
    "IPv6address" => Ipv6Address,
    "IPvFuture" => IpvFuture,
    "IPv4address" => Ipv4Address,
    "dec-octet" => DecOctet,
    "reg-name" => RegName,
    "port" => Port,
    "path-abempty" => PathAbempty,
    "path-absolute" => PathAbsolute,
    "path-noscheme" => PathNoscheme,
    "path-rootless" => PathRootless,
    "path-empty" => PathEmpty,
    "segment" => Segment,
    "segment-nz" => SegmentNz,
    "segment-nz-nc" => SegmentNzNc,
    "query" => Query,
    "fragment" => Fragment,
    "unreserved" => [UNRESERVED],
    "gen-delims" => [GEN_DELIMS],
    "sub-delims" => [SUB_DELIMS],
};

pub(crate) const RFC5234: Matchers = matchers! { rfc5234:
    "rulelist" => RuleList,
    "rule" => Definition,
    "rulename" => RuleName,
    "elements" => Elements,
    "alternation" => Alternation,
    "concatenation" => Concatenation,
    "repetition" => RepeatedElement,
    "repeat" => Repeat,
    "element" => Element,
    "group" => Group,
    "option" => OptionalGroup,
    "char-val" => CharVal,
    "num-val" => NumVal,
    "bin-val" => BinVal,
    "dec-val" => DecVal,
    "hex-val" => HexVal,
    "prose-val" => ProseVal,
    "comment" => Comment,
    "ALPHA" => [ALPHA],
    "BIT" => [BIT],
    "CHAR" => [CHAR],
    "CTL" => [CTL],
    "DIGIT" => [DIGIT],
    "HEXDIG" => [HEXDIG],
    "VCHAR" => [VCHAR],
    "WSP" => [WSP],
};

pub(crate) const RFC5322: Matchers = matchers! { rfc5322:
    "address" => Address,
    "address-list" => AddressList,
    "mailbox" => Mailbox,
    "mailbox-list" => MailboxList,
    "group" => Group,
    "name-addr" => NameAddr,
    "addr-spec" => AddrSpec,
    "local-part" => LocalPart,
    "domain" => Domain,
    "display-name" => DisplayName,
    "msg-id" => MessageId,
    "date-time" => DateTime,
};

pub(crate) const RFC5322_PLAIN: Matchers = matchers! { rfc5322_plain:
    "mailbox" => Mailbox,
    "name-addr" => NameAddr,
    "display-name" => DisplayName,
    "addr-spec" => AddrSpec,
    "local-part" => LocalPart,
    "domain" => Domain,
    "dot-atom-text" => DotAtomText,
    "quoted-string" => QuotedString,
    "domain-literal" => DomainLiteral,
    "msg-id" => MessageId,
    "id-left" => IdLeft,
    "id-right" => IdRight,
};

pub(crate) const RFC5646: Matchers = matchers! { rfc5646:
    "Language-Tag" => LanguageTag,
    "langtag" => Langtag,
    "language" => Language,
    "extlang" => ExtendedLanguage,
    "script" => Script,
    "region" => Region,
    "variant" => Variant,
    "extension" => Extension,
    "singleton" => Singleton,
    "privateuse" => PrivateUse,
    "grandfathered" => Grandfathered,
    "irregular" => Irregular,
    "regular" => Regular,
};

pub(crate) const RFC8259: Matchers = matchers! { rfc8259:
    "JSON-text" => JsonText,
    "value" => Value,
    "false" => False,
    "null" => Null,
    "true" => True,
    "object" => Object,
    "array" => Array,
    "member" => Member,
    "number" => Number,
    "int" => Integer,
    "frac" => Fraction,
    "exp" => Exponent,
    "string" => JsonString,
};

pub(crate) const RFC9110: Matchers = matchers! { rfc9110:
    "Accept" => Accept,
    "Accept-Encoding" => AcceptEncoding,
    "Accept-Language" => AcceptLanguage,
    "Allow" => Allow,
    "Authorization" => Authorization,
    "Content-Encoding" => ContentEncoding,
    "Content-Range" => ContentRange,
    "Content-Type" => ContentType,
    "ETag" => Etag,
    "HTTP-date" => HttpDate,
    "If-Match" => IfMatch,
    "If-None-Match" => IfNoneMatch,
    "If-Range" => IfRange,
    "Range" => Range,
    "Retry-After" => RetryAfter,
    "Server" => Server,
    "Upgrade" => Upgrade,
    "User-Agent" => UserAgent,
    "Vary" => Vary,
    "WWW-Authenticate" => WwwAuthenticate,
    "auth-name" => AuthName,
    "auth-param" => AuthParam,
    "auth-scheme" => AuthScheme,
    "auth-value" => AuthValue,
    "challenge" => Challenge,
    "codings" => Codings,
    "complete-length" => CompleteLength,
    "content-coding" => ContentCoding,
    "day" => Day,
    "day-name" => DayName,
    "delay-seconds" => DelaySeconds,
    "entity-tag" => EntityTag,
    "field-name" => FieldName,
    "first-pos" => FirstPos,
    "hour" => Hour,
    "IMF-fixdate" => ImfFixdate,
    "int-range" => IntRange,
    "incl-range" => InclRange,
    "language-range" => LanguageRange,
    "last-pos" => LastPos,
    "media-range" => MediaRange,
    "method" => Method,
    "minute" => Minute,
    "month" => Month,
    "opaque-tag" => OpaqueTag,
    "other-range" => OtherRange,
    "parameter" => Parameter,
    "parameter-name" => ParameterName,
    "parameter-value" => ParameterValue,
    "protocol" => Protocol,
    "protocol-name" => ProtocolName,
    "protocol-version" => ProtocolVersion,
    "quoted-string" => QuotedString,
    "qvalue" => Qvalue,
    "range-spec" => RangeSpec,
    "range-unit" => RangeUnit,
    "second" => Second,
    "subtype" => Subtype,
    "suffix-length" => SuffixLength,
    "suffix-range" => SuffixRange,
    "tchar" => [TCHAR],
    "token" => Token,
    "token68" => Token68,
    "type" => Type,
    "unsatisfied-range" => UnsatisfiedRange,
    "weak" => Weak,
    "weight" => Weight,
    "weighted-range" => WeightedRange,
    "year" => Year,
};

pub(crate) const RFC9535: Matchers = matchers! { rfc9535:
    "jsonpath-query" => Query,
    "segment" => Segment,
    "selector" => Selector,
    "logical-expr" => LogicalExpression,
    "function-expr" => FunctionCall,
    "singular-query" => SingularQuery,
    "normalized-path" => NormalizedPath,
    "normal-index-segment" => NormalIndexSegment,
    "normal-name-selector" => NormalNameSelector,
    "normal-index-selector" => NormalIndexSelector,
    "slice-selector" => SliceSelector,
    "start" => Start,
    "end" => End,
    "step" => Step,
    "index-selector" => IndexSelector,
    "int" => Integer,
    "string-literal" => StringLiteral,
    "number" => Number,
    "function-name" => FunctionName,
    "member-name-shorthand" => MemberName,
};

pub(crate) const TOML: Matchers = matchers! { toml:
    "toml" => Document,
    "expression" => Expression,
    "keyval" => KeyValue,
    "key" => Key,
    "simple-key" => SimpleKey,
    "val" => Value,
    "string" => TomlString,
    "basic-string" => BasicString,
    "ml-basic-string" => MultiLineBasicString,
    "literal-string" => LiteralString,
    "ml-literal-string" => MultiLineLiteralString,
    "integer" => Integer,
    "dec-int" => DecimalInteger,
    "hex-int" => HexadecimalInteger,
    "oct-int" => OctalInteger,
    "bin-int" => BinaryInteger,
    "float" => Float,
    "boolean" => Boolean,
    "date-time" => DateTime,
    "offset-date-time" => OffsetDateTime,
    "local-date-time" => LocalDateTime,
    "local-date" => LocalDate,
    "local-time" => LocalTime,
    "full-date" => FullDate,
    "date-fullyear" => DateFullyear,
    "date-month" => DateMonth,
    "date-mday" => DateMday,
    "partial-time" => PartialTime,
    "time-hour" => TimeHour,
    "time-minute" => TimeMinute,
    "time-second" => TimeSecond,
    "time-secfrac" => TimeSecfrac,
    "time-offset" => TimeOffset,
    "array" => Array,
    "inline-table" => InlineTable,
    "table" => Table,
    "std-table" => StandardTable,
    "array-table" => ArrayTable,
    "comment" => Comment,
};
