//! The Cargo features of the crate around generated code: those that do something in it.

use super::Module;
use crate::spec::CargoFeature;
use std::collections::BTreeSet;

/// The Cargo features of a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoFeatures {
    /// All features that the crate declares.
    pub declared: BTreeSet<CargoFeature>,
    /// Those that are on by default.
    pub default: BTreeSet<CargoFeature>,
}

/// Returns the features that the modules use, and those that the spec requests.
pub(super) fn cargo_features(
    modules: &[Module],
    requested: &BTreeSet<CargoFeature>,
) -> CargoFeatures {
    let optional = CargoFeature::OPTIONAL.into_iter();
    let mut declared: BTreeSet<_> = optional.filter(|it| requested.contains(it)).collect();
    declared.insert(CargoFeature::Alloc);
    if modules.iter().any(Module::has_code) {
        declared.insert(CargoFeature::Simd);
    }
    // Detecting the processor needs `std`, and so do the crates `arbitrary` and `proptest`, and showing the text
    // on which a parser panics.
    let needs_std = [
        CargoFeature::Arbitrary,
        CargoFeature::Conform,
        CargoFeature::Proptest,
        CargoFeature::Simd,
    ];
    if needs_std.iter().any(|it| declared.contains(it)) {
        declared.insert(CargoFeature::Std);
    }
    // The general engine allocates.
    let default = modules.iter().any(|module| module.general.is_some());
    let default = default.then_some(CargoFeature::Alloc).into_iter().collect();
    CargoFeatures { declared, default }
}
