//! Symbolic execution of a function: paths are joined where they meet, loops are unrolled, calls are expanded.
//!
//! A loop runs at most [`Execution::rounds`] times through its header. [`Execution::exceeded`] is the condition under which it
//! runs more often; proofs assume that no loop of the function before the pass does.

use super::logic::Logic;
use super::memory::{Region, contents};
use super::state::{State, Val, join};
use super::sweep::Sweep;
use crate::encode::Encoder;
use crate::lane::{Lane, Sort, sorts};
use crate::solver::Term;
use anyhow::{Context as _, Result, bail};
use nvc_ir::function::InstRef;
use nvc_ir::{Block, Const, FuncId, Function, Module, Target, Terminator, Type, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Maximum number of named terms in a query.
const TERMS: usize = 6_000;
/// Maximum depth of calls, including that of the entry point.
const CALLS: usize = 8;

/// The execution of an entry point.
pub struct Execution<'e, 's, 'm> {
    /// Builds terms.
    pub encoder: &'e mut Encoder<'s>,
    /// Builds path conditions.
    pub logic: &'e mut Logic,
    /// Finds equal terms in the functions before and after the pass.
    pub sweep: &'e mut Sweep,
    /// The module.
    pub module: &'m Module,
    /// How often a loop may enter its header.
    pub rounds: usize,
    /// The condition under which the behaviour is undefined.
    pub undefined: Term,
    /// The condition under which a loop runs longer than it is unrolled.
    pub exceeded: Term,
    /// Facts about the inputs.
    pub assumed: Term,
    /// The memory that other invocations see at barriers.
    pub exposed: BTreeSet<Region>,
    /// The states in which execution ends other than by returning.
    pub ends: Vec<(State, Vec<Val>)>,
    /// The memory that is read: region and address.
    pub reads: Vec<(Region, Term)>,
    /// Number of instructions with the same operation and operands so far.
    occurrences: HashMap<u64, usize>,
    calls: usize,
    depth: usize,
}

/// A call that is being executed.
pub struct Frame<'m> {
    /// The function.
    pub func: &'m Function,
    /// Index of the call, in the order of execution.
    pub call: usize,
    /// For each block, the state and the block arguments of each path that has reached it.
    waiting: HashMap<Block, Vec<(State, Vec<Val>)>>,
    returns: Vec<(State, Vec<Val>)>,
}

impl<'e, 's, 'm> Execution<'e, 's, 'm> {
    /// Prepares an execution.
    pub fn new(
        encoder: &'e mut Encoder<'s>,
        logic: &'e mut Logic,
        sweep: &'e mut Sweep,
        module: &'m Module,
        rounds: usize,
    ) -> Self {
        let (yes, no) = (logic.yes, logic.no);
        Execution {
            encoder,
            logic,
            sweep,
            module,
            rounds,
            undefined: no,
            exceeded: no,
            assumed: yes,
            exposed: BTreeSet::new(),
            ends: Vec::new(),
            reads: Vec::new(),
            occurrences: HashMap::new(),
            calls: 0,
            depth: 0,
        }
    }

    /// Executes the entry point. Returns the state at its end, or `None` if it never ends.
    pub fn run(&mut self, memory: BTreeMap<Region, Term>, trace: Term) -> Result<Option<State>> {
        let entry = self.module.entry.as_ref().context("no entry point")?.function;
        self.exposed = memory.keys().copied().collect();
        let state = State { path: self.logic.yes, trace, memory, values: HashMap::new() };
        let end = self.call(entry, state, Vec::new())?;
        let mut ends: Vec<(State, Vec<Val>)> = std::mem::take(&mut self.ends);
        ends.extend(end);
        ends.iter_mut().for_each(|(state, args)| {
            state.values.clear();
            args.clear();
        });
        Ok(join(self.encoder, self.logic, ends).map(|(state, _)| state))
    }

    /// Executes a call. Returns the state after it with the result, or `None` if it never returns.
    pub fn call(&mut self, func: FuncId, state: State, args: Vec<Val>) -> Result<Option<(State, Vec<Val>)>> {
        if self.depth == CALLS {
            bail!("calls nested deeper than {CALLS}");
        }
        let func = self.module.functions.get(func).context("no such function")?;
        let caller = state.values.clone();
        let state = State { values: HashMap::new(), ..state };
        let mut frame = Frame { func, call: self.calls, waiting: HashMap::new(), returns: Vec::new() };
        self.calls += 1;
        self.depth += 1;
        let entry = *func.layout.first().context("a function without blocks")?;
        frame.waiting.insert(entry, vec![(state, args)]);
        self.range(&mut frame, 0, func.layout.len())?;
        self.depth -= 1;
        let returned = join(self.encoder, self.logic, frame.returns);
        Ok(returned.map(|(state, result)| (State { values: caller, ..state }, result)))
    }

    /// Executes the blocks in a range of the layout, and the loops in it.
    fn range(&mut self, frame: &mut Frame<'m>, from: usize, to: usize) -> Result<()> {
        let mut at = from;
        while at < to {
            let block = frame.func.layout[at];
            if let Terminator::Loop { merge, .. } = frame.func.blocks[block].term {
                let end = frame.func.layout.iter().position(|&other| other == merge);
                let end =
                    end.filter(|&end| at < end && end <= to).context("a loop across its merge block")?;
                self.repeat(frame, at, end)?;
                at = end;
                continue;
            }
            if let Some(edges) = frame.waiting.remove(&block) {
                self.block(frame, block, edges)?;
            }
            at += 1;
        }
        Ok(())
    }

    /// Unrolls a loop with its header at `at` and its merge block at `end` (positions in the layout).
    fn repeat(&mut self, frame: &mut Frame<'m>, at: usize, end: usize) -> Result<()> {
        let header = frame.func.layout[at];
        for _ in 0..self.rounds {
            let Some(edges) = frame.waiting.remove(&header) else { return Ok(()) };
            self.block(frame, header, edges)?;
            self.range(frame, at + 1, end)?;
        }
        for (state, _) in frame.waiting.remove(&header).unwrap_or_default() {
            self.exceeded = self.logic.or(self.encoder, self.exceeded, state.path);
        }
        Ok(())
    }

    fn block(&mut self, frame: &mut Frame<'m>, block: Block, edges: Vec<(State, Vec<Val>)>) -> Result<()> {
        let data = &frame.func.blocks[block];
        let Some((mut state, args)) = join(self.encoder, self.logic, edges) else { return Ok(()) };
        if args.len() != data.params.len() {
            bail!("a block parameter that points to different memory");
        }
        for (&param, value) in data.params.iter().zip(args) {
            state.values.insert(param, value);
        }
        for &inst in &data.insts {
            if self.encoder.bindings.len() > TERMS {
                bail!("more than {TERMS} terms");
            }
            let inst = frame.func.inst(inst);
            self.name(&state, frame, inst);
            let Some(next) = self.instruction(frame, state, inst)? else { return Ok(()) };
            state = next;
        }
        self.terminate(frame, state, &data.term)
    }

    fn terminate(&mut self, frame: &mut Frame<'m>, state: State, term: &Terminator) -> Result<()> {
        match term {
            Terminator::Jump(target) | Terminator::Loop { body: target, .. } => self.go(frame, state, target),
            Terminator::Branch { cond, then, otherwise, .. } => {
                let condition = self.condition(frame, &state, *cond)?;
                let negated = self.logic.not(self.encoder, condition);
                self.go_if(frame, &state, condition, then)?;
                self.go_if(frame, &state, negated, otherwise)
            }
            Terminator::Switch { selector, cases, default, .. } => {
                let lanes = self.lanes(frame, &state, *selector)?;
                let &[lane] = &lanes[..] else { bail!("a switch on a vector") };
                let bits = self.encoder.bits(lane);
                let mut rest = self.logic.yes;
                for (literal, target) in cases {
                    let literal = self.encoder.literal(Sort::Bits(lane.sort().width()), *literal);
                    let literal = self.encoder.bits(literal);
                    let here = self.equal(bits, literal);
                    let first = self.logic.and(self.encoder, rest, here);
                    self.go_if(frame, &state, first, target)?;
                    let negated = self.logic.not(self.encoder, here);
                    rest = self.logic.and(self.encoder, rest, negated);
                }
                self.go_if(frame, &state, rest, default)
            }
            Terminator::Return(value) => {
                let result = match value {
                    Some(value) => vec![self.value(frame, &state, *value)?],
                    None => Vec::new(),
                };
                frame.returns.push((state, result));
                Ok(())
            }
            Terminator::Unreachable => {
                self.undefined = self.logic.or(self.encoder, self.undefined, state.path);
                Ok(())
            }
        }
    }

    fn go_if(
        &mut self,
        frame: &mut Frame<'m>,
        state: &State,
        condition: Term,
        target: &Target,
    ) -> Result<()> {
        let path = self.logic.and(self.encoder, state.path, condition);
        if path == self.logic.no {
            return Ok(());
        }
        self.go(frame, State { path, ..state.clone() }, target)
    }

    fn go(&mut self, frame: &mut Frame<'m>, state: State, target: &Target) -> Result<()> {
        let args: Result<Vec<Val>> = target.args.iter().map(|&arg| self.value(frame, &state, arg)).collect();
        let args = args?;
        frame.waiting.entry(target.block).or_default().push((state, args));
        Ok(())
    }

    /// Returns the formula that two bit vectors are equal, evaluated if both are literals.
    pub fn equal(&mut self, x: Term, y: Term) -> Term {
        let is_literal = |term: Term| self.encoder.solver.is_atomic(term) && !self.is_symbol(term);
        if x != y && is_literal(x) && is_literal(y) {
            return self.logic.no;
        }
        self.logic.equal(self.encoder, x, y)
    }

    /// Whether an atomic term is a symbol rather than a literal such as `(_ bv1 32)`.
    fn is_symbol(&self, term: Term) -> bool {
        !self.encoder.solver.text(term).starts_with('(')
    }

    /// Returns a bool as a formula.
    pub fn truth(&mut self, lane: Lane) -> Term {
        let bits = self.encoder.bits(lane);
        let one = self.encoder.solver.indexed("bv1", &[1]);
        self.equal(bits, one)
    }

    fn condition(&mut self, frame: &Frame<'m>, state: &State, cond: Value) -> Result<Term> {
        let lanes = self.lanes(frame, state, cond)?;
        let &[lane] = &lanes[..] else { bail!("a branch on a vector") };
        let condition = self.truth(lane);
        self.swept(state, "condition", condition)
    }

    /// Returns `term`, or a term of the function before the pass that is equal to it wherever the state is reached
    /// ([`Sweep::term`]).
    pub fn swept(&mut self, state: &State, kind: &str, term: Term) -> Result<Term> {
        self.sweep.term(self.encoder, self.logic, state.path, kind, term)
    }

    /// Makes the encoder name the choices of an instruction (variables for undefined results, [`crate::encode`]) after its
    /// operation and operands.
    fn name(&mut self, state: &State, frame: &Frame<'m>, inst: InstRef<'_>) {
        let mut hasher = DefaultHasher::new();
        (inst.op, inst.imm()).hash(&mut hasher);
        for &arg in &inst.args {
            let arg = frame.func.resolve(arg);
            match state.values.get(&arg) {
                Some(value) => format!("{value:?}").hash(&mut hasher),
                None => format!("{:?}", frame.func.as_const(arg)).hash(&mut hasher),
            }
        }
        let name = hasher.finish();
        let occurrence = self.occurrences.entry(name).or_default();
        self.encoder.own(name, *occurrence);
        *occurrence += 1;
    }

    /// Returns the value of an operand.
    pub fn value(&mut self, frame: &Frame<'m>, state: &State, value: Value) -> Result<Val> {
        let value = frame.func.resolve(value);
        if let Some(known) = state.values.get(&value) {
            return Ok(known.clone());
        }
        let ty = frame.func.ty(value);
        match frame.func.as_const(value) {
            Some(_) => Ok(Val::Lanes(self.constant(frame.func, ty, value)?)),
            None => bail!("a value that points to different memory on different paths"),
        }
    }

    fn constant(&mut self, func: &Function, ty: Type, value: Value) -> Result<Vec<Lane>> {
        let types = &self.module.types;
        let list = sorts(types, ty)?;
        Ok(match func.as_const(value).context("a value without a definition")? {
            Const::Bits(bits) => list.iter().map(|&sort| self.encoder.literal(sort, *bits)).collect(),
            Const::Null => list.iter().map(|&sort| self.encoder.literal(sort, 0)).collect(),
            Const::Undef => list.iter().map(|&sort| self.encoder.choice(sort)).collect(),
            Const::Composite(parts) => {
                let parts: Result<Vec<_>> =
                    parts.clone().into_iter().map(|part| self.constant(func, func.ty(part), part)).collect();
                parts?.concat()
            }
            Const::Spec(spec) => {
                let name = format!("{spec:?}");
                self.encoder.apply("spec", &name, &[], &list)?
            }
        })
    }

    /// Returns the scalars of an operand; for a value without bits or a pointer, the term that represents it.
    pub fn lanes(&mut self, frame: &Frame<'m>, state: &State, value: Value) -> Result<Vec<Lane>> {
        match self.value(frame, state, value)? {
            Val::Lanes(lanes) => Ok(lanes),
            Val::Opaque(term) => Ok(vec![Lane::Bits { term, width: super::state::OPAQUE }]),
            Val::Pointer(pointer) => {
                let term = pointer.address(self.encoder);
                Ok(vec![Lane::Bits { term, width: 64 }])
            }
        }
    }

    /// Returns the contents of a region.
    pub fn memory(&mut self, state: &State, region: Region) -> Result<Term> {
        if let Some(&term) = state.memory.get(&region) {
            return Ok(term);
        }
        let sort = contents(self.encoder.solver);
        self.encoder.solver.declare_function(&region.name(), Vec::new(), sort)?;
        Ok(self.encoder.solver.atom(region.name()))
    }
}
