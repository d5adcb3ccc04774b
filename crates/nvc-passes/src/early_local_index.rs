//! `early-local-index`: reads the local invocation index at the start of kernels with tensor loads of work-group matrices.
//!
//! Nothing uses the value. The read is for NVIDIA's driver (580.159, on an H200): if a kernel reads the index at its start, the
//! driver allocates registers differently. llama.cpp's quantised products (`mul_mm_cm2.comp`, tiles of 128 by 128) take 0.94 to
//! 0.97 of the time for tq2_0, whose kernel then needs 242 registers instead of 255, and 0.98 to 1.02 for q4_0. The source reads
//! the index there without using it; `spirv-opt` keeps that read, and this pass restores it after dead-code elimination.

use crate::{OpSet, Pass};
use nvc_ir::function::Args;
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::types::CoopMatrixType;
use nvc_ir::{Function, Module, Op, TypeKind, Types};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "early-local-index",
    doc: "Reads the local invocation index at the start of kernels with tensor loads of work-group matrices.",
    ops: TENSOR_LOADS,
    run: |module, _| run(module),
};

const TENSOR_LOADS: OpSet = OpSet::of(&[Op::CoopLoadTensor]);

fn run(module: &mut Module) {
    let loads = module.functions.values().any(|func| loads_group_matrix(func, &module.types));
    let Some(entry) = module.entry.as_ref().filter(|_| loads) else { return };
    read_at_start(&mut module.functions[entry.function]);
}

/// Whether a function has a tensor load of a matrix that a work group holds.
fn loads_group_matrix(func: &Function, types: &Types) -> bool {
    func.insts().any(|(_, data)| {
        let loaded =
            data.result.filter(|_| TENSOR_LOADS.contains(data.op)).map(|value| types.kind(func.ty(value)));
        matches!(loaded, Some(TypeKind::CoopMatrix(matrix)) if matrix.scope == CoopMatrixType::WORKGROUP)
    })
}

/// Reads the index at the start of the entry block, unless the block already reads it.
fn read_at_start(func: &mut Function) {
    let Some(&block) = func.layout.first() else { return };
    let read = Imm::Builtin(Builtin::LocalIndex);
    if func.blocks[block].insts.iter().any(|&inst| func.imm(inst) == read) {
        return;
    }
    let inst = func.new_inst(Op::Builtin, read, Args::new(), Some(Types::I32), None);
    func.blocks[block].insts.insert(0, inst);
}
