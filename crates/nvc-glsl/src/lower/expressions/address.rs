//! Lowers the operator `&` on lvalues in memory that is accessed through an address. GL_NV_shader_buffer_load
//! does not define the operator, but NVIDIA's compiler accepts it. Checking rejects it on bound buffers,
//! which have no address in a shader.

use crate::layout::{Rules, scalar_size};
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::ExprKind;
use crate::types::{Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Types, Value};

/// An address, and the type and layout of the memory at that address.
pub(in crate::lower) type Addressed = (Value, Type, Rules);

impl Lowerer<'_, '_> {
    /// Lowers `&lvalue`.
    pub(in crate::lower) fn address_of(&mut self, lvalue: ExprHandle) -> Rvalue {
        match self.addressed(lvalue) {
            Some((address, ..)) => address.into(),
            None => {
                let help = "take the address of the matrix or of a single component";
                self.unsupported("the address of components that are not contiguous", help);
                self.b.undef(Types::I64).into()
            }
        }
    }

    /// Computes the address of an lvalue; `None` if the lvalue is not contiguous or not accessed through an
    /// address.
    pub(in crate::lower) fn addressed(&mut self, lvalue: ExprHandle) -> Option<Addressed> {
        let body = self.body;
        let expr = &body.exprs[lvalue];
        match expr.kind {
            ExprKind::Deref(address, _) => {
                let rules = match *self.kind(body.exprs[address].ty) {
                    TypeKind::Reference(id) => {
                        Rules { layout: self.reference_layout(id).0, row_major: false }
                    }
                    _ => Rules::POINTER,
                };
                Some((self.value(address), expr.ty, rules))
            }
            ExprKind::Member(base, index) => {
                let (address, ty, rules) = self.addressed(base)?;
                let TypeKind::Struct(id) = *self.kind(ty) else { return None };
                let context = self.module.layout_context();
                let layout = self.module.layouts.of_struct(context, id, rules);
                let offset = layout.offsets.get(index as usize).copied()?;
                let member = self.module.program.types.get_struct(id)?.members.get(index as usize)?;
                let rules = Rules { row_major: rules.row_major || member.row_major, ..rules };
                Some((self.address_plus(address, offset), expr.ty, rules))
            }
            ExprKind::Index(base, index) => {
                let (address, ty, rules) = self.addressed(base)?;
                let stride = match *self.kind(ty) {
                    TypeKind::Array(element, _) => self.module.array_stride(element, rules),
                    TypeKind::Vector(_, scalar) => scalar_size(scalar),
                    TypeKind::Matrix { columns, rows, scalar } if !rules.row_major => {
                        self.module.layouts.matrix_stride(columns, rows, scalar, rules)
                    }
                    _ => return None,
                };
                let mut index = self.whole_index(index);
                if self.b.func.ty(index) != Types::I64 {
                    index = self.b.inst_with_type(Op::SExt, Imm::None, &[index], Types::I64);
                }
                let stride = self.b.bits(Types::I64, u64::from(stride));
                let bytes = self.b.op(Op::IMul, &[index, stride]);
                Some((self.b.op(Op::IAdd, &[address, bytes]), expr.ty, rules))
            }
            ExprKind::Swizzle { base, components, count: 1 } => {
                let (address, ty, rules) = self.addressed(base)?;
                let scalar = crate::lower::types::component(self.kind(ty))?;
                let offset = u32::from(components[0]).checked_mul(scalar_size(scalar))?;
                Some((self.address_plus(address, offset), expr.ty, rules))
            }
            ExprKind::NonUniform(base) => self.addressed(base),
            _ => None,
        }
    }

    fn address_plus(&mut self, address: Value, bytes: u32) -> Value {
        if bytes == 0 {
            return address;
        }
        let bytes = self.b.bits(Types::I64, u64::from(bytes));
        self.b.op(Op::IAdd, &[address, bytes])
    }
}
