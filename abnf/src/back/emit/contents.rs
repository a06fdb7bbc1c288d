//! Which parts of the run-time an emitted crate has: from the model to [`Contents`].

use crate::plan::model::{Keeps, Model, Union, Unit};
use crate::plan::runtime::{Contents, Feature};
use crate::spec::Extra;

/// What the rules use of the run-time, and what the spec asks for.
pub(super) fn contents(model: &Model) -> Contents {
    let rules = || model.modules.iter().flat_map(|module| &module.rules);
    let matchers = || model.modules.iter().flat_map(|module| &module.matchers);
    let modules = || model.modules.iter();
    let needs = |feature: &Feature| match feature {
        Feature::Bytes => rules().any(|rule| rule.unit == Unit::Bytes),
        Feature::Text => rules().any(|rule| rule.unit == Unit::Text),
        Feature::Code => modules().any(|module| module.has_code()),
        Feature::Layers => matchers().any(|matcher| !matcher.layers.is_empty()),
        Feature::Shift => matchers().any(|matcher| matcher.shift.is_some()),
        Feature::General => modules().any(|module| module.general.is_some()),
        Feature::Trees => modules().any(|module| module.trees.is_some()),
        Feature::Ways => modules().any(|module| module.general.is_some() || module.trees.is_some()),
        Feature::Nested => modules().any(|module| module.nested.is_some()),
        Feature::Parts => model.has_parts(),
        Feature::Collected => {
            let mut repeated = rules().flat_map(|rule| &rule.view.repeated);
            repeated.any(|part| part.keeps == Keeps::All)
        }
        Feature::Repeated => rules().any(|rule| !rule.view.repeated.is_empty()),
        Feature::Unions => {
            let mut unions = modules().flat_map(|module| &module.unions);
            unions.any(Union::is_text_alone)
        }
        Feature::Lines => model.extras.contains(&Extra::Lines),
        Feature::Push => model.extras.contains(&Extra::Push),
    };
    Contents {
        features: Feature::ALL.into_iter().filter(needs).collect(),
        cargo_features: model.cargo_features.declared.clone(),
    }
}
