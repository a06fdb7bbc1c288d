//! The queue of a crawler, with `uri`.

use std::collections::{BTreeSet, VecDeque};
use uri::Normalization;
use uri::rfc3986::{Host, Uri, UriBuf, UriReference};

/// The equivalences of `url`, and the escapes of letters and digits.
const KEY: Normalization = Normalization::RFC3986.union(Normalization::PORT_ZEROS);

/// The pages to visit, each once, on some hosts and their subdomains.
pub struct Frontier {
    hosts: Vec<String>,
    seen: BTreeSet<UriBuf>,
    queue: VecDeque<UriBuf>,
}

impl Frontier {
    pub fn new(hosts: &[&str]) -> Self {
        let hosts = hosts.iter().map(|&host| host.to_owned()).collect();
        Self { hosts, seen: BTreeSet::new(), queue: VecDeque::new() }
    }

    /// Adds a link of a page. Returns the page that it leads to, if that is new and allowed.
    pub fn add(&mut self, page: Uri<'_>, link: &str) -> Option<&str> {
        // Links of real pages have spaces and other characters that no URI has.
        let link = UriReference::repair(link).try_to_buf().ok()?;
        let target = page.resolve(link.strip_fragment()).to_buf();
        let target = target.normalize(KEY).to_buf();
        if !self.is_allowed(target.as_view()) || !self.seen.insert(target.clone()) {
            return None;
        }
        self.queue.push_back(target);
        self.queue.back().map(UriBuf::as_str)
    }

    /// Takes a normal form, in which schemes and names are in lower case.
    fn is_allowed(&self, target: Uri<'_>) -> bool {
        let Some(host) = target.host().and_then(Host::reg_name) else { return false };
        let is_below = |known: &String| {
            let before = host.as_str().strip_suffix(known.as_str());
            before.is_some_and(|it| it.is_empty() || it.ends_with('.'))
        };
        let scheme = target.scheme().as_str();
        matches!(scheme, "http" | "https") && self.hosts.iter().any(is_below)
    }
}
