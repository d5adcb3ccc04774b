//! Lowers TEMP variables to SSA variables or arrays in function storage.
//!
//! Registers are untyped: a component is 32 bits, or 64 bits for LONG, and each instruction determines how it
//! is read. SHORT registers have 32 bits too, but arithmetic into them is in half precision
//! (docs/hardware.md, A24). An array is stored in memory only if it is accessed with a relative index. Each
//! component is then a separate array, so that unused components can be removed.

use crate::lower::{Lowerer, U32};
use crate::resolve::{Index, Place, Program, TempSize, VarId, VarKind};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::ssa::Variable;
use nvc_ir::types::{Space, Types};
use nvc_ir::{Local, LocalData, Op, StructuredBuilder, Type, Value};

/// The storage of a TEMP.
#[derive(Clone, Copy, Debug)]
enum Storage {
    /// Four consecutive SSA variables per element. Contains the number of the first.
    Variables(u32),
    /// Four arrays in function storage, one per component.
    Arrays([Local; 4]),
}

/// A TEMP.
#[derive(Clone, Copy, Debug)]
struct Register {
    storage: Storage,
    /// The type of a component: a 32- or 64-bit integer.
    word: Type,
    elements: u32,
}

/// The TEMPs of a program, indexed by variable id; `None` for other variables.
pub(in crate::lower) struct Registers {
    registers: Vec<Option<Register>>,
}

/// An element of a TEMP.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Element {
    /// A constant index.
    Fixed(u32),
    /// A dynamic index, a 32-bit integer.
    Dynamic(Value),
}

impl Registers {
    pub(in crate::lower) fn new(program: &Program, b: &mut StructuredBuilder<'_>) -> Self {
        let registers = program.vars.iter().map(|var| {
            let VarKind::Temp(temp) = &var.kind else { return None };
            let word = if temp.size == TempSize::Long { Types::I64 } else { Types::I32 };
            let elements = temp.array.unwrap_or(1);
            let storage = if temp.relative {
                let ty = b.types.array(word, elements);
                Storage::Arrays(["x", "y", "z", "w"].map(|component| {
                    b.func.locals.push(LocalData { name: format!("{}_{component}", var.name), ty })
                }))
            } else {
                let first = b.declare(word);
                for _ in 1..u64::from(elements) * 4 {
                    b.declare(word);
                }
                Storage::Variables(first.0)
            };
            Some(Register { storage, word, elements })
        });
        Registers { registers: registers.collect() }
    }

    fn get(&self, var: VarId) -> Option<Register> {
        self.registers.get(var.0 as usize).copied().flatten()
    }

    /// Returns the IR type of a component of the register.
    pub(in crate::lower) fn word(&self, var: VarId) -> Type {
        self.get(var).map_or(Types::I32, |r| r.word)
    }
}

impl Lowerer<'_> {
    /// Returns the element of a variable that an operand names.
    pub(in crate::lower) fn element(&mut self, place: &Place) -> Element {
        self.indexed(self.program.body.indices(place).element)
    }

    /// Returns the element that an index selects; the first one without an index.
    pub(in crate::lower) fn indexed(&mut self, index: Option<Index>) -> Element {
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

    /// Returns the index of an element as an IR value.
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

    /// Truncates a register word to 32 bits.
    pub(in crate::lower) fn low_word(&mut self, value: Value) -> Value {
        self.word_to_value(value, U32)
    }

    /// Reads a component of a TEMP as an untyped word.
    pub(in crate::lower) fn read_register(&mut self, var: VarId, element: Element, component: u8) -> Value {
        let Some(register) = self.registers.get(var) else { return self.b.undef(Types::I32) };
        match register.storage {
            Storage::Variables(first) => match variable(first, register, element, component) {
                Some(variable) => self.b.read(variable),
                None => self.b.undef(register.word),
            },
            Storage::Arrays(arrays) => {
                let pointer = self.array_pointer(arrays, register.word, element, component);
                self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], register.word)
            }
        }
    }

    /// Writes an untyped word to a component of a TEMP.
    pub(in crate::lower) fn write_register(
        &mut self,
        var: VarId,
        element: Element,
        component: u8,
        word: Value,
    ) {
        let Some(register) = self.registers.get(var) else { return };
        match register.storage {
            Storage::Variables(first) => {
                if let Some(variable) = variable(first, register, element, component) {
                    self.b.write(variable, word);
                }
            }
            Storage::Arrays(arrays) => {
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

/// Returns the SSA variable of a component; `None` past the end, which the resolver has reported.
fn variable(first: u32, register: Register, element: Element, component: u8) -> Option<Variable> {
    match element {
        Element::Fixed(n) if n < register.elements => {
            Some(Variable(first + 4 * n + u32::from(component & 3)))
        }
        _ => None,
    }
}
