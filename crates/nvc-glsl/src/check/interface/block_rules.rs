//! What blocks and their members may say (GLSL 4.3.9, 4.4.5, GL_KHR_vulkan_glsl).

use crate::ast::Declarator;
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::declarations::layout_qualifiers::{LayoutKey, PACKINGS};
use crate::check::declarations::qualifiers::{LayoutValue, QualifierSet, Storage};
use crate::layout::Rules;
use crate::types::{Layout, Length, Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

/// What all members of a block have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRules {
    pub(in crate::check) storage: Option<Storage>,
    pub(in crate::check) description: &'static str,
    pub(in crate::check) rules: Rules,
    pub(in crate::check) align: Option<u32>,
    /// Whether offsets are the program's business.
    pub(super) offsets: bool,
    /// Whether it is what a reference points to.
    pub(in crate::check) reference: bool,
}

impl Checker<'_> {
    /// Uniform blocks lie as `std140` says, unless the scalar layout is enabled (GLSL 4.4.5).
    pub(super) fn check_uniform_packing(&mut self, quals: &QualifierSet) {
        let Some(item) = quals.get(LayoutKey::Packing) else { return };
        if layout_of(item.value) == Some(Layout::Std430) {
            let needs = Needs::extensions(&["GL_EXT_scalar_block_layout"]);
            self.require(&needs, "`std430` on a uniform block", item.span);
        }
    }

    /// Push constants have no place among the descriptors (GL_KHR_vulkan_glsl).
    pub(super) fn check_push_constant(&mut self, quals: &QualifierSet, instance: Option<&Declarator>) {
        if quals.get(LayoutKey::PushConstant).is_none() {
            return;
        }
        for item in quals.layout.iter().filter(|item| matches!(item.key, LayoutKey::Set | LayoutKey::Binding))
        {
            let message = format!("push constants have no `{}`", self.text(item.name));
            self.error(Code::N1402, item.span, message);
        }
        if let Some(instance) = instance.filter(|instance| !instance.dimensions.is_empty()) {
            self.error(Code::N1401, instance.name.span, "a block of push constants cannot be an array");
        }
    }

    /// `offset` and `align` need a layout with known offsets (GLSL 4.4.5).
    pub(super) fn check_offsets(&mut self, block: BlockRules, item: LayoutValue) {
        if !block.offsets {
            let message = format!("`{}` in a block that is `shared` or `packed`", self.text(item.name));
            self.report(
                Diagnostic::new(Code::N1402, item.span, message)
                    .help("make the block `std140`, `std430` or `scalar`"),
            );
        }
    }

    /// Qualifiers of members do not contradict the block (GLSL 4.3.9).
    pub(super) fn check_member_qualifiers(&mut self, block: BlockRules, quals: &QualifierSet) {
        if let Some(at) = quals.constant {
            self.error(Code::N1401, at, "a member of a block cannot be const");
        }
        if let Some((storage, at)) = quals.storage
            && Some(storage) != block.storage
        {
            let message = format!("the storage qualifier contradicts that of the {}", block.description);
            self.error(Code::N1401, at, message);
        }
        for item in
            quals.layout.iter().filter(|item| matches!(item.key, LayoutKey::Offset | LayoutKey::Align))
        {
            self.check_offsets(block, *item);
        }
    }

    /// Only a member itself may be an array without size, and not everywhere.
    pub(super) fn check_unsized(&mut self, ty: Type, allowed: bool, span: Span) {
        let outer = matches!(self.program.types.kind(ty), TypeKind::Array(_, Length::Unsized));
        let element = match *self.program.types.kind(ty) {
            TypeKind::Array(element, _) => element,
            _ => ty,
        };
        let inner = self.contains(element, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized)));
        if inner {
            let message = "only a member itself can be an array without size, not what is in it";
            self.error(Code::N1305, span, message);
        } else if outer && !allowed {
            let message = "only the last member of a buffer block can be an array without size";
            self.error(Code::N1305, span, message);
        }
    }
}

/// The memory layout of a code.
pub(super) fn layout_of(code: i128) -> Option<Layout> {
    PACKINGS.get(usize::try_from(code).ok()?).copied()
}
