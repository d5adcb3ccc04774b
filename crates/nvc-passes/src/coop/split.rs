//! Live-range splitting: duplicates the instruction that computes a matrix with conflicting uses, so that each operand that
//! reads the matrix reads a copy of its own.
//!
//! Loads that are not volatile, pure operations except `extract`, and calls of functions without side effects can be
//! duplicated.

use super::infer::{Site, Uses, is_matrix};
use super::shape::Shape;
use nvc_ir::function::Args;
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{FuncId, Function, Inst, Module, Op, Space, Types, Value};
use rustc_hash::FxHashMap;

/// Maximum number of duplicates. Conflicts that would need more are reported.
const MAX_CLONES: usize = 4096;

/// The duplicates made so far.
#[derive(Default)]
pub(super) struct Clones {
    /// Duplicated loads: the function, the result of the original, and the results of the duplicates.
    loads: Vec<(FuncId, Value, Vec<Value>)>,
    count: usize,
}

/// Gives each operand that reads a matrix with conflicting uses a duplicate of its own where possible; the first one keeps the
/// original. Returns whether anything was duplicated.
pub(super) fn run(module: &mut Module, uses: &Uses, clones: &mut Clones) -> bool {
    let mut any = false;
    let types = &module.types;
    let reading = reading(module);
    for (id, func) in module.functions.iter_mut() {
        let found: Vec<Inst> = func
            .insts()
            .map(|(inst, _)| inst)
            .filter(|&inst| is_split(types, func, (id, inst), uses, &reading))
            .collect();
        if found.is_empty() {
            continue;
        }
        let mut sites = sites(func);
        for inst in found {
            let Some(value) = func.insts[inst].result else { continue };
            let places = sites.remove(&value).unwrap_or_default();
            let more = places.len().saturating_sub(1);
            if more == 0 || clones.count + more > MAX_CLONES {
                continue;
            }
            clones.count += more;
            any = true;
            let duplicates: Vec<Value> =
                places.iter().skip(1).filter_map(|&site| duplicate(func, inst, site)).collect();
            if func.insts[inst].op == Op::CoopLoad {
                clones.loads.push((id, value, duplicates));
            }
        }
    }
    any
}

/// Whether an instruction computes a matrix with conflicting uses and can be duplicated.
fn is_split(
    types: &Types,
    func: &Function,
    (id, inst): (FuncId, Inst),
    uses: &Uses,
    reading: &[FuncId],
) -> bool {
    let data = func.inst(inst);
    let Some(result) = data.result.filter(|&result| is_matrix(types, func.ty(result))) else { return false };
    let repeatable = match (data.op, data.imm()) {
        (Op::CoopLoad | Op::CoopLoadTensor, Imm::Access(access)) => !access.volatile,
        (Op::Call, Imm::Function(callee)) => reading.contains(&callee),
        (Op::Extract, _) => false,
        (op, _) => op.info().effect == Effect::Pure,
    };
    let conflict = match uses.values.get(&(id, result)) {
        Some(Shape::Matrix(web)) => uses.webs.conflicting(*web),
        _ => false,
    };
    repeatable && conflict
}

/// The functions that have no side effects outside their own variables, so that a call of them can be repeated directly
/// after itself.
fn reading(module: &Module) -> Vec<FuncId> {
    let mut reading: Vec<FuncId> = Vec::new();
    // A least fixed point: each round adds the functions whose callees were all found before.
    loop {
        let reads = |func: &Function| {
            func.insts().all(|(_, data)| match (data.op, data.imm()) {
                (Op::Call, Imm::Function(callee)) => reading.contains(&callee),
                (Op::CoopLoad | Op::CoopLoadTensor | Op::Load, Imm::Access(access)) => !access.volatile,
                // Stores to the function's own variables are allowed.
                (Op::Store, _) => data.args.first().is_some_and(|&pointer| {
                    matches!(module.types.pointee(func.ty(pointer)), Some((Space::Function, _)))
                }),
                (op, _) => matches!(op.info().effect, Effect::Pure | Effect::Read),
            })
        };
        let more: Vec<FuncId> = module
            .functions
            .iter()
            .filter(|(id, func)| !reading.contains(id) && reads(func))
            .map(|(id, _)| id)
            .collect();
        if more.is_empty() {
            return reading;
        }
        reading.extend(more);
    }
}

/// The places where each value is used.
fn sites(func: &Function) -> FxHashMap<Value, Vec<Site>> {
    let mut sites: FxHashMap<Value, Vec<Site>> = FxHashMap::default();
    for (block, data) in func.blocks_in_order() {
        for &inst in &data.insts {
            for (number, &arg) in func.insts[inst].args.iter().enumerate() {
                sites.entry(func.resolve(arg)).or_default().push(Site::Operand(inst, number));
            }
        }
        for (position, value) in data.term.values().enumerate() {
            sites.entry(func.resolve(value)).or_default().push(Site::Terminator(block, position));
        }
    }
    sites
}

/// Duplicates an instruction directly after itself, for one use. Returns the duplicate's result.
fn duplicate(func: &mut Function, inst: Inst, site: Site) -> Option<Value> {
    let data = func.copy_inst(inst);
    let ty = func.ty(data.result?);
    let args: Args = data.args.clone();
    let copy = func.new_inst(data.op, data.imm(), args, Some(ty), data.loc());
    func.insts[copy].precise = data.precise;
    let value = func.insts[copy].result?;
    let block = func.layout.iter().copied().find(|&block| func.blocks[block].insts.contains(&inst))?;
    let at = func.blocks[block].insts.iter().position(|&other| other == inst)?;
    func.blocks[block].insts.insert(at + 1, copy);
    match site {
        Site::Operand(user, number) => *func.insts[user].args.get_mut(number)? = value,
        Site::Terminator(block, wanted) => {
            let mut position = 0;
            func.blocks[block].term.for_each_value(|used| {
                if position == wanted {
                    *used = value;
                }
                position += 1;
            });
        }
    }
    Some(value)
}

impl Clones {
    /// Merges duplicated loads that got the same type after all.
    pub fn merge(self, module: &mut Module) {
        for (id, first, duplicates) in self.loads {
            let func = &mut module.functions[id];
            let mut kept = vec![first];
            let mut gone = Vec::new();
            for value in duplicates {
                let ty = func.ty(value);
                match kept.iter().find(|&&other| func.ty(other) == ty) {
                    Some(&same) => {
                        func.replace(value, same);
                        gone.push(value);
                    }
                    None => kept.push(value),
                }
            }
            if gone.is_empty() {
                continue;
            }
            crate::rewrite::resolve_uses(func);
            let Function { blocks, insts, layout, .. } = func;
            for &block in &*layout {
                blocks[block]
                    .insts
                    .retain(|&inst| insts[inst].result.is_none_or(|value| !gone.contains(&value)));
            }
        }
    }
}
