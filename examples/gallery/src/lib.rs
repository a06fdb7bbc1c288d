#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![warn(missing_docs)]

#[rustfmt::skip]
mod generated;

pub use generated::*;

/// The module of each grammar, with its page.
macro_rules! modules {
    ($($module:ident)+) => {$(
        #[doc = include_str!(concat!("../docs/", stringify!($module), ".md"))]
        pub mod $module {
            pub use crate::generated::$module::*;
        }
    )+};
}

modules! {
    purl rfc3986 rfc5234 rfc5322 rfc5322_plain rfc5424 rfc5646 rfc6265 rfc8259 rfc8288 rfc9110 rfc9535
    rfc9651 semver toml
}
