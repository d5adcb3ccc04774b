//! Loose uniforms: the parameter block (`docs/interface.md`).
//!
//! Each lies at a multiple of 16 bytes, laid out as `std140` says: those with a location first, in the
//! order of locations, then the others in the order of declaration.

use crate::layout::{Rules, align_up};
use crate::lower::context::{Lowerer, Parameters, Shared};
use crate::lower::memory::{Base, Memory};
use crate::tree;
use crate::types::Layout;
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::{Global, GlobalData, GlobalKind, ResourceClass, ResourceRef};

const RULES: Rules = Rules { layout: Layout::Std140, row_major: false };

impl Shared<'_> {
    /// Block and byte offset of a loose uniform.
    fn parameter(&mut self, handle: Handle<tree::Global>) -> (Global, u32) {
        let block = match self.known.parameters.take() {
            Some(block) => block,
            None => self.parameter_block(),
        };
        let place = (block.global, block.offsets.get(&handle).copied().unwrap_or(0));
        self.known.parameters = Some(block);
        place
    }

    fn parameter_block(&mut self) -> Parameters {
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
                let finding = Diagnostic::new(Code::N0501, global.span, "the uniforms are too large");
                self.diags.report(finding.help("use a storage block"));
                break;
            };
            offsets.push((handle, at));
        }
        let bytes = u32::try_from(align_up(end, 16)).unwrap_or(u32::MAX);
        let resource = ResourceRef { class: ResourceClass::Parameter, index: 0, count: 1 };
        let kind = GlobalKind::Bytes { resource, bytes };
        let global = self.globals.push(GlobalData { name: "parameters".into(), kind });
        self.describe_parameters(global, &offsets, bytes, RULES);
        Parameters { global, offsets: offsets.into_iter().collect() }
    }
}

impl Lowerer<'_, '_> {
    /// The memory of a loose uniform.
    pub(in crate::lower) fn parameter(&mut self, handle: Handle<tree::Global>) -> Memory {
        let (global, offset) = self.s.parameter(handle);
        let offset = self.b.i32(offset);
        let ty = self.s.program.globals[handle].ty;
        let memory = Memory::plain(Base::Bytes(global, offset), ty);
        Memory { rules: Some(RULES), align: 16, ..memory }
    }
}
