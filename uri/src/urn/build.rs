//! Names from their parts.

use super::{FComponent, Nid, Nss, QComponent, RComponent, Urn};
use crate::operations::output::{self, Each, Pieces};
use crate::urn;
use core::fmt;

/// A name and its components, not written yet. Made by [`Urn::builder`].
///
/// ```
/// use uri::urn::{Nid, Nss, QComponent, Urn};
///
/// let mut buffer = [0; 64];
/// let urn = Urn::builder(Nid::new("example"), Nss::new("weather"))
///     .q_component(QComponent::new("op=map&lat=39"))
///     .write_in(&mut buffer)?;
/// assert_eq!(urn, "urn:example:weather?=op=map&lat=39");
/// # Ok::<(), uri::WriteError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UrnBuilder<'a> {
    nid: Nid<'a>,
    nss: Nss<'a>,
    r_component: Option<RComponent<'a>>,
    q_component: Option<QComponent<'a>>,
    f_component: Option<FComponent<'a>>,
}

impl Urn<'_> {
    /// Builds a name from a namespace and a string, without components. `Nss::encode` escapes any
    /// data as a string. RFC 8141 section 2.
    #[must_use]
    #[inline]
    pub const fn builder<'a>(nid: Nid<'a>, nss: Nss<'a>) -> UrnBuilder<'a> {
        UrnBuilder { nid, nss, r_component: None, q_component: None, f_component: None }
    }
}

impl<'a> UrnBuilder<'a> {
    /// Sets the r-component. RFC 8141 section 2.3.1.
    ///
    /// # Errors
    ///
    /// If it contains `?=`, which would begin the q-component. `RComponent::encode` escapes the
    /// question mark.
    #[inline]
    pub fn r_component(self, component: RComponent<'a>) -> Result<Self, RComponentError> {
        match component.as_str().find("?=") {
            Some(offset) => Err(RComponentError { offset }),
            None => Ok(Self { r_component: Some(component), ..self }),
        }
    }

    /// Sets the q-component. RFC 8141 section 2.3.2.
    #[must_use]
    #[inline]
    pub const fn q_component(self, component: QComponent<'a>) -> Self {
        Self { q_component: Some(component), ..self }
    }

    /// Sets the f-component. RFC 8141 section 2.3.3.
    #[must_use]
    #[inline]
    pub const fn f_component(self, component: FComponent<'a>) -> Self {
        Self { f_component: Some(component), ..self }
    }
}

impl Pieces for UrnBuilder<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        ["urn:", self.nid.as_str(), ":", self.nss.as_str()].into_iter().try_for_each(&mut *each)?;
        let components = [
            ("?+", self.r_component.map(RComponent::as_str)),
            ("?=", self.q_component.map(QComponent::as_str)),
            ("#", self.f_component.map(FComponent::as_str)),
        ];
        components.into_iter().try_for_each(|(before, component)| match component {
            Some(component) => each(before).and_then(|()| each(component)),
            None => Ok(()),
        })
    }
}

output::unwritten! { [] UrnBuilder<'_> => urn::Urn, UrnBuf }

/// The error if an r-component contains `?=`, which begins the q-component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RComponentError {
    offset: usize,
}

impl RComponentError {
    /// Returns the offset of the `?=` in bytes.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for RComponentError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`?=` at byte {} of the r-component would begin the q-component", self.offset)
    }
}

impl core::error::Error for RComponentError {}
