//! Indices that are chosen among constants.

use crate::analysis::Edges;
use nvc_ir::function::ValueDef;
use nvc_ir::{Block, Builder, Function, Op, Types, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Operations with a constant that are done behind a choice, the last to be done first.
type Steps = SmallVec<[(Op, u32); 2]>;

/// An index that is one of a few constants, or comes to be in the first round of a loop.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// The constants, at least two of them different.
    pub(super) among: SmallVec<[u32; 4]>,
    /// Something is computed from what is chosen: a driver can take an offset, and leave a choice with a 0.
    pub(super) computed: bool,
    /// How deep in the index a visit is.
    depth: u32,
}

/// Choices of more are left alone.
const MAX_CHOICES: usize = 16;

/// So are choices that are nested deeper.
const MAX_DEPTH: u32 = 16;

impl Choice {
    /// What an index is chosen among; nothing, if there is only one constant.
    pub(super) fn of(func: &Function, edges: &Edges, index: Value) -> Option<Self> {
        let mut choice = Choice::default();
        let (mut steps, mut seen) = (Steps::new(), FxHashSet::default());
        choice.visit(func, edges, index, &mut steps, &mut seen)?;
        let first = *choice.among.first()?;
        choice.among.iter().any(|&other| other != first).then_some(choice)
    }

    fn visit(
        &mut self,
        func: &Function,
        edges: &Edges,
        value: Value,
        steps: &mut Steps,
        seen: &mut FxHashSet<Value>,
    ) -> Option<()> {
        let value = func.resolve(value);
        if self.among.len() > MAX_CHOICES || self.depth > MAX_DEPTH || func.ty(value) != Types::I32 {
            return None;
        }
        if let Some(bits) = func.as_bits(value) {
            self.among.push(apply(steps, bits as u32));
            return Some(());
        }
        if let ValueDef::Param(block) = func.values[value].def {
            if !seen.insert(value) {
                return Some(());
            }
            let at = func.blocks[block].params.iter().position(|&other| other == value)?;
            self.depth += 1;
            for (_, target) in edges.arrivals(func, block) {
                let before = (self.among.len(), self.computed, self.depth, steps.len());
                // What comes to a loop from its last round may be anything: drivers unroll the first.
                if self.visit(func, edges, *target.args.get(at)?, steps, seen).is_none() {
                    self.among.truncate(before.0);
                    (self.computed, self.depth) = (before.1, before.2);
                    steps.truncate(before.3);
                }
            }
            self.depth -= 1;
            return Some(());
        }
        let data = func.def(value)?;
        self.depth += 1;
        if let (Op::Select, &[_, on, off]) = (data.op, &data.args[..]) {
            self.visit(func, edges, on, steps, seen)?;
            self.visit(func, edges, off, steps, seen)?;
        } else {
            let (inner, step) = step(func, value)?;
            self.computed = true;
            steps.push(step);
            self.visit(func, edges, inner, steps, seen)?;
            steps.pop();
        }
        self.depth -= 1;
        Some(())
    }
}

/// Whether a value is one of constants, whatever blocks get.
fn is_closed(func: &Function, value: Value, depth: u32) -> bool {
    let value = func.resolve(value);
    if func.as_bits(value).is_some() {
        return true;
    }
    let Some(data) = func.def(value).filter(|_| depth < MAX_DEPTH) else { return false };
    match (data.op, &data.args[..]) {
        (Op::Select, &[_, on, off]) => is_closed(func, on, depth + 1) && is_closed(func, off, depth + 1),
        _ => step(func, value).is_some_and(|(inner, _)| is_closed(func, inner, depth + 1)),
    }
}

/// The operation with a constant that a value is.
fn step(func: &Function, value: Value) -> Option<(Value, (Op, u32))> {
    let data = func.def(value)?;
    let &[x, y] = &data.args[..] else { return None };
    let constant = |value| func.as_bits(value).map(|bits| bits as u32);
    match data.op {
        Op::IAdd | Op::And | Op::Or | Op::Xor | Op::IMul => match (constant(x), constant(y)) {
            (_, Some(y)) => Some((x, (data.op, y))),
            (Some(x), _) => Some((y, (data.op, x))),
            _ => None,
        },
        Op::ISub | Op::Shl | Op::LShr => Some((x, (data.op, constant(y)?))),
        _ => None,
    }
}

/// A constant behind all steps.
fn apply(steps: &Steps, constant: u32) -> u32 {
    steps.iter().rev().fold(constant, |x, &(op, y)| match op {
        Op::IAdd => x.wrapping_add(y),
        Op::ISub => x.wrapping_sub(y),
        Op::IMul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl => x.wrapping_shl(y),
        _ => x.wrapping_shr(y),
    })
}

/// Makes indices in which what is computed from a choice is computed in it.
pub(super) struct Chooser<'a> {
    pub(super) b: Builder<'a>,
    edges: Edges,
    /// Parameters with steps done on what they get.
    params: FxHashMap<(Value, Steps), Value>,
}

impl<'a> Chooser<'a> {
    /// For a function with these edges.
    pub(super) fn new(b: Builder<'a>, edges: Edges) -> Self {
        Chooser { b, edges, params: FxHashMap::default() }
    }

    /// Makes the parameters that an index plus an offset needs, where blocks end.
    pub(super) fn prepare(&mut self, index: Value, offset: u32) {
        // What is made outside of parameters is made in no block.
        let nowhere = self.b.func.new_block();
        self.b.resume(nowhere);
        self.index(index, offset);
    }

    /// An index plus an offset, as a choice if it is one, where the builder stands.
    pub(super) fn index(&mut self, index: Value, offset: u32) -> Value {
        if Choice::of(self.b.func, &self.edges, index).is_some() {
            let steps = if offset > 0 { Steps::from_slice(&[(Op::IAdd, offset)]) } else { Steps::new() };
            return self.chosen(index, steps);
        }
        match (self.b.func.as_bits(index), offset) {
            (_, 0) => index,
            (Some(bits), _) => self.b.i32((bits as u32).wrapping_add(offset)),
            _ => {
                let offset = self.b.i32(offset);
                self.b.op(Op::IAdd, &[index, offset])
            }
        }
    }

    /// A choice with steps done on each of its constants.
    fn chosen(&mut self, value: Value, mut steps: Steps) -> Value {
        let value = self.b.func.resolve(value);
        if let Some(bits) = self.b.func.as_bits(value) {
            return self.b.i32(apply(&steps, bits as u32));
        }
        if let ValueDef::Param(block) = self.b.func.values[value].def {
            return if steps.is_empty() { value } else { self.param(block, value, steps) };
        }
        if let Some((inner, step)) = step(self.b.func, value) {
            steps.push(step);
            return self.chosen(inner, steps);
        }
        match self.b.func.def(value) {
            Some(data) if data.op == Op::Select => {
                let args = data.args.clone();
                let (on, off) = (self.chosen(args[1], steps.clone()), self.chosen(args[2], steps));
                self.b.op(Op::Select, &[args[0], on, off])
            }
            _ => self.computed(value, &steps),
        }
    }

    /// A value with steps done on it.
    fn computed(&mut self, value: Value, steps: &Steps) -> Value {
        steps.iter().rev().fold(value, |value, &(op, constant)| {
            let constant = self.b.i32(constant);
            self.b.op(op, &[value, constant])
        })
    }

    /// A parameter beside another, which gets what that gets with steps done on it.
    fn param(&mut self, block: Block, param: Value, steps: Steps) -> Value {
        if let Some(&made) = self.params.get(&(param, steps.clone())) {
            return made;
        }
        let func = &mut *self.b.func;
        let Some(from) = func.blocks[block].params.iter().position(|&other| other == param) else {
            return param;
        };
        let made = func.add_param(block, Types::I32);
        let at = func.blocks[block].params.len() - 1;
        self.params.insert((param, steps.clone()), made);
        // What it gets stands in its place before others are made: they may belong to the same block.
        let mut gets = Vec::new();
        let mut sources = self.edges.to(block).to_vec();
        sources.dedup();
        for source in sources {
            for (index, target) in func.blocks[source].term.targets_mut().enumerate() {
                if target.block == block {
                    let arg = target.args[from];
                    target.args.push(arg);
                    gets.push((source, index, arg));
                }
            }
        }
        let here = self.b.block();
        for (source, index, arg) in gets {
            self.b.resume(source);
            let func = &*self.b.func;
            // What a loop computes from its last round would be chosen without end.
            let is_param = matches!(func.values[func.resolve(arg)].def, ValueDef::Param(_));
            let other = if is_param || is_closed(func, arg, 0) {
                self.chosen(arg, steps.clone())
            } else {
                self.computed(arg, &steps)
            };
            if let Some(target) = self.b.func.blocks[source].term.targets_mut().nth(index) {
                target.args[at] = other;
            }
        }
        self.b.resume(here);
        made
    }
}
