//! Declarations of data that becomes text; [`super::writing`] writes it.
// Long because each macro is an argument of the one before it.

/// Gives a record its text. Arguments: `certain` if each text on the direct way is one of the rule and
/// has the same data, `decided` if it has the same data or does not match, and otherwise `compared`; in
/// brackets the lifetime, if the record borrows, then the record, the
/// owned type of its rule, and the rest as for [`graph!`].
macro_rules! record {
    ($checked:ident [$($a:lifetime)?] $data:ident, $buf:ident, $($graph:tt)+) => {
        runtime::records::graph! { parsed [$($a)?] $data, $($graph)+ }
        runtime::changed::changed! { [$($a)?] $data, $buf }

        impl $(<$a>)? $data $(<$a>)? {
            /// Writes a text whose parts are this data, with the shortest text between them.
            ///
            /// The text is read back and compared, so that data never becomes parts of its own, unless
            /// the compiler has proved that this cannot happen. Takes time linear in the data, unless the
            /// grammar has many ways to write it.
            ///
            /// With feature `alloc`.
            ///
            /// # Errors
            ///
            /// If the rule has no text with this data; the error names the field.
            #[inline]
            pub fn to_text(&self) -> ::core::result::Result<super::$buf, runtime::WriteError> {
                if let ::core::option::Option::Some(text) = runtime::direct::text(self)
                    && let ::core::option::Option::Some(text) =
                        runtime::direct::owned::<super::$data<'_>>(text)
                    && let ::core::option::Option::Some(view) =
                        runtime::records::checked!($checked self, $data text)
                {
                    let slots = view.slots;
                    return ::core::result::Result::Ok(super::$buf::known(text, slots));
                }
                let text = runtime::writing::text(self)?;
                ::core::result::Result::Ok(runtime::writing::parsed::<super::$data<'_>>(&text).to_buf())
            }
        }

        /// Does the same as `to_text`.
        impl $(<$a>)? ::core::convert::TryFrom<&$data $(<$a>)?> for super::$buf {
            type Error = runtime::WriteError;

            #[inline]
            fn try_from(data: &$data $(<$a>)?) -> ::core::result::Result<Self, runtime::WriteError> {
                data.to_text()
            }
        }
    };
}
pub(crate) use record;

/// The view of a text on the direct way, if it is read as the data.
macro_rules! checked {
    (certain $self:ident, $data:ident $text:ident) => {
        runtime::writing::located::<super::$data<'_>>(&$text)
    };
    (decided $self:ident, $data:ident $text:ident) => {
        runtime::text::parse::<super::$data<'_>>(&$text).ok()
    };
    (compared $self:ident, $data:ident $text:ident) => {
        runtime::text::parse::<super::$data<'_>>(&$text)
            .ok()
            .filter(|view| runtime::writing::is_same($self, &$data::from(*view)))
    };
}
pub(crate) use checked;

/// Gives a record its graph. Arguments: how its text is read back, as for [`read!`]; in brackets the
/// lifetime, if the record borrows, then the record and the name of the rule, and `straight` if the
/// graph becomes code, as for [`straight!`](super::direct::straight); the graph, as for [`nodes!`];
/// and for each field its index, its kind, its name, or `_` if it is all of the data, `inner` if the
/// text of another field can contain it, and its symbols, each with a number and how
/// it is spelled, as for [`spell!`].
macro_rules! graph {
    (
        $read:ident [$($a:lifetime)?] $data:ident, $rule:literal $($straight:ident)?;
        $([$($edges:tt)*])+;
        $($index:literal $kind:ident $field:tt $($inner:ident)?:
            $($symbol:literal $how:ident $arguments:tt),*;)+
    ) => {
        impl $(<$a>)? runtime::graph::Record for $data $(<$a>)? {
            #[inline]
            fn graph(&self) -> &runtime::graph::Graph<'_> {
                const GRAPH: runtime::graph::Graph<'static> = runtime::graph::Graph {
                    rule: $rule,
                    fields: &[$(runtime::graph::Field {
                        name: runtime::records::name!($field),
                        kind: runtime::graph::Kind::$kind,
                        is_needed: runtime::records::is_needed!($($inner)?),
                    }),+],
                    symbols: &[$($({ _ = $symbol; $index },)*)+],
                    alternatives: &[$($(runtime::records::alternative!($how $arguments),)*)+],
                    nodes: runtime::records::nodes! { $([$($edges)*])+ },
                };
                &GRAPH
            }

            #[inline]
            fn count(&self, field: usize) -> usize {
                [$(runtime::records::count!($kind runtime::records::field!(self $field))),+][field]
            }

            #[allow(unused_variables, reason = "the parts decide")]
            #[inline]
            fn spell(
                &self,
                symbol: usize,
                index: usize,
                out: &mut runtime::graph::Output,
            ) -> ::core::result::Result<(), runtime::graph::Fault> {
                match symbol {
                    $($($symbol => {
                        let ::core::option::Option::Some(it) = runtime::records::value!($kind runtime::records::field!(self $field), index) else {
                            return ::core::result::Result::Err(runtime::graph::Fault::Here);
                        };
                        runtime::records::spell!($how $arguments, it, out)
                    })*)+
                    _ => ::core::result::Result::Err(runtime::graph::Fault::Here),
                }
            }

            runtime::direct::straight! {
                [$($straight)?] $([$($edges)*])+; $($kind $field $($inner)?;)+
            }

            runtime::records::automaton! { $read $data }

            #[inline]
            fn difference(&self, text: &[u8]) -> ::core::option::Option<usize> {
                let ::core::option::Option::Some(read) = &runtime::records::read!($read $data text) else {
                    return ::core::option::Option::Some(self.graph().fields.len());
                };
                [$(runtime::writing::is_same(
                    &runtime::records::field!(self $field),
                    &runtime::records::field!(read $field),
                )),+].iter().position(|is_same| !is_same)
            }
        }
    };
}
pub(crate) use graph;

/// The data of a text, if it has some. A text of a rule is parsed; a tree is derived from a text of
/// a recursive rule.
macro_rules! read {
    (parsed $data:ident $text:ident) => {
        runtime::text::parse_bytes::<super::$data<'_>>($text).ok().map($data::from)
    };
    (derived $data:ident $text:ident) => {
        $data::of_text($text)
    };
}
pub(crate) use read;

/// The automaton of a rule whose texts are parsed.
macro_rules! automaton {
    (parsed $data:ident) => {
        #[inline]
        fn automaton(&self) -> ::core::option::Option<&dyn runtime::graph::Automaton> {
            ::core::option::Option::Some(<super::$data<'_> as runtime::Rule>::TABLE.dfa)
        }
    };
    (derived $data:ident) => {};
}
pub(crate) use automaton;

/// Gives a choice its text: in brackets its lifetime, if it borrows, then its type, and for each
/// alternative its index, the variant, a name for its contents, if it has any, and how it is
/// spelled.
#[cfg(feature = "choices")]
macro_rules! choice {
    (
        [$($a:lifetime)?] $data:ident:
        $($index:literal $variant:ident($($it:ident)?) $how:ident $arguments:tt;)+
    ) => {
        impl $(<$a>)? $data $(<$a>)? {
            #[allow(
                unused_variables,
                clippy::trivially_copy_pass_by_ref,
                reason = "the alternatives decide"
            )]
            #[inline]
            fn alternative(&self) -> u16 {
                match self {
                    $(Self::$variant $(($it))? => $index,)+
                }
            }

            #[allow(
                unused_variables,
                clippy::trivially_copy_pass_by_ref,
                reason = "the alternatives decide"
            )]
            #[inline]
            fn spell_alternative(
                &self,
                alternative: u16,
                out: &mut runtime::graph::Output,
            ) -> ::core::result::Result<(), runtime::graph::Fault> {
                if self.alternative() != alternative {
                    return ::core::result::Result::Err(runtime::graph::Fault::Here);
                }
                match self {
                    $(Self::$variant $(($it))? => {
                        runtime::records::spell!($how $arguments, $($it)?, out)
                    })+
                }
            }
        }
    };
}
#[cfg(feature = "choices")]
pub(crate) use choice;

/// Appends a value: as a text of a rule, as data, as an alternative, or as a literal.
macro_rules! spell {
    (text($rule:ident), $it:ident, $out:ident) => {
        runtime::writing::verbatim::<super::$rule<'_>>($it.as_bytes(), $out)
    };
    (bytes($rule:ident), $it:ident, $out:ident) => {
        runtime::writing::verbatim::<super::$rule<'_>>($it, $out)
    };
    (integer($rule:ident $radix:literal), $it:ident, $out:ident) => {
        runtime::numerals::integer::<super::$rule<'_>, _>(*$it, $radix, $out)
    };
    (numeral($width:literal $least:literal $greatest:literal), $it:ident, $out:ident) => {
        runtime::numerals::padded(*$it, $width, [$least, $greatest], $out)
    };
    (numeral($width:literal $set:literal), $it:ident, $out:ident) => {
        runtime::numerals::padded_of(*$it, $width, $set, $out)
    };
    (separated($rule:ident $radix:literal $separator:literal), $it:ident, $out:ident) => {
        runtime::numerals::separated::<super::$rule<'_>, _>(*$it, $radix, $separator, $out)
    };
    (float($rule:ident), $it:ident, $out:ident) => {
        runtime::fractions::float::<super::$rule<'_>, _>(*$it, $out)
    };
    (character($rule:ident), $it:ident, $out:ident) => {
        runtime::writing::verbatim::<super::$rule<'_>>(
            $it.encode_utf8(&mut [0; 4]).as_bytes(),
            $out,
        )
    };
    (truth($yes:literal $no:literal), $it:ident, $out:ident) => {
        runtime::spellings::literal(if *$it { $yes.as_slice() } else { $no.as_slice() }, $out)
    };
    (byte($rule:ident), $it:ident, $out:ident) => {
        runtime::writing::verbatim::<super::$rule<'_>>(&[*$it], $out)
    };
    (decoded($rule:ident), $it:ident, $out:ident) => {
        runtime::encoded::decoded::<super::$rule<'_>>(&**$it, $out)
    };
    (data(), $it:ident, $out:ident) => {
        runtime::writing::inner($it, $out)
    };
    (inside(), $it:ident, $out:ident) => {{
        #[allow(unused_imports, reason = "it may be in scope")]
        use runtime::graph::Record as _;
        runtime::node_writing::inside(|out| $it.straight(out), $out)
    }};
    (alternative($index:literal), $it:ident, $out:ident) => {
        $it.spell_alternative($index, $out)
    };
    (one_of($($text:literal)*), $($it:ident)?, $out:ident) => {
        runtime::spellings::one_of(&[$($text.as_slice()),*], $out)
    };
    (literal($text:literal), $($it:ident)?, $out:ident) => {
        runtime::spellings::literal($text, $out)
    };
}
pub(crate) use spell;

/// The alternative that is spelled, if it is one.
macro_rules! alternative {
    (alternative($index:literal)) => {
        ::core::option::Option::Some($index)
    };
    ($how:ident $arguments:tt) => {
        ::core::option::Option::None
    };
}
pub(crate) use alternative;

/// The name of a field in messages.
macro_rules! name {
    (_) => {
        ""
    };
    ($field:ident) => {
        stringify!($field)
    };
}
pub(crate) use name;

/// A field of a reference to data.
macro_rules! field {
    ($data:ident _) => {
        *$data
    };
    ($data:ident $field:ident) => {
        $data.$field
    };
}
pub(crate) use field;

/// The number of values in a field of a kind.
macro_rules! count {
    (One $($field:tt)*) => {
        1
    };
    (Optional $field:expr) => {
        usize::from($field.is_some())
    };
    (List $field:expr) => {
        $field.len()
    };
    (Flag $field:expr) => {
        usize::from($field)
    };
    (Which $($field:tt)*) => {
        1
    };
    (WhichIfAny $field:expr) => {
        usize::from($field.is_some())
    };
}
pub(crate) use count;

/// A value of a field of a kind, if there is one with this index.
macro_rules! value {
    (One $field:expr, $index:ident) => {
        ::core::option::Option::Some(&$field)
    };
    (Optional $field:expr, $index:ident) => {
        $field.as_ref()
    };
    (List $field:expr, $index:ident) => {
        $field.get($index)
    };
    (Flag $field:expr, $index:ident) => {
        ::core::option::Option::Some(&$field)
    };
    (Which $field:expr, $index:ident) => {
        ::core::option::Option::Some(&$field)
    };
    (WhichIfAny $field:expr, $index:ident) => {
        $field.as_ref()
    };
}
pub(crate) use value;

/// Whether all of a field must be written.
macro_rules! is_needed {
    () => {
        true
    };
    (inner) => {
        false
    };
}
pub(crate) use is_needed;

/// The edges of the nodes of a graph: for each node, in brackets, its edges in parentheses. An edge
/// has fillers and, unless it is the end, `=>`, a symbol and the next node.
macro_rules! nodes {
    ($([$(($($filler:literal)+ $(=> $symbol:literal $node:literal)?))*])+) => {
        &[$(&[$(runtime::graph::Edge {
            fillers: &[$($filler.as_slice()),+],
            then: runtime::records::then!($($symbol $node)?),
        }),*]),+]
    };
}
pub(crate) use nodes;

/// What follows a filler.
macro_rules! then {
    () => {
        ::core::option::Option::None
    };
    ($symbol:literal $node:literal) => {
        ::core::option::Option::Some(($symbol, $node))
    };
}
pub(crate) use then;
