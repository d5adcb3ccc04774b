//! Tests the structured-control-flow builder: its block layout, and that random nestings of constructs result
//! in valid modules.

use nvc_ir::ssa::Variable;
use nvc_ir::structured::{Loop, StructuredBuilder, Switch};
use nvc_ir::{Block, EntryPoint, Extent, Function, Module, Op, Types, Value, text, verify};

/// Builds a function with `build`, verifies it and returns its listing.
#[track_caller]
fn listing(build: impl FnOnce(StructuredBuilder<'_>)) -> String {
    let mut module = Module::new();
    let mut func = Function::new("main");
    build(StructuredBuilder::new(&mut func, &mut module.types));
    let function = module.functions.push(func);
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
    text::print(&module)
}

/// Returns the lines between the braces of the only function.
fn body(listing: &str) -> Vec<&str> {
    listing
        .lines()
        .skip_while(|line| !line.starts_with("func"))
        .skip(1)
        .take_while(|line| *line != "}")
        .collect()
}

/// Creates a condition that the builder cannot fold.
fn condition(b: &mut StructuredBuilder<'_>) -> Value {
    let yes = b.bool(true);
    let mask = b.op(Op::NvBallot, &[yes]);
    let zero = b.i32(0);
    b.op(Op::INe, &[mask, zero])
}

fn increment(b: &mut StructuredBuilder<'_>, variable: Variable) {
    let value = b.read(variable);
    let one = b.i32(1);
    let next = b.op(Op::IAdd, &[value, one]);
    b.write(variable, next);
}

/// Declares a variable that starts at 0.
fn zero(b: &mut StructuredBuilder<'_>) -> Variable {
    let variable = b.declare(Types::I32);
    let zero = b.i32(0);
    b.write(variable, zero);
    variable
}

#[test]
fn a_counted_loop() {
    let listing = listing(|mut b| {
        let i = zero(&mut b);
        let construct = b.begin_loop();
        let (index, end) = (b.read(i), b.i32(10));
        let more = b.op(Op::ULt, &[index, end]);
        b.leave_unless(more, construct.merge());
        assert!(b.begin_continue(&construct));
        increment(&mut b, i);
        b.end_loop(construct);
        b.return_(None);
        b.finish();
    });
    let expected = [
        "b0:",
        "  jump b1(0:i32)",
        "b1(v0: i32):",
        "  loop b2 merge b6 continue b5",
        "b2:",
        "  v1: bool = ult v0, 10:i32",
        "  branch v1, b4, b3 merge b4",
        "b3:",
        "  jump b6",
        "b4:",
        "  jump b5",
        "b5:",
        "  v2: i32 = iadd v0, 1:i32",
        "  jump b1(v2)",
        "b6:",
        "  return",
    ];
    assert_eq!(body(&listing), expected);
}

#[test]
fn selections_merge_their_variables() {
    let listing = listing(|mut b| {
        let x = zero(&mut b);
        let cond = condition(&mut b);
        let mut both = b.begin_if_else(cond);
        increment(&mut b, x);
        b.begin_else(&mut both);
        let unless = b.begin_unless(cond);
        let seven = b.i32(7);
        b.write(x, seven);
        b.end_if(unless);
        b.end_if(both);
        let x = b.read(x);
        b.op(Op::INeg, &[x]);
        b.return_(None);
        b.finish();
    });
    let expected = [
        "b0:",
        "  v0: i32 = nv.ballot true",
        "  v1: bool = ine v0, 0:i32",
        "  branch v1, b1, b2 merge b5",
        "b1:",
        "  v2: i32 = iadd 0:i32, 1:i32",
        "  jump b5(v2)",
        "b2:",
        "  branch v1, b4(0:i32), b3 merge b4",
        "b3:",
        "  jump b4(7:i32)",
        "b4(v3: i32):",
        "  jump b5(v3)",
        "b5(v4: i32):",
        "  v5: i32 = ineg v4",
        "  return",
    ];
    assert_eq!(body(&listing), expected);
}

#[test]
fn cases_fall_through_without_a_break() {
    let listing = listing(|mut b| {
        let x = zero(&mut b);
        let selector = b.read(x);
        let mut switch = b.begin_switch(selector, [vec![1, 2], vec![3], vec![]], Some(2));
        assert!(b.is_unreachable(), "no case is entered yet");
        assert!(b.begin_case(&mut switch));
        increment(&mut b, x);
        assert!(b.begin_case(&mut switch), "the first falls through");
        increment(&mut b, x);
        b.leave(switch.merge());
        assert!(b.is_unreachable());
        assert!(b.begin_case(&mut switch));
        assert!(!b.is_unreachable(), "the default is a target of the switch");
        assert!(!b.begin_case(&mut switch));
        b.end_switch(switch);
        b.return_(None);
        b.finish();
    });
    let expected = [
        "b0:",
        "  switch 0:i32, b3 [1: b1, 2: b1, 3: b2(0:i32)] merge b4",
        "b1:",
        "  v0: i32 = iadd 0:i32, 1:i32",
        "  jump b2(v0)",
    ];
    assert_eq!(body(&listing)[..5], expected);
}

#[test]
fn a_switch_without_default_skips_to_its_end() {
    let listing = listing(|mut b| {
        let selector = b.i32(5);
        let switch = b.begin_switch(selector, [[1]], None);
        b.end_switch(switch);
        b.return_(None);
        b.finish();
    });
    assert!(listing.contains("switch 5:i32, b2 [1: b1] merge b2\nb1:\n  jump b2\n"), "{listing}");
}

#[test]
fn a_loop_that_never_repeats_has_its_back_edge() {
    let listing = listing(|mut b| {
        let x = zero(&mut b);
        let construct = b.begin_loop();
        increment(&mut b, x);
        b.leave(construct.merge());
        assert!(!b.begin_continue(&construct));
        b.end_loop(construct);
        assert!(!b.is_unreachable());
        let x = b.read(x);
        b.op(Op::INeg, &[x]);
        b.return_(None);
        b.finish();
    });
    assert!(listing.contains("loop b2 merge b4 continue b3"), "{listing}");
    assert!(listing.contains("v0: i32 = iadd 0:i32, 1:i32"), "the header has no parameters: {listing}");
}

#[test]
fn code_after_an_infinite_loop_is_unreachable() {
    let listing = listing(|mut b| {
        let construct = b.begin_loop();
        b.begin_continue(&construct);
        b.end_loop(construct);
        assert!(b.is_unreachable());
        b.finish();
    });
    assert!(listing.ends_with("b4:\n  unreachable\n}\n"), "{listing}");
}

/// A pseudo-random number generator.
struct Random(u32);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % n
    }
}

/// Builds random statements as a front end does. It emits nothing in unreachable code.
struct Program<'a> {
    b: StructuredBuilder<'a>,
    random: Random,
    variables: Vec<Variable>,
    /// The targets of `break`, innermost last. `continues` contains the targets of `continue`.
    breaks: Vec<Block>,
    continues: Vec<Block>,
}

impl Program<'_> {
    fn statements(&mut self, depth: u32) {
        for _ in 0..self.random.below(4) {
            if self.b.is_unreachable() {
                return;
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let variable = self.variables[self.random.below(3) as usize];
        match self.random.below(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => increment(&mut self.b, variable),
            2 => self.jump(),
            3 => {
                let Some(&target) = self.breaks.last() else { return };
                let cond = condition(&mut self.b);
                self.b.leave_if(cond, target);
            }
            4 => {
                let cond = condition(&mut self.b);
                let construct =
                    if self.random.below(2) == 0 { self.b.begin_if(cond) } else { self.b.begin_unless(cond) };
                self.statements(depth - 1);
                self.b.end_if(construct);
            }
            5 => {
                let cond = condition(&mut self.b);
                let mut construct = self.b.begin_if_else(cond);
                self.statements(depth - 1);
                if self.random.below(4) != 0 {
                    self.b.begin_else(&mut construct);
                    self.statements(depth - 1);
                }
                self.b.end_if(construct);
            }
            6 => self.switch(variable, depth),
            _ => self.repeat(variable, depth),
        }
    }

    fn jump(&mut self) {
        let targets = if self.random.below(2) == 0 { &self.breaks } else { &self.continues };
        match targets.last() {
            Some(&target) => self.b.leave(target),
            None if self.random.below(8) == 0 => self.b.return_(None),
            None => {}
        }
    }

    fn switch(&mut self, variable: Variable, depth: u32) {
        let selector = self.b.read(variable);
        let count = self.random.below(4);
        let default = (self.random.below(2) == 0).then_some(self.random.below(4) as usize);
        let default = default.filter(|&index| index < count as usize);
        let literals = (0..count).map(|n| [u64::from(2 * n), u64::from(2 * n + 1)]);
        let mut construct: Switch = self.b.begin_switch(selector, literals, default);
        self.breaks.push(construct.merge());
        while self.b.begin_case(&mut construct) {
            self.statements(depth - 1);
            if self.random.below(2) == 0 {
                self.b.leave(construct.merge());
            }
        }
        self.breaks.pop();
        self.b.end_switch(construct);
    }

    fn repeat(&mut self, variable: Variable, depth: u32) {
        let construct: Loop = self.b.begin_loop();
        self.breaks.push(construct.merge());
        self.continues.push(construct.continue_block());
        self.statements(depth - 1);
        self.breaks.pop();
        self.continues.pop();
        if self.b.begin_continue(&construct) {
            increment(&mut self.b, variable);
        }
        self.b.end_loop(construct);
    }
}

#[test]
fn random_nests_are_valid() {
    for seed in 0..500 {
        listing(|mut b| {
            let variables = (0..3).map(|_| zero(&mut b)).collect();
            let mut program =
                Program { b, random: Random(seed), variables, breaks: Vec::new(), continues: Vec::new() };
            for _ in 0..4 {
                if !program.b.is_unreachable() {
                    program.statement(4);
                }
            }
            if !program.b.is_unreachable() {
                for variable in program.variables.clone() {
                    let value = program.b.read(variable);
                    program.b.op(Op::INeg, &[value]);
                }
                program.b.return_(None);
            }
            program.b.finish();
        });
    }
}
