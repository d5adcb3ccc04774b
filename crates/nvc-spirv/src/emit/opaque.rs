//! Emits opaque SPIR-V constructs: instructions, types, execution modes and decorations that the IR
//! identifies by number.

use super::function::FunctionEmitter;
use super::writer::{literal, literal_text};
use super::{Emit, Emitter};
use crate::unknown;
use nvc_ir::spirv::GLSL_STD_450;
use nvc_ir::{Global, Spirv, SpirvInst, SpirvOperand};
use rspirv::dr::Operand;
use spirv::{Decoration, ExecutionMode, Op, Word};

impl Emitter<'_> {
    /// Declares the capabilities and extensions that a construct requires.
    pub(super) fn require_opaque(&mut self, code: &Spirv) {
        for &capability in &code.capabilities {
            if let Some(unavailable) = self.requirements.require_number(capability, self.loc) {
                self.failed = Some(self.diags.report(unavailable));
            }
        }
        for extension in &code.extensions {
            let what = "SPIR-V constructs of this extension";
            if let Some(denied) = self.requirements.extension_name(extension, what, self.loc) {
                self.failed = Some(self.diags.report(denied));
            }
        }
    }

    /// Returns the operands of a construct. `values` are the ids of its value operands, in order.
    pub(super) fn opaque_operands(&mut self, code: &Spirv, values: &[Operand]) -> Emit<Vec<Operand>> {
        let mut values = values.iter();
        let mut operands = Vec::with_capacity(code.operands.len());
        for operand in &code.operands {
            operands.push(match operand {
                SpirvOperand::Value => match values.next() {
                    Some(value) => value.clone(),
                    None => return Err(self.fault("an opaque instruction lacks an operand")),
                },
                SpirvOperand::Literal(word) => Operand::LiteralBit32(*word),
                SpirvOperand::String(text) => literal_text(text),
                SpirvOperand::Type(ty) => Operand::IdRef(self.ty(*ty)?),
                SpirvOperand::Constant(ty, bits) => Operand::IdRef(self.scalar(*ty, *bits)?),
                SpirvOperand::Spec(spec) => Operand::IdRef(self.spec_constant(*spec)?),
            });
        }
        Ok(operands)
    }

    /// Declares an opaque type.
    pub(super) fn opaque_type(&mut self, code: &Spirv) -> Emit<Word> {
        self.require_opaque(code);
        let operands = self.opaque_operands(code, &[])?;
        Ok(match Op::from_u32(code.number) {
            Some(op) => self.writer.intern(op, None, &operands),
            None => {
                let id = self.writer.id();
                let (op, ty, result, operands) = unknown::parts(code.number, None, Some(id), operands);
                let inst = self.writer.instruction(op, ty, result, operands);
                self.writer.module.types_global_values.push(inst);
                id
            }
        })
    }

    /// Emits the additional execution modes of the module.
    pub(super) fn opaque_modes(&mut self, main: Word) -> Emit<()> {
        let ir = self.ir;
        for mode in &ir.execution_modes {
            self.require_opaque(mode);
            let operands = self.opaque_operands(mode, &[])?;
            let op = if has_ids(mode) { Op::ExecutionModeId } else { Op::ExecutionMode };
            let number = ExecutionMode::from_u32(mode.number);
            let number = number.map_or(Operand::LiteralBit32(mode.number), Operand::ExecutionMode);
            let head = [Operand::IdRef(main), number];
            let all = head.into_iter().chain(operands).collect();
            let inst = self.writer.instruction(op, None, None, all);
            self.writer.module.execution_modes.push(inst);
        }
        Ok(())
    }

    /// Emits the additional decorations of a variable.
    pub(super) fn opaque_decorations(&mut self, global: Global, id: Word) -> Emit<()> {
        let ir = self.ir;
        for (_, decoration) in ir.decorations.iter().filter(|(target, _)| *target == global) {
            self.require_opaque(decoration);
            let operands = self.opaque_operands(decoration, &[])?;
            let op = if has_ids(decoration) {
                Op::DecorateId
            } else if decoration.operands.iter().any(|operand| matches!(operand, SpirvOperand::String(_))) {
                Op::DecorateString
            } else {
                Op::Decorate
            };
            let number = Decoration::from_u32(decoration.number);
            let number = number.map_or(Operand::LiteralBit32(decoration.number), Operand::Decoration);
            let head = [Operand::IdRef(id), number];
            let all = head.into_iter().chain(operands).collect();
            let inst = self.writer.instruction(op, None, None, all);
            self.writer.module.annotations.push(inst);
        }
        Ok(())
    }

    /// Returns the id of the import of an extended instruction set.
    fn instruction_set(&mut self, name: &str) -> Word {
        if name == GLSL_STD_450 {
            return self.glsl();
        }
        if let Some((_, id)) = self.sets.iter().find(|(known, _)| known == name) {
            return *id;
        }
        let id = self.writer.id();
        let inst = self.writer.instruction(Op::ExtInstImport, None, Some(id), vec![literal(name)]);
        self.writer.module.ext_inst_imports.push(inst);
        self.sets.push((name.to_owned(), id));
        id
    }
}

/// Returns whether a mode or decoration, which has no value operands, has an id as an operand.
fn has_ids(code: &Spirv) -> bool {
    let id = |operand: &SpirvOperand| {
        matches!(operand, SpirvOperand::Constant(..) | SpirvOperand::Spec(_) | SpirvOperand::Type(_))
    };
    code.operands.iter().any(id)
}

impl FunctionEmitter<'_, '_> {
    /// Emits an opaque instruction. `result` is the result type and the result id.
    pub(super) fn opaque(
        &mut self,
        inst: &SpirvInst,
        result: Option<(Word, Word)>,
        values: &[Operand],
    ) -> Emit<()> {
        self.m.require_opaque(&inst.code);
        let mut operands = self.m.opaque_operands(&inst.code, values)?;
        let (mut ty, mut id) = result.unzip();
        let mut opcode = inst.code.number;
        if let Some(set) = &inst.set {
            let import = Operand::IdRef(self.m.instruction_set(set));
            operands.splice(0..0, [import, Operand::LiteralExtInstInteger(opcode)]);
            opcode = Op::ExtInst as u32;
            // An extended instruction always has a result, even if its type is void.
            if id.is_none() {
                ty = Some(self.m.writer.intern(Op::TypeVoid, None, &[]));
                id = Some(self.m.writer.id());
            }
        }
        let (op, ty, id, operands) = unknown::parts(opcode, ty, id, operands);
        self.push(op, ty, id, operands);
        Ok(())
    }
}
