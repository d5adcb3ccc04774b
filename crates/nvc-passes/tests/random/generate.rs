//! Generates random programs.

#[path = "expressions.rs"]
mod expressions;

use nvc_ir::function::Hint;
use nvc_ir::imm::{Access, BytesAccess};
use nvc_ir::ssa::{SsaBuilder, Variable};
use nvc_ir::{
    Block, Builder, EntryPoint, Extent, FuncId, Function, Global, GlobalData, GlobalKind, Imm, Module, Op,
    ResourceClass, ResourceRef, Target, Terminator, Type, Types, Value,
};

/// The program for a seed: a single entry point that stores to a buffer and calls nothing.
pub fn program(seed: u32) -> Module {
    generate(seed, 0)
}

/// The program for a seed, with functions that return from anywhere. Each function may call those after it.
pub fn program_with_calls(seed: u32) -> Module {
    generate(seed, 3)
}

fn generate(seed: u32, functions: u32) -> Module {
    let mut module = Module::new();
    let resource = ResourceRef { class: ResourceClass::Storage, index: 0, count: 1 };
    let kind = GlobalKind::Bytes { resource, bytes: 0 };
    let buffer = module.globals.push(GlobalData { name: "buffer".to_owned(), kind });
    let ids: Vec<FuncId> = (0..=functions).map(|_| module.functions.push(Function::default())).collect();
    for (number, &id) in (0u32..).zip(&ids) {
        let mut func = Function::new(if number == 0 { "main" } else { "function" });
        if number > 0 {
            (func.params, func.result) = (vec![Types::I32; 2], Some(Types::I32));
        }
        let mut ssa = SsaBuilder::new();
        let registers = (0..5).map(|_| ssa.declare(Types::I32)).collect();
        let entry = func.new_block();
        func.layout.push(entry);
        let mut generator = Generator {
            func: &mut func,
            types: &mut module.types,
            ssa,
            registers,
            block: entry,
            loops: Vec::new(),
            buffer,
            state: seed.wrapping_add(number << 24).wrapping_mul(0x9e37_79b9) ^ 0x5bd1_e995,
            budget: if number == 0 { 40 } else { 15 },
            callees: ids.iter().copied().skip(number as usize + 1).collect(),
        };
        generator.entry();
        module.functions[id] = func;
    }
    let workgroup_size = [Extent::Fixed(1), Extent::Fixed(1), Extent::Fixed(1)];
    let function = module.functions.keys().next().expect("a function");
    module.entry = Some(EntryPoint {
        name: "main".to_owned(),
        function,
        workgroup_size,
        derivatives: None,
        khr_derivatives: false,
        modes: Vec::new(),
    });
    module
}

struct Generator<'a> {
    func: &'a mut Function,
    types: &'a mut Types,
    ssa: SsaBuilder,
    registers: Vec<Variable>,
    block: Block,
    /// Continue and merge blocks of the enclosing loops, innermost last.
    loops: Vec<(Block, Block)>,
    buffer: Global,
    state: u32,
    /// The number of statements that may still be generated.
    budget: u32,
    /// The functions that this function may call.
    callees: Vec<FuncId>,
}

impl Generator<'_> {
    /// Returns a pseudorandom number less than `below`.
    fn random(&mut self, below: u32) -> u32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state >> 10) % below
    }

    fn builder(&mut self) -> Builder<'_> {
        let mut builder = Builder::new(self.func, self.types);
        builder.resume(self.block);
        builder
    }

    fn op(&mut self, op: Op, args: &[Value]) -> Value {
        self.builder().op(op, args)
    }

    fn inst_with_type(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        self.builder().inst_with_type(op, Imm::None, args, ty)
    }

    fn word_const(&mut self, n: u32) -> Value {
        self.builder().i32(n)
    }

    fn entry(&mut self) {
        self.ssa.seal(self.func, self.block);
        let params = self.func.params.clone();
        let params: Vec<Value> = params.into_iter().map(|ty| self.func.add_param(self.block, ty)).collect();
        let input = self.load(0);
        for (i, register) in self.registers.clone().into_iter().enumerate() {
            let other = if i < 2 { input } else { self.word_const(i as u32 - 2) };
            self.ssa.write(register, self.block, params.get(i).copied().unwrap_or(other));
        }
        if self.statements(3) {
            self.store();
            self.return_();
        }
        self.func.resolve_aliases();
    }

    /// Generates a list of statements. Returns whether its end is reachable.
    fn statements(&mut self, depth: u32) -> bool {
        for _ in 0..1 + self.random(4) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let open = match self.random(12) {
                0..2 if !self.callees.is_empty() => self.call(),
                0..4 => self.assign(),
                4..6 => self.store(),
                6..9 if depth > 0 => self.selection(depth - 1),
                9 if depth > 0 => self.repetition(depth - 1),
                10 if depth > 0 => self.choice(depth - 1),
                11 if depth < 3 => return self.leave(),
                _ => self.assign(),
            };
            if !open {
                return false;
            }
        }
        true
    }

    fn assign(&mut self) -> bool {
        let value = self.word(3);
        let at = self.random(self.registers.len() as u32) as usize;
        self.ssa.write(self.registers[at], self.block, value);
        true
    }

    fn access(&self) -> Imm {
        Imm::Bytes(BytesAccess { global: self.buffer, access: Access::default() })
    }

    fn load(&mut self, offset: u32) -> Value {
        let (imm, offset) = (self.access(), self.word_const(offset));
        let element = self.word_const(0);
        self.builder().inst_with_type(Op::BytesLoad, imm, &[element, offset], Types::I32)
    }

    fn store(&mut self) -> bool {
        let value = self.word(2);
        let (imm, element) = (self.access(), self.word_const(0));
        self.builder().effect(Op::BytesStore, imm, &[element, element, value]);
        true
    }

    /// Generates a break, a continue or a return.
    fn leave(&mut self) -> bool {
        let way = self.random(3);
        let target = match (self.loops.last(), way) {
            (Some(&(cont, _)), 0) => cont,
            (Some(&(_, merge)), 1) => merge,
            _ => return self.return_(),
        };
        self.jump(target);
        false
    }

    fn return_(&mut self) -> bool {
        let value = self.func.result.map(|_| self.word(1));
        self.builder().terminate(Terminator::Return(value));
        false
    }

    /// Generates a call and assigns its result to a register.
    fn call(&mut self) -> bool {
        let callee = self.random(self.callees.len() as u32) as usize;
        let callee = self.callees[callee];
        let args = [self.word(1), self.word(1)];
        let value = self.builder().inst_with_type(Op::Call, Imm::Function(callee), &args, Types::I32);
        let at = self.random(self.registers.len() as u32) as usize;
        self.ssa.write(self.registers[at], self.block, value);
        true
    }

    fn jump(&mut self, to: Block) {
        self.builder().jump(to);
        self.ssa.add_predecessor(to, self.block);
    }

    fn enter(&mut self, block: Block) {
        self.func.layout.push(block);
        self.block = block;
    }

    fn enter_sealed(&mut self, block: Block) {
        self.enter(block);
        self.ssa.seal(self.func, block);
    }

    /// Generates an `if` with one or two arms.
    fn selection(&mut self, depth: u32) -> bool {
        let cond = self.boolean(2);
        let [then, otherwise, merge] = [0; 3].map(|_| self.func.new_block());
        let one_armed = self.random(3) == 0;
        let other = if one_armed { merge } else { otherwise };
        let term = Terminator::Branch { cond, then: Target::new(then), otherwise: Target::new(other), merge };
        self.builder().terminate(term);
        self.ssa.add_predecessor(then, self.block);
        self.ssa.add_predecessor(other, self.block);
        for arm in if one_armed { vec![then] } else { vec![then, otherwise] } {
            self.enter_sealed(arm);
            if self.random(4) == 0 || self.statements(depth) {
                self.jump(merge);
            }
        }
        self.enter_sealed(merge);
        true
    }

    /// Generates a `switch`, whose first case may fall through to the second.
    fn choice(&mut self, depth: u32) -> bool {
        let selector = if self.random(3) == 0 { self.word_const(1) } else { self.word(1) };
        let [first, second, default, merge] = [0; 4].map(|_| self.func.new_block());
        let cases = vec![(0, Target::new(first)), (1, Target::new(second))];
        self.builder().terminate(Terminator::Switch {
            selector,
            cases,
            default: Target::new(default),
            merge,
        });
        for case in [first, second, default] {
            self.ssa.add_predecessor(case, self.block);
        }
        let falls = self.random(2) == 0;
        for (case, next) in [(first, second), (second, merge), (default, merge)] {
            self.enter_sealed(case);
            if self.statements(depth.min(1)) {
                self.jump(if falls { next } else { merge });
            } else if next == second && falls {
                continue;
            }
        }
        self.enter_sealed(merge);
        true
    }

    /// Generates a loop with a bounded trip count, and the hint to unroll it.
    fn repetition(&mut self, depth: u32) -> bool {
        let counter = self.ssa.declare(Types::I32);
        let zero = self.word_const(0);
        self.ssa.write(counter, self.block, zero);
        let [header, body, on, cont, merge] = [0; 5].map(|_| self.func.new_block());
        self.jump(header);
        self.enter(header);
        self.builder().terminate(Terminator::Loop { body: Target::new(body), merge, cont });
        self.func.blocks[header].hint = Hint::Expand;
        self.ssa.add_predecessor(body, header);
        self.enter_sealed(body);
        let count = self.ssa.read(self.func, counter, body);
        let limit = self.random(4);
        let limit = self.word_const(limit);
        let done = self.op(Op::ULe, &[limit, count]);
        let (then, otherwise) = (Target::new(merge), Target::new(on));
        self.builder().terminate(Terminator::Branch { cond: done, then, otherwise, merge: on });
        self.ssa.add_predecessor(merge, body);
        self.ssa.add_predecessor(on, body);
        self.enter_sealed(on);
        self.loops.push((cont, merge));
        if self.statements(depth) {
            let to = if self.random(6) == 0 { merge } else { cont };
            self.jump(to);
        }
        self.loops.pop();
        self.enter_sealed(cont);
        if !self.callees.is_empty() && self.random(3) == 0 {
            self.call();
        }
        let count = self.ssa.read(self.func, counter, cont);
        let one = self.word_const(1);
        let next = self.op(Op::IAdd, &[count, one]);
        self.ssa.write(counter, cont, next);
        self.jump(header);
        self.ssa.seal(self.func, header);
        self.enter_sealed(merge);
        true
    }
}
