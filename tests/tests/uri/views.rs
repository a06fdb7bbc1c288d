//! Every type of `uri` with parts, with its accessors, so that one test can cover all of them. The
//! build script lists them.

use uri::{data, mailto, rfc1738, rfc3986, rfc3987, rfc8089, tel, urn};

/// The result of an accessor: a view, an optional view, one of several kinds, or an iterator.
pub(crate) trait Found<'a> {
    /// The names of the types that the views can have.
    const TYPES: &'static [&'static str];
    /// The number of its occurrences.
    const OCCURS: Occurs;

    /// The spans of the part in a text.
    fn spans(&self, whole: &str) -> Vec<Span>;

    /// Panics if a view that is parsed from the same text, or an owned value made of this view, has
    /// other parts; checks the parts in the same way.
    fn check(self, whole: &str);
}

/// The possible numbers of occurrences of a part in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurs {
    Once,
    OnceAtMost,
    Often,
}

/// The name of a type, with the begin and the end of its text.
pub(crate) type Span = (&'static str, usize, usize);

impl<'a, F: Found<'a>> Found<'a> for Option<F> {
    const TYPES: &'static [&'static str] = F::TYPES;
    const OCCURS: Occurs = Occurs::OnceAtMost;

    fn spans(&self, whole: &str) -> Vec<Span> {
        self.iter().flat_map(|found| found.spans(whole)).collect()
    }

    fn check(self, whole: &str) {
        if let Some(found) = self {
            found.check(whole);
        }
    }
}

/// Returns the span of a text that is inside another one, not merely equal to a piece of it.
fn span(type_name: &'static str, text: &str, whole: &str) -> Span {
    let begin = text.as_ptr() as usize - whole.as_ptr() as usize;
    let end = begin + text.len();
    assert_eq!(whole.get(begin..end), Some(text));
    (type_name, begin, end)
}

/// A type with parts.
pub(crate) struct View {
    pub(crate) type_name: &'static str,
    pub(crate) accessors: Vec<Accessor>,
    /// The parts of a text, in the order of the accessors; `None` if it does not match.
    pub(crate) spans: fn(&str) -> Option<Vec<Vec<Span>>>,
    /// Checks a text that matches as [`Found::check`] says.
    pub(crate) check: fn(&str),
}

/// A method that returns a part.
pub(crate) struct Accessor {
    pub(crate) name: &'static str,
    pub(crate) types: &'static [&'static str],
    pub(crate) occurs: Occurs,
}

fn accessor<'a, V, F: Found<'a>>(name: &'static str, _: fn(V) -> F) -> Accessor {
    Accessor { name, types: F::TYPES, occurs: F::OCCURS }
}

macro_rules! views {
    ($views:ident: $module:ident: $($name:ident { $($part:ident)* })+) => {
        /// The types of a module that have parts.
        pub(crate) fn $views() -> Vec<View> {
            let all = [$(View {
                type_name: stringify!($name),
                accessors: vec![$(accessor(stringify!($part), $module::$name::$part)),*],
                spans: |text| {
                    let _view = $module::$name::parse(text).ok()?;
                    Some(vec![$(_view.$part().spans(text)),*])
                },
                check: |text| $module::$name::new(text).check(text),
            }),+];
            all.into_iter().filter(|view| !view.accessors.is_empty()).collect()
        }
        $(
            impl<'a> Found<'a> for $module::$name<'a> {
                const TYPES: &'static [&'static str] = &[stringify!($name)];
                const OCCURS: Occurs = Occurs::Once;

                fn spans(&self, whole: &str) -> Vec<Span> {
                    vec![span(stringify!($name), self.as_str(), whole)]
                }

                fn check(self, whole: &str) {
                    let again = Self::parse(self.as_str());
                    let _again = again.unwrap_or_else(|why| panic!("{self:?} in {whole:?}: {why}"));
                    let owned = self.to_buf();
                    let (_view, _text) = (owned.as_view(), owned.as_str());
                    assert_eq!((_view, _text), (self, self.as_str()));
                    $(
                        let (part, again) = (self.$part(), _again.$part());
                        let (found, expected) = (part.spans(whole), again.spans(whole));
                        let name = stringify!($part);
                        assert_eq!(found, expected, "{name} of {self:?} in {whole:?}");
                        let (found, expected) = (_view.$part().spans(_text), part.spans(self.as_str()));
                        assert_eq!(found, expected, "{name} of {owned:?}");
                        part.check(whole);
                    )*
                }
            }
        )+
    };
}

macro_rules! unions {
    ($module:ident: $($name:ident { $($variant:ident)+ })*) => {$(
        impl<'a> Found<'a> for $module::$name<'a> {
            const TYPES: &'static [&'static str] = &[$(stringify!($variant)),+];
            const OCCURS: Occurs = Occurs::Once;

            fn spans(&self, whole: &str) -> Vec<Span> {
                match self {
                    $($module::$name::$variant(view) => view.spans(whole),)+
                }
            }

            fn check(self, whole: &str) {
                match self {
                    $($module::$name::$variant(view) => view.check(whole),)+
                }
            }
        }
    )*};
}

macro_rules! iterators {
    ($module:ident: $($name:ident of $item:ident)*) => {$(
        impl<'a> Found<'a> for $module::$name<'a> {
            const TYPES: &'static [&'static str] = <$module::$item<'a> as Found<'a>>::TYPES;
            const OCCURS: Occurs = Occurs::Often;

            fn spans(&self, whole: &str) -> Vec<Span> {
                self.clone().flat_map(|found| found.spans(whole)).collect()
            }

            fn check(self, whole: &str) {
                self.for_each(|found| found.check(whole));
            }
        }
    )*};
}

include!(concat!(env!("OUT_DIR"), "/views.rs"));
