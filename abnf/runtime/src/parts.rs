//! The accessors of parts that slots locate, as declarations.

/// Declares the accessors of a rule and of its owned form. The kind in brackets is one of those of
/// [`accessor!`]. An entry is the name of a part, the type that its accessor returns, and in
/// brackets the value; see [`part!`].
macro_rules! parts {
    (
        $kind:tt $view:ident<$a:lifetime>, $buf:ident;
        $($(#[$docs:meta])* $part:ident: $type:ty = $value:tt;)*
    ) => {
        impl<$a> $view<$a> {
            $(runtime::parts::accessor! { $kind $(#[$docs])* $part: $type = $value })*
        }

        runtime::text::buf_parts! { $buf<$a>; $($part: $type;)* }
    };
}
pub(crate) use parts;

/// Declares an accessor. The kind `[const]` reads the slots of the text; `[]` may read the text
/// again; `[4]` first locates 4 slots, because the text does not keep them.
macro_rules! accessor {
    ([const] $(#[$docs:meta])* $part:ident: $type:ty = [$($value:tt)*]) => {
        $(#[$docs])*
        #[inline]
        pub const fn $part(self) -> $type {
            runtime::parts::part!(self [self.slots] $part $($value)*)
        }
    };
    ([] $(#[$docs:meta])* $part:ident: $type:ty = [$($value:tt)*]) => {
        $(#[$docs])*
        #[inline]
        pub fn $part(self) -> $type {
            runtime::parts::part!(self [self.slots] $part $($value)*)
        }
    };
    ([$slots:literal] $(#[$docs:meta])* $part:ident: $type:ty = [$($value:tt)*]) => {
        $(#[$docs])*
        #[inline]
        pub fn $part(self) -> $type {
            let slots = runtime::rule::slots::<Self, $slots>(runtime::Unit::bytes(self.text));
            runtime::parts::part!(self [slots] $part $($value)*)
        }
    };
}
pub(crate) use accessor;

/// The value of an accessor. `slots` are those of the text.
///
/// - `Host if 3, [1] to [2]`: a part of this type, unless slot 3 is empty; see [`cut!`]. Or
///   `if (longer 8)`, `if (shorter 8)`: the number of bytes decides.
/// - `Host, [1] to [2]`: a part that is always present.
/// - `in Path (AbsPath if 3, [1] to [2]) ... else None`: the first variant that is present. After
///   `else` is the variant that is present if no other is, or `None`. `in _` if all variants are of
///   one type, without an enum.
/// - `of host`: the same part of the part `host`. `of host?` if `host` may be absent; with
///   `always`, the inner part is present whenever `host` is.
macro_rules! part {
    ($self:ident $slots:tt $part:ident of $outer:ident) => { $self.$outer().$part() };
    ($self:ident $slots:tt $part:ident of $outer:ident?) => { $self.$outer()?.$part() };
    ($self:ident $slots:tt $part:ident of $outer:ident? always) => {
        ::core::option::Option::Some($self.$outer()?.$part())
    };
    (
        $self:ident $slots:tt $part:ident
        in $union:tt $(($variant:ident if $flag:tt $($cut:tt)*))* else None
    ) => {{
        $(
            if runtime::parts::is_present!($self $slots $flag) {
                let part = runtime::parts::variant!($self $slots $union $variant $($cut)*);
                return ::core::option::Option::Some(part);
            }
        )*
        ::core::option::Option::None
    }};
    (
        $self:ident $slots:tt $part:ident
        in $union:tt $(($variant:ident if $flag:tt $($cut:tt)*))*
        else ($last:ident $($last_cut:tt)*)
    ) => {{
        $(
            if runtime::parts::is_present!($self $slots $flag) {
                return runtime::parts::variant!($self $slots $union $variant $($cut)*);
            }
        )*
        runtime::parts::variant!($self $slots $union $last $($last_cut)*)
    }};
    ($self:ident $slots:tt $part:ident $type:ident if $flag:tt, $($cut:tt)*) => {
        if runtime::parts::is_present!($self $slots $flag) {
            ::core::option::Option::Some(
                runtime::parts::cut!($self $slots $type, $($cut)*),
            )
        } else {
            ::core::option::Option::None
        }
    };
    ($self:ident $slots:tt $part:ident $type:ident, $($cut:tt)*) => {
        runtime::parts::cut!($self $slots $type, $($cut)*)
    };
}
pub(crate) use part;

/// Whether a part is present.
macro_rules! is_present {
    ($self:ident $slots:tt (longer $bytes:literal)) => {
        $bytes < $self.text.len()
    };
    ($self:ident $slots:tt (shorter $bytes:literal)) => {
        $self.text.len() < $bytes
    };
    ($self:ident $slots:tt $slot:literal) => {
        runtime::parts::slot!($slots $slot) != runtime::tagged::NONE
    };
}
pub(crate) use is_present;

/// A variant of an enum: a literal, or the text of a part.
macro_rules! variant {
    ($self:ident $slots:tt _ $type:ident, $($cut:tt)*) => {
        runtime::parts::cut!($self $slots $type, $($cut)*)
    };
    ($self:ident $slots:tt $union:ident $literal:ident) => { $union::$literal };
    ($self:ident $slots:tt $union:ident $type:ident, $($cut:tt)*) => {
        $union::$type(runtime::parts::cut!($self $slots $type, $($cut)*))
    };
}
pub(crate) use variant;

/// A part of a type: from one [`offset!`] to another, or the `whole` text. After `as` is the
/// function that cuts the text out, `text` by default. The part has no slots; with `anew`, its text
/// is read again; with `by outer`, its slots are those of the array that follows.
macro_rules! cut {
    ($self:ident $slots:tt $type:ident, whole $($how:tt)*) => {
        runtime::parts::cut!(@ $self $slots $type, 0, $self.text; $($how)*)
    };
    ($self:ident $slots:tt $type:ident, $begin:tt to $end:tt as $cut:ident $($how:tt)*) => {
        runtime::parts::cut!(@
            $self $slots $type, runtime::parts::offset!($self $slots $begin),
            runtime::tagged::$cut(
                $self.text,
                runtime::parts::offset!($self $slots $begin),
                runtime::parts::offset!($self $slots $end),
            );
            $($how)*
        )
    };
    ($self:ident $slots:tt $type:ident, $begin:tt to $end:tt $($how:tt)*) => {
        runtime::parts::cut!($self $slots $type, $begin to $end as text $($how)*)
    };
    (@ $self:ident $slots:tt $type:ident, $begin:expr, $text:expr;) => {
        $type::known($text, [])
    };
    (@ $self:ident $slots:tt $type:ident, $begin:expr, $text:expr; , anew) => {
        runtime::View::of_part($text)
    };
    (
        @ $self:ident [$($slots:tt)*] $type:ident, $begin:expr, $text:expr;
        , by $outer:ident $inner:expr
    ) => {{
        let $outer = runtime::tagged::outer(&$($slots)*, $begin, $self.text.len());
        $type::known($text, $inner)
    }};
}
pub(crate) use cut;

/// An offset in the text: a number, the content of a slot as `[1]` or with a distance as `[1 + 2]`,
/// or the `end` of the text, also with a distance as `[end - 2]`.
macro_rules! offset {
    ($self:ident $slots:tt end) => { $self.text.len() };
    ($self:ident $slots:tt [end - $less:literal]) => { $self.text.len() - $less };
    ($self:ident $slots:tt [$slot:literal]) => { runtime::parts::slot!($slots $slot) as usize };
    ($self:ident $slots:tt [$slot:literal + $more:literal]) => {
        runtime::parts::slot!($slots $slot) as usize + $more
    };
    ($self:ident $slots:tt [$slot:literal - $less:literal]) => {
        runtime::parts::slot!($slots $slot) as usize - $less
    };
    ($self:ident $slots:tt $offset:literal) => { $offset };
}
pub(crate) use offset;

/// The content of a slot.
macro_rules! slot {
    ([$($slots:tt)*] $slot:literal) => { $($slots)*[$slot] };
}
pub(crate) use slot;
