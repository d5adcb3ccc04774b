//! Finds the variables of a function that contain parameters or parts of the result.

use super::{load, root, store, whole};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Inst, InstData, InstRef, Local, Op, Terminator, Type, Value};

/// A variable that is initialised with a parameter, or returned as a part of the result, or both.
pub(in crate::inline) struct InMemory {
    /// The variable.
    pub local: Local,
    /// The type of its address.
    pub pointer: Type,
    /// The index of the parameter, and the store that initialises the variable with it.
    pub parameter: Option<(usize, Inst)>,
    /// The index of the part of the result; 0 if the result is not constructed from parts.
    pub part: Option<usize>,
}

/// How a function uses a variable.
#[derive(Clone, Default)]
struct Usage {
    pointer: Option<Type>,
    parameter: Option<(usize, Inst)>,
    accessed: bool,
    /// Whether the variable is written after its initialisation.
    written: bool,
    /// Whether the address is used by anything but loads and stores.
    escapes: bool,
}

/// Finds the variables of a function that a variable of the caller may replace.
pub(in crate::inline) fn find(func: &Function) -> Vec<InMemory> {
    let usage = usage(func);
    let parts = parts(func);
    let mut found = Vec::new();
    for (local, usage) in func.locals.keys().zip(usage) {
        let part = parts.iter().position(|&part| part == Some(local));
        let Some(pointer) = usage.pointer.filter(|_| !usage.escapes) else { continue };
        // Without a part of the result, writes to the variable must not reach the caller's variable.
        if part.is_some() || (usage.parameter.is_some() && !usage.written) {
            found.push(InMemory { local, pointer, parameter: usage.parameter, part });
        }
    }
    found
}

fn usage(func: &Function) -> Vec<Usage> {
    let mut usage = vec![Usage::default(); func.locals.len()];
    let entry = func.layout.first().copied();
    let params: &[Value] = entry.map_or(&[], |entry| &func.blocks[entry].params);
    for (block, data) in func.blocks_in_order() {
        for &inst in &data.insts {
            let data = func.inst(inst);
            if let Some(local) = data.result.and_then(|result| whole(func, result)) {
                usage[local.index()].pointer = data.result.map(|result| func.ty(result));
                continue;
            }
            let address = match data.op {
                Op::AccessChain => continue,
                _ => load(data).or(store(data).map(|(pointer, _)| pointer)),
            };
            let written = store(data);
            for (at, &arg) in data.args.iter().enumerate() {
                let Some(local) = root(func, arg) else { continue };
                let usage = &mut usage[local.index()];
                if address != Some(arg) || at > 0 {
                    usage.escapes = true;
                }
                match written {
                    Some((pointer, value))
                        if Some(block) == entry && !usage.accessed && whole(func, pointer).is_some() =>
                    {
                        let index = params.iter().position(|&param| param == value);
                        usage.parameter = index.map(|index| (index, inst));
                        usage.written |= index.is_none();
                    }
                    Some(_) => usage.written = true,
                    None => {}
                }
                usage.accessed = true;
            }
        }
    }
    usage
}

/// The variable that each part of the result is loaded from, if the same one at every `return`.
fn parts(func: &Function) -> Vec<Option<Local>> {
    let mut parts: Option<Vec<Option<Local>>> = None;
    for (block, data) in func.blocks_in_order() {
        let Terminator::Return(Some(value)) = data.term else { continue };
        let of_this = returned(func, value).into_iter().map(|value| loaded(func, block, value));
        match &mut parts {
            None => parts = Some(of_this.collect()),
            Some(parts) => {
                let of_this: Vec<Option<Local>> = of_this.collect();
                if parts.len() != of_this.len() {
                    return Vec::new();
                }
                for (part, now) in parts.iter_mut().zip(of_this) {
                    *part = part.filter(|_| *part == now);
                }
            }
        }
    }
    parts.unwrap_or_default()
}

/// The parts that a returned value is constructed from.
fn returned(func: &Function, value: Value) -> Vec<Value> {
    match func.def(value).map(InstRef::data) {
        Some(InstData { op: Op::Construct, args, .. }) => args.to_vec(),
        _ => vec![value],
    }
}

/// The variable that a value was loaded from in `block`, if no later instruction of the block writes memory.
fn loaded(func: &Function, block: Block, value: Value) -> Option<Local> {
    let local = whole(func, load(func.def(value)?)?)?;
    let after = func.blocks[block].insts.iter().rev();
    let mut after = after.take_while(|&&inst| func.insts[inst].result != Some(value));
    let is_here = func.blocks[block].insts.iter().any(|&inst| func.insts[inst].result == Some(value));
    (is_here && after.all(|&inst| load(func.inst(inst)).is_some() || is_pure(&func.insts[inst])))
        .then_some(local)
}

fn is_pure(data: &InstData) -> bool {
    data.op.info().effect == nvc_ir::ops::Effect::Pure
}
