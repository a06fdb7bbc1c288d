//! Arrays as columns of texts: one call of a function for each layout, and dictionaries.

use crate::Function;
use abnf_layout::{Columns, Offset, Offsets, Selected, Texts, Validity, Views, pieces};
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    AnyDictionaryArray, Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_schema::{ArrowError, DataType};
use arrow_select::take::take;

/// An array, apart from its texts.
pub(crate) struct Input<'i> {
    pub(crate) rows: usize,
    pub(crate) nulls: Option<&'i NullBuffer>,
    /// The buffers to which views of parts refer.
    pub(crate) buffers: Vec<Buffer>,
    /// Whether arrow-rs has checked that all texts are UTF-8.
    pub(crate) is_utf8: bool,
}

impl Input<'_> {
    pub(crate) fn validity(&self) -> Option<Validity<'_>> {
        self.nulls.map(|it| Validity { bits: it.validity(), offset: it.offset() })
    }
}

/// Returns whether functions can be called with an array of this type.
pub fn supports(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_text(values),
        _ => is_text(data_type),
    }
}

fn is_text(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(data_type, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

pub(crate) fn call(
    function: Function,
    columns: &Columns,
    array: &dyn Array,
) -> Result<ArrayRef, ArrowError> {
    if !supports(array.data_type()) {
        let (rule, data_type) = (columns.rule, array.data_type());
        let message = format!("{rule} is matched against text or bytes, not {data_type}");
        return Err(ArrowError::InvalidArgumentError(message));
    }
    match array.as_any_dictionary_opt() {
        None => of_layout(function, columns, array, None),
        Some(dictionary) => of_dictionary(function, columns, dictionary),
    }
}

/// The rows of an array that the keys of a dictionary select, and which of them are null.
struct Selection<'s> {
    rows: &'s [usize],
    nulls: Option<&'s NullBuffer>,
}

fn of_dictionary(
    function: Function,
    columns: &Columns,
    dictionary: &dyn AnyDictionaryArray,
) -> Result<ArrayRef, ArrowError> {
    let values = dictionary.values();
    if values.len() < dictionary.len() {
        let of_values = of_layout(function, columns, values, None)?;
        return take(&of_values, dictionary.keys(), None);
    }
    // A batch of a large dictionary: most values may be of other batches. Null rows are not read, so
    // it does not matter which rows they select.
    let rows =
        if values.is_empty() { vec![0; dictionary.len()] } else { dictionary.normalized_keys() };
    let nulls = dictionary.logical_nulls();
    let selection = Selection { rows: &rows, nulls: nulls.as_ref() };
    of_layout(function, columns, values, Some(selection))
}

fn of_layout(
    function: Function,
    columns: &Columns,
    array: &dyn Array,
    selection: Option<Selection<'_>>,
) -> Result<ArrayRef, ArrowError> {
    let of = Call { function, columns, selection };
    match array.data_type() {
        DataType::Utf8 => of.bytes(array.as_string::<i32>(), true),
        DataType::LargeUtf8 => of.bytes(array.as_string::<i64>(), true),
        DataType::Binary => of.bytes(array.as_binary::<i32>(), false),
        DataType::LargeBinary => of.bytes(array.as_binary::<i64>(), false),
        DataType::Utf8View => of.views(array.as_string_view(), true),
        _ => of.views(array.as_binary_view(), false),
    }
}

/// A function, and the rows for which it is called.
struct Call<'s> {
    function: Function,
    columns: &'s Columns,
    selection: Option<Selection<'s>>,
}

impl Call<'_> {
    fn bytes<T: ByteArrayType<Offset: Offset + OffsetSizeTrait>>(
        self,
        array: &GenericByteArray<T>,
        is_utf8: bool,
    ) -> Result<ArrayRef, ArrowError> {
        let values = array.values();
        let piece = |it: std::ops::Range<usize>| values.slice_with_length(it.start, it.len());
        let buffers = pieces(values.len()).map(piece).collect();
        let texts = Offsets { values: values.as_slice(), offsets: array.offsets() };
        self.rows(texts, array.nulls(), buffers, is_utf8)
    }

    fn views<T: ByteViewType>(
        self,
        array: &GenericByteViewArray<T>,
        is_utf8: bool,
    ) -> Result<ArrayRef, ArrowError> {
        let (views, _) = array.views().inner().as_slice().as_chunks();
        let buffers: Vec<&[u8]> = array.data_buffers().iter().map(Buffer::as_slice).collect();
        let texts = Views { views, buffers: &buffers };
        self.rows(texts, array.nulls(), array.data_buffers().to_vec(), is_utf8)
    }

    fn rows<'a>(
        self,
        texts: impl Texts<'a>,
        nulls: Option<&NullBuffer>,
        buffers: Vec<Buffer>,
        is_utf8: bool,
    ) -> Result<ArrayRef, ArrowError> {
        let Some(Selection { rows, nulls }) = self.selection else {
            let input = Input { rows: texts.rows(), nulls, buffers, is_utf8 };
            return self.function.of_texts(self.columns, texts, &input);
        };
        let input = Input { rows: rows.len(), nulls, buffers, is_utf8 };
        self.function.of_texts(self.columns, Selected { texts, rows }, &input)
    }
}
