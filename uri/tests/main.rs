//! The tests of the package that use only its public interface. They are one program, because each
//! program is linked separately; `engines.rs` is another one, which CI also builds with vectors.

#[cfg(feature = "rfc3986")]
mod address;
mod build;
#[cfg(all(feature = "alloc", feature = "rfc3986", feature = "rfc3987"))]
mod conversions;
#[cfg(feature = "data")]
mod data;
mod documents;
#[cfg(feature = "idna")]
mod domain;
mod examples;
mod file;
#[cfg(any(feature = "http", feature = "url"))]
mod interop;
#[cfg(all(feature = "rfc3986", feature = "rfc3987", feature = "alloc"))]
mod iri;
#[cfg(all(feature = "alloc", feature = "rfc3986", feature = "rfc3987"))]
mod later_steps;
#[cfg(feature = "alloc")]
mod layout;
mod lenient;
#[cfg(feature = "rfc1738")]
mod lines;
#[cfg(feature = "mailto")]
mod mailto;
mod normalize;
mod output;
#[cfg(feature = "alloc")]
mod owned_results;
mod parts;
mod percent;
#[cfg(feature = "rfc1738")]
mod push;
#[cfg(any(feature = "data", feature = "mailto", feature = "tel"))]
mod random;
#[cfg(feature = "alloc")]
mod random_normal_forms;
mod relativize;
mod resolve;
#[cfg(feature = "rfc1738")]
mod rfc1738;
#[cfg(all(feature = "alloc", feature = "rfc3986", feature = "rfc3987"))]
mod rfc3986;
#[cfg(feature = "rfc8089")]
mod rfc8089;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod serde;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod shortest_references;
#[cfg(all(feature = "std", feature = "rfc3986", feature = "rfc3987"))]
mod socket;
#[cfg(feature = "alloc")]
mod stored;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod target;
#[cfg(feature = "tel")]
mod tel;
#[cfg(feature = "template")]
mod template;
#[cfg(feature = "urn")]
mod urn;
