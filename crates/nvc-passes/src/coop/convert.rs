//! Conversions between uses (SPV_NV_cooperative_matrix2): a matrix with several uses becomes an accumulator, which is
//! converted where it is a factor.

use super::infer::Uses;
use super::shape::Shape;
use nvc_ir::function::Args;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Function, Inst, Module, Op};

/// Converts the factors of products whose use conflicts with another.
pub(super) fn run(module: &mut Module, uses: &Uses) {
    for (id, func) in module.functions.iter_mut() {
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let mut at = 0;
            while let Some(&inst) = func.blocks[block].insts.get(at) {
                for operand in conflicting_factors(func, (id, inst), uses) {
                    let made = convert(func, inst, operand);
                    func.blocks[block].insts.insert(at, made);
                    at += 1;
                }
                at += 1;
            }
        }
    }
}

/// The factors of a product with conflicting uses, by operand.
fn conflicting_factors(func: &Function, (id, inst): (FuncId, Inst), uses: &Uses) -> Vec<usize> {
    let data = &func.insts[inst];
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

/// The conversion of an operand, which replaces it.
fn convert(func: &mut Function, inst: Inst, operand: usize) -> Inst {
    let data = &func.insts[inst];
    let (from, loc) = (data.args[operand], data.loc);
    // Of the same type so far: the use follows from the product.
    let ty = func.ty(from);
    let made = func.new_inst(Op::CoopConvertUse, Imm::None, Args::from_slice(&[from]), Some(ty), loc);
    if let Some(converted) = func.insts[made].result {
        func.insts[inst].args[operand] = converted;
    }
    made
}
