//! Evaluates `#if` expressions (GLSL §3.3) in 64-bit integers, with the C++ rules for unsigned operands.

use super::lexeme::{Kind, Lexeme};
use super::token::Punct;
use super::{Preprocessor, number};
use crate::ast::Literal;
use crate::version::Profile;
use nvc_diag::{Code, Diagnostic, Limit, Span};

/// A value. It is unsigned if an operand was unsigned (suffix `u`, or too large for `i64`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl From<bool> for Value {
    fn from(holds: bool) -> Self {
        Value { bits: i64::from(holds), unsigned: false }
    }
}

/// The error of an invalid expression, which has been reported.
struct Failed;

/// Binary operators with their precedence, lowest first.
const OPERATORS: &[(Punct, u8)] = &[
    (Punct::OrOr, 1),
    (Punct::AndAnd, 2),
    (Punct::Or, 3),
    (Punct::Xor, 4),
    (Punct::And, 5),
    (Punct::EqEq, 6),
    (Punct::NotEq, 6),
    (Punct::Less, 7),
    (Punct::Greater, 7),
    (Punct::Le, 7),
    (Punct::Ge, 7),
    (Punct::Shl, 8),
    (Punct::Shr, 8),
    (Punct::Plus, 9),
    (Punct::Minus, 9),
    (Punct::Star, 10),
    (Punct::Slash, 10),
    (Punct::Percent, 10),
];

/// A parser of the tokens of an expression.
struct Reader<'p, 'a> {
    preprocessor: &'p mut Preprocessor<'a>,
    tokens: &'p [Lexeme],
    at: usize,
    directive: Span,
    depth: u32,
    /// Whether the value is unused because an enclosing `&&` or `||` short-circuits.
    unused: bool,
}

impl Preprocessor<'_> {
    /// Evaluates a condition whose macros have been expanded; `false` if it has an error.
    pub(super) fn evaluate(&mut self, directive: Span, tokens: &[Lexeme]) -> bool {
        let mut reader = Reader { preprocessor: self, tokens, at: 0, directive, depth: 0, unused: false };
        let Ok(value) = reader.binary(1) else { return false };
        if let Some(extra) = reader.peek() {
            _ = reader.fail(extra.span, "unexpected token after the condition");
            return false;
        }
        value.bits != 0
    }
}

impl Reader<'_, '_> {
    fn peek(&self) -> Option<Lexeme> {
        self.tokens.get(self.at).copied()
    }

    fn accept(&mut self, punct: Punct) -> bool {
        let found = self.peek().is_some_and(|token| token.is(punct));
        self.at += usize::from(found);
        found
    }

    fn fail(&mut self, span: Span, message: &str) -> Failed {
        self.preprocessor.diags.report(Diagnostic::new(Code::N1104, span, message));
        Failed
    }

    /// Returns the span of the next token, or of the directive if there is none.
    fn here(&self) -> Span {
        self.peek().map_or(self.directive, |token| token.span)
    }

    /// Enters a nesting level; fails beyond the limit.
    fn deeper(&mut self) -> Result<(), Failed> {
        self.depth += 1;
        let most = self.preprocessor.diags.limit(Limit::ConditionDepth);
        if self.depth as usize <= most {
            return Ok(());
        }
        let (at, message) = (self.here(), format!("the condition is nested more than {most} deep"));
        self.preprocessor.diags.exceeds(Limit::ConditionDepth, at, message);
        Err(Failed)
    }

    /// Parses binary operators of precedence `min` or higher.
    fn binary(&mut self, min: u8) -> Result<Value, Failed> {
        self.deeper()?;
        let mut left = self.unary()?;
        while let Some(token) = self.peek() {
            let Kind::Punct(punct) = token.kind else { break };
            let Some(&(_, binds)) = OPERATORS.iter().find(|row| row.0 == punct && row.1 >= min) else {
                break;
            };
            self.at += 1;
            let unused = self.unused;
            self.unused |= match punct {
                Punct::AndAnd => left.bits == 0,
                Punct::OrOr => left.bits != 0,
                _ => false,
            };
            let right = self.binary(binds + 1);
            self.unused = unused;
            left = self.apply(punct, left, right?, token.span)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn apply(&mut self, punct: Punct, left: Value, right: Value, span: Span) -> Result<Value, Failed> {
        let unsigned = left.unsigned || right.unsigned;
        let (a, b) = (left.bits, right.bits);
        let less = |a: i64, b: i64| if unsigned { (a as u64) < b as u64 } else { a < b };
        // A shift by the width or more is undefined in C++; here the amount is taken modulo 64.
        let shift = b as u32;
        let bits = match punct {
            Punct::OrOr => return Ok((a != 0 || b != 0).into()),
            Punct::AndAnd => return Ok((a != 0 && b != 0).into()),
            Punct::EqEq => return Ok((a == b).into()),
            Punct::NotEq => return Ok((a != b).into()),
            Punct::Less => return Ok(less(a, b).into()),
            Punct::Greater => return Ok(less(b, a).into()),
            Punct::Le => return Ok((!less(b, a)).into()),
            Punct::Ge => return Ok((!less(a, b)).into()),
            Punct::Shl => return Ok(Value { bits: a.wrapping_shl(shift), unsigned: left.unsigned }),
            Punct::Shr if left.unsigned => {
                return Ok(Value { bits: (a as u64).wrapping_shr(shift) as i64, unsigned: true });
            }
            Punct::Shr => return Ok(Value { bits: a.wrapping_shr(shift), unsigned: false }),
            Punct::Or => a | b,
            Punct::Xor => a ^ b,
            Punct::And => a & b,
            Punct::Plus => a.wrapping_add(b),
            Punct::Minus => a.wrapping_sub(b),
            Punct::Star => a.wrapping_mul(b),
            Punct::Slash | Punct::Percent if b == 0 => {
                if !self.unused {
                    return Err(self.fail(span, "division by zero in a condition"));
                }
                0
            }
            Punct::Slash if unsigned => (a as u64 / b as u64) as i64,
            Punct::Percent if unsigned => (a as u64 % b as u64) as i64,
            Punct::Slash => a.wrapping_div(b),
            _ => a.wrapping_rem(b),
        };
        Ok(Value { bits, unsigned })
    }

    fn unary(&mut self) -> Result<Value, Failed> {
        let Some(token) = self.peek() else {
            return Err(self.fail(self.directive, "expected a value before the end of the condition"));
        };
        self.at += 1;
        match token.kind {
            Kind::Punct(punct @ (Punct::Plus | Punct::Minus | Punct::Tilde | Punct::Not)) => {
                self.deeper()?;
                let value = self.unary()?;
                self.depth -= 1;
                Ok(match punct {
                    Punct::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Punct::Tilde => Value { bits: !value.bits, ..value },
                    Punct::Not => (value.bits == 0).into(),
                    _ => value,
                })
            }
            Kind::Punct(Punct::LeftParen) => {
                let value = self.binary(1)?;
                if !self.accept(Punct::RightParen) {
                    return Err(self.fail(token.span, "unclosed parenthesis"));
                }
                Ok(value)
            }
            Kind::Number(_) => self.number(token),
            Kind::Name(_) => self.name(token),
            Kind::Invalid => Err(Failed),
            _ => Err(self.fail(token.span, "unexpected token in a condition")),
        }
    }

    fn number(&mut self, token: Lexeme) -> Result<Value, Failed> {
        let Kind::Number(text) = token.kind else { return Err(Failed) };
        let text = self.preprocessor.names.text(text);
        // Conditions are evaluated in 64 bits, so numbers need no suffix.
        let parsed =
            number::parse(text).or_else(|wrong| number::parse(&format!("{text}l")).map_err(|_| wrong));
        match parsed {
            Ok(Literal::Int { value, unsigned, .. }) => {
                Ok(Value { bits: value as i64, unsigned: unsigned || value > i64::MAX as u64 })
            }
            Ok(_) => Err(self.fail(token.span, "conditions allow only integers")),
            Err(wrong) => Err(self.fail(token.span, &wrong.message)),
        }
    }

    /// Evaluates `defined A`, or a name that is not a macro.
    fn name(&mut self, token: Lexeme) -> Result<Value, Failed> {
        let Kind::Name(name) = token.kind else { return Err(Failed) };
        if self.preprocessor.names.text(name) == "defined" {
            if !token.flags.fixed {
                return Err(self.expanded_defined(token.span));
            }
            let bracket = self.accept(Punct::LeftParen);
            let operand = self.peek();
            self.at += 1;
            let Some(Lexeme { kind: Kind::Name(operand), .. }) = operand else {
                return Err(self.fail(token.span, "`defined` needs a name"));
            };
            if bracket && !self.accept(Punct::RightParen) {
                return Err(self.fail(token.span, "unclosed parenthesis after `defined`"));
            }
            return Ok(self.preprocessor.is_defined(operand).into());
        }
        if !self.unused {
            self.undefined(name, token.span)?;
        }
        Ok(false.into())
    }

    /// Reports a `defined` from a macro body, whose operand may have been expanded.
    fn expanded_defined(&mut self, span: Span) -> Failed {
        let finding = Diagnostic::new(Code::N1104, span, "`defined` results from macro expansion")
            .note("this is undefined (GLSL §3.3, as in C++ §15.2)")
            .help("write `defined` in the condition itself, or define the macro as 0 or 1 with `#ifdef`");
        self.preprocessor.diags.report(finding);
        Failed
    }

    /// Warns about a name that is not a macro and therefore counts as 0; an error in GLSL ES.
    fn undefined(&mut self, name: crate::name::Name, span: Span) -> Result<(), Failed> {
        let text = self.preprocessor.names.text(name);
        let es = self.preprocessor.output.version.profile == Profile::Es;
        let message = if es {
            format!("`{text}` is not a macro")
        } else {
            format!("`{text}` is not a macro and counts as 0")
        };
        let code = if es { Code::N1104 } else { Code::W1102 };
        let finding = Diagnostic::new(code, span, message);
        self.preprocessor.diags.add(finding.help(format!("define it, or test `defined({text})` first")));
        if es { Err(Failed) } else { Ok(()) }
    }
}
