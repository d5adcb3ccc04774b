//! Checks the qualifiers and types of blocks and their members (GLSL §4.3.9, §4.4.5, GL_KHR_vulkan_glsl).

use crate::ast::Declarator;
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::declarations::layout_qualifiers::{LayoutKey, PACKINGS};
use crate::check::declarations::qualifiers::{LayoutValue, QualifierSet, Storage};
use crate::layout::Rules;
use crate::types::spirv::{SpirvCode, SpirvOperand};
use crate::types::{Layout, Length, Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

/// SPIR-V number of the decoration `BankNV`.
pub(super) const BANK: u32 = 5397;

/// The properties of a block that apply to its members.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockRules {
    pub(in crate::check) storage: Option<Storage>,
    pub(in crate::check) description: &'static str,
    pub(in crate::check) rules: Rules,
    pub(in crate::check) align: Option<u32>,
    /// Whether `offset` and `align` are allowed.
    pub(super) offsets: bool,
    /// Whether the block is a buffer reference.
    pub(in crate::check) reference: bool,
}

impl Checker<'_> {
    /// Checks that the scalar-layout extension is enabled if a uniform block is `std430` (GLSL §4.4.5).
    pub(super) fn check_uniform_packing(&mut self, quals: &QualifierSet) {
        let Some(item) = quals.get(LayoutKey::Packing) else { return };
        if layout_of(item.value) == Some(Layout::Std430) {
            let needs = Needs::extensions(&["GL_EXT_scalar_block_layout"]);
            self.require(&needs, "`std430` on a uniform block", item.span);
        }
    }

    /// Checks that a push-constant block has no set or binding and is not an array (GL_KHR_vulkan_glsl).
    pub(super) fn check_push_constant(&mut self, quals: &QualifierSet, instance: Option<&Declarator>) {
        if quals.get(LayoutKey::PushConstant).is_none() {
            return;
        }
        for item in quals.layout.iter().filter(|item| matches!(item.key, LayoutKey::Set | LayoutKey::Binding))
        {
            let message = format!("a push-constant block cannot have `{}`", self.text(item.name));
            self.error(Code::N1402, item.span, message);
        }
        if let Some(instance) = instance.filter(|instance| !instance.dimensions.is_empty()) {
            self.error(Code::N1401, instance.name.span, "a push-constant block cannot be an array");
        }
    }

    /// Adds the decorations of a push-constant block in a bank (GL_NV_push_constant_bank).
    pub(super) fn decorate_bank(&mut self, first: usize, quals: &QualifierSet) {
        /// SPIR-V numbers of the decorations: `MemberOffsetNV` and `BankNV`.
        const DECORATIONS: [(LayoutKey, u32); 2] = [(LayoutKey::MemberOffset, 5358), (LayoutKey::Bank, BANK)];
        /// SPIR-V number of the capability `PushConstantBanksNV`.
        const CAPABILITY: u32 = 5423;
        for (key, number) in DECORATIONS {
            let Some(item) = quals.get(key) else { continue };
            if quals.get(LayoutKey::PushConstant).is_none() {
                let message = format!("`{}` is only for push-constant blocks", self.text(item.name));
                self.error(Code::N1402, item.span, message);
                continue;
            }
            let code = SpirvCode {
                number,
                operands: vec![SpirvOperand::Literal(u32::try_from(item.value).unwrap_or(u32::MAX))],
                capabilities: vec![CAPABILITY],
                extensions: vec!["SPV_NV_push_constant_bank".to_owned()],
            };
            let added = self.program.globals.range_from(first);
            let added: Vec<_> = added.map(|handle| (handle, code.clone(), item.span)).collect();
            self.program.decorations.extend(added);
        }
    }

    /// Checks that `offset` and `align` are used only in a layout with specified offsets (GLSL §4.4.5).
    pub(super) fn check_offsets(&mut self, block: BlockRules, item: LayoutValue) {
        if !block.offsets {
            let message =
                format!("`{}` is not allowed in a `shared` or `packed` block", self.text(item.name));
            self.report(
                Diagnostic::new(Code::N1402, item.span, message)
                    .help("make the block `std140`, `std430` or `scalar`"),
            );
        }
    }

    /// Checks that the qualifiers of a member are compatible with the block (GLSL §4.3.9).
    pub(super) fn check_member_qualifiers(&mut self, block: BlockRules, quals: &QualifierSet) {
        if let Some(at) = quals.constant {
            self.error(Code::N1401, at, "a block member cannot be `const`");
        }
        if let Some((storage, at)) = quals.storage
            && Some(storage) != block.storage
        {
            let message = format!("the storage qualifier conflicts with that of the {}", block.description);
            self.error(Code::N1401, at, message);
        }
        for item in
            quals.layout.iter().filter(|item| matches!(item.key, LayoutKey::Offset | LayoutKey::Align))
        {
            self.check_offsets(block, *item);
        }
    }

    /// Checks that only the outermost dimension of a member is unsized, and only where `allowed`.
    pub(super) fn check_unsized(&mut self, ty: Type, allowed: bool, span: Span) {
        let outer = matches!(self.program.types.kind(ty), TypeKind::Array(_, Length::Unsized));
        let element = match *self.program.types.kind(ty) {
            TypeKind::Array(element, _) => element,
            _ => ty,
        };
        let inner = self.contains(element, &|kind| matches!(kind, TypeKind::Array(_, Length::Unsized)));
        if inner {
            let message = "only the outermost dimension of a member can be unsized";
            self.error(Code::N1305, span, message);
        } else if outer && !allowed {
            let message = "only the last member of a block can be an unsized array";
            self.error(Code::N1305, span, message);
        }
    }
}

/// Returns the memory layout for a value of [`LayoutKey::Packing`].
pub(super) fn layout_of(code: i128) -> Option<Layout> {
    PACKINGS.get(usize::try_from(code).ok()?).copied()
}
