//! Rows of URLs as a crawl has them: few hosts have most pages, some rows are references, null or wrong.
//!
//! Input: a seed, or a seed and lines of URLs. Output: rows without an end, the same for the same input.

use fastrand::Rng;
use std::fmt::Write as _;

const SYLLABLES: [&str; 32] = [
    "al", "an", "ber", "con", "da", "den", "el", "fer", "ga", "hol", "in", "ka", "lo", "mar", "mi",
    "na", "or", "pa", "ra", "ri", "sa", "sen", "so", "ta", "ter", "ti", "to", "un", "va", "ver",
    "wi", "zo",
];
const SUFFIXES: [&str; 8] =
    [".com", ".org", ".net", ".de", ".co.uk", ".com.br", ".info", ".example"];
const ENDINGS: [&str; 6] = ["", "/", ".html", ".php", ".jpg", "/index.html"];
const HOSTS: f64 = 20_000.0;

/// The rows.
#[derive(Debug)]
pub struct Urls<'a> {
    random: Rng,
    lines: &'a [&'a str],
}

impl<'a> Urls<'a> {
    /// Rows that are made up.
    pub fn new(seed: u64) -> Self {
        Self::of_lines(seed, &[])
    }

    /// Rows that are taken from some lines at random. Without lines, they are made up.
    pub fn of_lines(seed: u64, lines: &'a [&'a str]) -> Self {
        Self { random: Rng::with_seed(seed), lines }
    }

    /// A URL that matches, unless the lines have one that does not.
    fn url(&mut self) -> String {
        if !self.lines.is_empty() {
            return self.lines[self.random.usize(..self.lines.len())].to_owned();
        }
        let mut text = String::from(if self.random.u8(..4) == 0 { "http://" } else { "https://" });
        // The cube makes small numbers frequent.
        let skewed = self.random.f64().powi(3);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 20,000"
        )]
        text.push_str(&host((skewed * HOSTS) as u64));
        if self.random.u8(..50) == 0 {
            text.push_str(":8080");
        }
        self.push_path(&mut text);
        text
    }

    fn push_path(&mut self, text: &mut String) {
        for _ in 0..self.random.usize(1..5) {
            text.push('/');
            self.push_word(text);
        }
        text.push_str(ENDINGS[self.random.usize(..ENDINGS.len())]);
        let pairs = self.random.usize(..8).saturating_sub(4);
        for pair in 0..pairs {
            text.push(if pair == 0 { '?' } else { '&' });
            self.push_word(text);
            let value = self.random.u32(..1_000_000);
            write!(text, "={value}").expect("a string grows");
        }
        if self.random.u8(..32) == 0 {
            text.push('#');
            self.push_word(text);
        }
    }

    fn push_word(&mut self, text: &mut String) {
        for _ in 0..self.random.usize(1..5) {
            text.push_str(SYLLABLES[self.random.usize(..SYLLABLES.len())]);
        }
        match self.random.u8(..16) {
            0 => text.push_str("%20"),
            1 => text.push('-'),
            _ => {}
        }
    }
}

impl Iterator for Urls<'_> {
    type Item = Option<String>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self.random.u8(..100) {
            0 => None,
            1 => {
                let mut text = self.url();
                let wrong = [' ', '"', '<', 'ä', '\\', '^', '|', '`'][self.random.usize(..8)];
                let at = self.random.usize(..=text.len());
                text.insert(text.floor_char_boundary(at), wrong);
                Some(text)
            }
            2..7 if self.lines.is_empty() => {
                let mut text = String::new();
                self.push_path(&mut text);
                Some(text)
            }
            _ => Some(self.url()),
        })
    }
}

/// The name of a host, the same for the same number.
fn host(number: u64) -> String {
    let mut random = Rng::with_seed(number);
    let mut name = String::from(if random.bool() { "www." } else { "" });
    for _ in 0..random.usize(2..6) {
        name.push_str(SYLLABLES[random.usize(..SYLLABLES.len())]);
    }
    name + SUFFIXES[random.usize(..SUFFIXES.len())]
}

#[cfg(test)]
mod tests {
    use super::Urls;
    use uri::rfc3986::UriReference;

    #[test]
    fn rows_are_the_same_each_time_and_one_in_a_hundred_is_wrong() {
        let rows: Vec<_> = Urls::new(1).take(20_000).collect();
        assert!(rows.iter().cloned().eq(Urls::new(1).take(20_000)));
        assert!(!rows.iter().cloned().eq(Urls::new(2).take(20_000)));
        let count = |of: fn(&str) -> bool| rows.iter().flatten().filter(|text| of(text)).count();
        assert!((100..300).contains(&(rows.len() - count(|_| true))), "null");
        assert!((100..300).contains(&count(|text| !UriReference::is_match(text))), "wrong");
    }
}
