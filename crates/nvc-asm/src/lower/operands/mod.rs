//! Reads operands: load, swizzle, inner sign, absolute value, outer sign (NV_gpu_program4 §2.X.4.2).

pub(super) mod condition_codes;
pub(super) mod param_arrays;
pub(super) mod registers;
pub(super) mod result;

use crate::lower::memory::parameters::ROW_BYTES;
use crate::lower::operands::param_arrays::ParamLane;
use crate::lower::operands::registers::Element;
use crate::lower::{Lowerer, ir_type};
use crate::modifier::{BaseType, DataType};
use crate::resolve::{
    Attrib, BufferKind, Constant, Number, ParamItem, Place, Src, SrcBase, ThreadState, VarKind,
};
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::types::Types;
use nvc_ir::{Const, Extent, Op, Type, Value};

/// Returns an operand without its signs and absolute value.
pub(super) fn without_modifiers(src: &Src) -> Src {
    Src { negate: false, negate_inner: false, absolute: false, ..*src }
}

/// Returns the type with which 32-bit words of memory are loaded for an operand of type `ty`. Loading floats for a float
/// operand avoids a bitcast for each word.
fn memory_word(ty: DataType) -> Type {
    if ty.is_float() { Types::F32 } else { Types::I32 }
}

impl Lowerer<'_> {
    /// Reads a lane of an operand as the operand's type.
    pub(super) fn read(&mut self, src: &Src, lane: usize) -> Value {
        self.read_as(src, lane, src.ty)
    }

    /// Reads a lane of an operand as type `ty`.
    pub(super) fn read_as(&mut self, src: &Src, lane: usize, ty: DataType) -> Value {
        let component = src.swizzle.lanes[lane & 3];
        let value = match &src.base {
            SrcBase::Const(constant) => self.constant(*constant, component, ty),
            _ => {
                let word = self.read_word(src, component, memory_word(ty));
                self.word_to_value(word, ty)
            }
        };
        self.signs(src, value, ty)
    }

    /// Reads all four lanes of an operand.
    pub(super) fn read_all(&mut self, src: &Src) -> [Value; 4] {
        [0, 1, 2, 3].map(|lane| self.read(src, lane))
    }

    /// Applies the operand's signs and absolute value.
    pub(super) fn signs(&mut self, src: &Src, value: Value, ty: DataType) -> Value {
        let negate = if ty.is_float() { Op::FNeg } else { Op::INeg };
        let mut value = value;
        if src.negate_inner {
            value = self.b.op(negate, &[value]);
        }
        if src.absolute {
            value = match ty.base {
                BaseType::Float => self.b.op(Op::FAbs, &[value]),
                BaseType::Signed => self.b.op(Op::SAbs, &[value]),
                BaseType::Unsigned => value,
            };
        }
        if src.negate {
            value = self.b.op(negate, &[value]);
        }
        value
    }

    /// Reads a component of an operand that is not a constant, as an untyped register word (the 32 or 64 bits of a
    /// component). Words of read-only memory are loaded as type `word`.
    fn read_word(&mut self, src: &Src, component: u8, word: Type) -> Value {
        match &src.base {
            SrcBase::Var(place) => self.read_place(place, component, word),
            SrcBase::Attrib(attrib) => self.attrib(*attrib, component),
            SrcBase::Param(item) => self.param(item, component, None, word),
            SrcBase::Const(_) => self.b.undef(Types::I32),
        }
    }

    fn read_place(&mut self, place: &Place, component: u8, word: Type) -> Value {
        let Some(var) = self.program.var(place.var) else { return self.b.undef(Types::I32) };
        match &var.kind {
            VarKind::Temp(_) => {
                let element = self.element(place);
                self.read_register(place.var, element, component)
            }
            VarKind::Attrib(attrib) => self.attrib(*attrib, component),
            VarKind::Param { items, relative, .. } => match self.element(place) {
                Element::Fixed(n) => match items.get(n as usize) {
                    Some(_) if *relative && let Some(first) = self.miscounted_lengths(items) => {
                        self.miscounted_length(first, n, component)
                    }
                    Some(item) => self.param(item, component, var.ty, word),
                    None => self.b.undef(Types::I32),
                },
                Element::Dynamic(index) => {
                    self.param_array(items, index, ParamLane { component, word, ty: var.ty }, place)
                }
            },
            VarKind::Buffer { kind, window } => {
                // BUFFER and CBUFFER read one 32-bit word for all lanes, BUFFER4 a vector (NV_gpu_program4 §2.X.3.6).
                let unit = match kind {
                    BufferKind::Word => 4,
                    BufferKind::Vector => ROW_BYTES,
                    BufferKind::Constant => 1,
                };
                let (global, point, offset) = self.buffer_place(place, window, unit);
                match kind {
                    BufferKind::Vector => self.load_row(global, point, offset, component, word),
                    _ => self.load_bytes(global, point, offset, word, Default::default()),
                }
            }
            _ => {
                self.internal(self.b.loc.unwrap_or(var.span), "an operand of a class without a value");
                self.b.undef(Types::I32)
            }
        }
    }

    /// Reads a component of `invocation.*`. The specification leaves missing components undefined. As on
    /// hardware, w of a vector is x, w of the group count is 0, and a scalar is in all components.
    fn attrib(&mut self, attrib: Attrib, component: u8) -> Value {
        let vector = |this: &mut Self, builtin| {
            let ty = this.b.types.vector(Types::I32, 3);
            let value = this.b.builtin(builtin, ty);
            this.b.extract(value, u32::from(component % 3))
        };
        match attrib {
            Attrib::LocalId => return vector(self, Builtin::LocalId),
            Attrib::GlobalId => return vector(self, Builtin::GlobalId),
            Attrib::GroupId => return vector(self, Builtin::GroupId),
            Attrib::GroupCount if component == 3 => return self.b.i32(0),
            Attrib::GroupCount => return vector(self, Builtin::GroupCount),
            Attrib::GroupSize => {
                return match self.workgroup_size[usize::from(component % 3)] {
                    Extent::Fixed(n) => self.b.i32(n),
                    Extent::Spec(spec) => self.b.func.constant(Types::I32, Const::Spec(spec)),
                };
            }
            Attrib::LocalIndex => return self.b.builtin(Builtin::LocalIndex, Types::I32),
            Attrib::WarpId => return self.b.builtin(Builtin::WarpId, Types::I32),
            Attrib::SmId => return self.b.builtin(Builtin::SmId, Types::I32),
            _ => {}
        }
        let lane = self.b.builtin(Builtin::WarpLane, Types::I32);
        // `(base << lane) - 1`: for base 1 the mask of the lanes below this one, for base 2 including this
        // one. For lane 31, the bit of base 2 is shifted out, so the difference is all ones.
        let below = |this: &mut Self, base: u32| {
            let base = this.b.i32(base);
            let one = this.b.i32(1);
            let bit = this.b.op(Op::Shl, &[base, lane]);
            this.b.op(Op::ISub, &[bit, one])
        };
        match attrib {
            Attrib::ThreadEqMask => {
                let one = self.b.i32(1);
                self.b.op(Op::Shl, &[one, lane])
            }
            Attrib::ThreadLtMask => below(self, 1),
            Attrib::ThreadLeMask => below(self, 2),
            Attrib::ThreadGtMask => {
                let mask = below(self, 2);
                self.b.op(Op::Not, &[mask])
            }
            Attrib::ThreadGeMask => {
                let mask = below(self, 1);
                self.b.op(Op::Not, &[mask])
            }
            _ => lane,
        }
    }

    /// Reads a component of a program parameter. Constants have the type of the PARAM variable, or are floats
    /// if there is no variable (NV_gpu_program4 §2.X.3.3).
    pub(super) fn param(
        &mut self,
        item: &ParamItem,
        component: u8,
        ty: Option<BaseType>,
        word: Type,
    ) -> Value {
        let row = match item {
            ParamItem::Local(n) => *n,
            ParamItem::Env(n) => self.resources.env_row(*n),
            ParamItem::State(n) => self.resources.state_row(*n),
            ParamItem::Const(constant) => {
                let ty = DataType::new(ty.unwrap_or(BaseType::Float), 32);
                let value = self.constant(*constant, component, ty);
                return self.b.bitcast(value, Types::I32);
            }
            ParamItem::StorageLen(n) => {
                if component != 0 {
                    return self.b.i32(0);
                }
                let zero = self.b.i32(0);
                return self.storage_length(*n, 1, zero);
            }
            ParamItem::Thread(state) => return self.thread_state(*state, component),
        };
        let global = self.parameter_block();
        let zero = self.b.i32(0);
        let offset = self.b.i32(row.saturating_mul(ROW_BYTES));
        self.load_row(global, zero, offset, component, word)
    }

    fn thread_state(&mut self, state: ThreadState, component: u8) -> Value {
        match state {
            _ if component != 0 => self.b.i32(0),
            ThreadState::WarpSize => self.b.i32(32),
            ThreadState::WarpsPerSm => self.b.builtin(Builtin::WarpsPerSm, Types::I32),
            ThreadState::SmCount => self.b.builtin(Builtin::SmCount, Types::I32),
        }
    }

    /// Reads a register word as a type. A register of another width is extended, truncated or converted
    /// according to the operation's base type (NV_gpu_program4 §2.X.4.2).
    pub(super) fn word_to_value(&mut self, word: Value, ty: DataType) -> Value {
        let bits = self.word_bits(word);
        if ty.is_float() {
            let (register, to) = (Types::float(bits), ir_type(ty));
            let value = self.b.bitcast(word, register);
            if register == to { value } else { self.b.inst_with_type(Op::FConvert, Imm::None, &[value], to) }
        } else {
            let word = self.b.bitcast(word, Types::int(bits));
            self.resize(word, bits, ty)
        }
    }

    /// Returns the width in bits of a register word.
    pub(super) fn word_bits(&self, word: Value) -> u8 {
        self.b.types.scalar_bits(self.b.func.ty(word)).unwrap_or(32)
    }

    /// Converts an integer of `bits` bits to integer type `ty`; extension follows the signedness of `ty`.
    pub(super) fn resize(&mut self, value: Value, bits: u8, ty: DataType) -> Value {
        let to = ir_type(ty);
        let op = match bits.cmp(&ty.bits) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Greater => Op::ITrunc,
            std::cmp::Ordering::Less if ty.base == BaseType::Signed => Op::SExt,
            std::cmp::Ordering::Less => Op::ZExt,
        };
        self.b.inst_with_type(op, Imm::None, &[value], to)
    }

    /// Returns a component of a constant as type `ty`. Missing y and z are 0, and a missing w is 1
    /// (NV_gpu_program4 §2.X.3.3).
    pub(super) fn constant(&mut self, constant: Constant, component: u8, ty: DataType) -> Value {
        match constant.component(component, &self.program.numbers) {
            Some(number) => self.number(number, ty),
            None => {
                let missing = if component == 3 { 1.0 } else { 0.0 };
                if ty.is_float() {
                    self.b.float(ir_type(ty), missing)
                } else {
                    self.b.bits(ir_type(ty), missing as u64)
                }
            }
        }
    }

    /// Converts a number to type `ty`. An integer is converted to a float type, or wraps to the width of an
    /// integer type.
    fn number(&mut self, number: Number, ty: DataType) -> Value {
        let to = ir_type(ty);
        if ty.is_float() {
            let value = match number {
                Number::Int(n) => n as f64,
                Number::Negative(n) => -(n as f64),
                Number::Float(x) => x,
            };
            return self.b.float(to, value);
        }
        let bits = match number {
            Number::Int(n) => n,
            Number::Negative(n) => n.wrapping_neg(),
            // The resolver rejects float constants where integers are expected.
            Number::Float(x) => x as u64,
        };
        self.b.bits(to, bits)
    }
}
