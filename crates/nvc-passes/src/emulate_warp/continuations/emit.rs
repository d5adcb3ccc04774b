//! Code generation: emits the loop of rounds, which runs the segments of code between suspension points.

use super::super::shared;
use super::super::warps::{Warps, needs_publishing};
use super::super::{collect, lanes};
use super::Rounds;
use super::segments::{Goto, Program, SegmentEnd, SuspensionKind};
use super::spills::Spills;
use nvc_ir::imm::{Access, AtomicOp, Imm, Scope};
use nvc_ir::{Block, Builder, Function, Local, LocalData, Module, Op, Target, Terminator, Types, Value};
use rustc_hash::FxHashMap;

/// The counter of invocations that wait at a barrier.
const WAITING: u32 = 0;
/// The counter of invocations that are done.
const DONE: u32 = 1;
/// The entry in [`Rounds::sites`] of an invocation that does not wait for its warp: it is done, or it waits at a barrier.
const NOWHERE: u32 = u32::MAX;

/// Generates the function.
pub(super) fn function(
    module: &Module,
    types: &mut Types,
    program: &Program,
    spills: &Spills,
    warps: &mut Warps,
    rounds: Rounds,
) -> Function {
    let functions: Vec<&Function> =
        program.instances.iter().map(|instance| &module.functions[instance.func]).collect();
    let mut func = Function::new(functions.first().map_or("main", |func| &func.name));
    let pc = func.locals.push(LocalData { name: "warp_pc".into(), ty: Types::I32 });
    let mut frames = Vec::new();
    for (source, values) in functions.iter().zip(spills) {
        let locals = source.locals.values().map(|local| func.locals.push(local.clone())).collect();
        let slot = |&value: &Value| {
            let name = source.value_names.get(&value).cloned().unwrap_or_default();
            (value, func.locals.push(LocalData { name, ty: source.ty(value) }))
        };
        frames.push(Frame { locals, spills: values.iter().map(slot).collect() });
    }
    let numbers = numbers(program);
    let b = Builder::new(&mut func, types);
    let mut emitter = Emitter {
        b,
        program,
        functions,
        frames,
        warps,
        rounds,
        pc,
        numbers,
        known: FxHashMap::default(),
        instance: 0,
    };
    emitter.rounds();
    func
}

/// Values of the program counter that are not segments. `done` is the last.
struct Numbers {
    suspensions: Vec<u32>,
    /// The value at the first barrier.
    barriers: u32,
    done: u32,
}

/// Assigns program-counter values: segments first, then the suspension points of warps in layout order, then barriers.
fn numbers(program: &Program) -> Numbers {
    let segments = program.segments.len() as u32;
    let of_warps =
        program.suspensions.iter().filter(|suspension| suspension.kind != SuspensionKind::Barrier).count()
            as u32;
    let (mut warp, mut barrier) = (segments, segments + of_warps);
    let mut suspensions = Vec::new();
    for suspension in &program.suspensions {
        let next = if suspension.kind == SuspensionKind::Barrier { &mut barrier } else { &mut warp };
        suspensions.push(*next);
        *next += 1;
    }
    Numbers { suspensions, barriers: segments + of_warps, done: barrier }
}

/// The local variables of an instance: those of its function, and its spill slots.
pub(super) struct Frame {
    pub locals: Vec<Local>,
    pub spills: FxHashMap<Value, Local>,
}

/// State of code generation.
pub(super) struct Emitter<'a> {
    pub b: Builder<'a>,
    program: &'a Program,
    pub functions: Vec<&'a Function>,
    pub frames: Vec<Frame>,
    warps: &'a mut Warps,
    rounds: Rounds,
    pc: Local,
    numbers: Numbers,
    /// Maps values of the instance to those of the generated function, as far as these are available in the current block.
    pub known: FxHashMap<Value, Value>,
    pub instance: usize,
}

impl Emitter<'_> {
    fn blocks<const N: usize>(&mut self) -> [Block; N] {
        std::array::from_fn(|_| self.b.func.new_block())
    }

    fn rounds(&mut self) {
        let [entry, round, body, run, wait, go, collect, end, leave] = self.blocks();
        self.b.enter(entry);
        let start = self.program.instances[0].entry.get(&self.functions[0].layout[0]).copied();
        self.go_to(start);
        let zero = self.b.i32(0);
        for counter in [WAITING, DONE] {
            self.count(counter, AtomicOp::Exchange, zero);
        }
        self.warps.wait(&mut self.b);
        self.b.jump(round);

        self.b.enter(round);
        self.b.terminate(Terminator::Loop { body: Target::new(body), merge: leave, cont: end });
        self.b.enter(body);
        self.b.jump(run);
        self.run(run, wait);

        let pc = self.load_pc();
        let site = self.announce(pc);
        let (done, waiting) = (self.counter(DONE), self.counter(WAITING));
        let total = self.warps.total_value(&mut self.b);
        let all_done = self.b.op(Op::IEq, &[done, total]);
        self.branch(all_done, leave, go, go);

        self.b.enter(go);
        let existing = self.warps.existing_lanes(&mut self.b);
        let first = self.warps.helpers.min(&mut self.b, self.rounds.sites, existing);
        let active = self.warps.helpers.equal(&mut self.b, self.rounds.sites, existing, &[first]);
        let (turn, at_barrier) = self.turn(pc, site, first);
        let stopped = self.b.op(Op::IAdd, &[done, waiting]);
        let open = self.b.op(Op::IEq, &[stopped, total]);
        let leaves = self.b.op(Op::And, &[at_barrier, open]);
        let resumes = self.b.op(Op::Or, &[turn, leaves]);
        let no_suspension = self.b.i32(self.numbers.done);
        let chosen = self.b.op(Op::Select, &[resumes, pc, no_suspension]);
        self.collect(chosen, active, collect);

        // Only after this barrier have all invocations read the counter.
        self.warps.wait(&mut self.b);
        let (minus, zero) = (self.b.i32(u32::MAX), self.b.i32(0));
        let change = self.b.op(Op::Select, &[leaves, minus, zero]);
        self.count(WAITING, AtomicOp::Add, change);
        self.b.jump(end);
        self.b.enter(end);
        self.b.jump(round);
        self.b.enter(leave);
        self.b.terminate(Terminator::Return(None));
    }

    /// The inner loop, from `header` to `after`: runs segments until the invocation suspends.
    fn run(&mut self, header: Block, after: Block) {
        let [test, choose, join, again] = self.blocks();
        self.b.enter(header);
        self.b.terminate(Terminator::Loop { body: Target::new(test), merge: after, cont: again });
        self.b.enter(test);
        let pc = self.load_pc();
        let segments = self.b.i32(self.program.segments.len() as u32);
        let runs = self.b.op(Op::ULt, &[pc, segments]);
        self.branch(runs, choose, after, choose);
        self.b.enter(choose);
        let blocks: Vec<Block> = self.program.segments.iter().map(|_| self.b.func.new_block()).collect();
        let cases = (0..).zip(&blocks).map(|(n, &block)| (n, Target::new(block))).collect();
        self.b.terminate(Terminator::Switch { selector: pc, cases, default: Target::new(join), merge: join });
        for (at, &block) in blocks.iter().enumerate() {
            self.b.enter(block);
            self.segment(at);
            self.b.jump(join);
        }
        self.b.enter(join);
        self.b.jump(again);
        self.b.enter(again);
        self.b.jump(header);
        self.b.enter(after);
    }

    fn segment(&mut self, at: usize) {
        let program = self.program;
        let segment = &program.segments[at];
        self.begin(segment.instance);
        let func = self.functions[segment.instance];
        for &inst in &segment.insts {
            self.copy(inst);
        }
        match segment.end {
            SegmentEnd::Block => {
                self.b.loc = func.blocks[segment.block].term_loc;
                self.terminator(&func.blocks[segment.block].term);
            }
            SegmentEnd::Suspension(suspension) => {
                match program.suspensions[suspension].kind {
                    SuspensionKind::Operation(inst) => {
                        let data = self.mapped(inst);
                        self.b.loc = data.loc();
                        if needs_publishing(self.b.func, &data) {
                            self.warps.publish(&mut self.b, &data);
                        }
                    }
                    SuspensionKind::Barrier => {
                        let one = self.b.i32(1);
                        self.count(WAITING, AtomicOp::Add, one);
                    }
                    SuspensionKind::Converge => {}
                }
                self.go_to(Some(Goto::Suspension(suspension)));
            }
            SegmentEnd::Call(inst, callee) => {
                let args: Vec<Value> = func.insts[inst].args.iter().map(|&arg| self.value(arg)).collect();
                let entry = self.functions[callee].layout[0];
                let params = &self.functions[callee].blocks[entry].params;
                for (&param, arg) in params.iter().zip(args) {
                    self.store(callee, param, arg);
                }
                self.go_to(program.instances[callee].entry.get(&entry).copied());
            }
        }
        self.b.loc = None;
    }

    /// Publishes the suspension point at which the invocation waits, and waits for all others to do so.
    fn announce(&mut self, pc: Value) -> Value {
        let barriers = self.b.i32(self.numbers.barriers);
        let at_warp = self.b.op(Op::ULt, &[pc, barriers]);
        let nowhere = self.b.i32(NOWHERE);
        let site = self.b.op(Op::Select, &[at_warp, pc, nowhere]);
        let index = lanes::local_index(&mut self.b);
        self.rounds.sites.store(&mut self.b, index, 0, site);
        self.warps.wait(&mut self.b);
        site
    }

    /// Whether the invocation waits at the suspension point at which its warp resumes in this round (`first`), and whether it
    /// waits at a barrier.
    fn turn(&mut self, pc: Value, site: Value, first: Value) -> (Value, Value) {
        let (barriers, done) = (self.b.i32(self.numbers.barriers), self.b.i32(self.numbers.done));
        let at_warp = self.b.op(Op::ULt, &[pc, barriers]);
        let is_first = self.b.op(Op::IEq, &[site, first]);
        let turn = self.b.op(Op::And, &[at_warp, is_first]);
        let above = self.b.op(Op::ULe, &[barriers, pc]);
        let below = self.b.op(Op::ULt, &[pc, done]);
        (turn, self.b.op(Op::And, &[above, below]))
    }

    /// Emits a switch over the suspension point from which the invocation resumes. All cases continue at `after`.
    fn collect(&mut self, suspension: Value, active: Value, after: Block) {
        let program = self.program;
        let blocks: Vec<Block> = program.suspensions.iter().map(|_| self.b.func.new_block()).collect();
        let numbered = self.numbers.suspensions.iter().zip(&blocks);
        let mut cases: Vec<(u64, Target)> =
            numbered.map(|(&number, &block)| (number.into(), Target::new(block))).collect();
        cases.sort_by_key(|(number, _)| *number);
        self.b.terminate(Terminator::Switch {
            selector: suspension,
            cases,
            default: Target::new(after),
            merge: after,
        });
        for (suspension, &block) in program.suspensions.iter().zip(&blocks) {
            self.b.enter(block);
            self.begin(suspension.instance);
            if let SuspensionKind::Operation(inst) = suspension.kind {
                let data = self.mapped(inst);
                self.b.loc = data.loc();
                let result = collect::result(self.warps, &mut self.b, &data, active);
                if let (Some(result), Some(to)) = (result, data.result) {
                    self.store(suspension.instance, to, result);
                }
            }
            self.go_to(Some(Goto::Segment(suspension.next)));
            self.b.loc = None;
            self.b.jump(after);
        }
        self.b.enter(after);
    }

    fn terminator(&mut self, term: &Terminator) {
        match term {
            Terminator::Jump(target) | Terminator::Loop { body: target, .. } => self.edge(target),
            Terminator::Branch { cond, then, otherwise, .. } => {
                let cond = self.value(*cond);
                let [yes, no, join] = self.blocks();
                self.branch(cond, yes, no, join);
                self.arm(yes, then, join);
                self.arm(no, otherwise, join);
                self.b.enter(join);
            }
            Terminator::Switch { selector, cases, default, .. } => {
                let selector = self.value(*selector);
                let [otherwise, join] = self.blocks();
                let arms: Vec<Block> = cases.iter().map(|_| self.b.func.new_block()).collect();
                let targets = cases.iter().zip(&arms).map(|((n, _), &arm)| (*n, Target::new(arm))).collect();
                let default_arm = Target::new(otherwise);
                self.b.terminate(Terminator::Switch {
                    selector,
                    cases: targets,
                    default: default_arm,
                    merge: join,
                });
                let known = self.known.clone();
                self.arm(otherwise, default, join);
                for ((_, target), &arm) in cases.iter().zip(&arms) {
                    self.known.clone_from(&known);
                    self.arm(arm, target, join);
                }
                self.b.enter(join);
            }
            Terminator::Return(value) => {
                let value = value.map(|value| self.value(value));
                self.leave(value);
            }
            Terminator::Unreachable => self.finish(),
        }
    }

    /// Emits a block that takes an edge and jumps to `join`.
    fn arm(&mut self, block: Block, target: &Target, join: Block) {
        self.b.enter(block);
        let known = self.known.clone();
        self.edge(target);
        // Values computed in this block do not dominate `join`.
        self.known = known;
        self.b.jump(join);
    }

    /// Stores the arguments of a target to the spill slots of its parameters and continues there.
    fn edge(&mut self, target: &Target) {
        let func = self.functions[self.instance];
        let values: Vec<Value> = target.args.iter().map(|&arg| self.value(arg)).collect();
        for (&param, value) in func.blocks[target.block].params.iter().zip(values) {
            self.store(self.instance, param, value);
        }
        self.go_to(self.program.instances[self.instance].entry.get(&target.block).copied());
    }

    /// Returns from a function to the segment after the call, or finishes the invocation.
    fn leave(&mut self, value: Option<Value>) {
        let Some((next, caller, call)) = self.program.instances[self.instance].back else {
            self.finish();
            return;
        };
        if let (Some(value), Some(result)) = (value, self.functions[caller].insts[call].result) {
            self.store(caller, result, value);
        }
        self.go_to(Some(Goto::Segment(next)));
    }

    fn finish(&mut self) {
        let one = self.b.i32(1);
        self.count(DONE, AtomicOp::Add, one);
        self.set_pc(self.numbers.done);
    }

    fn go_to(&mut self, to: Option<Goto>) {
        let number = match to {
            Some(Goto::Segment(segment)) => segment as u32,
            Some(Goto::Suspension(suspension)) => self.numbers.suspensions[suspension],
            None => self.numbers.done,
        };
        self.set_pc(number);
    }

    fn set_pc(&mut self, number: u32) {
        let (pointer, number) = (self.b.local_addr(self.pc), self.b.i32(number));
        self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, number]);
    }

    fn load_pc(&mut self) -> Value {
        self.load(self.pc, Types::I32)
    }

    fn branch(&mut self, cond: Value, then: Block, otherwise: Block, merge: Block) {
        let (then, otherwise) = (Target::new(then), Target::new(otherwise));
        self.b.terminate(Terminator::Branch { cond, then, otherwise, merge });
    }

    fn counter_pointer(&mut self, counter: u32) -> Value {
        let place = self.b.i32(counter);
        shared::word(&mut self.b, self.rounds.counters, self.rounds.counters_ty, place)
    }

    fn counter(&mut self, counter: u32) -> Value {
        let pointer = self.counter_pointer(counter);
        self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], Types::I32)
    }

    fn count(&mut self, counter: u32, op: AtomicOp, by: Value) {
        let pointer = self.counter_pointer(counter);
        self.b.inst_with_type(Op::Atomic, Imm::Atomic(op, Scope::Workgroup), &[pointer, by], Types::I32);
    }
}
