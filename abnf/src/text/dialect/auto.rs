//! Decides whether a text without a stated dialect is BNF.

use super::is_operator;
use crate::text::tokens::{Kind, Token};

/// Returns whether a text is BNF.
///
/// `|` is no sign of ABNF, but may be a mistake in it, so it must be more frequent than the signs
/// of ABNF (`/`, `=/` and numbers), or occur beside lists. `<">` is a sign of BNF if there is no
/// number, with which ABNF writes the quotation mark. So is `:=`, if it defines most rules,
/// and `::=` after a name in angle brackets.
pub(super) fn is_bnf(text: &str, tokens: &[Token], kept: &[usize]) -> bool {
    let [mut bars, mut slashes, mut numbers, mut lists, mut marks] = [0_usize; 5];
    let [mut equals, mut foreign] = [0_usize; 2];
    let mut previous = None;
    for &at in kept {
        let token = tokens[at];
        match token.kind {
            Kind::Bar => bars += 1,
            Kind::Slash if !is_operator(previous) => slashes += 1,
            Kind::EqualsSlash | Kind::Number => numbers += 1,
            Kind::List => lists += 1,
            Kind::Prose if token.text(text) == "<\">" => marks += 1,
            Kind::TripleQuote => marks += 1,
            Kind::Equals => equals += 1,
            // `<name> ::=`
            Kind::ColonEquals if previous == Some(Kind::Prose) => return true,
            Kind::ColonEquals => foreign += 1,
            _ => (),
        }
        previous = Some(token.kind);
    }
    let has_bars = slashes + numbers < bars || 0 < bars && 0 < lists;
    has_bars || 0 < marks && numbers == 0 || equals < foreign
}
