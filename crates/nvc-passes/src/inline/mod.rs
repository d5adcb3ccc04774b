//! `inline`: replaces calls by the bodies of the functions that they call.
//!
//! Drivers expand calls themselves, some at great cost, and no other pass looks across a call. Functions are visited callees
//! first, so that each is expanded completely before it is copied into its callers. A call stays where
//!
//! - the caller would grow beyond [`MAX_CALLER`] instructions, unless the function is called once or is no larger than
//!   the call;
//! - more than [`MAX_COPIED`] instructions would be copied;
//! - the function has no form with a single exit ([`single_exit`]);
//! - the call is in a continue construct, which must lead to its back edge, and the function has more control flow than
//!   selections. (Where both arms of a selection leave a loop or switch, nothing reaches its merge block, which then ends in
//!   `unreachable`. Other passes can create that in a function with a loop or switch.)
//!
//! Functions that operations on cooperative matrices call for their elements stay functions; their own calls are expanded.

mod expand;
mod in_place;
mod single_exit;
#[cfg(test)]
mod tests;

use crate::analysis::Constructs;
use crate::simplify_cfg::unreachable;
use crate::{Context, OpSet, OptLevel, Pass, Warp, dead_functions};
use in_place::InMemory;
use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{Block, FuncId, Function, InstData, Module, Op, Terminator};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "inline",
    doc: "Replaces calls by the bodies of the called functions.",
    ops: OpSet::of(&[Op::Call]),
    run,
};

/// Maximum number of instructions of a function that bodies are copied into. The largest of llama.cpp's 1,566 shaders have
/// 8,000 to 16,000 when all of their calls are expanded.
const MAX_CALLER: usize = 32_768;

/// Maximum number of instructions that are copied in a module. Each level of calls copies the ones below it again.
const MAX_COPIED: usize = 1 << 19;

/// Maximum number of instructions of a function that is no larger than a call, with the operands of the call and the
/// function's part of the parameters: of 0, 2, 4 and 8, this gives the smallest modules.
const MAX_SMALL: usize = 4;

fn run(module: &mut Module, context: &mut Context<'_>) {
    // The emulation of warps keeps functions without exchanges as they are: its state machine has a state for each
    // block of the others.
    if context.options.warp == Warp::Emulate {
        return;
    }
    let grows = context.options.opt_level == OptLevel::Full;
    let mut inliner = Inliner {
        sites: call_sites(module),
        bodies: module.functions.keys().map(|_| None).collect(),
        grows,
        copied: 0,
    };
    for id in callees_first(module) {
        inliner.visit(module, id);
    }
    dead_functions::run(module);
}

/// A function that is ready to be copied.
struct Body {
    /// It has at most one `return`, at the end of its last block.
    func: Function,
    /// Its variables that can be those of the caller.
    in_memory: Vec<InMemory>,
    /// The number of its instructions and terminators.
    size: usize,
    /// Whether all of its blocks lead to its end, now and after other passes, as in a continue construct.
    continues: bool,
}

struct Inliner {
    /// The number of calls of each function in the source; callbacks count twice, since they cannot go.
    sites: Vec<usize>,
    /// The functions that calls may be replaced by, by index.
    bodies: Vec<Option<Body>>,
    /// Whether the program may grow.
    grows: bool,
    /// How many instructions were copied.
    copied: usize,
}

impl Inliner {
    /// Expands the calls in a function, whose callees were visited before.
    fn visit(&mut self, module: &mut Module, id: FuncId) {
        let mut func = std::mem::take(&mut module.functions[id]);
        unreachable::remove(&mut func);
        let (mut size, mut copied) = (size(&func), self.copied);
        let bodies = &self.bodies;
        let body_of = |data: &InstData| bodies.get(callee(data)?.index())?.as_ref();
        let all_continue = func.insts().filter_map(|(_, data)| body_of(data)).all(|body| body.continues);
        let nest = (!all_continue).then(|| Constructs::new(&func));
        let is_in_continue = |block: Block| nest.as_ref().is_some_and(|nest| nest.is_in_continue(block));
        let choose = |block: Block, data: &InstData| {
            let body = body_of(data).filter(|body| body.continues || !is_in_continue(block))?;
            let once = callee(data).is_some_and(|id| self.sites.get(id.index()) == Some(&1));
            let fits = self.grows && size + body.size <= MAX_CALLER;
            if !(once || fits || body.size <= MAX_SMALL) || copied + body.size > MAX_COPIED {
                return None;
            }
            size += body.size;
            copied += body.size;
            Some(body)
        };
        expand::calls(&mut func, choose);
        self.copied = copied;
        if self.sites.get(id.index()).is_some_and(|&sites| sites > 0) {
            self.bodies[id.index()] = body(module, &func);
        }
        module.functions[id] = func;
    }
}

/// The form of a function that calls are replaced by, if it has one.
fn body(module: &Module, func: &Function) -> Option<Body> {
    let in_memory = in_place::find(func);
    let func = single_exit::of(func, &module.types)?;
    let size = size(&func);
    let continues = func.blocks_in_order().all(|(_, block)| {
        matches!(block.term, Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Return(_))
    });
    Some(Body { func, in_memory, size, continues })
}

/// The number of instructions and terminators of a function.
fn size(func: &Function) -> usize {
    func.blocks_in_order().map(|(_, block)| block.insts.len() + 1).sum()
}

/// The function that an instruction calls.
fn callee(data: &InstData) -> Option<FuncId> {
    match (data.op, data.imm) {
        (Op::Call, Imm::Function(callee)) => Some(callee),
        _ => None,
    }
}

/// The number of calls of each function.
fn call_sites(module: &Module) -> Vec<usize> {
    let mut sites = vec![0; module.functions.len()];
    for (_, data) in module.functions.values().flat_map(Function::insts) {
        for id in data.imm.functions() {
            if let Some(sites) = sites.get_mut(id.index()) {
                *sites += if data.op == Op::Call { 1 } else { 2 };
            }
        }
    }
    sites
}

/// The functions, each after those that it calls. (There is no recursion in the IR.)
fn callees_first(module: &Module) -> Vec<FuncId> {
    let mut seen = vec![false; module.functions.len()];
    let mut order = Vec::with_capacity(seen.len());
    // Functions to visit, and functions whose callees were all visited.
    let mut work: Vec<(FuncId, bool)> = module.functions.keys().rev().map(|id| (id, false)).collect();
    while let Some((id, finished)) = work.pop() {
        if finished {
            order.push(id);
        } else if let Some(func) = module.functions.get(id)
            && !std::mem::replace(&mut seen[id.index()], true)
        {
            work.push((id, true));
            work.extend(
                func.insts().flat_map(|(_, data)| data.imm.functions()).map(|callee| (callee, false)),
            );
        }
    }
    order
}
