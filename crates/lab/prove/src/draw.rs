//! Generates expressions with a given root operation: systematically up to depth two over a few leaves, and at random up to
//! depth four.

use crate::expr::Expr;
use crate::rng::Rng;
use crate::universe::{Signature, Universe};
use nvc_ir::{Op, Type};
use std::sync::Arc;

/// Number of distinct symbolic operands of each type in random expressions.
const OPERANDS: usize = 3;

/// Integer constants of random expressions, truncated to the type: small numbers, shift amounts, masks, limits of each width.
const INTEGERS: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    12,
    15,
    16,
    24,
    30,
    31,
    32,
    33,
    48,
    63,
    64,
    0x7f,
    0x80,
    0xff,
    0xf0,
    0x7fff,
    0x8000,
    0xffff,
    0xff00,
    0xfffc,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ff80,
    0xffff_fffe,
    0xffff_ffff,
    0x1_0000_0000,
    0xffff_fff0,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_8000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_fff0,
    0xffff_ffff_ffff_ff80,
    u64::MAX,
];

/// Integer constants of systematically generated expressions.
const CORNERS: &[u64] = &[0, 1, 2, 8, 0xff, u64::MAX];

/// Float constants of a width, as bits: ±0, ±1, 2, 0.5, infinities, NaN, the smallest denormal, and 1/3 (except in 16 bits).
fn floats(width: u32) -> Vec<u64> {
    let numbers = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    match width {
        16 => vec![0, 0x8000, 0x3c00, 0xbc00, 0x4000, 0x3800, 0x7c00, 0xfc00, 0x7e00, 1],
        32 => numbers.iter().map(|&x| u64::from((x as f32).to_bits())).chain([1, 0x3eaa_aaab]).collect(),
        _ => numbers.iter().map(|x| x.to_bits()).chain([1, 0x3fd5_5555_5555_5555]).collect(),
    }
}

/// Generates expressions for one root operation.
pub struct Drawer<'u> {
    universe: &'u Universe,
    rng: Rng,
    /// The root operation, which random expressions often use below the root, too.
    root: Op,
}

impl<'u> Drawer<'u> {
    /// Creates a generator of expressions with the root operation `root`.
    pub fn new(universe: &'u Universe, root: Op, seed: u64) -> Self {
        Drawer { universe, rng: Rng(seed), root }
    }

    fn width(&self, ty: Type) -> u32 {
        let types = &self.universe.types;
        types.scalar_bits(types.scalar(ty)).map_or(1, u32::from)
    }

    fn is_float(&self, ty: Type) -> bool {
        self.universe.types.is_float(self.universe.types.scalar(ty))
    }

    /// Whether constants of a type can be generated.
    fn has_constants(&self, ty: Type) -> bool {
        let types = &self.universe.types;
        types.is_float(types.scalar(ty)) || types.is_int(types.scalar(ty)) || types.is_bool(types.scalar(ty))
    }

    fn constant(&self, ty: Type, bits: u64) -> Arc<Expr> {
        let width = self.width(ty);
        Arc::new(Expr::Constant(ty, if width >= 64 { bits } else { bits & ((1 << width) - 1) }))
    }

    /// The leaves of systematically generated expressions: two operands, constants, and an undefined value.
    fn leaves(&self, ty: Type) -> Vec<Arc<Expr>> {
        let mut list = vec![Arc::new(Expr::Operand(ty, 0)), Arc::new(Expr::Operand(ty, 1))];
        if !self.has_constants(ty) {
            return list;
        }
        let width = self.width(ty);
        if self.is_float(ty) {
            list.extend(floats(width).into_iter().take(5).map(|bits| self.constant(ty, bits)));
        } else {
            for &bits in CORNERS.iter().chain(&[u64::from(width) - 1, 1 << (width - 1)]) {
                let leaf = self.constant(ty, bits);
                if !list.contains(&leaf) {
                    list.push(leaf);
                }
            }
        }
        list.push(Arc::new(Expr::Undefined(ty)));
        list
    }

    /// Calls `f` with all expressions of `signature` whose operands are leaves, and with those in which one operand is an
    /// operation on leaves. If there are more than about `limit` of the latter, selects evenly spaced ones.
    pub fn every(&mut self, signature: &Signature, limit: usize, mut f: impl FnMut(Arc<Expr>)) {
        let leaves: Vec<Vec<Arc<Expr>>> = signature.args.iter().map(|&ty| self.leaves(ty)).collect();
        for args in product(&leaves) {
            f(inst(signature, args));
        }
        for at in 0..signature.args.len() {
            let inner = self.universe.by_result.get(&signature.args[at]).map_or(&[][..], Vec::as_slice);
            let mut places: Vec<Vec<Arc<Expr>>> = leaves.clone();
            let share = limit / (inner.len().max(1) * signature.args.len());
            for below in inner {
                let leaves: Vec<Vec<Arc<Expr>>> = below.args.iter().map(|&ty| self.leaves(ty)).collect();
                places[at] = product(&leaves).map(|args| inst(below, args)).collect();
                let count: usize = places.iter().map(Vec::len).product();
                let step = count.div_ceil(share.max(1));
                // `product` selects the first operand by the index modulo the number of its choices. If that number and the
                // step were even, half of the choices would never be selected.
                let step = if step > 1 { step | 1 } else { 1 };
                for args in product(&places).step_by(step) {
                    f(inst(signature, args));
                }
            }
        }
    }

    /// Returns a random expression of `signature` with at most three levels of operations below the root.
    pub fn random(&mut self, signature: &Signature) -> Arc<Expr> {
        let mut pool = Vec::new();
        let depth = 1 + self.rng.below(3);
        let args = self.args(signature, depth, &mut pool);
        inst(signature, args)
    }

    fn args(&mut self, signature: &Signature, depth: usize, pool: &mut Vec<Arc<Expr>>) -> Vec<Arc<Expr>> {
        let mut args: Vec<Arc<Expr>> = signature.args.iter().map(|&ty| self.draw(ty, depth, pool)).collect();
        // Random amounts are mostly not below the width; such shifts are undefined and match no rule. So the amount is
        // usually replaced by a constant below the width.
        if matches!(signature.op, Op::Shl | Op::LShr | Op::AShr)
            && self.rng.chance(90)
            && let [_, amount] = &mut args[..]
        {
            let bits = self.rng.below(self.width(amount.ty()) as usize) as u64;
            *amount = self.constant(amount.ty(), bits);
        }
        args
    }

    /// Returns a random expression of a type. Reuses subexpressions, which it collects in `pool`.
    fn draw(&mut self, ty: Type, depth: usize, pool: &mut Vec<Arc<Expr>>) -> Arc<Expr> {
        if self.rng.chance(20) {
            let same: Vec<_> = pool.iter().filter(|expr| expr.ty() == ty).cloned().collect();
            if let Some(expr) = self.rng.pick(&same) {
                return expr.clone();
            }
        }
        if depth == 0 || self.rng.chance(25) {
            return self.leaf(ty);
        }
        let inner = self.universe.by_result.get(&ty).map_or(&[][..], Vec::as_slice);
        let own: Vec<&Signature> = inner.iter().filter(|signature| signature.op == self.root).collect();
        let common: Vec<&Signature> = inner.iter().filter(|signature| is_common(signature.op)).collect();
        let all: Vec<&Signature> = inner.iter().collect();
        let list = match self.rng.below(50) {
            0..=9 if !own.is_empty() => own,
            10..=48 if !common.is_empty() => common,
            _ => all,
        };
        let Some(&signature) = self.rng.pick(&list) else { return self.leaf(ty) };
        let args = self.args(signature, depth - 1, pool);
        let expr = inst(signature, args);
        pool.push(expr.clone());
        expr
    }

    fn leaf(&mut self, ty: Type) -> Arc<Expr> {
        if !self.has_constants(ty) || self.rng.chance(45) {
            return Arc::new(Expr::Operand(ty, self.rng.below(OPERANDS) as u8));
        }
        if self.rng.chance(1) {
            return Arc::new(Expr::Undefined(ty));
        }
        let width = self.width(ty);
        let bits = if self.is_float(ty) {
            self.rng.pick(&floats(width)).copied()
        } else if self.rng.chance(40) {
            Some(self.rng.below(width as usize + 1) as u64)
        } else if self.rng.chance(15) {
            Some(self.rng.bits())
        } else {
            self.rng.pick(INTEGERS).copied()
        };
        self.constant(ty, bits.unwrap_or(0))
    }
}

/// Whether an operation occurs in the patterns of many rules.
fn is_common(op: Op) -> bool {
    matches!(
        op,
        Op::IAdd
            | Op::ISub
            | Op::IMul
            | Op::INeg
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Not
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::Select
            | Op::ZExt
            | Op::SExt
            | Op::ITrunc
            | Op::Bitcast
            | Op::FNeg
            | Op::FAbs
            | Op::FConvert
            | Op::Construct
            | Op::Extract
            | Op::PhysicalValue
            | Op::IEq
            | Op::ULt
            | Op::FLt
    )
}

fn inst(signature: &Signature, args: Vec<Arc<Expr>>) -> Arc<Expr> {
    Arc::new(Expr::Inst(signature.op, signature.imm, signature.result, args))
}

/// The Cartesian product of the lists.
fn product(lists: &[Vec<Arc<Expr>>]) -> impl Iterator<Item = Vec<Arc<Expr>>> {
    let count: usize = lists.iter().map(Vec::len).product();
    (0..count).map(move |mut index| {
        lists
            .iter()
            .map(|list| {
                let choice = list[index % list.len()].clone();
                index /= list.len();
                choice
            })
            .collect()
    })
}
