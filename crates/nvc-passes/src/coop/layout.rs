//! Loads and stores by a layout that is not constant: KHR's is a constant, so both stand in the arms of a
//! branch.

use crate::split_block::{Split, split_block};
use nvc_ir::{Function, Inst, Module, Op, Target, Terminator, Value};

/// Splits blocks at such loads and stores of KHR's matrices.
pub(super) fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        let mut at = 0;
        let mut any = false;
        while let Some(&block) = func.layout.get(at) {
            let insts = func.blocks[block].insts.iter().enumerate();
            let mut found = insts.filter_map(|(position, &inst)| Some((position, unknown(func, inst)?)));
            if let Some((position, layout)) = found.next() {
                expand(func, at, position, layout);
                any = true;
            }
            at += 1;
        }
        if any {
            func.resolve_aliases();
        }
    }
}

/// The layout of a load or store, and its operand's number, if it is not constant.
fn unknown(func: &Function, inst: Inst) -> Option<(Value, usize)> {
    let data = &func.insts[inst];
    let number = match data.op {
        Op::CoopLoad => 2,
        Op::CoopStore => 3,
        _ => return None,
    };
    let layout = *data.args.get(number)?;
    func.as_bits(layout).is_none().then_some((layout, number))
}

/// Expands the instruction at a position of the block at a place of the layout.
fn expand(func: &mut Function, at: usize, position: usize, (by_columns, number): (Value, usize)) {
    let data = func.insts[func.blocks[func.layout[at]].insts[position]].clone();
    let [columns, rows] = [(); 2].map(|()| func.new_block());
    let Split { before, after } = split_block(func, at, position, &[columns, rows]);

    for (arm, bit) in [(columns, 1), (rows, 0)] {
        let constant = func.constant(nvc_ir::Types::BOOL, nvc_ir::Const::Bits(bit));
        let mut args = data.args.clone();
        args[number] = constant;
        let ty = data.result.map(|result| func.ty(result));
        let copy = func.new_inst(data.op, data.imm, args, ty, data.loc);
        func.blocks[arm].insts.push(copy);
        let result = func.insts[copy].result;
        let mut target = Target::new(after);
        target.args.extend(result);
        func.blocks[arm].term = Terminator::Jump(target);
        func.blocks[arm].term_loc = data.loc;
    }
    if let Some(result) = data.result {
        let ty = func.ty(result);
        let merged = func.add_param(after, ty);
        func.replace(result, merged);
    }
    func.blocks[before].term = Terminator::Branch {
        cond: by_columns,
        then: Target::new(columns),
        otherwise: Target::new(rows),
        merge: after,
    };
    func.blocks[before].term_loc = data.loc;
}
