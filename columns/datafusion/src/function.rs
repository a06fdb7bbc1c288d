//! One function of a rule, as DataFusion calls it.

use abnf_arrow::{Function, supports};
use abnf_layout::Columns;
use arrow_schema::DataType;
use datafusion_common::{Result, ScalarValue, internal_err, plan_err};
use datafusion_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature, Volatility,
};
use std::hash::{Hash, Hasher};

const SECTION: DocSection =
    DocSection { include: true, label: "Grammar Functions", description: None };

pub(crate) fn udf(
    name: String,
    columns: &'static Columns,
    function: Function,
) -> Result<ScalarUDF> {
    let data_type = function.data_type(columns)?;
    let signature = Signature::user_defined(Volatility::Immutable);
    let syntax = format!("{name}(text)");
    let documentation = Documentation::builder(SECTION, describe(columns, function), syntax)
        .with_argument("text", "Text or bytes")
        .build();
    let made = RuleFunction { name, columns, function, data_type, signature, documentation };
    Ok(ScalarUDF::from(made))
}

fn describe(columns: &Columns, function: Function) -> String {
    let rule = columns.rule;
    match function {
        Function::IsMatch => format!("Returns whether the text matches {rule}."),
        Function::Part(index) => format!("Returns the {} of a {rule}.", columns.parts[index].name),
        Function::Parts => format!("Returns all parts of a {rule}."),
        Function::Values => format!("Returns all parts of a {rule}, as numbers if possible."),
        Function::Error => format!("Returns why the text does not match {rule}."),
    }
}

#[derive(Debug)]
struct RuleFunction {
    name: String,
    columns: &'static Columns,
    function: Function,
    data_type: DataType,
    signature: Signature,
    documentation: Documentation,
}

// Functions of two rules differ, even if they have the same name in two contexts. A copy of the rule
// counts as another rule: at worst, an expression is evaluated twice.
impl PartialEq for RuleFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.function == other.function
            && std::ptr::eq(self.columns, other.columns)
    }
}

impl Eq for RuleFunction {}

impl Hash for RuleFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for RuleFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, arguments: &[DataType]) -> Result<Vec<DataType>> {
        match arguments {
            [data_type] if supports(data_type) => Ok(vec![data_type.clone()]),
            [DataType::Null] => Ok(vec![DataType::Utf8View]),
            [data_type] => plan_err!("{} takes text or bytes, not {data_type}", self.name),
            _ => plan_err!("{} takes one argument, not {}", self.name, arguments.len()),
        }
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.data_type.clone())
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        match args.args.as_slice() {
            [ColumnarValue::Array(array)] => {
                Ok(ColumnarValue::Array(self.function.call(self.columns, array)?))
            }
            [ColumnarValue::Scalar(text)] => {
                let array = self.function.call(self.columns, &text.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?))
            }
            _ => internal_err!("{} was planned with one argument", self.name),
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}
