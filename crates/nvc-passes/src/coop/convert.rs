//! Inserts conversions between matrix uses, which are left factor, right factor and accumulator
//! (SPV_NV_cooperative_matrix2). A matrix with several uses becomes an accumulator; a product that has it as a factor
//! gets a converted copy.

use super::infer::Uses;
use super::shape::Shape;
use nvc_ir::function::Args;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Function, Inst, Module, Op};

/// Converts each factor that also has other uses, once for each product operand that it is.
pub(super) fn run(module: &mut Module, uses: &Uses) {
    for (id, func) in module.functions.iter_mut() {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let mut at = 0;
            while let Some(&inst) = func.blocks[block].insts.get(at) {
                for operand in conflicting_factors(func, (id, inst), uses) {
                    let conversion = convert(func, inst, operand);
                    func.blocks[block].insts.insert(at, conversion);
                    at += 1;
                }
                at += 1;
            }
        }
    }
}

/// The indices of a product's operands that are factors with conflicting uses.
fn conflicting_factors(func: &Function, (id, inst): (FuncId, Inst), uses: &Uses) -> Vec<usize> {
    let data = func.inst(inst);
    if !matches!(data.op, Op::CoopMulAdd | Op::CoopMulAddSat) {
        return Vec::new();
    }
    let factors = data.args.iter().enumerate().take(2);
    let conflicting = factors.filter(|&(_, &arg)| match uses.values.get(&(id, func.resolve(arg))) {
        Some(Shape::Matrix(web)) => uses.webs.conflicting(*web),
        _ => false,
    });
    conflicting.map(|(operand, _)| operand).collect()
}

/// Creates the conversion of an operand and makes the operand refer to its result.
fn convert(func: &mut Function, inst: Inst, operand: usize) -> Inst {
    let data = func.inst(inst);
    let (from, loc) = (data.args[operand], data.loc());
    // Same type for now: `retype` later changes the type of the result to one with the use that the product requires.
    let ty = func.ty(from);
    let conversion = func.new_inst(Op::CoopConvertUse, Imm::None, Args::from_slice(&[from]), Some(ty), loc);
    if let Some(converted) = func.insts[conversion].result {
        func.insts[inst].args[operand] = converted;
    }
    conversion
}
