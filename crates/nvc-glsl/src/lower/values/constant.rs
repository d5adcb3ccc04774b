//! Lowers constants and specialization constants.

use crate::lower::context::{Lowerer, ModuleLowerer};
use crate::lower::types::scalar_type;
use crate::lower::values::rvalue::Rvalue;
use crate::types::TypeKind;
use crate::types::constant::{Const, scalar_of};
use naga::Handle;
use nvc_ir::constant::Const as IrConst;
use nvc_ir::globals::SpecOperand;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, SpecConstData, SpecConstKind, Types};

impl ModuleLowerer<'_> {
    /// Declares the specialization constants and the operations on them. One pass suffices, because operands
    /// precede their users.
    pub(in crate::lower) fn specialization_constants(&mut self, types: &mut Types) {
        let program = self.program;
        let mut known = rustc_hash::FxHashMap::default();
        for (handle, spec) in program.spec_constants.iter() {
            let data = SpecConstData {
                name: self.names.text(spec.name).to_string(),
                ty: scalar_type(spec.scalar),
                default: spec.default,
                kind: SpecConstKind::Id(spec.id),
            };
            let made = self.spec_constants.push(data);
            self.describe_spec(made, spec.scalar);
            known.insert(handle, made);
        }
        for (handle, constant) in program.constants.iter() {
            match constant {
                Const::Spec(spec) => {
                    if let Some(&spec) = known.get(spec) {
                        self.specs.insert(handle, spec);
                    }
                }
                // IR integers have no signedness, so a bitcast is the same constant.
                Const::Op { op: nvc_ir::Op::Bitcast, operands, .. } => {
                    if let Some(&spec) = operands.first().and_then(|operand| self.specs.get(operand)) {
                        self.specs.insert(handle, spec);
                    }
                }
                Const::Op { scalar, op, operands, default } => {
                    let operands = operands.iter().map(|&operand| self.spec_operand(operand)).collect();
                    let data = SpecConstData {
                        name: String::new(),
                        ty: scalar_type(*scalar),
                        default: *default,
                        kind: SpecConstKind::Op(*op, operands),
                    };
                    let spec = self.spec_constants.push(data);
                    self.specs.insert(handle, spec);
                }
                Const::Components { matrix, default } => {
                    let matrix = self.value_type(types, *matrix);
                    let data = SpecConstData {
                        name: String::new(),
                        ty: Types::I32,
                        default: *default,
                        kind: SpecConstKind::Op(nvc_ir::Op::CoopLength, vec![SpecOperand::Type(matrix)]),
                    };
                    let spec = self.spec_constants.push(data);
                    self.specs.insert(handle, spec);
                }
                Const::Scalar(..) | Const::Composite(..) | Const::Null(_) => {}
            }
        }
    }

    fn spec_operand(&self, handle: Handle<Const>) -> SpecOperand {
        if let Some(&spec) = self.specs.get(&handle) {
            return SpecOperand::Spec(spec);
        }
        let (constants, specs) = (&self.program.constants, &self.program.spec_constants);
        let ty = scalar_of(constants, specs, handle).map_or(nvc_ir::Types::I32, scalar_type);
        let bits = crate::types::constant::default_bits(constants, specs, handle).unwrap_or(0);
        SpecOperand::Bits(ty, bits)
    }
}

impl Lowerer<'_, '_> {
    /// Returns the value of a constant. A struct, array or matrix that contains specialization constants is
    /// returned as separate constituents.
    pub(in crate::lower) fn constant(&mut self, handle: Handle<Const>) -> Rvalue {
        if let Some(&spec) = self.module.specs.get(&handle) {
            let ty = self.module.spec_constants[spec].ty;
            return self.b.func.constant(ty, IrConst::Spec(spec)).into();
        }
        let program = self.module.program;
        match &program.constants[handle] {
            Const::Scalar(scalar, bits) => self.b.bits(scalar_type(*scalar), *bits).into(),
            Const::Null(ty) => {
                let ty = self.value_type(*ty);
                self.b.func.constant(ty, IrConst::Null).into()
            }
            Const::Composite(ty, parts) => {
                let parts: Vec<Rvalue> = parts.iter().map(|&part| self.constant(part)).collect();
                self.composite(*ty, &parts)
            }
            // These have been declared in `specs`.
            Const::Spec(_) | Const::Op { .. } | Const::Components { .. } => {
                self.internal_error("an undeclared specialization constant");
                Rvalue::void()
            }
        }
    }

    /// Builds a composite from its parts, which are constants or specialization constants.
    fn composite(&mut self, ty: crate::types::Type, parts: &[Rvalue]) -> Rvalue {
        let known = parts.iter().map(|part| match part {
            Rvalue::Single(value)
                if !matches!(self.b.func.as_const(*value), Some(IrConst::Spec(_)) | None) =>
            {
                Some(*value)
            }
            _ => None,
        });
        let known: Option<Vec<_>> = known.collect();
        let value_type = self.value_type(ty);
        match (known, self.kind(ty)) {
            // A single part sets all components, and specialization may determine their number; both require
            // a `Construct`.
            (known, TypeKind::CoopVector(_) | TypeKind::SpecVector(..)) => {
                let parts: Vec<_> = parts.iter().map(|part| self.single(part)).collect();
                let fixed = self.id_vector_components(value_type) == Some(parts.len() as u32);
                if known.is_some() && fixed {
                    return self.b.func.constant(value_type, IrConst::Composite(parts)).into();
                }
                self.b.inst_with_type(Op::Construct, Imm::None, &parts, value_type).into()
            }
            (_, TypeKind::CoopMatrix(_)) => {
                let parts: Vec<_> = parts.iter().map(|part| self.single(part)).collect();
                self.b.inst_with_type(Op::Construct, Imm::None, &parts, value_type).into()
            }
            (Some(parts), TypeKind::Vector(1, _)) => {
                parts.first().copied().map_or(Rvalue::void(), Rvalue::from)
            }
            (Some(parts), _) => self.b.func.constant(value_type, IrConst::Composite(parts)).into(),
            (None, TypeKind::Vector(..)) => {
                let parts: Vec<_> = parts.iter().map(|part| self.single(part)).collect();
                self.vector(&parts).into()
            }
            (None, _) => Rvalue::composite(parts.iter().cloned()),
        }
    }

    /// Returns the bits of an expression that is a scalar constant, or 0 for a null constant of any type; `None` for
    /// other expressions.
    pub(in crate::lower) fn known_bits(&mut self, e: crate::lower::context::ExprHandle) -> Option<u64> {
        match self.body.exprs[e].kind {
            crate::tree::ExprKind::Const(handle) => match self.module.program.constants[handle] {
                Const::Scalar(_, bits) => Some(bits),
                Const::Null(_) => Some(0),
                _ => None,
            },
            _ => None,
        }
    }
}
