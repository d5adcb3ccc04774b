//! What naga reads and writes as something else. Such programs are refused before it sees them.

use crate::Emit;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::imm::{AtomicOp, GroupOp, Imm};
use nvc_ir::types::Types;
use nvc_ir::{Block, Function, GlobalKind, InstData, Module, Terminator, Type, TypeKind};
use std::collections::BTreeSet;

/// Why a module cannot be written in a language, if naga would not say so.
pub(crate) fn find(module: &Module, form: Emit) -> Option<Diagnostic> {
    let (at, what, note) =
        signed_extremes(module).or_else(|| fallthrough(module)).or_else(|| blocks(module))?;
    let message = format!("the program cannot be written as {}: {what}", form.name());
    Some(Diagnostic::new(Code::N0603, at, message).note(note).help("emit SPIR-V, which says it all"))
}

/// Where, what, and why not.
type Obstacle = (Loc, &'static str, &'static str);

fn signed_extremes(module: &Module) -> Option<Obstacle> {
    let signed = |data: &&InstData| {
        matches!(
            data.imm,
            Imm::Atomic(AtomicOp::SMin | AtomicOp::SMax, _) | Imm::Group(GroupOp::SMin | GroupOp::SMax, _)
        )
    };
    let mut insts = module.functions.values().flat_map(|func| {
        func.blocks_in_order().flat_map(|(_, block)| &block.insts).map(|&inst| &func.insts[inst])
    });
    let note = "naga takes the numbers of atomics and of subgroups for unsigned ones";
    Some((insts.find(signed)?.loc, "minima or maxima of signed numbers", note))
}

fn fallthrough(module: &Module) -> Option<Obstacle> {
    let note = "naga loses what falls through from a default";
    let at = module.functions.values().find_map(falls_through)?;
    Some((at, "a case of a switch that falls through to the next", note))
}

/// Where a switch starts of which one case leads to another.
fn falls_through(func: &Function) -> Option<Loc> {
    for (header, data) in func.blocks_in_order() {
        let Terminator::Switch { merge, .. } = &data.term else { continue };
        let cases: BTreeSet<Block> = data.term.targets().map(|target| target.block).collect();
        let into_case = |(from, data): (Block, &nvc_ir::BlockData)| {
            let mut targets = data.term.targets().map(|target| target.block);
            from != header && targets.any(|to| to != *merge && cases.contains(&to))
        };
        if func.blocks_in_order().any(into_case) {
            return Some(data.term_loc);
        }
    }
    None
}

fn blocks(module: &Module) -> Option<Obstacle> {
    let array = |kind: &GlobalKind| matches!(kind, GlobalKind::Variable { ty, .. } if is_array_of_blocks(&module.types, *ty));
    let note = "naga writes an array of buffers as a buffer with an array in it";
    module.globals.values().any(|global| array(&global.kind)).then_some((None, "an array of buffers", note))
}

fn is_array_of_blocks(types: &Types, ty: Type) -> bool {
    match types.kind(ty) {
        TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => {
            matches!(types.kind(*element), TypeKind::Struct { block: true, .. })
        }
        _ => false,
    }
}
