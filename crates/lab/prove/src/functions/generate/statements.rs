//! Random statements: instructions, accesses to memory, constructs.

use super::operands::bytes;
use super::{Generator, Past, STATEMENTS};
use nvc_ir::imm::{Access, AtomicOp, Barrier, Builtin, MemoryKinds, Scope};
use nvc_ir::ssa::Variable;
use nvc_ir::{Imm, Op, Space, Type, Types, Value};

/// Types of loads and stores by bytes, with their sizes.
const ACCESSES: &[(Type, u32)] =
    &[(Types::I32, 4), (Types::I32, 4), (Types::F32, 4), (Types::I64, 8), (Types::I16, 2), (Types::I8, 1)];

impl Generator<'_, '_> {
    /// Generates the body of the entry point.
    pub fn body(&mut self) {
        for _ in 0..3 {
            let variable = self.b.declare(Types::I32);
            let zero = self.b.i32(0);
            self.b.write(variable, zero);
            self.variables.push(variable);
        }
        let flag = self.b.declare(Types::BOOL);
        let no = self.b.bool(false);
        self.b.write(flag, no);
        self.flag = Some(flag);
        let index = self.b.builtin(Builtin::LocalIndex, Types::I32);
        self.pool.push(index);
        self.initialise(index);
        self.load();
        self.load();
        let count = STATEMENTS.0 + self.rng.below(STATEMENTS.1 - STATEMENTS.0);
        for _ in 0..count {
            self.statement();
        }
        for _ in 0..2 {
            self.store();
        }
        for at in 0..self.variables.len() {
            let value = self.b.read(self.variables[at]);
            let (zero, offset) = (self.b.i32(0), self.b.i32(64 + 4 * at as u32));
            self.b.effect(Op::BytesStore, bytes(self.resources.storage[0]), &[zero, offset, value]);
        }
        let flag = self.b.read(flag);
        let (zero, one, offset) = (self.b.i32(0), self.b.i32(1), self.b.i32(80));
        let word = self.b.op(Op::Select, &[flag, one, zero]);
        self.b.effect(Op::BytesStore, bytes(self.resources.storage[0]), &[zero, offset, word]);
        self.b.return_(None);
    }

    /// Initialises the variables in function storage. In the memory model they have some fixed initial value, but a pass may choose
    /// any value for each read of an uninitialised variable.
    fn initialise(&mut self, value: Value) {
        for local in [self.scalar, self.array] {
            let pointer = self.b.local_addr(local);
            let ty = self.b.func.locals[local].ty;
            let initial = match ty {
                Types::I32 => value,
                _ => self.b.inst_with_type(Op::Construct, Imm::None, &[value; 4], ty),
            };
            self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, initial]);
        }
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..1 + self.rng.below(most) {
            if self.b.is_unreachable() || self.budget == 0 {
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        if self.b.is_unreachable() || self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.rng.below(100) {
            0..=29 => self.arithmetic(),
            30..=33 => self.repeat_instruction(),
            34..=36 => self.reload(),
            37..=45 => self.load(),
            46..=54 => self.store(),
            55..=58 => self.typed(),
            59..=61 => self.atomic(),
            62..=63 => self.barrier(),
            64..=68 => self.local(),
            69..=74 => self.assign(),
            75..=76 => self.vote(),
            77 => self.flags(),
            78..=80 => self.call(),
            81..=90 if self.depth < 3 => self.selection(),
            91..=94 if self.depth < 2 => self.repetition(),
            95..=96 if self.depth < 2 => self.switch(),
            97..=99 => self.jump(),
            _ => self.assign(),
        }
    }

    fn emit(&mut self, op: Op, imm: Imm, args: &[Value], ty: Type) -> Value {
        let value = self.b.inst_with_type(op, imm, args, ty);
        self.pool.push(value);
        self.past.push(Past { op, imm, args: args.to_vec(), ty });
        value
    }

    /// An operation that the proofs cover ([`Universe::by_op`](crate::universe::Universe)), on any types.
    fn arithmetic(&mut self) {
        let universe = self.universe;
        for _ in 0..8 {
            let Some((_, signatures)) = self.rng.pick(&universe.by_op) else { return };
            let Some(signature) = self.rng.pick(signatures) else { continue };
            // Mostly operations on words and bools, which other statements produce and consume.
            let words = signature.args.iter().filter(|&&ty| ty == Types::I32 || ty == Types::BOOL).count();
            if words == 0 && !self.rng.chance(25) {
                continue;
            }
            let args: Vec<Value> = signature.args.iter().map(|&ty| self.operand(ty)).collect();
            self.emit(signature.op, signature.imm, &args, signature.result);
            return;
        }
    }

    /// Repeats an earlier instruction, sometimes with commuted operands.
    fn repeat_instruction(&mut self) {
        let Some(past) = self.rng.pick(&self.past).cloned() else { return };
        let mut args = past.args;
        if past.op.is_commutative() && self.rng.chance(30) {
            args.reverse();
        }
        self.emit(past.op, past.imm, &args, past.ty);
    }

    fn load(&mut self) {
        let list = [
            self.resources.storage[0],
            self.resources.storage[1],
            self.resources.uniform,
            self.resources.shared,
        ];
        let global = *self.rng.pick(&list).unwrap_or(&list[0]);
        let (ty, size) = if self.rng.chance(15) {
            let count = [2, 4][self.rng.below(2)];
            (self.b.types.vector(Types::I32, count), 4 * u32::from(count))
        } else {
            *self.rng.pick(ACCESSES).unwrap_or(&ACCESSES[0])
        };
        let offset = self.offset(size);
        let zero = self.b.i32(0);
        let value = self.emit(Op::BytesLoad, bytes(global), &[zero, offset], ty);
        if self.b.types.components(ty) > 1 {
            let at = self.rng.below(self.b.types.components(ty).into()) as u32;
            self.emit(Op::Extract, Imm::Index(at), &[value], Types::I32);
        }
    }

    /// Loads a word before and after a store that may change it.
    fn reload(&mut self) {
        let list = [self.resources.storage[1], self.resources.shared];
        let global = *self.rng.pick(&list).unwrap_or(&list[0]);
        let (zero, offset) = (self.b.i32(0), self.offset(4));
        self.emit(Op::BytesLoad, bytes(global), &[zero, offset], Types::I32);
        let value = self.operand(Types::I32);
        let changed = if self.rng.chance(50) { offset } else { self.offset(4) };
        self.b.effect(Op::BytesStore, bytes(global), &[zero, changed, value]);
        let loaded = self.emit(Op::BytesLoad, bytes(global), &[zero, offset], Types::I32);
        let place = self.offset(4);
        self.b.effect(Op::BytesStore, bytes(self.resources.storage[0]), &[zero, place, loaded]);
    }

    fn store(&mut self) {
        let list = [self.resources.storage[0], self.resources.storage[1], self.resources.shared];
        let global = *self.rng.pick(&list).unwrap_or(&list[0]);
        let (ty, size) = *self.rng.pick(ACCESSES).unwrap_or(&ACCESSES[0]);
        let value = self.operand(ty);
        let (zero, offset) = (self.b.i32(0), self.offset(size));
        self.b.effect(Op::BytesStore, bytes(global), &[zero, offset, value]);
    }

    /// An access through a pointer: to the typed buffer or the private variable.
    fn typed(&mut self) {
        let pointer = if self.rng.chance(70) {
            let (global, block) = (self.resources.typed, self.resources.block);
            let start = self.b.global_addr(global, Space::StorageBuffer, block);
            let ty = self.b.types.pointer(Space::StorageBuffer, Types::I32);
            let (one, index) = (self.b.i32(1), self.index());
            let zero = self.b.i32(0);
            let indices: &[Value] = if self.rng.chance(80) { &[start, one, index] } else { &[start, zero] };
            self.b.inst_with_type(Op::AccessChain, Imm::None, indices, ty)
        } else {
            let global = self.resources.private;
            self.b.global_addr(global, Space::Private, Types::I32)
        };
        self.load_or_store(pointer);
    }

    fn load_or_store(&mut self, pointer: Value) {
        let access = Imm::Access(Access { volatile: self.rng.chance(10), ..Access::default() });
        if self.rng.chance(50) {
            let value = self.operand(Types::I32);
            self.b.effect(Op::Store, access, &[pointer, value]);
        } else {
            self.emit(Op::Load, access, &[pointer], Types::I32);
        }
    }

    /// An access to a variable of the function.
    fn local(&mut self) {
        let pointer = if self.rng.chance(40) {
            self.b.local_addr(self.scalar)
        } else {
            let start = self.b.local_addr(self.array);
            let index = self.index();
            let ty = self.b.types.pointer(Space::Function, Types::I32);
            self.b.inst_with_type(Op::AccessChain, Imm::None, &[start, index], ty)
        };
        self.load_or_store(pointer);
    }

    fn atomic(&mut self) {
        let list = [self.resources.storage[1], self.resources.shared];
        let global = *self.rng.pick(&list).unwrap_or(&list[0]);
        let ops =
            [AtomicOp::Add, AtomicOp::UMax, AtomicOp::Exchange, AtomicOp::CompareExchange, AtomicOp::Load];
        let op = *self.rng.pick(&ops).unwrap_or(&AtomicOp::Add);
        let (zero, offset) = (self.b.i32(0), self.offset(4));
        let mut args = vec![zero, offset];
        let operands = match op {
            AtomicOp::Load => 0,
            AtomicOp::CompareExchange => 2,
            _ => 1,
        };
        for _ in 0..operands {
            let value = self.operand(Types::I32);
            args.push(value);
        }
        let value = self.b.inst_with_type(Op::BytesAtomic, Imm::BytesAtomic(global, op), &args, Types::I32);
        self.pool.push(value);
    }

    fn barrier(&mut self) {
        let barrier = Barrier {
            execution: self.rng.chance(70).then_some(Scope::Workgroup),
            memory: Scope::Workgroup,
            kinds: MemoryKinds { buffer: true, workgroup: true, image: false },
        };
        self.b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
    }

    fn assign(&mut self) {
        if let Some(flag) = self.flag.filter(|_| self.rng.chance(35)) {
            if self.rng.chance(60) {
                let value = if self.rng.chance(50) { self.b.bool(true) } else { self.condition() };
                self.b.write(flag, value);
            } else {
                let value = self.b.read(flag);
                self.pool.push(value);
            }
            return;
        }
        let Some(&variable) = self.rng.pick(&self.variables) else { return };
        if self.rng.chance(50) {
            let value = self.operand(Types::I32);
            self.b.write(variable, value);
        } else {
            let value = self.b.read(variable);
            self.pool.push(value);
        }
    }

    /// A vote or ballot of the invocations of a warp.
    fn vote(&mut self) {
        let condition = self.operand(Types::BOOL);
        let (op, ty) = match self.rng.below(3) {
            0 => (Op::NvBallot, Types::I32),
            1 => (Op::NvAny, Types::BOOL),
            _ => (Op::NvAll, Types::BOOL),
        };
        let value = self.b.inst_with_type(op, Imm::None, &[condition], ty);
        self.pool.push(value);
    }

    /// A test of condition codes.
    fn flags(&mut self) {
        let (x, y) = (self.operand(Types::I32), self.operand(Types::I32));
        let subtracts = self.rng.chance(50);
        let result = self.b.op(if subtracts { Op::ISub } else { Op::IAdd }, &[x, y]);
        let (overflow, carry) = match subtracts {
            true => (Op::CcSubOverflow, Op::CcSubCarry),
            false => (Op::CcAddOverflow, Op::CcAddCarry),
        };
        let sign = self.b.op(Op::CcSign, &[result]);
        let zero = self.b.op(Op::CcZero, &[result]);
        let (overflow, carry) = (self.b.op(overflow, &[x, y]), self.b.op(carry, &[x, y]));
        let tests = nvc_ir::imm::Test::ALL;
        let Some(&test) = self.rng.pick(tests) else { return };
        self.emit(Op::CcTest, Imm::Test(test), &[sign, zero, overflow, carry], Types::BOOL);
    }

    fn call(&mut self) {
        let Some(helper) = self.helper else { return self.arithmetic() };
        let args = [self.operand(Types::I32), self.operand(Types::I32)];
        let value = self.b.inst_with_type(Op::Call, Imm::Function(helper), &args, Types::I32);
        self.pool.push(value);
    }

    /// Generates statements whose values are not in scope afterwards.
    fn scoped(&mut self, most: usize) {
        let (values, insts) = (self.pool.len(), self.past.len());
        self.depth += 1;
        self.statements(most);
        self.depth -= 1;
        self.pool.truncate(values);
        self.past.truncate(insts);
    }

    fn selection(&mut self) {
        let condition = self.condition();
        if self.rng.chance(50) {
            let construct = self.b.begin_if(condition);
            self.scoped(3);
            self.b.end_if(construct);
        } else {
            let mut construct = self.b.begin_if_else(condition);
            let values = self.flag.filter(|_| self.rng.chance(40)).map(|flag| (flag, self.rng.chance(50)));
            self.scoped(3);
            self.set(values, false);
            self.b.begin_else(&mut construct);
            self.scoped(3);
            self.set(values, true);
            self.b.end_if(construct);
        }
    }

    /// Writes the constant in `values`, negated if `negated` is set, to the variable in `values`.
    fn set(&mut self, values: Option<(Variable, bool)>, negated: bool) {
        if let Some((flag, bit)) = values
            && !self.b.is_unreachable()
        {
            let value = self.b.bool(bit != negated);
            self.b.write(flag, value);
        }
    }

    fn repetition(&mut self) {
        let counter = self.b.declare(Types::I32);
        let zero = self.b.i32(0);
        self.b.write(counter, zero);
        let outer = self.innermost;
        let (values, insts) = (self.pool.len(), self.past.len());
        let construct = self.b.begin_loop();
        self.innermost = Some((construct.merge(), construct.continue_block()));
        let count = self.b.read(counter);
        self.pool.push(count);
        let bound = if self.rng.chance(50) { self.b.i32(2) } else { self.operand(Types::I32) };
        let more = self.b.op(Op::ULt, &[count, bound]);
        let merge = construct.merge();
        self.b.leave_unless(more, merge);
        self.depth += 1;
        self.statements(4);
        self.depth -= 1;
        if self.b.begin_continue(&construct) {
            let (count, one) = (self.b.read(counter), self.b.i32(1));
            let next = self.b.op(Op::IAdd, &[count, one]);
            self.b.write(counter, next);
        }
        self.b.end_loop(construct);
        self.innermost = outer;
        self.pool.truncate(values);
        self.past.truncate(insts);
    }

    fn switch(&mut self) {
        let selector = match self.rng.below(3) {
            0 => {
                let literal = *self.rng.pick(&[0, 1, 5, 9]).unwrap_or(&0);
                self.b.i32(literal)
            }
            _ => self.operand(Types::I32),
        };
        let default = self.rng.chance(50).then_some(1);
        let mut construct = self.b.begin_switch(selector, [vec![0], vec![1, 5]], default);
        // A `break` in a switch leaves the switch, not the loop. Neither `break` nor `continue` of the loop is generated.
        let outer = self.innermost.take();
        while self.b.begin_case(&mut construct) {
            self.scoped(2);
            if self.rng.chance(70) && !self.b.is_unreachable() {
                let merge = construct.merge();
                self.b.leave(merge);
            }
        }
        self.b.end_switch(construct);
        self.innermost = outer;
    }

    /// Leaves the innermost loop or starts its next iteration, on a condition. Outside of loops, assigns a variable.
    fn jump(&mut self) {
        let Some((merge, next)) = self.innermost else { return self.assign() };
        let condition = self.condition();
        let target = if self.rng.chance(60) { merge } else { next };
        self.b.leave_if(condition, target);
    }
}
