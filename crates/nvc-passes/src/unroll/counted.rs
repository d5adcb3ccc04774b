//! Recognises loops that can be unrolled, and computes their trip counts.

use crate::analysis::Constructs;
use crate::fold::fold;
use nvc_ir::entity::Entity;
use nvc_ir::function::{Args, Hint};
use nvc_ir::imm::Imm;
use nvc_ir::{Block, Function, Target, Terminator, Types, Value, ValueDef};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Maximum depth of the expressions that are folded: the exit condition and the values that the back edge passes.
const MAX_DEPTH: u32 = 16;

/// A loop with a constant trip count and a single branch to its merge block, the *exit branch*. That branch is in none of
/// the selections, switches and loops inside the loop, nor in its continue construct.
pub(super) struct Counted {
    /// The loop's blocks, header first, as indices of the layout.
    pub(super) blocks: Range<usize>,
    /// The index in the layout of the block that ends in the exit branch.
    pub(super) exit: usize,
    /// How many times the exit branch is executed. The last time, it leaves the loop.
    pub(super) copies: usize,
    /// The arguments that branches from outside the loop pass to its header.
    pub(super) entry: Args,
}

/// A loop with a given hint.
pub(super) struct Candidate {
    /// The loop's blocks, header first, as indices of the layout.
    pub(super) blocks: Range<usize>,
    /// The arguments that branches from outside the loop pass to its header; `None` if they differ, or if there is no such branch.
    entry: Option<Args>,
}

/// The loops with a hint, in layout order.
pub(super) fn candidates(func: &Function, hint: Hint) -> Vec<Candidate> {
    let mut position = vec![0; func.blocks.len()];
    for (at, &block) in func.layout.iter().enumerate() {
        position[block.index()] = at;
    }
    let mut candidates = Vec::new();
    let mut entries: FxHashMap<Block, Option<Args>> = FxHashMap::default();
    for (at, (block, data)) in func.blocks_in_order().enumerate() {
        if let Terminator::Loop { merge, .. } = data.term
            && data.hint == hint
        {
            // All branches from outside a loop precede its header.
            let entry = entries.remove(&block).flatten();
            candidates.push(Candidate { blocks: at..position[merge.index()], entry });
        }
        for target in data.term.targets() {
            let is_back_edge = position[target.block.index()] <= at;
            if is_back_edge || func.blocks[target.block].hint != hint {
                continue;
            }
            let args: Args = target.args.iter().map(|&arg| func.resolve(arg)).collect();
            let entry = entries.entry(target.block).or_insert_with(|| Some(args.clone()));
            if entry.as_ref() != Some(&args) {
                *entry = None;
            }
        }
    }
    candidates
}

/// Recognises a counted loop with at most `max` copies. Subtracts the number of evaluated conditions from `evaluations`, and
/// gives up when that is 0.
pub(super) fn of(
    func: &mut Function,
    types: &Types,
    constructs: &Constructs,
    candidate: &Candidate,
    max: usize,
    evaluations: &mut usize,
) -> Option<Counted> {
    let blocks = candidate.blocks.clone();
    let header = *func.layout.get(blocks.start)?;
    let Terminator::Loop { ref body, merge, cont } = func.blocks[header].term else { return None };
    let body = body.clone();
    let exit = exit(func, constructs, blocks.clone(), merge, cont)?;
    let exit_block = *func.layout.get(exit)?;
    let Terminator::Branch { cond, ref then, .. } = func.blocks[exit_block].term else { return None };
    let leaves_if = then.block == merge;
    let back = func.layout[blocks.clone()].iter().find_map(|&block| match &func.blocks[block].term {
        Terminator::Jump(target) if target.block == header => Some(target.args.clone()),
        _ => None,
    })?;
    let entry = match &candidate.entry {
        Some(args) => args.clone(),
        None if func.blocks[header].params.is_empty() => Args::new(),
        None => return None,
    };
    let mut state = Evaluation { func, types, known: FxHashMap::default() };
    let mut next: Vec<Option<Value>> = entry.iter().map(|&arg| state.value(arg, 0)).collect();
    for copies in 1..=max {
        *evaluations = evaluations.checked_sub(1)?;
        state.enter(header, &next, &body);
        let condition = state.value(cond, 0)?;
        if (state.func.as_bits(condition)? != 0) == leaves_if {
            return Some(Counted { blocks, exit, copies, entry });
        }
        next = back.iter().map(|&arg| state.value(arg, 0)).collect();
    }
    None
}

/// Returns the index in the layout of the block with the exit branch. `None` if the loop has no such branch or more than one,
/// or does not have exactly one branch to the continue block, outside all inner constructs.
fn exit(
    func: &Function,
    constructs: &Constructs,
    blocks: Range<usize>,
    merge: Block,
    cont: Block,
) -> Option<usize> {
    let header = func.layout.get(blocks.start).copied();
    let (mut exit, mut continues) = (None, 0);
    for at in blocks {
        let block = func.layout[at];
        let term = &func.blocks[block].term;
        let outermost = constructs.header(block) == header && !constructs.is_in_continue(block);
        let leaves = term.targets().filter(|target| target.block == merge).count();
        let ends = term.targets().filter(|target| target.block == cont).count();
        if leaves > 0 {
            if exit.is_some() || leaves > 1 || !outermost || !matches!(term, Terminator::Branch { .. }) {
                return None;
            }
            exit = Some(at);
        }
        if ends > 0 {
            let is_end = matches!(term, Terminator::Jump(_)) || exit == Some(at);
            if !outermost || !is_end {
                return None;
            }
            continues += ends;
        }
    }
    exit.filter(|_| continues == 1)
}

/// Folds the values of one iteration.
struct Evaluation<'f> {
    func: &'f mut Function,
    types: &'f Types,
    /// The constants that values have in this iteration; `None` for values that could not be folded.
    known: FxHashMap<Value, Option<Value>>,
}

impl Evaluation<'_> {
    /// Starts an iteration, in which the header's parameters have the values `params`.
    fn enter(&mut self, header: Block, params: &[Option<Value>], body: &Target) {
        self.known.clear();
        for (&param, &value) in self.func.blocks[header].params.iter().zip(params) {
            self.known.insert(param, value);
        }
        let args: Vec<Option<Value>> = body.args.iter().map(|&arg| self.value(arg, 0)).collect();
        for (&param, value) in self.func.blocks[body.block].params.iter().zip(args) {
            self.known.insert(param, value);
        }
    }

    /// The constant that a value has in this iteration; `None` if it cannot be folded.
    fn value(&mut self, value: Value, depth: u32) -> Option<Value> {
        let value = self.func.resolve(value);
        if self.func.as_const(value).is_some() {
            return Some(value);
        }
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let folded = self.folded(value, depth);
        self.known.insert(value, folded);
        folded
    }

    fn folded(&mut self, value: Value, depth: u32) -> Option<Value> {
        let ValueDef::Inst(inst) = self.func.values[value].def else { return None };
        let data = self.func.inst(inst);
        if depth == MAX_DEPTH || data.imm() != Imm::None {
            return None;
        }
        let (op, args, ty) = (data.op, data.args.clone(), self.func.ty(value));
        let args: Option<Args> = args.iter().map(|&arg| self.value(arg, depth + 1)).collect();
        fold(self.func, self.types, op, &args?, ty)
    }
}
