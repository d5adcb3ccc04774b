//! `portable-loops`: demotes loop phis to variables and empties continue blocks.
//!
//! ```text
//! b0: jump b1(x)                                b0: store v, x; jump b1
//! b1(p): loop b2, merge b4, continue b3   =>    b1: p = load v; loop b2, merge b4, continue b3
//! b2: ..; jump b3(y)                            b2: ..; q = iadd y, p; store v, q; jump b3
//! b3(z): q = iadd z, p; jump b1(q)              b3: jump b1
//! ```
//!
//! Translators to other shading languages emit the continue block before the loop body, so values computed in the body
//! are not in scope there. The pass therefore moves the instructions of the continue block to its incoming edges.

use crate::rewrite::resolve_uses;
use crate::{Context, OpSet, Pass};
use nvc_ir::function::Args;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::ops::Effect;
use nvc_ir::{
    Block, Builder, Function, Inst, Local, LocalData, Module, Op, Target, Terminator, TypeKind, Types, Value,
};
use rustc_hash::FxHashMap;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "portable-loops",
    doc: "Demotes loop phis to variables and empties continue blocks.",
    ops: OpSet::ALL,
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    for (_, func) in module.functions.iter_mut() {
        let headers: Vec<Block> = func.layout.clone();
        for header in headers {
            if let Terminator::Loop { cont, .. } = func.blocks[header].term
                && can_demote(func, &module.types, header, cont)
            {
                demote(func, &mut module.types, header, cont);
            }
        }
        resolve_uses(func);
    }
}

/// Whether the continue construct is a single block that can be duplicated, and all parameters of the header can be stored
/// in variables.
fn can_demote(func: &Function, types: &Types, header: Block, cont: Block) -> bool {
    let data = &func.blocks[cont];
    let storable = |&param: &Value| !matches!(types.kind(func.ty(param)), TypeKind::Pointer(..));
    matches!(&data.term, Terminator::Jump(target) if target.block == header)
        && func.blocks[header].params.iter().all(storable)
        && data
            .insts
            .iter()
            .all(|&inst| !matches!(func.insts[inst].op.info().effect, Effect::Convergent | Effect::Sync))
}

fn demote(func: &mut Function, types: &mut Types, header: Block, cont: Block) {
    let params = std::mem::take(&mut func.blocks[header].params);
    let locals: Vec<Local> = params
        .iter()
        .map(|&param| {
            let name = func.value_names.get(&param).cloned().unwrap_or_default();
            func.locals.push(LocalData { name, ty: func.values[param].ty })
        })
        .collect();
    let insts = std::mem::take(&mut func.blocks[cont].insts);
    let cont_params = std::mem::take(&mut func.blocks[cont].params);
    let back = std::mem::replace(&mut func.blocks[cont].term, Terminator::Jump(Target::new(header)));
    let Terminator::Jump(Target { args: next, .. }) = back else { return };

    for (edge, args) in edges_to(func, cont, None) {
        let mut known: FxHashMap<Value, Value> = cont_params.iter().copied().zip(args).collect();
        for &inst in &insts {
            duplicate(func, edge, inst, &mut known);
        }
        let values: Vec<Value> =
            next.iter().map(|value| known.get(value).copied().unwrap_or(*value)).collect();
        store(func, types, edge, &locals, &values);
    }
    for (edge, args) in edges_to(func, header, Some(cont)) {
        store(func, types, edge, &locals, &args);
    }
    let rest = std::mem::take(&mut func.blocks[header].insts);
    let mut b = Builder::new(func, types);
    b.resume(header);
    for (&param, &local) in params.iter().zip(&locals) {
        let ty = b.func.ty(param);
        let pointer = b.local_addr(local);
        let value = b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], ty);
        b.func.replace(param, value);
    }
    func.blocks[header].insts.extend(rest);
}

/// Splits the edges to `to`, except those from `except`. Returns a block at the end of each edge, and the arguments,
/// which are removed from the edge. For a jump the block is the predecessor, otherwise a new block after it.
fn edges_to(func: &mut Function, to: Block, except: Option<Block>) -> Vec<(Block, Args)> {
    let mut edges = Vec::new();
    let mut at = 0;
    while let Some(&from) = func.layout.get(at) {
        at += 1;
        if Some(from) == except {
            continue;
        }
        let mut term = std::mem::replace(&mut func.blocks[from].term, Terminator::Unreachable);
        let is_jump = matches!(term, Terminator::Jump(_));
        for target in term.targets_mut().filter(|target| target.block == to) {
            let args = std::mem::take(&mut target.args);
            if is_jump {
                edges.push((from, args));
                continue;
            }
            let edge = func.new_block();
            func.blocks[edge].term = Terminator::Jump(Target::new(to));
            func.layout.insert(at, edge);
            at += 1;
            target.block = edge;
            edges.push((edge, args));
        }
        func.blocks[from].term = term;
    }
    edges
}

/// Duplicates an instruction at the end of a block. `known` maps its operands; the result is added to `known`.
fn duplicate(func: &mut Function, block: Block, inst: Inst, known: &mut FxHashMap<Value, Value>) {
    let data = func.copy_inst(inst);
    let args: Args = data.args.iter().map(|value| known.get(value).copied().unwrap_or(*value)).collect();
    let ty = data.result.map(|result| func.ty(result));
    let new = func.new_inst(data.op, data.imm(), args, ty, data.loc());
    func.insts[new].precise = data.precise;
    func.blocks[block].insts.push(new);
    if let (Some(old), Some(new)) = (data.result, func.insts[new].result) {
        known.insert(old, new);
    }
}

fn store(func: &mut Function, types: &mut Types, block: Block, locals: &[Local], values: &[Value]) {
    let mut b = Builder::new(func, types);
    b.resume(block);
    for (&local, &value) in locals.iter().zip(values) {
        let pointer = b.local_addr(local);
        b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, value]);
    }
}
