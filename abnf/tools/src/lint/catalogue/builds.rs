//! Errors in the request of a build: its rules, their types and their parts.

use super::Lint;
use abnfc::diagnostic::Code;

pub(super) const ALL: [Lint; 29] = [
    Lint::without_examples(
        Code::AbsentPart,
        "The rules of a part must occur in the definition, directly or through other rules. The parts of a nested rule must occur directly inside of the rule.",
    ),
    Lint::without_examples(
        Code::AmbiguousLeftRecursion,
        "The accessor of the part would need the preferred derivation, and the automaton of a left-recursive rule tries derivations in another order. If the rule is unambiguous, or its recursion is written as a repetition, the part has an accessor.",
    ),
    Lint::without_examples(
        Code::AmbiguousRecursion,
        "The rule is regular, although it embeds itself, but the paths of its automaton are not derivations. If the rule is unambiguous, or its recursion is written as a repetition, the part has an accessor.",
    ),
    Lint::without_examples(
        Code::BadManifest,
        "`abnfc build` reads the name and the features of an existing crate in its `Cargo.toml`.",
    ),
    Lint::without_examples(
        Code::BadModuleName,
        "The name of a module consists of lower-case letters, digits and `_`. It must not be a keyword of Rust or a name that generated code uses itself.",
    ),
    Lint::without_examples(
        Code::BadOption,
        "For example, `--type` names a rule that no `--rule` exports, or two options list the parts of the same rule.",
    ),
    Lint::without_examples(
        Code::BadPartName,
        "A part is named like a rule, by letters, digits and hyphens, and the name begins with a letter. Its accessor has the same name in snake case.",
    ),
    Lint::without_examples(
        Code::BadSpec,
        "The message names the key and the values that it can have. `abnfc man build` describes the keys.",
    ),
    Lint::without_examples(
        Code::BadTypeName,
        "The name of a type consists of ASCII letters and digits and begins with a capital letter. Only a part that consists of several rules has a type of its own.",
    ),
    Lint::without_examples(
        Code::BrokenRule,
        "The error in the definition is reported where it is. The rule cannot be exported until the definition is corrected.",
    ),
    Lint::without_examples(
        Code::DuplicateExport,
        "Rulenames ignore case, so `Host` and `host` are the same rule.",
    ),
    Lint::without_examples(
        Code::DuplicatePart,
        "Rulenames ignore case. Each rule of a part is listed once.",
    ),
    Lint::without_examples(
        Code::EmptyPart,
        "A part consists of one rule, or of one of several rules.",
    ),
    Lint::without_examples(
        Code::IdleRestriction,
        "Every text of the rule meets the condition already, such as `max-bytes = 9` for `1*3DIGIT`. Perhaps the bound has a typing error.",
    ),
    Lint::without_examples(
        Code::NestedRule,
        "A rule is nested if the grammar needs a stack to read it, as in `a = \"(\" [ a ] \")\"`. Some operations need a rule without such recursion; the message names the cycle.",
    ),
    Lint::without_examples(
        Code::NoParts,
        "The automaton that locates the parts exceeds a limit, or the order of derivations is not defined. The rule is still matched. If no part of a rule is located, all its parts are in trees and in its data, which take longer to make. A list of the parts that are needed, or a higher limit, can give it accessors.",
    ),
    Lint::without_examples(
        Code::NoTrees,
        "The tables of trees number their states in 16 bits. The rules are still matched.",
    ),
    Lint::without_examples(
        Code::PartNameCollision,
        "Names of accessors are in snake case, so `a-b` and `a--b` collide.",
    ),
    Lint::without_examples(
        Code::PartNotExported,
        "The accessor of a part returns the type of its rule, so the rule needs a type.",
    ),
    Lint::without_examples(
        Code::RecursivePart,
        "A text of the part could contain another text of the part. A recursion that is written as a repetition has a part for each item.",
    ),
    Lint::without_examples(
        Code::RepeatedPart,
        "A part that is requested once must occur at most once in each text.",
    ),
    Lint::without_examples(
        Code::TooLargeLocator,
        "The table numbers states and lists of positions in a fixed number of bits. Fewer parts, or smaller bounds of repetitions, make the automaton smaller.",
    ),
    Lint::without_examples(
        Code::TooLargeTables,
        "Rules of the general engine are left out until the others fit. `--limit total-table-entries=N` raises the limit. Fewer exported rules need fewer tables.",
    ),
    Lint::without_examples(
        Code::TooManyParts,
        "The parts of a part can be parts of its rule instead.",
    ),
    Lint::without_examples(
        Code::TooManyStates,
        "The table numbers states in 16 bits. Smaller bounds of repetitions make the automaton smaller.",
    ),
    Lint::without_examples(
        Code::UnknownExport,
        "A spec file or an option exports a name that neither the grammar nor its imports define.",
    ),
    Lint::without_examples(
        Code::UnknownPart,
        "A part consists of rules of the grammar or of its imports.",
    ),
    Lint::without_examples(
        Code::WrongRestriction,
        "A condition such as `max-bytes` can restrict a regular rule that does not contain itself. At least one text must meet all conditions, `range` needs a rule of numbers, and the rules that `and` and `except` name must be regular and not use the restricted rule.",
    ),
    Lint::without_examples(
        Code::WrongValue,
        "A spec file requests a value, such as `value = \"u16\"`, that a text of the rule contradicts. The message shows the text: one that is not a number, whose number does not fit, or that cannot be decoded.",
    ),
];
