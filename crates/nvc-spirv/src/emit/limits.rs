//! Checks emitted instructions against SPIR-V's universal limits.

use nvc_ir::limits::{ARGUMENTS, LABELS, LOCALS, Limit, MEMBERS, PARAMETERS, VARIABLES, WORDS};
use rspirv::dr::Operand;
use spirv::{Op, StorageClass, Word};

/// Counters for entities that SPIR-V limits.
#[derive(Default)]
pub(super) struct LimitCheck {
    /// Number of variables in the module, and in the current function.
    variables: [usize; 2],
    /// The first exceeded limit that has not been reported yet, and the actual count.
    pub exceeded: Option<(Limit, usize)>,
}

impl LimitCheck {
    /// Checks an instruction against the limits.
    pub fn instruction(&mut self, op: Op, ty: Option<Word>, id: Option<Word>, operands: &[Operand]) {
        let counted = match op {
            // Operands: result type, then parameter types. This also covers calls, which have as many
            // arguments.
            Op::TypeFunction => Some((PARAMETERS, operands.len().saturating_sub(1))),
            // Operands: set, instruction number, then arguments.
            Op::ExtInst => Some((ARGUMENTS, operands.len().saturating_sub(2))),
            // Operands: selector, default, then pairs of literal and label.
            Op::Switch => Some((LABELS, operands.len().saturating_sub(2) / 2)),
            Op::TypeStruct => Some((MEMBERS, operands.len())),
            Op::Variable => self.variable(operands),
            Op::Function => {
                self.variables[1] = 0;
                None
            }
            _ => None,
        };
        let own = 1 + usize::from(ty.is_some()) + usize::from(id.is_some());
        if let Some((limit, found)) = counted {
            self.check(limit, found);
        }
        self.words(own + operands.iter().map(words).sum::<usize>());
    }

    /// Checks the length of an instruction in words.
    pub fn words(&mut self, count: usize) {
        self.check(WORDS, count);
    }

    fn check(&mut self, limit: Limit, found: usize) {
        if found > limit.max && self.exceeded.is_none() {
            self.exceeded = Some((limit, found));
        }
    }

    /// Counts a variable. Returns the limit and the count if this variable is the first to exceed the limit.
    fn variable(&mut self, operands: &[Operand]) -> Option<(Limit, usize)> {
        let local = matches!(operands.first(), Some(Operand::StorageClass(StorageClass::Function)));
        let limit = if local { LOCALS } else { VARIABLES };
        let count = self.variables.get_mut(usize::from(local))?;
        *count += 1;
        (*count == limit.max + 1).then_some((limit, *count))
    }
}

/// Returns the length of an operand in words.
fn words(operand: &Operand) -> usize {
    match operand {
        // A string ends in a NUL byte.
        Operand::LiteralString(text) => text.len() / 4 + 1,
        Operand::LiteralBit64(_) => 2,
        _ => 1,
    }
}
