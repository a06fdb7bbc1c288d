//! The queue of a crawler, with url.

use std::collections::{BTreeSet, VecDeque};
use url::{Host, Url};

/// The pages to visit, each once, on some hosts and their subdomains.
pub struct Frontier {
    hosts: Vec<String>,
    seen: BTreeSet<Url>,
    queue: VecDeque<Url>,
}

impl Frontier {
    pub fn new(hosts: &[&str]) -> Self {
        let hosts = hosts.iter().map(|&host| host.to_owned()).collect();
        Self { hosts, seen: BTreeSet::new(), queue: VecDeque::new() }
    }

    /// Adds a link of a page. Returns the page that it leads to, if that is new and allowed.
    pub fn add(&mut self, page: &Url, link: &str) -> Option<&str> {
        let mut target = page.join(link).ok()?;
        target.set_fragment(None);
        if !self.is_allowed(&target) || !self.seen.insert(target.clone()) {
            return None;
        }
        self.queue.push_back(target);
        self.queue.back().map(Url::as_str)
    }

    fn is_allowed(&self, target: &Url) -> bool {
        let Some(Host::Domain(host)) = target.host() else { return false };
        let is_below = |known: &String| {
            host.strip_suffix(known.as_str()).is_some_and(|it| it.is_empty() || it.ends_with('.'))
        };
        matches!(target.scheme(), "http" | "https") && self.hosts.iter().any(is_below)
    }
}
