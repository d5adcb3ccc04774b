//! Replaces each load or store with a dynamic layout by a branch to one of two with a constant layout, which
//! SPV_KHR_cooperative_matrix requires.
//!
//! ```text
//! m = coop.load p, stride, layout    =>    branch layout, b1, b2, merge b3
//!                                          b1: m1 = coop.load p, stride, true; jump b3(m1)
//!                                          b2: m2 = coop.load p, stride, false; jump b3(m2)
//!                                          b3(m):
//! ```

use crate::split_block::{Split, expand_insts, split_block};
use nvc_ir::{Function, Inst, Module, Op, Target, Terminator, Value};

/// Expands all loads and stores with a dynamic layout.
pub(super) fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        expand_insts(func, dynamic_layout, expand);
    }
}

/// The layout operand of a load or store, and its position, if it is not constant.
fn dynamic_layout(func: &Function, inst: Inst) -> Option<(Value, usize)> {
    let data = func.inst(inst);
    let number = match data.op {
        Op::CoopLoad => 2,
        Op::CoopStore => 3,
        _ => return None,
    };
    let layout = *data.args.get(number)?;
    func.as_bits(layout).is_none().then_some((layout, number))
}

/// Expands the instruction at `position` in the block at index `at` of the function's block layout.
fn expand(func: &mut Function, at: usize, position: usize, (column_major, number): (Value, usize)) {
    let data = func.copy_inst(func.blocks[func.layout[at]].insts[position]);
    let [columns, rows] = [(); 2].map(|()| func.new_block());
    let Split { before, after } = split_block(func, at, position, &[columns, rows]);

    for (arm, bit) in [(columns, 1), (rows, 0)] {
        let constant = func.constant(nvc_ir::Types::BOOL, nvc_ir::Const::Bits(bit));
        let mut args = data.args.clone();
        args[number] = constant;
        let ty = data.result.map(|result| func.ty(result));
        let copy = func.new_inst(data.op, data.imm(), args, ty, data.loc());
        func.blocks[arm].insts.push(copy);
        let result = func.insts[copy].result;
        let mut target = Target::new(after);
        target.args.extend(result);
        func.blocks[arm].term = Terminator::Jump(target);
        func.blocks[arm].term_loc = data.loc();
    }
    if let Some(result) = data.result {
        let ty = func.ty(result);
        let merged = func.add_param(after, ty);
        func.replace(result, merged);
    }
    func.blocks[before].term = Terminator::Branch {
        cond: column_major,
        then: Target::new(columns),
        otherwise: Target::new(rows),
        merge: after,
    };
    func.blocks[before].term_loc = data.loc();
}
