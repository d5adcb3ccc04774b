//! Checks constants against the type of their operand or variable (NV_gpu_program4 §2.X.3.3).
//!
//! NVIDIA's compiler writes negative integers for unsigned types, so nvc accepts them and uses their bits. For a 32-bit
//! operand, NVIDIA's loader (the assembler in its OpenGL driver) keeps only the low 32 bits of a constant; nvc does the
//! same, with a warning.

use nvc_diag::{Code, Diagnostic, Reported};

use crate::ast::{self, ConstVector, Literal};
use crate::modifier::{BaseType, DataType};
use crate::resolve::{Constant, Number, Resolver};

impl Resolver<'_, '_> {
    /// Checks the numbers of a constant.
    pub(in crate::resolve) fn check_literals(
        &mut self,
        literals: &[Literal],
        ty: DataType,
    ) -> Result<(), Reported> {
        literals.iter().try_for_each(|literal| self.check_literal(literal, ty))
    }

    /// Adds a vector constant to the table of numbers.
    pub(in crate::resolve) fn vector(&mut self, vector: &ConstVector) -> Constant {
        let first = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.extend(vector.items.iter().map(|&literal| Number::from(literal)));
        Constant::Vector { first, count: u8::try_from(vector.items.len()).unwrap_or(u8::MAX) }
    }

    fn check_literal(&mut self, literal: &Literal, ty: DataType) -> Result<(), Reported> {
        if ty.base == BaseType::Float {
            return Ok(());
        }
        let value = match literal.value {
            ast::Number::Int(value) => value,
            ast::Number::Float(value) => {
                let finding = Diagnostic::new(
                    Code::N0308,
                    literal.span,
                    "expected an integer, found a floating-point constant",
                );
                let help = format!("write it as an integer, such as `{}`, or use the type F", value.trunc());
                return Err(self.report(finding.help(help)));
            }
        };
        // Constants of smaller types are in 32-bit registers.
        let bits = u32::from(ty.bits.max(32));
        let max = match (bits, literal.negative) {
            (64, false) => u64::MAX,
            (64, true) => 1 << 63,
            (_, false) => u64::from(u32::MAX),
            (_, true) => 1 << 31,
        };
        if value <= max {
            return Ok(());
        }
        let message = format!("the constant does not fit in {bits} bits");
        if bits > 32 {
            return self.fail(Code::N0308, literal.span, message, "use a smaller number");
        }
        let low = if literal.negative { value.wrapping_neg() } else { value } as u32;
        let meaning = format!("its low 32 bits, {low:#x}");
        self.accept_with_warning(literal.span, message, &meaning, "use a smaller number or a 64-bit type");
        Ok(())
    }
}
