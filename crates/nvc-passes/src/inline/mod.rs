//! `inline`: replaces calls by the bodies of the called functions.
//!
//! Drivers inline calls themselves, some at great cost, and no other pass looks across calls. Callees are visited
//! first, so that each function is fully expanded before it is copied into its callers. A call stays if
//!
//! - the program may not grow ([`OptLevel::Size`]), or the caller would grow beyond [`MAX_CALLER`] instructions, unless
//!   the function is called once or is no larger than the call;
//! - warps are emulated;
//! - the module would exceed [`MAX_COPIED`] copied instructions;
//! - the function cannot be rewritten to have a single exit ([`single_exit`]);
//! - the call is in a continue construct, which must lead to its back edge, and the function contains a loop, a switch or
//!   an `unreachable`. (If both arms of a selection leave a loop or switch, the selection's merge block is unreachable and
//!   ends in `unreachable`. Other passes can create such a selection in a function with a loop or switch.)
//!
//! Callbacks of cooperative-matrix operations stay functions; the calls in them are inlined.

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
use nvc_ir::{Block, FuncId, Function, InstRef, Module, Op, Terminator};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "inline",
    doc: "Replaces calls by the bodies of the called functions.",
    ops: OpSet::of(&[Op::Call]),
    run,
};

/// A function that has several calls and more than [`MAX_SMALL`] instructions is not inlined if the caller would exceed this
/// number of instructions. The largest of llama.cpp's 1,566 shaders have 8,000 to 16,000 with all calls inlined.
const MAX_CALLER: usize = 32_768;

/// Maximum number of instructions copied in a module. Each level of calls copies the levels below it again.
const MAX_COPIED: usize = 1 << 19;

/// Maximum number of instructions (and terminators) of a function that is inlined even if the program may not grow: about the
/// size of a call with its operands and the function's declaration. Of 0, 2, 4 and 8, this gives the smallest modules.
const MAX_SMALL: usize = 4;

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Warp emulation keeps functions without exchanges as functions. Its state machine has a state for every block of a
    // function with exchanges, so inlining would add states.
    if context.options.warp == Warp::Emulate {
        return;
    }
    let may_grow = context.options.opt_level == OptLevel::Full;
    let mut inliner = Inliner {
        sites: call_sites(module),
        bodies: module.functions.keys().map(|_| None).collect(),
        may_grow,
        copied: 0,
    };
    for id in callees_first(module) {
        inliner.visit(module, id);
    }
    dead_functions::run(module);
}

/// A function that is ready to be copied.
struct Body {
    /// The function, with at most one `return`, at the end of its last block.
    func: Function,
    /// Its variables that variables of the caller may replace.
    in_memory: Vec<InMemory>,
    /// The number of instructions and terminators.
    size: usize,
    /// Whether the body may be copied into a continue construct: it has no loop, switch or `unreachable`.
    continues: bool,
}

struct Inliner {
    /// The number of calls of each function in the source. A callback counts twice, since it stays when its calls are gone.
    sites: Vec<usize>,
    /// The bodies of the functions that can be inlined, by the function's index.
    bodies: Vec<Option<Body>>,
    /// Whether inlining may increase the size of the program.
    may_grow: bool,
    /// The number of instructions copied so far.
    copied: usize,
}

impl Inliner {
    /// Inlines the calls in a function. Its callees must have been visited.
    fn visit(&mut self, module: &mut Module, id: FuncId) {
        let mut func = std::mem::take(&mut module.functions[id]);
        unreachable::remove(&mut func);
        let (mut size, mut copied) = (size(&func), self.copied);
        let bodies = &self.bodies;
        let body_of = |data: InstRef<'_>| bodies.get(callee(data)?.index())?.as_ref();
        let all_continue = func.insts().filter_map(|(_, data)| body_of(data)).all(|body| body.continues);
        let nest = (!all_continue).then(|| Constructs::new(&func));
        let is_in_continue = |block: Block| nest.as_ref().is_some_and(|nest| nest.is_in_continue(block));
        let choose = |block: Block, data: InstRef<'_>| {
            let body = body_of(data).filter(|body| body.continues || !is_in_continue(block))?;
            let once = callee(data).is_some_and(|id| self.sites.get(id.index()) == Some(&1));
            let fits = self.may_grow && size + body.size <= MAX_CALLER;
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

/// Prepares a function for inlining; `None` if it has no single-exit form.
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
fn callee(data: InstRef<'_>) -> Option<FuncId> {
    if data.op != Op::Call {
        return None;
    }
    match data.imm() {
        Imm::Function(callee) => Some(callee),
        _ => None,
    }
}

/// The number of calls of each function.
fn call_sites(module: &Module) -> Vec<usize> {
    let mut sites = vec![0; module.functions.len()];
    for (_, data) in module.functions.values().flat_map(Function::insts) {
        for id in data.imm().functions() {
            if let Some(sites) = sites.get_mut(id.index()) {
                *sites += if data.op == Op::Call { 1 } else { 2 };
            }
        }
    }
    sites
}

/// The functions in an order with callees before callers. (The IR has no recursion.)
fn callees_first(module: &Module) -> Vec<FuncId> {
    let mut seen = vec![false; module.functions.len()];
    let mut order = Vec::with_capacity(seen.len());
    // A stack of functions: to visit, or finished, with all callees visited.
    let mut work: Vec<(FuncId, bool)> = module.functions.keys().rev().map(|id| (id, false)).collect();
    while let Some((id, finished)) = work.pop() {
        if finished {
            order.push(id);
        } else if let Some(func) = module.functions.get(id)
            && !std::mem::replace(&mut seen[id.index()], true)
        {
            work.push((id, true));
            work.extend(
                func.insts().flat_map(|(_, data)| data.imm().functions()).map(|callee| (callee, false)),
            );
        }
    }
    order
}
