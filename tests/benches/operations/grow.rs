//! Changes owned references in place: long references that grow and shrink at the end, and one part
//! of short references.

use crate::Operation;
use crate::data::Data;
use std::cell::RefCell;
use uri::rfc3986::{Fragment, Host, Port, Segment, UriReferenceBuf};
use url::Url;

/// The number of changes of a long reference.
const LONG: usize = 40_000;

/// The number of short references that are changed.
const SHORT: usize = 1000;

const BASE: &str = "http://www.example.com/search";

pub(crate) fn operations(_: &Data) -> Vec<Operation<'_>> {
    vec![
        changed("add a pair to a long query", 1, LONG, add_pair, add_pair_by_url),
        changed("add a segment to a long path", 1, LONG, push, push_by_url),
        pop_long(),
        changed("add 10 pairs", SHORT, 10, add_pair, add_pair_by_url),
        changed("add 1 pair", SHORT, 1, add_pair, add_pair_by_url),
        changed("add 5 segments", SHORT, 5, push, push_by_url),
        changed("remove a segment", SHORT, 1, pop, pop_by_url),
        toggled("set and remove a fragment", set_fragment, set_fragment_by_url),
        toggled("set and remove a port", set_port, set_port_by_url),
        toggled("set a host, and another", set_host, set_host_by_url),
    ]
}

type Change<U> = fn(&mut U, usize);

/// Changes a number of copies of a reference, each a number of times.
fn changed(
    name: &'static str,
    copies: usize,
    times: usize,
    change: Change<UriReferenceBuf>,
    change_by_url: Change<Url>,
) -> Operation<'static> {
    Operation::new(name, copies * times)
        .ours("uri::rfc3986", move |take| {
            let base = UriReferenceBuf::parse(BASE).unwrap();
            for _ in 0..copies {
                let mut uri = base.clone();
                (0..times).for_each(|time| change(&mut uri, time));
                take(uri.as_str());
            }
        })
        .same("url", move |take| {
            let base = Url::parse(BASE).unwrap();
            for _ in 0..copies {
                let mut url = base.clone();
                (0..times).for_each(|time| change_by_url(&mut url, time));
                take(url.as_str());
            }
        })
}

/// Empties a long path.
fn pop_long() -> Operation<'static> {
    let base = BASE.to_owned() + &"/segment".repeat(LONG);
    let by_url = base.clone();
    Operation::new("remove a segment of a long path", LONG)
        .ours("uri::rfc3986", move |take| {
            let mut uri = UriReferenceBuf::parse(base.as_str()).unwrap();
            (0..LONG).for_each(|time| pop(&mut uri, time));
            take(uri.as_str());
        })
        .same("url", move |take| {
            let mut url = Url::parse(&by_url).unwrap();
            (0..LONG).for_each(|time| pop_by_url(&mut url, time));
            take(url.as_str());
        })
}

/// Sets and removes a part of the same references in turn.
fn toggled(
    name: &'static str,
    change: Change<UriReferenceBuf>,
    change_by_url: Change<Url>,
) -> Operation<'static> {
    let ours = RefCell::new(vec![UriReferenceBuf::parse(BASE).unwrap(); SHORT]);
    let url = RefCell::new(vec![Url::parse(BASE).unwrap(); SHORT]);
    Operation::new(name, 2 * SHORT)
        .ours("uri::rfc3986", move |take| {
            for uri in ours.borrow_mut().iter_mut() {
                for time in [1, 0] {
                    change(uri, time);
                    take(uri.as_str());
                }
            }
        })
        .same("url", move |take| {
            for url in url.borrow_mut().iter_mut() {
                for time in [1, 0] {
                    change_by_url(url, time);
                    take(url.as_str());
                }
            }
        })
}

const PAIRS: [(&str, &str); 4] = [("q", "a b"), ("page", "2"), ("name", "J\u{fc}rgen"), ("x", "")];

fn add_pair(uri: &mut UriReferenceBuf, time: usize) {
    let (name, value) = PAIRS[time % PAIRS.len()];
    uri.append_form_pair(name, value).unwrap();
}

fn add_pair_by_url(url: &mut Url, time: usize) {
    let (name, value) = PAIRS[time % PAIRS.len()];
    url.query_pairs_mut().append_pair(name, value);
}

fn push(uri: &mut UriReferenceBuf, _: usize) {
    const SEGMENT: Segment<'static> = Segment::new("segment");
    uri.push_segment(SEGMENT).unwrap();
}

fn push_by_url(url: &mut Url, _: usize) {
    url.path_segments_mut().unwrap().push("segment");
}

fn pop(uri: &mut UriReferenceBuf, _: usize) {
    uri.pop_segment().unwrap();
}

fn pop_by_url(url: &mut Url, _: usize) {
    url.path_segments_mut().unwrap().pop();
}

fn set_fragment(uri: &mut UriReferenceBuf, time: usize) {
    const FRAGMENT: Fragment<'static> = Fragment::new("section-2");
    uri.set_fragment((time == 1).then_some(FRAGMENT));
}

fn set_fragment_by_url(url: &mut Url, time: usize) {
    url.set_fragment((time == 1).then_some("section-2"));
}

fn set_port(uri: &mut UriReferenceBuf, time: usize) {
    const PORT: Port<'static> = Port::new("8080");
    uri.set_port((time == 1).then_some(PORT)).unwrap();
}

fn set_port_by_url(url: &mut Url, time: usize) {
    url.set_port((time == 1).then_some(8080)).unwrap();
}

fn set_host(uri: &mut UriReferenceBuf, time: usize) {
    const HOSTS: [Host<'static>; 2] = [Host::new("example.org"), Host::new("www.example.com")];
    uri.set_host(HOSTS[1 - time]).unwrap();
}

fn set_host_by_url(url: &mut Url, time: usize) {
    url.set_host(Some(["example.org", "www.example.com"][1 - time])).unwrap();
}
