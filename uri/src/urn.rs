//! Names of resources, RFC 8141: `urn:isbn:0451450523`. With the feature `urn`.
//!
//! | type | |
//! |---|---|
//! | [`Urn`] | a name, perhaps with components that do not belong to the name |
//! | [`AssignedName`] | the name alone |
//! | [`Nid`], [`Nss`] | the namespace, and the string that names a resource in it |
//! | [`RComponent`], [`QComponent`], [`FComponent`] | what follows `?+`, `?=` and `#` |
//! | [`NormalName`] | the form in which equivalent names are equal |
//! | [`NidKind`] | who may assign names in a namespace |
//!
//! ```
//! use uri::urn::{NidKind, Nss, Nid, Urn};
//!
//! let urn = Urn::parse("URN:Example:a123%2cz456?=op=map#top")?;
//! assert_eq!((urn.nid(), urn.nss()), (Nid::new("Example"), Nss::new("a123%2cz456")));
//! assert_eq!(urn.q_component().unwrap(), "op=map");
//! assert_eq!(urn.nid().kind(), NidKind::Formal);
//!
//! let other = Urn::parse("urn:example:a123%2Cz456")?;
//! assert!(urn != other && urn.is_equivalent(other));
//! assert_eq!(urn.normalize(), "urn:example:a123%2Cz456");
//!
//! let nss = Nss::encode("a/b c").to_string();
//! let built = Urn::builder(Nid::new("example"), Nss::parse(&nss)?);
//! assert_eq!(built.to_string(), "urn:example:a%2Fb%20c");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! With the feature `rfc3986`, a [`Urn`] converts to `Uri` and `UriReference` by `From`, and back by
//! `TryFrom`. A name is not relative, and there is nothing to resolve against it except a fragment.
//!
//! # Beyond the grammar
//!
//! - The grammar lets an r-component contain `?=`, and so has two readings of `?+a?=b`. As section
//!   2.3.1 says, the r-component ends with the first `?=`. Only where no q-component can follow, as
//!   in `?+a?=`, does the `?=` belong to the r-component. [`UrnBuilder::r_component`] refuses an
//!   r-component with `?=`.
//! - A namespace is registered, and may restrict its names. [`Nid::kind`] returns
//!   whether an identifier is that of a formal or an informal namespace, or of neither (section 5).
//! - Equivalence ignores the case of `urn`, of the namespace and of the digits of escapes, and all
//!   components; nothing else (section 3.1). So `%41` and `A` are different names, unlike in normal
//!   forms of URIs. A namespace may have further rules, which no program knows.

mod build;
mod components;
mod name;
mod namespace;

pub use crate::generated::urn::*;
pub use build::{RComponentError, UrnBuilder};
pub use name::NormalName;
pub use namespace::NidKind;

use crate::operations::percent::{UNRESERVED_RFC3986, escaped};

const _: () = {
    use crate::urn as of;

    escaped! { of [scheme ""], UNRESERVED_RFC3986;
        Nss NssBuf
        RComponent RComponentBuf
        QComponent QComponentBuf
        FComponent FComponentBuf
    }
};
