//! Tests SSA construction by using the builder as a front end does.

use nvc_ir::function::Args;
use nvc_ir::ssa::{SsaBuilder, Variable};
use nvc_ir::{
    Block, Builder, Const, EntryPoint, Extent, Function, Module, Op, Target, Terminator, Types, Value, text,
    verify,
};

/// A function under construction, with its variables.
struct Front {
    func: Function,
    types: Types,
    ssa: SsaBuilder,
    at: Block,
}

impl Front {
    fn new() -> Self {
        let mut func = Function::new("main");
        let entry = func.new_block();
        func.layout.push(entry);
        let mut ssa = SsaBuilder::new();
        ssa.seal(&mut func, entry);
        Front { func, types: Types::new(), ssa, at: entry }
    }

    fn number(&mut self, n: u64) -> Value {
        self.func.constant(Types::I32, Const::Bits(n))
    }

    fn write(&mut self, variable: Variable, value: Value) {
        self.ssa.write(variable, self.at, value);
    }

    fn read(&mut self, variable: Variable) -> Value {
        self.ssa.read(&mut self.func, variable, self.at)
    }

    /// Returns a value that is not equal to any other.
    fn fresh(&mut self) -> Value {
        self.inst(Op::NvBallot, &[], true)
    }

    fn inst(&mut self, op: Op, args: &[Value], ballot: bool) -> Value {
        let mut builder = Builder::new(&mut self.func, &mut self.types);
        builder.resume(self.at);
        if ballot {
            let yes = builder.bool(true);
            return builder.op(op, &[yes]);
        }
        builder.op(op, args)
    }

    fn condition(&mut self) -> Value {
        let word = self.fresh();
        let zero = self.number(0);
        self.inst(Op::INe, &[word, zero], false)
    }

    fn end(&mut self, term: Terminator) {
        for target in term.targets() {
            self.ssa.add_predecessor(target.block, self.at);
        }
        self.func.blocks[self.at].term = term;
    }

    fn jump(&mut self, to: Block) {
        self.end(Terminator::Jump(Target::new(to)));
    }

    fn branch(&mut self, then: Block, otherwise: Block, merge: Block) {
        let cond = self.condition();
        self.end(Terminator::Branch {
            cond,
            then: Target::new(then),
            otherwise: Target::new(otherwise),
            merge,
        });
    }

    fn open(&mut self, block: Block) {
        self.func.layout.push(block);
        self.at = block;
    }

    fn enter(&mut self, block: Block) {
        self.ssa.seal(&mut self.func, block);
        self.open(block);
    }

    /// Adds a use of a value, so that the value cannot be removed.
    fn keep(&mut self, value: Value) {
        self.inst(Op::INeg, &[value], false);
    }

    fn params(&self, block: Block) -> usize {
        self.func.blocks[block].params.len()
    }

    /// Verifies the module and returns it.
    #[track_caller]
    fn finish(mut self) -> Module {
        self.end(Terminator::Return(None));
        self.func.resolve_aliases();
        let mut module = Module { types: self.types, ..Module::new() };
        let function = module.functions.push(self.func);
        let workgroup_size = [Extent::Fixed(1); 3];
        module.entry = Some(EntryPoint {
            name: "main".to_owned(),
            function,
            workgroup_size,
            derivatives: None,
            khr_derivatives: false,
            modes: Vec::new(),
        });
        if let Err(errors) = verify::verify(&module) {
            panic!("{}", verify::render(&module, &errors));
        }
        module
    }
}

#[test]
fn straight_line_needs_no_parameters() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let one = f.number(1);
    f.write(x, one);
    assert_eq!(f.read(x), one);
    let next = f.func.new_block();
    f.jump(next);
    f.enter(next);
    assert_eq!(f.read(x), one);
    assert_eq!(f.params(next), 0);
    f.finish();
}

#[test]
fn undefined_variable_is_undef() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::F32);
    let value = f.read(x);
    assert_eq!(f.func.as_const(value), Some(&Const::Undef));
    assert_eq!(f.func.ty(value), Types::F32);
    f.finish();
}

#[test]
fn join_takes_both_values() {
    let mut f = Front::new();
    let (x, y) = (f.ssa.declare(Types::I32), f.ssa.declare(Types::I32));
    let [one, two, three] = [1, 2, 3].map(|n| f.number(n));
    f.write(x, one);
    f.write(y, three);
    let (then, merge) = (f.func.new_block(), f.func.new_block());
    f.branch(then, merge, merge);
    f.enter(then);
    f.write(x, two);
    f.jump(merge);
    f.enter(merge);
    let joined = f.read(x);
    assert_eq!(f.read(y), three, "a value that is the same on both paths needs no parameter");
    assert_eq!(f.func.blocks[merge].params[..], [joined]);
    f.keep(joined);
    let entry = f.func.layout[0];
    assert_eq!(f.func.blocks[entry].term.targets().nth(1).unwrap().args, Args::from_slice(&[one]));
    assert_eq!(f.func.blocks[then].term.targets().next().unwrap().args, Args::from_slice(&[two]));
    f.finish();
}

/// The blocks of a loop being built.
struct LoopBlocks {
    header: Block,
    cont: Block,
    merge: Block,
}

fn open_loop(f: &mut Front) -> LoopBlocks {
    let [header, body, cont, merge] = [(); 4].map(|()| f.func.new_block());
    f.jump(header);
    f.open(header);
    f.end(Terminator::Loop { body: Target::new(body), merge, cont });
    f.enter(body);
    LoopBlocks { header, cont, merge }
}

fn close_loop(f: &mut Front, blocks: &LoopBlocks) {
    f.jump(blocks.cont);
    f.enter(blocks.cont);
    f.jump(blocks.header);
    f.ssa.seal(&mut f.func, blocks.header);
    f.enter(blocks.merge);
}

/// Emits `if (condition) goto to;`.
fn leave_if(f: &mut Front, to: Block) {
    let (then, merge) = (f.func.new_block(), f.func.new_block());
    f.branch(then, merge, merge);
    f.enter(then);
    f.jump(to);
    f.enter(merge);
}

#[test]
fn loops_carry_only_variables_that_they_write() {
    let mut f = Front::new();
    let (i, fixed) = (f.ssa.declare(Types::I32), f.ssa.declare(Types::I32));
    let [zero, one, seven] = [0, 1, 7].map(|n| f.number(n));
    f.write(i, zero);
    f.write(fixed, seven);
    let blocks = open_loop(&mut f);
    leave_if(&mut f, blocks.merge);
    // The header is not sealed yet, so the reads add parameters for both variables.
    let (now, same) = (f.read(i), f.read(fixed));
    assert_eq!(f.params(blocks.header), 2);
    let sum = f.inst(Op::IAdd, &[now, same], false);
    let sum = f.inst(Op::IAdd, &[sum, one], false);
    f.write(i, sum);
    close_loop(&mut f, &blocks);
    assert_eq!(
        f.func.blocks[blocks.header].params[..],
        [now],
        "a variable that the loop does not write is not carried"
    );
    assert_eq!(f.func.resolve(same), seven);
    assert_eq!(f.read(i), now, "after a break before the addition, it has the header's value");
    assert_eq!(f.read(fixed), seven);
    f.keep(now);
    f.finish();
}

#[test]
fn nested_loops_with_break_and_continue() {
    let mut f = Front::new();
    let variables = [(); 4].map(|()| f.ssa.declare(Types::I32));
    let [x, y, z, constant] = variables;
    for (n, variable) in (0..).zip(variables) {
        let value = f.number(n);
        f.write(variable, value);
    }
    let outer = open_loop(&mut f);
    leave_if(&mut f, outer.merge);
    let inner = open_loop(&mut f);
    let fresh = f.fresh();
    f.write(x, fresh);
    leave_if(&mut f, inner.cont);
    let fresh = f.fresh();
    f.write(y, fresh);
    leave_if(&mut f, inner.merge);
    close_loop(&mut f, &inner);
    let (at_x, at_y, at_constant) = (f.read(x), f.read(y), f.read(constant));
    f.keep(at_x);
    f.keep(at_y);
    leave_if(&mut f, outer.cont);
    let sum = f.inst(Op::IAdd, &[at_x, at_constant], false);
    f.write(z, sum);
    close_loop(&mut f, &outer);
    for variable in variables {
        let value = f.read(variable);
        f.keep(value);
    }
    f.func.resolve_aliases();
    let three = f.number(3);
    assert_eq!(f.read(constant), three);
    // x and y change in the inner loop, z changes in the outer loop, and `constant` changes in neither. x is
    // written before any use in the inner body, but a break from the outer loop makes its old value visible.
    assert_eq!(f.params(outer.header), 3);
    // In the inner loop, only y is read before it is written, on the path of the `continue`.
    assert!(f.params(inner.header) <= 2);
    f.finish();
}

#[test]
fn redundant_parameter_cycles_are_removed() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let five = f.number(5);
    f.write(x, five);
    let mut open = Vec::new();
    for _ in 0..20 {
        let blocks = open_loop(&mut f);
        leave_if(&mut f, blocks.merge);
        let value = f.read(x);
        f.keep(value);
        open.push(blocks);
    }
    for blocks in open.iter().rev() {
        close_loop(&mut f, blocks);
    }
    assert_eq!(f.read(x), five);
    assert!(open.iter().all(|blocks| f.params(blocks.header) == 0 && f.params(blocks.merge) == 0));
    f.finish();
}

#[test]
fn unreachable_code_reads_undef() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let one = f.number(1);
    f.write(x, one);
    let blocks = open_loop(&mut f);
    // The body always leaves the loop, so that the continue block and the back edge are unreachable.
    f.jump(blocks.merge);
    f.enter(blocks.cont);
    let value = f.read(x);
    assert_eq!(f.func.as_const(value), Some(&Const::Undef));
    f.jump(blocks.header);
    f.ssa.seal(&mut f.func, blocks.header);
    f.enter(blocks.merge);
    let value = f.read(x);
    f.keep(value);
    f.finish();
}

#[test]
fn an_unreachable_cycle_reads_undef() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let (a, b) = (f.func.new_block(), f.func.new_block());
    f.ssa.add_predecessor(a, b);
    f.ssa.add_predecessor(b, a);
    f.ssa.seal(&mut f.func, a);
    f.ssa.seal(&mut f.func, b);
    let value = f.ssa.read(&mut f.func, x, a);
    assert_eq!(f.func.as_const(value), Some(&Const::Undef));
}

#[test]
fn both_targets_of_a_branch_may_be_the_same_block() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let merge = f.func.new_block();
    let one = f.number(1);
    f.write(x, one);
    f.branch(merge, merge, merge);
    f.enter(merge);
    assert_eq!(f.read(x), one);
    assert_eq!(f.params(merge), 0);
    f.finish();
}

/// Builds a chain of `count` diamonds (if-else constructs). Every `step`th one writes the variable on one
/// path.
fn diamonds(count: usize, step: usize) -> Module {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let one = f.number(1);
    f.write(x, one);
    for n in 0..count {
        let [then, otherwise, merge] = [(); 3].map(|()| f.func.new_block());
        f.branch(then, otherwise, merge);
        f.enter(then);
        if n % step == step - 1 {
            let value = f.number(n as u64);
            f.write(x, value);
        }
        f.jump(merge);
        f.enter(otherwise);
        f.jump(merge);
        f.enter(merge);
    }
    let value = f.read(x);
    f.keep(value);
    f.finish()
}

#[test]
fn many_diamonds_neither_overflow_the_stack_nor_take_quadratic_time() {
    // With a quadratic algorithm, this test would take minutes.
    let params = |module: &Module| -> usize {
        module.functions.values().flat_map(|f| f.blocks.values()).map(|b| b.params.len()).sum()
    };
    assert_eq!(params(&diamonds(100_000, 200_000)), 0);
    assert_eq!(params(&diamonds(100_000, 10)), 10_000);
    assert_eq!(params(&diamonds(100_000, 1)), 100_000);
}

#[test]
fn many_breaks_of_one_loop_take_linear_time() {
    let mut f = Front::new();
    let x = f.ssa.declare(Types::I32);
    let blocks = open_loop(&mut f);
    for n in 0..50_000 {
        let value = f.number(n);
        f.write(x, value);
        leave_if(&mut f, blocks.merge);
    }
    close_loop(&mut f, &blocks);
    let value = f.read(x);
    f.keep(value);
    let module = f.finish();
    let text = text::print(&module);
    let again = text::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(text::print(&again), text);
}

/// Emits `if (condition) then();`. The merge block is opened first, so that SSA construction knows where the
/// construct begins and ends.
fn enclose(f: &mut Front, then: impl FnOnce(&mut Front)) {
    let (inside, merge) = (f.func.new_block(), f.func.new_block());
    f.ssa.open(merge, f.at);
    f.branch(inside, merge, merge);
    f.enter(inside);
    then(f);
    f.jump(merge);
    f.enter(merge);
}

/// Does the same as [`open_loop`], but opens the header and the merge block first, so that SSA construction
/// knows where the loop begins and ends.
fn enclose_loop(f: &mut Front) -> LoopBlocks {
    let [header, body, cont, merge] = [(); 4].map(|()| f.func.new_block());
    f.ssa.open(header, f.at);
    f.ssa.open(merge, f.at);
    f.jump(header);
    f.open(header);
    f.end(Terminator::Loop { body: Target::new(body), merge, cont });
    f.enter(body);
    LoopBlocks { header, cont, merge }
}

#[test]
fn loops_carry_variables_written_after_a_break() {
    let mut f = Front::new();
    let (x, fixed) = (f.ssa.declare(Types::I32), f.ssa.declare(Types::I32));
    let [zero, one] = [0, 1].map(|n| f.number(n));
    f.write(x, zero);
    f.write(fixed, one);
    let outer = enclose_loop(&mut f);
    let blocks = enclose_loop(&mut f);
    leave_if(&mut f, blocks.merge);
    enclose(&mut f, |_| {});
    // The loops do not read `x`.
    f.write(x, one);
    close_loop(&mut f, &blocks);
    leave_if(&mut f, outer.merge);
    close_loop(&mut f, &outer);
    let (value, same) = (f.read(x), f.read(fixed));
    assert_eq!(f.params(blocks.header), 1);
    assert_eq!(f.params(outer.header), 1);
    assert_eq!(value, f.func.blocks[blocks.header].params[0]);
    assert_eq!(same, one);
    f.keep(value);
    f.finish();
}

#[test]
fn variables_that_live_through_many_constructs_cost_nothing_in_each() {
    // One step per variable and construct would be 10^9 steps.
    let mut f = Front::new();
    let one = f.number(1);
    let variables: Vec<Variable> = (0..30_000).map(|_| f.ssa.declare(Types::I32)).collect();
    for &variable in &variables {
        f.write(variable, one);
    }
    for &variable in &variables {
        enclose(&mut f, |f| {
            let value = f.read(variable);
            assert_eq!(value, one);
            let value = f.fresh();
            f.write(variable, value);
        });
    }
    let merge = f.at;
    let values: Vec<Value> = variables.iter().map(|&variable| f.read(variable)).collect();
    assert_eq!(f.params(merge), 1, "only for the variable of the last construct");
    for value in values {
        f.keep(value);
    }
    f.finish();
}

#[test]
fn results_are_the_same_each_time() {
    assert_eq!(text::print(&diamonds(50, 3)), text::print(&diamonds(50, 3)));
}
