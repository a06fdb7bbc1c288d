//! Resolves the links of a page: `links BASE < page.html`.
//!
//! Finds the values of `href` and `src` by searching for them, which is enough to
//! show resolution, but not how programs should read HTML.

use std::io::{self, Read as _, Write as _};
use uri::{AbsoluteUri, Reference};

/// The quoted values of the attributes.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.match_indices(['h', 's']).filter_map(|(at, _)| {
        let rest = &page[at..];
        let rest = rest.strip_prefix("href=\"").or_else(|| rest.strip_prefix("src=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base = std::env::args().nth(1).ok_or("usage: links BASE < page.html")?;
    let base = AbsoluteUri::parse(&base)?;
    let mut page = String::new();
    io::stdin().read_to_string(&mut page)?;
    let mut out = io::stdout().lock();
    for link in links(&page) {
        // `Reference` also accepts a query alone: links such as `?page=2`.
        match Reference::parse(link) {
            Ok(reference) => match base.resolve(reference) {
                Ok(target) => writeln!(out, "{link} -> {target}")?,
                Err(error) => writeln!(out, "{link}: {error}")?,
            },
            Err(error) => writeln!(out, "{link}: {error}")?,
        }
    }
    Ok(())
}
