//! Loads and stores by a layout that is not constant: KHR's is a constant, so both stand in the arms of a
//! branch.

use nvc_ir::function::{Hint, Target, Terminator};
use nvc_ir::{Block, Function, Inst, Module, Op, Value};

/// Splits blocks at such loads and stores of KHR's matrices.
pub(super) fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        let mut at = 0;
        let mut any = false;
        while let Some(&block) = func.layout.get(at) {
            let position = func.blocks[block].insts.iter().position(|&inst| unknown(func, inst).is_some());
            if let Some(position) = position {
                expand(func, at, position);
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

fn expand(func: &mut Function, at: usize, position: usize) {
    let block = func.layout[at];
    let rest = func.blocks[block].insts.split_off(position);
    let Some((&inst, rest)) = rest.split_first() else { return };
    let Some((by_columns, number)) = unknown(func, inst) else { return };
    let data = func.insts[inst].clone();
    let [columns, rows, after] = [(); 3].map(|()| func.new_block());
    func.blocks[after].insts = rest.to_vec();
    let mut layout = vec![columns, rows, after];
    let before = end_block(func, block, after, &mut layout);
    func.layout.splice(at + 1..at + 1, layout);

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

/// Moves the terminator of `block` behind the branch and gives the block that ends in the branch. A block
/// that heads a loop stays its header; what it does goes to the start of the loop's body.
fn end_block(func: &mut Function, block: Block, after: Block, layout: &mut Vec<Block>) -> Block {
    let loc = func.blocks[block].term_loc;
    let term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
    let (before, rest) = match term {
        Terminator::Loop { body, merge, cont } => {
            let first = func.new_block();
            layout.insert(0, first);
            func.blocks[block].term = Terminator::Loop { body: Target::new(first), merge, cont };
            func.blocks[block].term_loc = loc;
            (first, Terminator::Jump(body))
        }
        term => {
            let hint: Hint = std::mem::take(&mut func.blocks[block].hint);
            func.blocks[after].hint = hint;
            (block, term)
        }
    };
    func.blocks[after].term = rest;
    func.blocks[after].term_loc = loc;
    before
}
