//! Lowers loose uniforms, that is, uniforms outside blocks. They are gathered in the parameter block
//! (`docs/interface.md`).
//!
//! Each uniform starts at a multiple of 16 bytes and has `std140` layout. Uniforms with a location come
//! first, by location, then the others in declaration order.

use crate::layout::{Rules, align_up};
use crate::lower::context::{LooseUniforms, Lowerer, ModuleLowerer};
use crate::lower::memory::{Base, Memory};
use crate::tree;
use crate::types::Layout;
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::{Global, GlobalData, GlobalKind, ResourceClass, ResourceRef};

const RULES: Rules = Rules { layout: Layout::Std140, row_major: false };

impl ModuleLowerer<'_> {
    /// Returns the parameter block and the byte offset of a loose uniform.
    fn loose_uniform(&mut self, handle: Handle<tree::Global>) -> (Global, u32) {
        let block = match self.declared.loose_uniforms.take() {
            Some(block) => block,
            None => self.declare_parameter_block(),
        };
        let location = (block.global, block.offsets.get(&handle).copied().unwrap_or(0));
        self.declared.loose_uniforms = Some(block);
        location
    }

    fn declare_parameter_block(&mut self) -> LooseUniforms {
        let program = self.program;
        let mut loose: Vec<_> = program
            .globals
            .iter()
            .filter_map(|(handle, global)| match global.kind {
                tree::GlobalKind::Loose { location, .. } => Some((location, handle, global)),
                _ => None,
            })
            .collect();
        loose.sort_by_key(|&(location, handle, _)| (location.is_none(), location, handle));
        let mut offsets = Vec::new();
        let mut end = 0u64;
        for (_, handle, global) in loose {
            let context = self.layout_context();
            let extent = self.layouts.extent(context, global.ty, RULES);
            let offset = align_up(end, extent.align.max(16));
            end = offset.saturating_add(extent.size);
            let Ok(at) = u32::try_from(offset) else {
                let finding = Diagnostic::new(
                    Code::N0501,
                    global.span,
                    "the uniforms do not fit in the parameter block",
                );
                self.diags.report(finding.help("move large uniforms to a storage block"));
                break;
            };
            offsets.push((handle, at));
        }
        let bytes = u32::try_from(align_up(end, 16)).unwrap_or(u32::MAX);
        let resource = ResourceRef { class: ResourceClass::Parameter, index: 0, count: 1 };
        let kind = GlobalKind::Bytes { resource, bytes };
        let global = self.globals.push(GlobalData { name: "parameters".into(), kind });
        self.describe_parameters(global, &offsets, bytes, RULES);
        LooseUniforms { global, offsets: offsets.into_iter().collect() }
    }
}

impl Lowerer<'_, '_> {
    /// Returns the memory of a loose uniform.
    pub(in crate::lower) fn loose_uniform(&mut self, handle: Handle<tree::Global>) -> Memory {
        let (global, offset) = self.module.loose_uniform(handle);
        let offset = self.b.i32(offset);
        let ty = self.module.program.globals[handle].ty;
        let memory = Memory::plain(Base::Bytes(global, offset), ty);
        Memory { rules: Some(RULES), align: 16, ..memory }
    }
}
