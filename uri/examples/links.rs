//! Checks the links of a page: `links BASE < page.html`.
//!
//! Prints the target of each link, or its error. A link into the page itself must
//! have a target there. The exit status is 1 if a link is wrong.
//!
//! Finds the values of attributes by text search, which is enough for an example about
//! links; programs should use a parser of HTML.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use uri::rfc3986::{Uri, UriReference};

/// The quoted values of the attribute.
fn values<'a>(page: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!(" {attribute}=\"");
    let mut rest = page;
    std::iter::from_fn(move || {
        let (value, after) = rest.split_once(&begin)?.1.split_once('"')?;
        rest = after;
        Some(value)
    })
}

/// Where a link leads.
fn check(link: &str, base: Uri<'_>, page: &str) -> Result<String, String> {
    // As browsers do, `a b` is taken for `a%20b`. A link that is a reference stays as it is.
    let reference = UriReference::repair(link).try_to_buf().map_err(|error| error.to_string())?;
    let target = base.resolve(&reference);
    if let Some(fragment) = reference.fragment()
        && reference.is_same_document()
        // `#` and `#top` are the top of any page.
        && !["", "top"].iter().any(|top| fragment.as_str().eq_ignore_ascii_case(top))
        // The fragment is escaped, the name in the page is not.
        && !values(page, "id").any(|name| fragment.decode() == name)
    {
        return Err("the page has no such target".to_owned());
    }
    Ok(target.to_string())
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let base = std::env::args().nth(1).ok_or("usage: links BASE < page.html")?;
    let base = Uri::parse(&base)?;
    let mut page = String::new();
    io::stdin().read_to_string(&mut page)?;
    let mut out = io::stdout().lock();
    let mut status = ExitCode::SUCCESS;
    for link in values(&page, "href").chain(values(&page, "src")) {
        match check(link, base, &page) {
            Ok(target) => writeln!(out, "{link} -> {target}")?,
            Err(why) => {
                writeln!(out, "{link}: {why}")?;
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}
