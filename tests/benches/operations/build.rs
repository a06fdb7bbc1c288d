//! Building references from parts, and replacing a part.

use crate::Operation;
use crate::data::Data;
use fluent_uri::pct_enc::{EStr, encoder::RegName};

pub(crate) fn operations(data: &Data) -> Vec<Operation<'_>> {
    let new: Vec<_> = data.uris.iter().map(|text| uri::rfc3986::Uri::new(text)).collect();
    let fluent: Vec<_> = data
        .uris
        .iter()
        .map(|text| fluent_uri::Uri::parse(text.as_str()).expect("a URI"))
        .collect();
    let build = Operation::new("build from parts, owned", data.uris.len())
        .ours("uri::rfc3986", move |take| {
            for uri in &new {
                let built = uri::rfc3986::Uri::builder()
                    .scheme(uri.scheme())
                    .userinfo(uri.userinfo())
                    .host(uri.host())
                    .port(uri.port())
                    .path(uri.path())
                    .query(uri.query())
                    .fragment(uri.fragment());
                take(built.build().unwrap().to_buf().as_str());
            }
        })
        .same("fluent-uri", move |take| {
            for uri in &fluent {
                let builder = fluent_uri::Uri::builder().scheme(uri.scheme());
                let built = builder
                    .optional(
                        |builder, authority: fluent_uri::component::Authority<'_>| {
                            builder.authority_with(|builder| {
                                builder
                                    .optional(
                                        fluent_uri::build::Builder::userinfo,
                                        authority.userinfo(),
                                    )
                                    .host(EStr::<RegName>::new_or_panic(authority.host()))
                                    .optional(fluent_uri::build::Builder::port, authority.port())
                            })
                        },
                        uri.authority(),
                    )
                    .path(uri.path())
                    .optional(fluent_uri::build::Builder::query, uri.query())
                    .optional(fluent_uri::build::Builder::fragment, uri.fragment());
                take(built.build().unwrap().as_str());
            }
        });
    let mut ours: Vec<_> =
        data.uris.iter().map(|text| uri::rfc3986::Uri::new(text).to_buf()).collect();
    let mut url: Vec<_> = data.uris.iter().map(|text| url::Url::parse(text).unwrap()).collect();
    ours.iter_mut().for_each(|uri| uri.set_query(None).unwrap());
    url.iter_mut().for_each(|url| url.set_query(None));
    let (ours, url) = (std::cell::RefCell::new(ours), std::cell::RefCell::new(url));
    let query = uri::rfc3986::Query::new("a=b&page=2");
    let set = Operation::new("set and remove a query in place", data.uris.len())
        .ours("uri::rfc3986", move |take| {
            for uri in ours.borrow_mut().iter_mut() {
                uri.set_query(query).unwrap();
                take(uri.as_str());
                uri.set_query(None).unwrap();
            }
        })
        .other("url", move |take| {
            for url in url.borrow_mut().iter_mut() {
                url.set_query(Some("a=b&page=2"));
                take(url.as_str());
                url.set_query(None);
            }
        });
    vec![build, shared(&data.uris), set]
}

/// Builds references from a scheme, a host and a port that all of them share, and a path of their
/// own. All parts are parsed in advance.
fn shared(texts: &[String]) -> Operation<'_> {
    use fluent_uri::component::Scheme;
    use fluent_uri::pct_enc::encoder::{Path, Port};
    use uri::rfc3986;

    let ours: Vec<_> = texts.iter().map(|text| rfc3986::Uri::new(text)).collect();
    let ours: Vec<_> = ours.iter().filter(|uri| uri.authority().is_some()).collect();
    let paths: Vec<_> = ours.iter().map(|uri| uri.path()).collect();
    let fluent: Vec<_> =
        paths.iter().map(|path| EStr::<Path>::new_or_panic(path.as_str())).collect();
    Operation::new("build from shared parts, owned", paths.len())
        .ours("uri::rfc3986", move |take| {
            let scheme = rfc3986::Scheme::new("https");
            let host = rfc3986::Host::new("www.example.com");
            let port = rfc3986::Port::new("8080");
            for path in &paths {
                let builder = rfc3986::Uri::builder().scheme(scheme).host(host).port(port);
                take(builder.path(*path).build().unwrap().to_buf().as_str());
            }
        })
        .same("fluent-uri", move |take| {
            let scheme = Scheme::new_or_panic("https");
            let host = EStr::<RegName>::new_or_panic("www.example.com");
            let port = EStr::<Port>::new_or_panic("8080");
            for path in &fluent {
                let builder = fluent_uri::Uri::builder().scheme(scheme);
                let builder = builder.authority_with(|builder| builder.host(host).port(port));
                take(builder.path(path).build().unwrap().as_str());
            }
        })
}
