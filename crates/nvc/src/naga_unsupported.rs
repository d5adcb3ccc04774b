//! Rejects programs that naga would translate incorrectly without reporting an error.

use crate::Emit;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::imm::{AtomicOp, GroupOp, Imm};
use nvc_ir::types::Types;
use nvc_ir::{Block, Function, GlobalKind, InstRef, Module, Terminator, Type, TypeKind};
use std::collections::BTreeSet;

/// Returns an error if the module has a construct that naga is known to translate incorrectly.
pub(crate) fn find(module: &Module, form: Emit) -> Option<Diagnostic> {
    let (at, what, note) =
        signed_extremes(module).or_else(|| fallthrough(module)).or_else(|| arrays_of_blocks(module))?;
    let message = format!("the program cannot be translated to {}: {what}", form.name());
    Some(Diagnostic::new(Code::N0603, at, message).note(note).help("emit SPIR-V instead"))
}

/// The location of an unsupported construct, its description, and what naga does with it.
type Obstacle = (Loc, &'static str, &'static str);

fn signed_extremes(module: &Module) -> Option<Obstacle> {
    let signed = |data: &InstRef<'_>| {
        matches!(
            data.imm(),
            Imm::Atomic(AtomicOp::SMin | AtomicOp::SMax, _) | Imm::Group(GroupOp::SMin | GroupOp::SMax, _)
        )
    };
    let mut insts = module.functions.values().flat_map(|func| func.insts().map(|(_, data)| data));
    let note = "naga treats the operands of atomic and subgroup operations as unsigned";
    Some((insts.find(signed)?.loc(), "a signed atomic or subgroup minimum or maximum", note))
}

fn fallthrough(module: &Module) -> Option<Obstacle> {
    let note = "naga drops the fallthrough from a default case";
    let at = module.functions.values().find_map(falls_through)?;
    Some((at, "a switch case that falls through", note))
}

/// Returns the location of a switch with a case that branches to another case.
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

fn arrays_of_blocks(module: &Module) -> Option<Obstacle> {
    let array = |kind: &GlobalKind| matches!(kind, GlobalKind::Variable { ty, .. } if is_array_of_blocks(&module.types, *ty));
    let note = "naga translates an array of buffers to a buffer that contains an array";
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
