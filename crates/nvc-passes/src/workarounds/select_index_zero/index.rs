//! Finds indices that are selected among constants (by `select` instructions or as arguments of a block parameter), and
//! builds the index expressions that replace them.

use crate::analysis::Edges;
use nvc_ir::function::ValueDef;
use nvc_ir::{Block, Builder, Function, Op, Target, Types, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Operations with a constant operand that are applied to a selection, the last one first.
type Steps = SmallVec<[(Op, u32); 2]>;

/// Maximum number of values in the expression of a selection; larger ones are left alone.
const MAX_VISITS: u32 = 16;

/// Maximum number of operations that are stripped from an index to find the selection under them.
const MAX_STEPS: usize = 4;

/// Maximum number of incoming edges followed for a selection; selections with more are left alone.
const MAX_FOLLOWED: usize = 64;

/// Maximum length of a chain of parameters that are passed to parameters.
const MAX_CHAIN: usize = 4;

/// Maximum number of incoming edges of all parameters added to a function. Beyond it, arithmetic stays outside the selection.
const MAX_EDGES: usize = 1 << 12;

/// An index that is one of a few constants, at least in the first iteration of a loop.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The constants; at least two are different.
    pub(super) among: SmallVec<[u32; 4]>,
    /// Whether arithmetic is applied to the selection: the driver may hoist it, which may make a selected constant 0.
    pub(super) computed: bool,
    /// The number of incoming edges followed so far.
    followed: usize,
}

impl Selection {
    /// Analyses an index. Returns `None` unless it is selected among at least two different constants.
    pub(super) fn of(func: &Function, edges: &Edges, index: Value) -> Option<Self> {
        let (value, steps) = peeled(func, index);
        let mut selection = Selection { computed: !steps.is_empty(), ..Selection::default() };
        selection.follow(func, edges, value, &steps, &mut SmallVec::new())?;
        let first = *selection.among.first()?;
        selection.among.iter().any(|&other| other != first).then_some(selection)
    }

    /// Collects the constants that a value can be. For a block parameter, collects those of its arguments and ignores
    /// arguments that can be anything else. Otherwise, returns `None` if the value can be anything else. Returns `None` also
    /// if a limit is exceeded.
    fn follow(
        &mut self,
        func: &Function,
        edges: &Edges,
        value: Value,
        steps: &Steps,
        path: &mut SmallVec<[Value; MAX_CHAIN]>,
    ) -> Option<()> {
        let value = func.resolve(value);
        let Some((block, at)) = param_position(func, value) else {
            return self.visit(func, value, &mut steps.clone(), &mut 0);
        };
        if path.contains(&value) {
            return Some(());
        }
        if path.len() == MAX_CHAIN {
            return None;
        }
        path.push(value);
        for (_, target) in edges.incoming(func, block) {
            self.followed += 1;
            let known = self.among.len();
            if self.followed > MAX_FOLLOWED {
                return None;
            }
            // An argument of unknown value may come from a back edge. Ignore it: the driver unrolls the first iteration.
            if self.follow(func, edges, *target.args.get(at)?, steps, path).is_none() {
                self.among.truncate(known);
            }
        }
        path.pop();
        Some(())
    }

    /// Collects the constants that a value that is not a parameter can be; `None` if it can be anything else.
    fn visit(&mut self, func: &Function, value: Value, steps: &mut Steps, visits: &mut u32) -> Option<()> {
        let value = func.resolve(value);
        *visits += 1;
        if *visits > MAX_VISITS || func.ty(value) != Types::I32 {
            return None;
        }
        if let Some(bits) = func.as_bits(value) {
            self.among.push(apply(steps, bits as u32));
            return Some(());
        }
        let data = func.def(value)?;
        if let (Op::Select, &[_, on, off]) = (data.op, &data.args[..]) {
            self.visit(func, on, steps, visits)?;
            return self.visit(func, off, steps, visits);
        }
        let (inner, step) = step(func, value)?;
        self.computed = true;
        steps.push(step);
        self.visit(func, inner, steps, visits)?;
        steps.pop();
        Some(())
    }
}

/// Strips the outermost operations with constants from an index expression. Returns the rest and the operations.
fn peeled(func: &Function, index: Value) -> (Value, Steps) {
    let (mut value, mut steps) = (func.resolve(index), Steps::new());
    while let Some((inner, step)) = step(func, value).filter(|_| steps.len() < MAX_STEPS) {
        steps.push(step);
        value = func.resolve(inner);
    }
    (value, steps)
}

/// The block and position of a 32-bit integer block parameter; `None` for other values, and for the parameters of the entry
/// block.
fn param_position(func: &Function, value: Value) -> Option<(Block, usize)> {
    let ValueDef::Param(block) = func.values[value].def else { return None };
    let at = func.blocks[block].params.iter().position(|&param| param == value)?;
    // The entry block's parameters are the function's.
    (func.layout.first() != Some(&block) && func.ty(value) == Types::I32).then_some((block, at))
}

/// Matches an operation with a constant operand. Returns the other operand and the operation.
fn step(func: &Function, value: Value) -> Option<(Value, (Op, u32))> {
    let data = func.def(value)?;
    let &[x, y] = &data.args[..] else { return None };
    if func.ty(value) != Types::I32 {
        return None;
    }
    let constant = |value| func.as_bits(value).map(|bits| bits as u32);
    match data.op {
        Op::IAdd | Op::And | Op::Or | Op::Xor | Op::IMul => match (constant(x), constant(y)) {
            (_, Some(y)) => Some((x, (data.op, y))),
            (Some(x), _) => Some((y, (data.op, x))),
            _ => None,
        },
        Op::ISub | Op::Shl | Op::LShr => {
            Some((x, (data.op, constant(y).filter(|&y| data.op == Op::ISub || y < 32)?)))
        }
        _ => None,
    }
}

/// Applies all steps to a constant.
fn apply(steps: &Steps, constant: u32) -> u32 {
    steps.iter().rev().fold(constant, |x, &(op, y)| match op {
        Op::IAdd => x.wrapping_add(y),
        Op::ISub => x.wrapping_sub(y),
        Op::IMul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl => x << y,
        _ => x >> y,
    })
}

/// Builds indices with the arithmetic inside the selection: applied to each of the selected constants.
pub(super) struct IndexBuilder<'a> {
    pub(super) b: Builder<'a>,
    edges: Edges,
    /// The added parameters, by the original parameter and the steps applied to its arguments.
    params: FxHashMap<(Value, Steps), Value>,
    /// The number of incoming edges of the added parameters.
    incoming: usize,
}

impl<'a> IndexBuilder<'a> {
    /// Creates a builder for a function with these edges.
    pub(super) fn new(b: Builder<'a>, edges: Edges) -> Self {
        IndexBuilder { b, edges, params: FxHashMap::default(), incoming: 0 }
    }

    /// Adds the block parameter that an index plus an offset requires, if any.
    pub(super) fn prepare(&mut self, index: Value, offset: u32) {
        if Selection::of(self.b.func, &self.edges, index).is_some() {
            let (value, steps) = with_offset(self.b.func, index, offset);
            if !steps.is_empty() && param_position(self.b.func, value).is_some() {
                self.param(value, &steps, 0);
            }
        }
    }

    /// Builds an index plus an offset at the insertion point. A selected index becomes a selection among the sums.
    pub(super) fn index(&mut self, index: Value, offset: u32) -> Value {
        if Selection::of(self.b.func, &self.edges, index).is_some() {
            let (value, steps) = with_offset(self.b.func, index, offset);
            return match self.params.get(&(value, steps.clone())) {
                Some(&made) => made,
                None if param_position(self.b.func, value).is_some() => self.computed(value, &steps),
                None => self.selected(value, steps),
            };
        }
        let ty = self.b.func.ty(index);
        match (self.b.func.as_bits(index), offset) {
            (_, 0) => index,
            (Some(bits), _) => self.b.bits(ty, bits.wrapping_add(u64::from(offset))),
            _ => {
                let offset = self.b.bits(ty, u64::from(offset));
                self.b.op(Op::IAdd, &[index, offset])
            }
        }
    }

    /// Builds a selection with the steps applied to each of its constants.
    fn selected(&mut self, value: Value, mut steps: Steps) -> Value {
        let value = self.b.func.resolve(value);
        if let Some(bits) = self.b.func.as_bits(value) {
            return self.b.i32(apply(&steps, bits as u32));
        }
        if let Some((inner, step)) = step(self.b.func, value) {
            steps.push(step);
            return self.selected(inner, steps);
        }
        match self.b.func.def(value).map(|data| data.args.clone()).as_deref() {
            Some(&[cond, on, off]) => {
                let (on, off) = (self.selected(on, steps.clone()), self.selected(off, steps));
                self.b.op(Op::Select, &[cond, on, off])
            }
            _ => self.computed(value, &steps),
        }
    }

    /// Builds a value with the steps applied to it.
    fn computed(&mut self, value: Value, steps: &Steps) -> Value {
        steps.iter().rev().fold(value, |value, &(op, constant)| {
            let constant = self.b.i32(constant);
            self.b.op(op, &[value, constant])
        })
    }

    /// Adds a parameter next to `param`. Its arguments are those of `param` with the steps applied.
    fn param(&mut self, param: Value, steps: &Steps, depth: usize) {
        let Some((block, from)) = param_position(self.b.func, param) else { return };
        if self.params.contains_key(&(param, steps.clone())) {
            return;
        }
        let mut sources = self.edges.predecessors(block).to_vec();
        self.incoming += sources.len();
        if self.incoming > MAX_EDGES {
            return;
        }
        sources.dedup();
        let made = self.b.func.add_param(block, Types::I32);
        let at = self.b.func.blocks[block].params.len() - 1;
        self.params.insert((param, steps.clone()), made);
        // Pass the unchanged argument until its replacement exists: the recursion may add parameters to the same block.
        for &source in &sources {
            for target in self.targets_mut(source, block) {
                let arg = target.args[from];
                target.args.push(arg);
            }
        }
        for source in sources {
            // Cases of a switch that share a target must pass it the same values.
            let mut others: SmallVec<[(Value, Value); 2]> = SmallVec::new();
            let args: SmallVec<[Value; 2]> =
                self.targets_mut(source, block).map(|target| target.args[at]).collect();
            for arg in args {
                if others.iter().all(|&(known, _)| known != arg) {
                    let other = self.argument(source, arg, steps, depth);
                    others.push((arg, other));
                }
            }
            for target in self.targets_mut(source, block) {
                let known = others.iter().find(|(arg, _)| *arg == target.args[at]);
                target.args[at] = known.map_or(target.args[at], |&(_, other)| other);
            }
        }
    }

    /// The argument that a block passes for the new parameter: `arg` with the steps applied.
    fn argument(&mut self, source: Block, arg: Value, steps: &Steps, depth: usize) -> Value {
        let arg = self.b.func.resolve(arg);
        // Whether the argument is selected among constants by `select` instructions alone, without block parameters.
        let closed = Selection::default().visit(self.b.func, arg, &mut Steps::new(), &mut 0).is_some();
        if !closed && depth < MAX_CHAIN && Selection::of(self.b.func, &self.edges, arg).is_some() {
            self.param(arg, steps, depth + 1);
        }
        if let Some(&made) = self.params.get(&(arg, steps.clone())) {
            return made;
        }
        self.b.resume(source);
        if closed { self.selected(arg, steps.clone()) } else { self.computed(arg, steps) }
    }

    /// The targets of the edges from one block to another.
    fn targets_mut(&mut self, source: Block, to: Block) -> impl Iterator<Item = &mut Target> {
        self.b.func.blocks[source].term.targets_mut().filter(move |target| target.block == to)
    }
}

/// Like [`peeled`], with the addition of `offset` as the last operation.
fn with_offset(func: &Function, index: Value, offset: u32) -> (Value, Steps) {
    let (value, mut steps) = peeled(func, index);
    if offset > 0 {
        steps.insert(0, (Op::IAdd, offset));
    }
    (value, steps)
}
