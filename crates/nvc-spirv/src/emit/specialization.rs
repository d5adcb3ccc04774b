//! Emits specialization constants and operations on them (`OpSpecConstantOp`).

use super::{Emit, Emitter};
use nvc_ir::types::Length;
use nvc_ir::{Op as IrOp, SpecConst, SpecConstData, SpecConstKind, SpecOperand, Type, TypeKind};
use rspirv::dr::Operand;
use spirv::{Decoration, Op, Word};

/// The first SPIR-V version that allows `UConvert` in `OpSpecConstantOp` for shaders.
const HAS_UCONVERT: (u8, u8) = (1, 4);

impl<'a> Emitter<'a> {
    /// Returns the id of a specialization constant. Declares it first if necessary, after its operands.
    ///
    /// Operands can nest as deeply as expressions in the program, so this uses an explicit stack instead of
    /// recursion.
    pub(super) fn spec_constant(&mut self, spec: SpecConst) -> Emit<Word> {
        let mut stack = vec![spec];
        while let Some(&next) = stack.last() {
            match self.undeclared_operand(next)? {
                Some(operand) => stack.push(operand),
                None => {
                    stack.pop();
                    self.declare_spec_constant(next)?;
                }
            }
        }
        self.declared_spec_constant(spec)
    }

    /// Returns an operand of a constant that has not been declared yet, if there is one.
    fn undeclared_operand(&mut self, spec: SpecConst) -> Emit<Option<SpecConst>> {
        if self.constants.is_declared(spec) {
            return Ok(None);
        }
        let SpecConstKind::Op(_, operands) = &self.spec_data(spec)?.kind else { return Ok(None) };
        let named = operands.iter().flat_map(|operand| self.named_constants(*operand)).flatten();
        let missing = named.into_iter().find(|named| !self.constants.is_declared(*named));
        match missing {
            Some(other) if other >= spec => {
                Err(self.fault(format!("{spec} uses {other}, which is not an earlier constant")))
            }
            missing => Ok(missing),
        }
    }

    /// Returns the constants that an operand refers to: the operand itself, or the scope and dimensions of a
    /// matrix type.
    fn named_constants(&self, operand: SpecOperand) -> [Option<SpecConst>; 3] {
        let types = &self.ir.types;
        match operand {
            SpecOperand::Spec(spec) => [Some(spec), None, None],
            SpecOperand::Type(ty) if types.contains(ty) => match types.kind(ty) {
                TypeKind::CoopMatrix(matrix) => {
                    [matrix.scope, matrix.rows, matrix.columns].map(|length| match length {
                        Length::Spec(spec) => Some(spec),
                        Length::Fixed(_) => None,
                    })
                }
                _ => [None; 3],
            },
            SpecOperand::Type(_) | SpecOperand::Bits(..) => [None; 3],
        }
    }

    fn spec_data(&mut self, spec: SpecConst) -> Emit<&'a SpecConstData> {
        match self.ir.spec_constants.get(spec) {
            Some(data) => Ok(data),
            None => Err(self.fault(format!("specialization constant {spec} does not exist"))),
        }
    }

    fn declared_spec_constant(&mut self, spec: SpecConst) -> Emit<Word> {
        match self.constants.spec.get(&spec) {
            Some(&id) => Ok(id),
            None => Err(self.fault(format!("specialization constant {spec} was not declared"))),
        }
    }

    /// Declares a constant whose operands are already declared. Does nothing if the constant is declared.
    fn declare_spec_constant(&mut self, spec: SpecConst) -> Emit<()> {
        if self.constants.is_declared(spec) {
            return Ok(());
        }
        let data = self.spec_data(spec)?;
        self.require_small_arithmetic(data.ty)?;
        let word = match data.kind {
            SpecConstKind::Id(id) => self.spec_scalar(data, id)?,
            SpecConstKind::Op(op, ref operands) => self.spec_operation(data.ty, op, operands)?,
        };
        self.writer.name(word, &data.name);
        self.constants.spec.insert(spec, word);
        self.constants.specialized.insert(word);
        Ok(())
    }

    /// Declares a constant with a `SpecId`.
    fn spec_scalar(&mut self, data: &SpecConstData, id: u32) -> Emit<Word> {
        let (op, operands) = match *self.kind(data.ty)? {
            TypeKind::Bool if data.default == 0 => (Op::SpecConstantFalse, vec![]),
            TypeKind::Bool => (Op::SpecConstantTrue, vec![]),
            TypeKind::Int(64) | TypeKind::Float(64) => {
                (Op::SpecConstant, vec![Operand::LiteralBit64(data.default)])
            }
            _ => (Op::SpecConstant, vec![Operand::LiteralBit32(data.default as u32)]),
        };
        let ty = self.ty(data.ty)?;
        let word = self.writer.declare(op, Some(ty), operands);
        self.writer.decorate(word, Decoration::SpecId, &[Operand::LiteralBit32(id)]);
        Ok(word)
    }

    /// Declares an operation on declared constants.
    fn spec_operation(&mut self, ty: Type, op: IrOp, operands: &[SpecOperand]) -> Emit<Word> {
        let mut ids = Vec::with_capacity(operands.len());
        let (mut logical, mut first_type) = (false, None);
        for &operand in operands {
            let (ty, id) = match operand {
                SpecOperand::Spec(other) => (self.spec_data(other)?.ty, self.declared_spec_constant(other)?),
                SpecOperand::Bits(ty, bits) => (ty, self.scalar(ty, bits)?),
                SpecOperand::Type(ty) => (ty, self.ty(ty)?),
            };
            logical |= matches!(self.kind(ty)?, TypeKind::Bool);
            first_type = first_type.or(Some(ty));
            ids.push(id);
        }
        let first_bits = first_type.and_then(|ty| self.ir.types.scalar_bits(ty));
        if let (IrOp::ZExt, Some(bits @ 0..64)) = (op, first_bits)
            && self.version() < HAS_UCONVERT
        {
            let signed = self.spec_instruction(ty, Op::SConvert, &ids)?;
            let mask = self.scalar(ty, (1 << bits) - 1)?;
            return self.spec_instruction(ty, Op::BitwiseAnd, &[signed, mask]);
        }
        match super::ops::spec_constant_opcode(op, logical) {
            Some(opcode) => self.spec_instruction(ty, opcode, &ids),
            None => {
                Err(self.fault(format!("`{}` cannot be a specialization constant operation", op.info().name)))
            }
        }
    }

    fn spec_instruction(&mut self, ty: Type, opcode: Op, ids: &[Word]) -> Emit<Word> {
        let mut operands = vec![Operand::LiteralSpecConstantOpInteger(opcode)];
        operands.extend(ids.iter().map(|&id| Operand::IdRef(id)));
        let ty = self.ty(ty)?;
        Ok(self.writer.declare(Op::SpecConstantOp, Some(ty), operands))
    }
}
