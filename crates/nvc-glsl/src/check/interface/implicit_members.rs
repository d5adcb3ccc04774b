//! Determines the sizes of implicitly sized block members, which are the unsized arrays other than the last member of a
//! buffer block or, with GL_EXT_uniform_buffer_unsized_array, of a uniform block. The constant indices used with a member
//! determine its size (GLSL §4.1.9), so a block is laid out once all indices are known.

use super::block_rules::BlockRules;
use crate::check::declarations::implicit_sizes::{ImplicitArray, ImplicitBlock};
use crate::check::declarations::qualifiers::Storage;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::types::{Length, Member, StructId, TypeKind};

impl Checker<'_> {
    /// Checks the unsized members of a block, and returns the indices of the implicitly sized ones. A buffer
    /// reference has none, because pointer arithmetic needs its size.
    pub(super) fn implicit_members(&mut self, members: &[Member], block: BlockRules) -> Vec<u32> {
        let mut implicit = Vec::new();
        for (index, member) in (0u32..).zip(members) {
            let is_last = index as usize + 1 == members.len();
            let runtime = is_last
                && match block.storage {
                    Some(Storage::Buffer) => true,
                    Some(Storage::Uniform) => self.features.has("GL_EXT_uniform_buffer_unsized_array"),
                    _ => false,
                };
            self.check_unsized(member.ty, runtime || !block.reference, member.span);
            if !runtime
                && !block.reference
                && matches!(self.program.types.kind(member.ty), TypeKind::Array(_, Length::Unsized))
            {
                implicit.push(index);
            }
        }
        implicit
    }

    /// Returns the implicitly sized member that an lvalue denotes, if any.
    pub(in crate::check) fn implicit_member(&self, lvalue: ExprId) -> Option<(StructId, u32)> {
        let ExprKind::Member(base, index) = self.body.exprs[lvalue].kind else { return None };
        let TypeKind::Struct(id) = *self.program.types.kind(self.ty(base)) else { return None };
        let block = self.implicit.blocks.iter().find(|block| block.id == id)?;
        block.implicit.contains(&index).then_some((id, index))
    }

    /// Gives implicitly sized members their sizes, and lays out their blocks.
    pub(in crate::check) fn size_implicit_members(&mut self) {
        let blocks = std::mem::take(&mut self.implicit.blocks);
        for ImplicitBlock { id, layout, placements, implicit } in &blocks {
            let Some(def) = self.program.types.get_struct(*id) else { continue };
            let mut members = def.members.clone();
            for &index in implicit {
                let Some(member) = members.get_mut(index as usize) else { continue };
                let TypeKind::Array(element, _) = *self.program.types.kind(member.ty) else { continue };
                let count = self.implicit_size(ImplicitArray::Member(*id, index));
                member.ty = self.program.types.intern(TypeKind::Array(element, Length::Fixed(count)));
                self.check_size(member.ty, member.span);
            }
            self.assign_offsets(&mut members, placements, *layout);
            if let Some(def) = self.program.types.structs.get_mut(id.0 as usize) {
                def.members = members;
            }
        }
        if blocks.is_empty() {
            return;
        }
        // Expressions were typed before the sizes were known, so their types are updated.
        let types = &self.program.types;
        for (_, function) in self.program.functions.iter_mut() {
            let handles: Vec<ExprId> = function.exprs.iter().map(|(handle, _)| handle).collect();
            for handle in handles {
                let ExprKind::Member(base, index) = function.exprs[handle].kind else { continue };
                if let TypeKind::Struct(id) = *types.kind(function.exprs[base].ty)
                    && let Some(member) = types.get_struct(id).and_then(|def| def.members.get(index as usize))
                {
                    function.exprs[handle].ty = member.ty;
                }
            }
        }
    }
}
