//! Lexers of logos, whose only token is a whole text.

/// Defines an expression as a constant, and the contestant of a lexer, for which logos requires a literal:
/// another one if the expression matches the empty text.
macro_rules! token {
    ($(#[$docs:meta])* $expression:literal; or empty $not_empty:literal) => {
        $crate::tokens::token! { @ $(#[$docs])* $expression, $not_empty, true }
    };
    ($(#[$docs:meta])* $expression:literal) => {
        $crate::tokens::token! { @ $(#[$docs])* $expression, $expression, false }
    };
    (@ $(#[$docs:meta])* $expression:literal, $token:literal, $is_empty:literal) => {
        $(#[$docs])*
        pub(crate) const EXPRESSION: &str = $expression;

        /// The contestant.
        pub(super) fn logos(checks: $crate::contestant::Checks) -> $crate::contestant::Contestant {
            #[derive(logos::Logos)]
            enum Token {
                #[regex($token)]
                Whole,
            }

            fn is_token(text: &str) -> bool {
                let mut lexer = <Token as logos::Logos>::lexer(text);
                matches!(lexer.next(), Some(Ok(Token::Whole))) && lexer.span().end == text.len()
            }

            $crate::contestant::Contestant {
                validate: Some(|_, text| {
                    usize::from($is_empty && text.is_empty() || is_token(text))
                }),
                ..$crate::contestant::Contestant::new("logos", checks)
            }
        }
    };
}

pub(crate) use token;
