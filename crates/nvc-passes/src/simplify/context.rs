//! What rules work with: the instruction at hand, matchers for its operands, a constructor for
//! what replaces it.

use super::rules;
use crate::fold::{fold, mask};
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Builder, Const, Imm, Op, Type, Types, Value};

/// How deep rules may feed each other. Rules only shorten, so this bounds time, not termination.
const DEPTH: u32 = 8;

/// An instruction that exists or is about to.
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) imm: Imm,
    pub(super) args: Args,
    pub(super) ty: Type,
}

impl Node {
    /// The operands of an operation that has two.
    pub(super) fn pair(&self) -> Option<(Value, Value)> {
        match self.args[..] {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// The operand of an operation that has one.
    pub(super) fn only(&self) -> Option<Value> {
        match self.args[..] {
            [a] => Some(a),
            _ => None,
        }
    }
}

/// A function under simplification.
pub(super) struct Simplifier<'a> {
    pub(super) builder: Builder<'a>,
    /// Uses of each value before the pass; what was made since is used once.
    uses: Vec<u32>,
    /// The size of the work group, where it is known.
    group: [Option<u32>; 3],
    depth: u32,
}

impl<'a> Simplifier<'a> {
    pub(super) fn new(builder: Builder<'a>, uses: Vec<u32>, group: [Option<u32>; 3]) -> Self {
        Simplifier { builder, uses, group, depth: 0 }
    }

    /// The largest number of an invocation in its work group.
    pub(super) fn largest_local_index(&self) -> u64 {
        let size = |axis: Option<u32>| axis.map_or(u64::from(u32::MAX), u64::from);
        let product = self.group.iter().fold(1u64, |product, &axis| product.saturating_mul(size(axis)));
        product.saturating_sub(1).min(u64::from(u32::MAX))
    }

    /// The largest place of an invocation on an axis of its work group.
    pub(super) fn largest_local_id(&self, axis: u32) -> u64 {
        let size = self.group.get(axis as usize).copied().flatten().unwrap_or(u32::MAX);
        u64::from(size.saturating_sub(1))
    }

    /// Whether a value is a scalar of a width that has constants ([`fold`](Self::fold)).
    pub(super) fn is_word(&self, value: Value) -> bool {
        self.types().components(self.ty(value)) == 1 && self.width(value) >= 32
    }

    /// A value that equals the node, if a simpler one is known or can be made.
    pub(super) fn simplify(&mut self, node: &mut Node) -> Option<Value> {
        // Matrices that invocations hold together have neither components nor constants to look at.
        if self.depth >= DEPTH || self.types().is_coop_matrix(node.ty) {
            return None;
        }
        // Rules expect a constant operand behind the other one.
        if node.op.is_commutative()
            && let [a, b] = node.args[..]
            && self.constant(a).is_some()
            && self.constant(b).is_none()
        {
            node.args.swap(0, 1);
        }
        if let Some(value) = self.fold(node.op, &node.args, node.ty) {
            return Some(value);
        }
        self.depth += 1;
        let value = rules::of(node.op).iter().find_map(|rule| rule(self, node));
        self.depth -= 1;
        value
    }

    /// The value of an operation: a known one, or the result of a new instruction.
    pub(super) fn make(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        self.make_imm(op, Imm::None, args, ty)
    }

    /// [`make`](Self::make) with an immediate.
    pub(super) fn make_imm(&mut self, op: Op, imm: Imm, args: &[Value], ty: Type) -> Value {
        let mut node = Node { op, imm, args: Args::from_slice(args), ty };
        match self.simplify(&mut node) {
            Some(value) => value,
            None => self.builder.inst_with_type(op, imm, &node.args, ty),
        }
    }

    /// The bits of a value as another type.
    pub(super) fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { self.make(Op::Bitcast, &[value], ty) }
    }

    /// An integer constant of a type, vectors included.
    pub(super) fn int(&mut self, ty: Type, bits: u64) -> Value {
        let count = self.types().components(ty);
        let scalar = self.types().scalar(ty);
        let part = self.builder.bits(scalar, bits);
        match count {
            1 => part,
            _ => self.builder.func.constant(ty, Const::Composite(vec![part; usize::from(count)])),
        }
    }

    /// The value of an operation on constants.
    ///
    /// None for 8 and 16 bits: devices that can only load and store them have no constants of them
    /// (SPIR-V validation, `StorageBuffer8BitAccess`).
    pub(super) fn fold(&mut self, op: Op, args: &[Value], ty: Type) -> Option<Value> {
        if args.iter().any(|&arg| self.builder.func.as_const(arg).is_none()) {
            return None;
        }
        let small = self.types().scalar_bits(self.types().scalar(ty)).is_some_and(|bits| bits < 32);
        if small {
            return None;
        }
        fold(self.builder.func, self.builder.types, op, args, ty)
    }

    pub(super) fn types(&self) -> &Types {
        self.builder.types
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.builder.func.ty(value)
    }

    /// Bits of a component of a value.
    pub(super) fn width(&self, value: Value) -> u32 {
        let types = self.types();
        types.scalar_bits(types.scalar(self.ty(value))).map_or(1, u32::from)
    }

    /// The constant that a value is; specialization constants are none here.
    pub(super) fn constant(&self, value: Value) -> Option<&Const> {
        self.builder.func.as_const(value).filter(|c| !matches!(c, Const::Spec(_)))
    }

    /// The bits of a constant that is a scalar, or a vector with the same in all components.
    pub(super) fn bits(&self, value: Value) -> Option<u64> {
        match self.constant(value)? {
            Const::Bits(bits) => Some(*bits),
            Const::Null => Some(0),
            Const::Composite(parts) => {
                let (first, rest) = parts.split_first()?;
                let bits = self.builder.func.as_bits(*first)?;
                rest.iter().all(|&part| self.builder.func.as_bits(part) == Some(bits)).then_some(bits)
            }
            _ => None,
        }
    }

    /// Whether a value is a constant with these bits in every component.
    pub(super) fn is(&self, value: Value, bits: u64) -> bool {
        self.bits(value) == Some(bits)
    }

    /// Whether a value is a constant with all bits set.
    pub(super) fn is_ones(&self, value: Value) -> bool {
        self.bits(value) == Some(mask(self.width(value)))
    }

    /// The operand of the operation, if it defines the value.
    pub(super) fn unary(&self, op: Op, value: Value) -> Option<Value> {
        match self.builder.func.def(value) {
            Some(data) if data.op == op => match data.args[..] {
                [a] => Some(self.builder.func.resolve(a)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operands of the operation, if it defines the value.
    pub(super) fn binary(&self, op: Op, value: Value) -> Option<(Value, Value)> {
        match self.builder.func.def(value) {
            Some(data) if data.op == op => match data.args[..] {
                [a, b] => Some((self.builder.func.resolve(a), self.builder.func.resolve(b))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The operands of the operation, the second as bits, if it defines the value and its second
    /// operand is a constant.
    pub(super) fn binary_const(&self, op: Op, value: Value) -> Option<(Value, u64)> {
        let (a, b) = self.binary(op, value)?;
        Some((a, self.bits(b)?))
    }

    /// Condition and arms, if a selection by a single truth value defines the value.
    pub(super) fn select(&self, value: Value) -> Option<(Value, Value, Value)> {
        let func = &*self.builder.func;
        match func.def(value) {
            Some(data) if data.op == Op::Select => match data.args[..] {
                [c, a, b] if func.ty(c) == Types::BOOL => {
                    Some((func.resolve(c), func.resolve(a), func.resolve(b)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the node at hand is the only use of a value: if it goes, so does what defines the
    /// value.
    pub(super) fn used_once(&self, value: Value) -> bool {
        self.uses.get(value.index()).is_none_or(|&uses| uses <= 1)
    }
}
