//! Holds what is written against SPIR-V's universal limits.

use nvc_ir::limits::{ARGUMENTS, LABELS, LOCALS, Limit, MEMBERS, PARAMETERS, VARIABLES, WORDS};
use rspirv::dr::Operand;
use rspirv::spirv::{Op, StorageClass, Word};

/// What was counted.
#[derive(Default)]
pub(super) struct Measure {
    /// Variables of the module, and of the function that is being written.
    variables: [usize; 2],
    /// The last limit that was exceeded, and by how much.
    pub exceeded: Option<(Limit, usize)>,
}

impl Measure {
    /// Counts an instruction.
    pub fn instruction(&mut self, op: Op, ty: Option<Word>, id: Option<Word>, operands: &[Operand]) {
        let counted = match op {
            // The type of the result stands in front. A call has as many arguments.
            Op::TypeFunction => Some((PARAMETERS, operands.len().saturating_sub(1))),
            // The set and the number of the instruction stand in front.
            Op::ExtInst => Some((ARGUMENTS, operands.len().saturating_sub(2))),
            // The selector and the default stand in front of pairs.
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
        let words = own + operands.iter().map(words).sum::<usize>();
        for (limit, found) in counted.into_iter().chain([(WORDS, words)]) {
            if found > limit.most && self.exceeded.is_none() {
                self.exceeded = Some((limit, found));
            }
        }
    }

    /// Counts a variable; says so of the first that is too many.
    fn variable(&mut self, operands: &[Operand]) -> Option<(Limit, usize)> {
        let local = matches!(operands.first(), Some(Operand::StorageClass(StorageClass::Function)));
        let limit = if local { LOCALS } else { VARIABLES };
        let count = self.variables.get_mut(usize::from(local))?;
        *count += 1;
        (*count == limit.most + 1).then_some((limit, *count))
    }
}

/// Words of an operand.
fn words(operand: &Operand) -> usize {
    match operand {
        // A NUL ends a string.
        Operand::LiteralString(text) => text.len() / 4 + 1,
        Operand::LiteralBit64(_) => 2,
        _ => 1,
    }
}
