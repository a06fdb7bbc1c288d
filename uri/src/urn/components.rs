//! The components that begin with a question mark. RFC 8141 section 2.3.

#[cfg(feature = "alloc")]
use super::UrnBuf;
use super::{QComponent, RComponent, Urn};

impl<'a> Urn<'a> {
    /// Returns the r-component: parameters for a service that resolves names. `None` if there is
    /// none. RFC 8141 section 2.3.1.
    ///
    /// No such parameters are standardised yet.
    ///
    /// ```
    /// use uri::urn::Urn;
    ///
    /// let urn = Urn::new("urn:example:weather?+CCResolve:cc=uk?=op=map");
    /// assert_eq!(urn.r_component().unwrap(), "CCResolve:cc=uk");
    /// assert_eq!(urn.q_component().unwrap(), "op=map");
    /// ```
    #[must_use]
    #[inline]
    pub fn r_component(self) -> Option<RComponent<'a>> {
        self.components().0
    }

    /// Returns the q-component: parameters for the named resource, or for a service that has it.
    /// `None` if there is none. RFC 8141 section 2.3.2.
    #[must_use]
    #[inline]
    pub fn q_component(self) -> Option<QComponent<'a>> {
        self.components().1
    }

    fn components(self) -> (Option<RComponent<'a>>, Option<QComponent<'a>>) {
        let name = self.assigned_name().as_str().len();
        let text = self.as_str().get(name..).unwrap_or_default();
        let text = text.split_once('#').map_or(text, |(text, _)| text);
        let r_component = text.strip_prefix("?+");
        // A q-component begins with a character of a path, so neither with `?` nor with a slash.
        let begins = |at: &usize| {
            let next = text.as_bytes().get(at + "?=".len());
            next.is_some_and(|next| !matches!(next, b'?' | b'/'))
        };
        let q_at = text.match_indices("?=").map(|(at, _)| at).find(begins);
        let q_component = q_at.and_then(|at| text.get(at + "?=".len()..));
        // Without the two characters before it.
        let end = q_at.unwrap_or(text.len()).saturating_sub("?+".len());
        let r_component = r_component.and_then(|it| it.get(..end));
        (
            r_component.map(|it| RComponent::known(it, [])),
            q_component.map(|it| QComponent::known(it, [])),
        )
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [UrnBuf] {
        fn r_component() -> Option<RComponent<'a>>;
        fn q_component() -> Option<QComponent<'a>>;
    }
}
