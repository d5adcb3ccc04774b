//! The instruction builder: appends instructions to a function and infers result types. Common operations
//! have their own methods.

use crate::constant::Const;
use crate::entity::{Block, Global, Local, Type, Value};
use crate::fp_encoding::Overflow;
use crate::function::{Args, Function, Loc, Target, Terminator, ValueDef};
use crate::half;
use crate::imm::{Builtin, Imm, Rounding};
use crate::ops::{Op, ResultRule};
use crate::types::{Space, TypeKind, Types};

/// A block has room for this many instructions once it has one.
const FIRST_INSTS: usize = 16;

/// Appends instructions to one block of a function at a time.
pub struct Builder<'a> {
    /// The function under construction.
    pub func: &'a mut Function,
    /// The types of the function's module.
    pub types: &'a mut Types,
    /// The source location of the next instructions.
    pub loc: Loc,
    /// Whether the next instructions are `precise`: exempt from contraction and re-association.
    pub precise: bool,
    block: Option<Block>,
}

impl<'a> Builder<'a> {
    /// Creates a builder without a current block.
    pub fn new(func: &'a mut Function, types: &'a mut Types) -> Self {
        Builder { func, types, loc: None, precise: false, block: None }
    }

    /// Returns the current block, to which instructions are appended.
    ///
    /// # Panics
    /// If there is no current block.
    #[expect(clippy::expect_used, reason = "a front end without a current block is wrong for every program")]
    pub fn block(&self) -> Block {
        self.block.expect("the builder has a current block")
    }

    /// Appends a block to the layout and makes it the current block.
    pub fn enter(&mut self, block: Block) {
        self.func.layout.push(block);
        self.block = Some(block);
    }

    /// Makes a block that is already in the layout the current block.
    pub fn resume(&mut self, block: Block) {
        self.block = Some(block);
    }

    /// Ends the current block.
    pub fn terminate(&mut self, term: Terminator) {
        let block = self.block();
        let data = &mut self.func.blocks[block];
        data.term = term;
        data.term_loc = self.loc;
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: Block) {
        self.terminate(Terminator::Jump(Target::new(block)));
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, op: Op, imm: Imm, args: &[Value]) {
        self.append(op, imm, args, None);
    }

    /// Appends an instruction with an explicit result type.
    pub fn inst_with_type(&mut self, op: Op, imm: Imm, args: &[Value], ty: Type) -> Value {
        // An instruction with a type always has a result; the fallback is never taken.
        self.append(op, imm, args, Some(ty)).unwrap_or_else(|| self.undef(ty))
    }

    /// Appends an instruction whose result type is inferred from its operands.
    ///
    /// # Panics
    /// If the operation's result type does not follow from its operands.
    pub fn op(&mut self, op: Op, args: &[Value]) -> Value {
        self.op_imm(op, Imm::None, args)
    }

    /// Does the same as [`op`](Self::op), with an immediate.
    ///
    /// # Panics
    /// If the operation's result type does not follow from its operands.
    pub fn op_imm(&mut self, op: Op, imm: Imm, args: &[Value]) -> Value {
        let first = args.first().map(|&v| self.func.ty(v));
        let ty = match op.info().result {
            ResultRule::Same => first,
            ResultRule::SameAs1 => args.get(1).map(|&v| self.func.ty(v)),
            ResultRule::Bool => first.map(|ty| self.types.with_scalar(ty, Types::BOOL)),
            ResultRule::BoolScalar => Some(Types::BOOL),
            ResultRule::I32 => Some(Types::I32),
            ResultRule::None
            | ResultRule::Int
            | ResultRule::Float
            | ResultRule::AnyFloat
            | ResultRule::Explicit => None,
        };
        #[expect(clippy::expect_used, reason = "documented: the operation is chosen by the caller's code")]
        let ty = ty.expect("the result type follows from the operands");
        self.inst_with_type(op, imm, args, ty)
    }

    fn append(&mut self, op: Op, imm: Imm, args: &[Value], ty: Option<Type>) -> Option<Value> {
        let block = self.block();
        let func = &mut *self.func;
        let mut args = Args::from_slice(args);
        for arg in &mut args {
            *arg = func.resolve(*arg);
        }
        let inst = func.new_inst(op, imm, args, ty, self.loc);
        let data = &mut func.insts[inst];
        data.precise = self.precise;
        let result = data.result;
        let insts = &mut func.blocks[block].insts;
        if insts.capacity() == 0 {
            insts.reserve(FIRST_INSTS);
        }
        insts.push(inst);
        result
    }

    /// Returns a scalar constant with the given bits.
    pub fn bits(&mut self, ty: Type, bits: u64) -> Value {
        let width = self.types.scalar_bits(ty).unwrap_or(1);
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        self.func.constant(ty, Const::Bits(bits & mask))
    }

    /// Returns a 32-bit integer constant.
    pub fn i32(&mut self, n: u32) -> Value {
        self.bits(Types::I32, u64::from(n))
    }

    /// Returns a 32-bit float constant.
    pub fn f32(&mut self, x: f32) -> Value {
        self.bits(Types::F32, u64::from(x.to_bits()))
    }

    /// Returns a bool constant.
    pub fn bool(&mut self, b: bool) -> Value {
        self.bits(Types::BOOL, u64::from(b))
    }

    /// Returns a float constant of any encoding: `x`, rounded to nearest even.
    pub fn float(&mut self, ty: Type, x: f64) -> Value {
        let bits = match *self.types.kind(ty) {
            TypeKind::Float(64) => x.to_bits(),
            TypeKind::Float(16) => u64::from(half::from_f64(x, Rounding::Nearest)),
            TypeKind::EncodedFloat(encoding) => encoding.from_f64(x, Overflow::Special),
            _ => u64::from((x as f32).to_bits()),
        };
        self.bits(ty, bits)
    }

    /// Returns a value of a scalar or vector type, with the given bits in each component. It is a constant unless the
    /// number of components may be unknown.
    pub fn splat_bits(&mut self, ty: Type, bits: u64) -> Value {
        let scalar = self.bits(self.types.scalar(ty), bits);
        self.splat(ty, scalar)
    }

    /// Returns a value of a float or float vector type, with `x` in each component, as [`splat_bits`](Self::splat_bits).
    pub fn splat_float(&mut self, ty: Type, x: f64) -> Value {
        let scalar = self.float(self.types.scalar(ty), x);
        self.splat(ty, scalar)
    }

    /// Returns a value of type `ty` with `scalar` in each component; `scalar` itself if `ty` is not a vector.
    pub fn splat(&mut self, ty: Type, scalar: Value) -> Value {
        match *self.types.kind(ty) {
            TypeKind::Vector(_, count) => {
                let parts = vec![scalar; usize::from(count)];
                if self.func.as_const(scalar).is_some() {
                    return self.func.constant(ty, Const::Composite(parts));
                }
                self.inst_with_type(Op::Construct, Imm::None, &parts, ty)
            }
            TypeKind::IdVector(_) => self.inst_with_type(Op::Construct, Imm::None, &[scalar], ty),
            _ => scalar,
        }
    }

    /// Returns an undefined value of a type.
    pub fn undef(&mut self, ty: Type) -> Value {
        self.func.constant(ty, Const::Undef)
    }

    /// Reinterprets the bits of a value as another type of the same size. Makes no instruction if the
    /// result is the value itself, the operand of a bitcast from that type, or a constant.
    pub fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        let value = self.func.resolve(value);
        if self.func.ty(value) == ty {
            return value;
        }
        match self.func.values[value].def {
            // Registers of assembly hold words, so a value of another type is cast when it is written and cast back when it is read.
            ValueDef::Inst(inst) if self.func.insts[inst].op == Op::Bitcast => {
                let source = self.func.insts[inst].args.first().map(|&source| self.func.resolve(source));
                if let Some(source) = source.filter(|&source| self.func.ty(source) == ty) {
                    return source;
                }
            }
            ValueDef::Const(_) => {
                if let Some(constant) = self.bitcast_constant(value, ty) {
                    return constant;
                }
            }
            _ => {}
        }
        self.inst_with_type(Op::Bitcast, Imm::None, &[value], ty)
    }

    /// Reinterprets a scalar constant of 32 or 64 bits. (Devices that can only load and store smaller values have no constants of
    /// their types.)
    fn bitcast_constant(&mut self, value: Value, ty: Type) -> Option<Value> {
        let Some(&Const::Bits(bits)) = self.func.as_const(value) else { return None };
        let width = self.types.scalar_bits(ty).filter(|&width| width >= 32);
        let same = width.is_some() && width == self.types.scalar_bits(self.func.ty(value));
        same.then(|| self.bits(ty, bits))
    }

    /// Constructs a vector from scalars. Returns the scalar itself if there is only one.
    pub fn construct(&mut self, parts: &[Value]) -> Value {
        match parts {
            [one] => *one,
            _ => {
                let scalar = parts.first().map_or(Types::I32, |&v| self.func.ty(v));
                let ty = self.types.vector(scalar, parts.len() as u16);
                self.inst_with_type(Op::Construct, Imm::None, parts, ty)
            }
        }
    }

    /// Extracts a component of a vector. Returns the value itself if it is a scalar.
    pub fn extract(&mut self, vector: Value, index: u32) -> Value {
        match *self.types.kind(self.func.ty(vector)) {
            TypeKind::Vector(scalar, _) => {
                self.inst_with_type(Op::Extract, Imm::Index(index), &[vector], scalar)
            }
            _ => vector,
        }
    }

    /// Reads a built-in input of the given type.
    pub fn builtin(&mut self, builtin: Builtin, ty: Type) -> Value {
        self.inst_with_type(Op::Builtin, Imm::Builtin(builtin), &[], ty)
    }

    /// Returns a pointer to a module-level variable of type `ty`.
    pub fn global_addr(&mut self, global: Global, space: Space, ty: Type) -> Value {
        let ty = self.types.pointer(space, ty);
        self.inst_with_type(Op::GlobalAddr, Imm::Global(global), &[], ty)
    }

    /// Returns a pointer to a variable in function storage.
    pub fn local_addr(&mut self, local: Local) -> Value {
        let ty = self.func.locals[local].ty;
        let ty = self.types.pointer(Space::Function, ty);
        self.inst_with_type(Op::LocalAddr, Imm::Local(local), &[], ty)
    }

    /// Returns the mip level that the nearest mipmap mode selects for a level of detail (Vulkan, "Image Level(s) Selection").
    pub fn nearest_level(&mut self, texture: Value, level: Value) -> Value {
        let half = self.f32(0.5);
        let level = self.op(Op::FSub, &[level, half]);
        let level = self.op(Op::Ceil, &[level]);
        let level = self.inst_with_type(Op::FToSSat, Imm::None, &[level], Types::I32);
        let (zero, one) = (self.i32(0), self.i32(1));
        let levels = self.op(Op::TexLevels, &[texture]);
        let last = self.op(Op::ISub, &[levels, one]);
        let level = self.op(Op::SMin, &[level, last]);
        self.op(Op::SMax, &[level, zero])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bitcast_and_back_is_the_value_itself() {
        let (mut func, mut types) = (Function::new("main"), Types::default());
        let block = func.new_block();
        let value = func.add_param(block, Types::F32);
        let mut b = Builder::new(&mut func, &mut types);
        b.enter(block);
        let word = b.bitcast(value, Types::I32);
        assert_ne!(word, value);
        assert_eq!(b.bitcast(word, Types::F32), value);
        let pair = b.types.vector(Types::F16, 2);
        let halves = b.bitcast(word, pair);
        assert_eq!(b.bitcast(halves, Types::I32), word);
        // The operand of the last bitcast has another type.
        let again = b.bitcast(halves, Types::F32);
        assert_eq!(func.insts().count(), 3);
        assert_eq!(func.def(again).map(|data| data.op), Some(Op::Bitcast));
    }

    #[test]
    fn bitcasts_of_constants_are_constants_from_32_bits_on() {
        let (mut func, mut types) = (Function::new("main"), Types::default());
        let block = func.new_block();
        let mut b = Builder::new(&mut func, &mut types);
        b.enter(block);
        let one = b.f32(1.0);
        let word = b.bitcast(one, Types::I32);
        assert_eq!(word, b.i32(0x3f80_0000));
        let double = b.float(Types::F64, -0.0);
        let bits = b.bitcast(double, Types::I64);
        assert_eq!(bits, b.bits(Types::I64, 1 << 63));
        assert!(b.func.insts.is_empty());
        let half = b.float(Types::F16, 1.0);
        let small = b.bitcast(half, Types::I16);
        let pair = b.types.vector(Types::I32, 2);
        let parts = b.bitcast(bits, pair);
        let undefined = b.undef(Types::F32);
        let undefined = b.bitcast(undefined, Types::I32);
        for value in [small, parts, undefined] {
            assert_eq!(func.def(value).map(|data| data.op), Some(Op::Bitcast));
        }
    }
}
