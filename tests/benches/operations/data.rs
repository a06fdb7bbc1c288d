//! The operands: texts of other projects, if present, and generated texts.

use conformance::strings::Random;
use std::fs;
use std::path::Path;

/// Texts that all libraries accept.
pub(crate) struct Data {
    /// Bases and references.
    pub(crate) pairs: Vec<(String, String)>,
    /// Absolute URIs.
    pub(crate) uris: Vec<String>,
    /// IRIs with some characters beyond ASCII, and IRIs that consist mostly of such characters.
    pub(crate) iris: [Vec<String>; 2],
    /// URIs that are not in their normal form, with the name of their operation.
    pub(crate) changing: Vec<(&'static str, Vec<String>)>,
    /// References with dot segments, with the name of their operation.
    pub(crate) dots: [(&'static str, String); 2],
    /// Parts with escapes.
    pub(crate) escaped: Vec<String>,
    /// Data to escape.
    pub(crate) plain: Vec<String>,
}

impl Data {
    pub(crate) fn read(shared: &Path, quick: bool) -> anyhow::Result<Self> {
        let folder = shared.join("testdata/corpora");
        let (pairs, uris) = if folder.is_dir() {
            let pairs = fs::read_to_string(folder.join("relative_urls_cc_10k.csv"))?;
            let uris = fs::read_to_string(folder.join("kasztp.txt"))?;
            let pairs = pairs.lines().skip(1).filter_map(|line| line.split_once(','));
            let pairs = pairs.map(|(base, reference)| (base.to_owned(), reference.to_owned()));
            (pairs.collect(), uris.lines().map(str::to_owned).collect())
        } else {
            made()
        };
        let step = if quick { 40 } else { 1 };
        let pairs: Vec<_> = pairs.into_iter().filter(is_pair).step_by(step).collect();
        let uris: Vec<_> = uris.into_iter().filter(|it| is_absolute(it)).step_by(step).collect();
        let texts =
            ["J%C3%BCrgen", "a%20b%2Fc", "%E4%BD%A0%E5%A5%BD", "plain", "50%25", "a+b=c%26d"];
        let escaped = (0..3000 / step).map(|i| texts[i % texts.len()].repeat(1 + i % 5)).collect();
        let texts = ["Jürgen Müller", "a/b?c=d&e", "plain-text_1", "50% of 你好", "C:\\x y"];
        let plain = (0..3000 / step).map(|i| texts[i % texts.len()].repeat(1 + i % 4)).collect();
        let iris = [
            (0..3000 / step).map(some_beyond_ascii).collect(),
            (0..3000 / step).map(mostly_beyond_ascii).collect(),
        ];
        let dots = [("resolve 1,600 dots", 800), ("resolve 160,000 dots", 80_000)]
            .map(|(name, count)| (name, format!("b{}/c", "/a/..".repeat(count))));
        Ok(Self { pairs, uris, iris, changing: changing(step), dots, escaped, plain })
    }
}

fn changing(step: usize) -> Vec<(&'static str, Vec<String>)> {
    let made = |text: fn(usize) -> String| (0..2000 / step).map(text).collect::<Vec<_>>();
    vec![
        ("normalise, letters", made(|i| format!("HTTP://WWW.Example.org/a{i}/b?c={i}"))),
        ("normalise, a default port", made(|i| format!("http://example.org:80/a{i}/b?c={i}"))),
        ("normalise, escapes", made(|i| format!("http://example.org/%7ea{i}/%c3%a9/%61?c=%2d"))),
        ("normalise, escapes in the host", made(|i| format!("http://ex%41mple.org/a{i}"))),
        (
            "normalise, escapes in user information",
            made(|i| format!("http://u%2dser@Example.org:8080/a{i}")),
        ),
        ("normalise, IPv6 addresses", made(|i| format!("http://[2001:DB8::1]/a{i}"))),
        ("normalise, a reference without text", made(|_| String::new())),
        ("normalise, dots", made(|i| format!("http://example.org/a{i}/b/../c/./d?e={i}"))),
        (
            "normalise, all of these",
            made(|i| format!("HTTP://WWW.Example.org/%7ea{i}/b/../c/./%c3%a9.html?d={i}%2d")),
        ),
        ("normalise 1,600 dots", vec![format!("http://h{}/x", "/a/..".repeat(800))]),
        ("normalise 160,000 dots", vec![format!("http://h{}/x", "/a/..".repeat(80_000))]),
    ]
}

fn some_beyond_ascii(i: usize) -> String {
    format!("http://www.example.org/wiki/M{}ünchen_{i}/page?q=straße&page={i}", i % 13)
}

fn mostly_beyond_ascii(i: usize) -> String {
    format!("http://例え{i}.テスト/パス/日本語のページ{}/資料?クエリ=値の文字列{i}#断片", 7 * i)
}

/// Returns whether a text is a URI without a fragment, as a base must be.
fn is_absolute(text: &str) -> bool {
    uri::AbsoluteUri::is_match(text)
        && uri::rfc3986::AbsoluteUri::is_match(text)
        && iri_string::types::UriAbsoluteStr::new(text).is_ok()
        && url::Url::parse(text).is_ok()
}

fn is_pair((base, reference): &(String, String)) -> bool {
    is_absolute(base)
        && uri::Reference::is_match(reference)
        && uri::rfc3986::UriReference::is_match(reference)
        && url::Url::parse(base).is_ok_and(|base| base.join(reference).is_ok())
}

fn made() -> (Vec<(String, String)>, Vec<String>) {
    let mut random = Random::new(3);
    let mut word = || {
        let letters: String =
            (0..3 + random.below(6)).map(|_| char::from(*random.choose(b"abcdefghij"))).collect();
        letters
    };
    let mut base = || format!("http://www.{}.org/{}/{}/{}.html", word(), word(), word(), word());
    let bases: Vec<String> = (0..4000).map(|_| base()).collect();
    let references = ["../x/y.html", "/a/b?c=d", "image.png", "#top", "?page=2", "//h/a", "a/../b"];
    let pairs = bases.iter().enumerate();
    let pairs = pairs.map(|(i, base)| (base.clone(), references[i % references.len()].to_owned()));
    (pairs.collect(), bases)
}
