//! Lowers the SPARSE modifier: an access with SPARSE also returns whether its texels are resident, in a separate
//! one-flag condition code (EXT_sparse_texture2).

use crate::lower::Lowerer;
use crate::resolve::Inst;
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::{Member, TypeKind, Types};
use nvc_ir::{Op, Type, Value};

/// The result of a texel access.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Texel {
    /// The texel value.
    pub value: Value,
    /// Whether all texels were resident; `None` without SPARSE.
    pub resident: Option<Value>,
}

impl Lowerer<'_> {
    /// Emits an access that returns a texel of type `ty`.
    pub(in crate::lower) fn texel(
        &mut self,
        inst: &Inst,
        op: Op,
        imm: TextureImm,
        args: &[Value],
        ty: Type,
    ) -> Texel {
        if !inst.mods.sparse {
            return Texel { value: self.b.inst_with_type(op, Imm::Texture(imm), args, ty), resident: None };
        }
        let imm = TextureImm { sparse: true, ..imm };
        let members = vec![Member::without_offset(Types::I32), Member::without_offset(ty)];
        let pair = self.b.types.intern(TypeKind::Struct { members, block: false });
        let pair = self.b.inst_with_type(op, Imm::Texture(imm), args, pair);
        let code = self.b.inst_with_type(Op::Extract, Imm::Index(0), &[pair], Types::I32);
        let value = self.b.inst_with_type(Op::Extract, Imm::Index(1), &[pair], ty);
        let resident = self.b.op(Op::TexResident, &[code]);
        Texel { value, resident: Some(resident) }
    }
}
