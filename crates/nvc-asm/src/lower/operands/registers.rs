//! TEMP variables as SSA variables or arrays in function storage.
//!
//! A component of a register is a word of 32 bits, of 64 bits for LONG (digest: registers are
//! untyped; instructions give the type). SHORT registers hold 32 bits too: what makes
//! them short is that arithmetic into them is in half precision (docs/hardware.md, A24). An array becomes memory only if some access has a
//! relative index; then each component is an array of its own, so that unused components vanish.

use crate::lower::{Lowerer, U32};
use crate::resolve::{Index, Program, TempSize, VarId, VarKind};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::ssa::{SsaBuilder, Variable};
use nvc_ir::types::{Space, Types};
use nvc_ir::{Builder, Local, LocalData, Op, Type, Value};

/// Where a TEMP lives.
#[derive(Clone, Copy, Debug)]
enum Home {
    /// Four SSA variables per element, from this one on.
    Variables(u32),
    /// Four arrays in function storage, one per component, from this one on.
    Arrays([Local; 4]),
}

/// A TEMP.
#[derive(Clone, Copy, Debug)]
struct Register {
    home: Home,
    word: Type,
    elements: u32,
}

/// All TEMPs of a program, by variable.
pub(in crate::lower) struct Registers {
    registers: Vec<Option<Register>>,
}

/// An element of a TEMP.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Element {
    /// Known.
    Fixed(u32),
    /// A 32-bit integer.
    Dynamic(Value),
}

impl Registers {
    pub(in crate::lower) fn new(program: &Program, ssa: &mut SsaBuilder, b: &mut Builder<'_>) -> Self {
        let registers = program.vars.iter().map(|var| {
            let VarKind::Temp(temp) = &var.kind else { return None };
            let word = if temp.size == TempSize::Long { Types::I64 } else { Types::I32 };
            let elements = temp.array.unwrap_or(1);
            let home = if temp.relative {
                let ty = b.types.array(word, elements);
                Home::Arrays(["x", "y", "z", "w"].map(|component| {
                    b.func.locals.push(LocalData { name: format!("{}_{component}", var.name), ty })
                }))
            } else {
                let first = ssa.declare(word);
                for _ in 1..u64::from(elements) * 4 {
                    ssa.declare(word);
                }
                Home::Variables(first.0)
            };
            Some(Register { home, word, elements })
        });
        Registers { registers: registers.collect() }
    }

    fn get(&self, var: VarId) -> Option<Register> {
        self.registers.get(var.0 as usize).copied().flatten()
    }

    /// The type of a component of the register.
    pub(in crate::lower) fn word(&self, var: VarId) -> Type {
        self.get(var).map_or(Types::I32, |r| r.word)
    }
}

impl Lowerer<'_> {
    /// The element that an index chooses; without an index, the first.
    pub(in crate::lower) fn element(&mut self, index: Option<Index>) -> Element {
        match index {
            None => Element::Fixed(0),
            Some(Index { register: None, offset }) => Element::Fixed(offset),
            Some(Index { register: Some((var, component)), offset }) => {
                let register = self.read_register(var, Element::Fixed(0), component);
                let register = self.low_word(register);
                Element::Dynamic(self.add_constant(register, offset))
            }
        }
    }

    /// An index as a value.
    pub(in crate::lower) fn element_value(&mut self, element: Element) -> Value {
        match element {
            Element::Fixed(n) => self.b.i32(n),
            Element::Dynamic(value) => value,
        }
    }

    pub(in crate::lower) fn add_constant(&mut self, value: Value, n: u32) -> Value {
        if n == 0 {
            return value;
        }
        if let Some(known) = self.b.func.as_bits(value) {
            return self.b.i32((known as u32).wrapping_add(n));
        }
        let n = self.b.i32(n);
        self.b.op(Op::IAdd, &[value, n])
    }

    /// A word as 32 bits; a longer one loses its high half.
    pub(in crate::lower) fn low_word(&mut self, value: Value) -> Value {
        self.word_to_value(value, U32)
    }

    /// The word in a component of a TEMP.
    pub(in crate::lower) fn read_register(&mut self, var: VarId, element: Element, component: u8) -> Value {
        let Some(register) = self.registers.get(var) else { return self.b.undef(Types::I32) };
        match register.home {
            Home::Variables(first) => match variable(first, register, element, component) {
                Some(variable) => self.ssa.read(self.b.func, variable, self.b.block()),
                None => self.b.undef(register.word),
            },
            Home::Arrays(arrays) => {
                let pointer = self.array_pointer(arrays, register.word, element, component);
                self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], register.word)
            }
        }
    }

    /// Writes a word to a component of a TEMP.
    pub(in crate::lower) fn write_register(
        &mut self,
        var: VarId,
        element: Element,
        component: u8,
        word: Value,
    ) {
        let Some(register) = self.registers.get(var) else { return };
        match register.home {
            Home::Variables(first) => {
                if let Some(variable) = variable(first, register, element, component) {
                    let block = self.b.block();
                    self.ssa.write(variable, block, word);
                }
            }
            Home::Arrays(arrays) => {
                let pointer = self.array_pointer(arrays, register.word, element, component);
                self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, word]);
            }
        }
    }

    fn array_pointer(&mut self, arrays: [Local; 4], word: Type, element: Element, component: u8) -> Value {
        let index = self.element_value(element);
        let base = self.b.local_addr(arrays[usize::from(component & 3)]);
        let ty = self.b.types.pointer(Space::Function, word);
        self.b.inst_with_type(Op::AccessChain, Imm::None, &[base, index], ty)
    }
}

/// The SSA variable of a component; `None` past the end, which the resolver has reported.
fn variable(first: u32, register: Register, element: Element, component: u8) -> Option<Variable> {
    match element {
        Element::Fixed(n) if n < register.elements => {
            Some(Variable(first + 4 * n + u32::from(component & 3)))
        }
        _ => None,
    }
}
