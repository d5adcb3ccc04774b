//! The interface of rewrite rules: the instruction to simplify, matchers for its operands, and a builder that simplifies
//! new instructions.

use super::trace::{FOLD, Trace};
use crate::analysis::{self, LoopId, LowBits, Ranges, Uses};
use crate::fold::{fold, mask};
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Builder, Const, Imm, Inst, Op, Type, TypeKind, Types, Value, ValueDef};

/// Maximum recursion depth of rules. They terminate anyway, since each shortens an expression or brings it closer to a
/// canonical form; the limit bounds the time.
const DEPTH: u32 = 8;

/// A rewrite rule.
pub(super) struct Rule {
    /// Names of the file and function, for the trace.
    pub(super) name: &'static str,
    /// Returns a value that equals the node, or `None` if the rule does not apply.
    pub(super) apply: fn(&mut Simplifier<'_>, &Node) -> Option<Value>,
}

/// An instruction of the function, or one that a rule is about to create.
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) imm: Imm,
    pub(super) args: Args,
    pub(super) ty: Type,
    /// The instruction that uses the result, if it is known and there is exactly one use.
    pub(super) user: Option<Inst>,
}

impl Node {
    /// The operands of a binary operation.
    pub(super) fn pair(&self) -> Option<(Value, Value)> {
        match self.args[..] {
            [a, b] => Some((a, b)),
            _ => None,
        }
    }

    /// The operand of a unary operation.
    pub(super) fn only(&self) -> Option<Value> {
        match self.args[..] {
            [a] => Some(a),
            _ => None,
        }
    }
}

/// State of the simplification of a function.
pub(super) struct Simplifier<'a> {
    pub(super) builder: Builder<'a>,
    /// The rules of an operation, in the order in which they are tried.
    rules: fn(Op) -> &'static [Rule],
    /// The uses before the pass. Values created since then count as used once.
    pub(super) uses: Uses,
    ranges: Ranges,
    depth: u32,
    /// The innermost loop of the current block.
    current_loop: LoopId,
    /// The innermost loop of each instruction that was visited or created, by the instruction's index.
    loops: Vec<LoopId>,
    /// The rules that fired.
    pub(super) trace: Trace,
}

impl<'a> Simplifier<'a> {
    pub(super) fn new(
        builder: Builder<'a>,
        rules: fn(Op) -> &'static [Rule],
        uses: Uses,
        ranges: Ranges,
    ) -> Self {
        let loops = vec![0; builder.func.insts.len()];
        Simplifier { builder, rules, uses, ranges, depth: 0, current_loop: 0, loops, trace: Trace::default() }
    }

    /// Moves the builder to the end of `block`, whose innermost loop is `innermost`.
    pub(super) fn enter(&mut self, block: Block, innermost: LoopId) {
        self.builder.resume(block);
        self.current_loop = innermost;
    }

    /// Records that an instruction is in the current block.
    pub(super) fn visit(&mut self, inst: Inst) {
        if self.loops.len() <= inst.index() {
            self.loops.resize(inst.index() + 1, 0);
        }
        self.loops[inst.index()] = self.current_loop;
    }

    /// The maximum of a component of `LocalInvocationId`.
    pub(super) fn max_local_id(&self, axis: u32) -> u64 {
        self.ranges.max_local_id(axis)
    }

    /// An upper bound of an integer scalar, read as unsigned.
    pub(super) fn upper_bound(&self, value: Value) -> u64 {
        analysis::upper_bound(self.builder.func, self.types(), value, &self.ranges)
    }

    /// The known low bits of an integer scalar.
    pub(super) fn known_low_bits(&self, value: Value) -> LowBits {
        analysis::known_low_bits(self.builder.func, self.types(), value)
    }

    /// Whether a value is a scalar of at least 32 bits. Rules must not create narrower constants (see [`fold`](Self::fold)).
    pub(super) fn is_word(&self, value: Value) -> bool {
        self.types().components(self.ty(value)) == 1 && self.width(value) >= 32
    }

    /// Simplifies a node by constant folding or a rule. Returns an equal value, or `None` if there is no simpler one.
    pub(super) fn simplify(&mut self, node: &mut Node) -> Option<Value> {
        // Cooperative matrices have neither accessible components nor constants, and no rule handles vectors whose number of
        // components may be unknown.
        if self.depth >= DEPTH || self.types().is_uncounted(node.ty) {
            return None;
        }
        // Canonical form: a constant is the second operand.
        if node.op.is_commutative()
            && let [a, b] = node.args[..]
            && self.constant(a).is_some()
            && self.constant(b).is_none()
        {
            node.args.swap(0, 1);
        }
        if let Some(value) = self.fold(node.op, &node.args, node.ty) {
            self.trace.fired(node.op, FOLD);
            return Some(value);
        }
        self.depth += 1;
        let value = (self.rules)(node.op).iter().find_map(|rule| {
            let value = (rule.apply)(self, node)?;
            self.trace.fired(node.op, rule.name);
            Some(value)
        });
        self.depth -= 1;
        if value.is_none() && self.define_operands(node) { self.simplify(node) } else { value }
    }

    /// Replaces undefined operands by zero. Returns whether there are any.
    ///
    /// Each use of `undef` may have other bits. A rule that repeats an operation whose result has other uses would use it again,
    /// and the two results could contradict each other.
    fn define_operands(&mut self, node: &mut Node) -> bool {
        let mut any = false;
        for arg in &mut node.args {
            if self.constant(*arg) == Some(&Const::Undef) && self.has_zero(self.ty(*arg)) {
                *arg = self.int(self.ty(*arg), 0);
                any = true;
            }
        }
        any
    }

    /// Returns the simplified value of an operation, or the result of a new instruction if it cannot be simplified.
    pub(super) fn make(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        self.make_imm(op, Imm::None, args, ty)
    }

    /// Like [`make`](Self::make), but `None` if the operation cannot be simplified.
    pub(super) fn simplified(&mut self, op: Op, args: &[Value], ty: Type) -> Option<Value> {
        self.simplify(&mut Node { op, imm: Imm::None, args: Args::from_slice(args), ty, user: None })
    }

    /// Like [`make`](Self::make), with an immediate.
    pub(super) fn make_imm(&mut self, op: Op, imm: Imm, args: &[Value], ty: Type) -> Value {
        self.make_node(Node { op, imm, args: Args::from_slice(args), ty, user: None })
    }

    /// Like [`make`](Self::make), for a value that replaces `node`: it has the user of `node`.
    pub(super) fn make_instead_of(&mut self, node: &Node, op: Op, args: &[Value]) -> Value {
        let args = Args::from_slice(args);
        self.make_node(Node { op, imm: Imm::None, args, ty: node.ty, user: node.user })
    }

    fn make_node(&mut self, mut node: Node) -> Value {
        match self.simplify(&mut node) {
            Some(value) => value,
            None => {
                let value = self.builder.inst_with_type(node.op, node.imm, &node.args, node.ty);
                if let ValueDef::Inst(inst) = self.builder.func.values[value].def {
                    self.visit(inst);
                }
                value
            }
        }
    }

    /// A value bitcast to another type.
    pub(super) fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.ty(value) == ty { value } else { self.make(Op::Bitcast, &[value], ty) }
    }

    /// An integer constant of a scalar type, or splat of a vector type.
    pub(super) fn int(&mut self, ty: Type, bits: u64) -> Value {
        let count = self.types().components(ty);
        let scalar = self.types().scalar(ty);
        let part = self.builder.bits(scalar, bits);
        match count {
            1 => part,
            _ => self.builder.func.constant(ty, Const::Composite(vec![part; usize::from(count)])),
        }
    }

    /// Folds an operation on constants.
    ///
    /// Returns `None` for 8- and 16-bit results: devices that can only load and store such values have no constants of
    /// their types (SPIR-V validation, `StorageBuffer8BitAccess`).
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

    /// Whether [`int`](Self::int) may create a zero of a type: see [`fold`](Self::fold).
    fn has_zero(&self, ty: Type) -> bool {
        match *self.types().kind(self.types().scalar(ty)) {
            TypeKind::Bool => true,
            TypeKind::Int(bits) | TypeKind::Float(bits) => bits >= 32,
            _ => false,
        }
    }

    pub(super) fn types(&self) -> &Types {
        self.builder.types
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.builder.func.ty(value)
    }

    /// The width in bits of a component of a value.
    pub(super) fn width(&self, value: Value) -> u32 {
        let types = self.types();
        types.scalar_bits(types.scalar(self.ty(value))).map_or(1, u32::from)
    }

    /// The constant that defines a value. Specialization constants do not count.
    pub(super) fn constant(&self, value: Value) -> Option<&Const> {
        self.builder.func.as_const(value).filter(|c| !matches!(c, Const::Spec(_)))
    }

    /// The bits of a scalar constant or of a splat.
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

    /// Matches a value defined by the unary operation `op`. Returns the operand.
    pub(super) fn unary(&self, op: Op, value: Value) -> Option<Value> {
        match self.builder.func.def(value) {
            Some(data) if data.op == op => match data.args[..] {
                [a] => Some(self.builder.func.resolve(a)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Matches a value defined by the binary operation `op`. Returns the operands.
    pub(super) fn binary(&self, op: Op, value: Value) -> Option<(Value, Value)> {
        match self.builder.func.def(value) {
            Some(data) if data.op == op => match data.args[..] {
                [a, b] => Some((self.builder.func.resolve(a), self.builder.func.resolve(b))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Matches a value defined by the binary operation `op` with a constant second operand. Returns the first operand and the
    /// bits of the second.
    pub(super) fn binary_const(&self, op: Op, value: Value) -> Option<(Value, u64)> {
        let (a, b) = self.binary(op, value)?;
        Some((a, self.bits(b)?))
    }

    /// Matches a `select` with a scalar condition. Returns the condition, the true value and the false value.
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

    /// Whether the current node is the only use of a value, so that the value is dead once the node is replaced.
    pub(super) fn used_once(&self, value: Value) -> bool {
        self.uses.count(value).is_none_or(|uses| uses <= 1)
    }

    /// Whether the result of a node has one use: a comparison with zero for equality.
    pub(super) fn is_zero_test(&self, node: &Node) -> bool {
        self.user(node).is_some_and(|(op, args)| {
            matches!(op, Op::IEq | Op::INe) && args.iter().any(|&arg| self.is(arg, 0))
        })
    }

    /// Whether the result of a node has one use: a product with a value that is not constant.
    pub(super) fn is_factor(&self, node: &Node) -> bool {
        self.user(node)
            .is_some_and(|(op, args)| op == Op::IMul && args.iter().all(|&arg| self.constant(arg).is_none()))
    }

    /// The operation that uses the result of a node, and its operands, if there is exactly one use.
    fn user(&self, node: &Node) -> Option<(Op, &[Value])> {
        let data = &self.builder.func.insts[node.user?];
        Some((data.op, &data.args))
    }

    /// Whether a value is [used once](Self::used_once) and is defined in the current loop. (A value computed before a loop must
    /// not be recomputed in each iteration.)
    pub(super) fn is_movable(&self, value: Value) -> bool {
        let func = &*self.builder.func;
        let innermost = match func.values[value].def {
            ValueDef::Inst(inst) => self.loops.get(inst.index()).copied(),
            _ => None,
        };
        self.used_once(value) && innermost == Some(self.current_loop)
    }
}
