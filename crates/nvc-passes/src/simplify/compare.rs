//! Rules for integer comparisons. The comment of a rule shows the expressions that it simplifies.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Type, Value};

/// A constant bool of the node's type.
fn constant(cx: &mut Simplifier<'_>, node: &Node, holds: bool) -> Option<Value> {
    Some(cx.int(node.ty, u64::from(holds)))
}

/// `x == x`, `x < x` and so on.
pub(super) fn reflexive(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if x != y {
        return None;
    }
    constant(cx, node, matches!(node.op, Op::IEq | Op::SLe | Op::ULe))
}

/// A bool compared with `true` or `false`.
pub(super) fn bool_constant(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if !cx.types().is_bool(cx.ty(x)) {
        return None;
    }
    let with_true = cx.is_ones(y);
    if !with_true && !cx.is(y, 0) {
        return None;
    }
    if with_true == (node.op == Op::IEq) { Some(x) } else { Some(cx.make(Op::Not, &[x], node.ty)) }
}

/// `x - y == 0`, `(x ^ y) == 0`, `x + c == d`, `(x ^ c) == d`, `-x == d`, `~x == d`.
pub(super) fn equal_difference(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    cx.constant(y)?;
    if cx.is(y, 0) {
        for op in [Op::ISub, Op::Xor] {
            if let Some((a, b)) = cx.binary(op, x) {
                return Some(cx.make(node.op, &[a, b], node.ty));
            }
        }
    }
    for (inner, inverse) in [(Op::IAdd, Op::ISub), (Op::Xor, Op::Xor)] {
        if let Some((a, c)) = cx.binary(inner, x)
            && let Some(moved) = cx.fold(inverse, &[y, c], cx.ty(y))
        {
            return Some(cx.make(node.op, &[a, moved], node.ty));
        }
    }
    for op in [Op::INeg, Op::Not] {
        if let Some(a) = cx.unary(op, x)
            && let Some(moved) = cx.fold(op, &[y], cx.ty(y))
        {
            return Some(cx.make(node.op, &[a, moved], node.ty));
        }
    }
    None
}

/// Comparison of two integers with the same extension, or of an extended integer and a constant: compares the narrow
/// integers instead.
pub(super) fn extended(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    for ext in [Op::ZExt, Op::SExt] {
        let (a, b) = match (cx.unary(ext, x), cx.unary(ext, y)) {
            // Some devices have no 8- or 16-bit comparisons.
            (Some(a), Some(b)) if cx.ty(a) == cx.ty(b) && cx.width(a) >= 32 => (a, b),
            (Some(a), None) => (a, unextended(cx, ext, y, cx.ty(a))?),
            (None, Some(b)) => (unextended(cx, ext, x, cx.ty(b))?, b),
            _ => continue,
        };
        // Both extensions preserve unsigned order. The signed order of zero-extended integers is the unsigned
        // order of the narrow ones.
        let op = match node.op {
            Op::SLt if ext == Op::ZExt => Op::ULt,
            Op::SLe if ext == Op::ZExt => Op::ULe,
            op => op,
        };
        return Some(cx.make(op, &[a, b], node.ty));
    }
    None
}

/// The constant of type `ty` whose extension is `wide`; `None` if there is none or `ty` has fewer than 32 bits.
fn unextended(cx: &mut Simplifier<'_>, ext: Op, wide: Value, ty: Type) -> Option<Value> {
    // `fold` returns no 8- or 16-bit constants, which some devices do not have.
    let narrow = cx.fold(Op::ITrunc, &[wide], ty)?;
    (cx.fold(ext, &[narrow], cx.ty(wide)) == Some(wide)).then_some(narrow)
}

/// Folds the comparison of an extended integer with a constant outside the range of the extension.
pub(super) fn out_of_range(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let (wide, bits, swapped) = match (cx.bits(x), cx.bits(y)) {
        (None, Some(bits)) => (x, bits, false),
        (Some(bits), None) => (y, bits, true),
        _ => return None,
    };
    let signed = !matches!(node.op, Op::ULt | Op::ULe);
    let all = i128::from(mask(cx.width(wide)));
    let number = match i128::from(bits) {
        bits if signed && bits > all >> 1 => bits - all - 1,
        bits => bits,
    };
    let (min, max) = match (cx.unary(Op::ZExt, wide), cx.unary(Op::SExt, wide)) {
        (Some(narrow), _) => (0, i128::from(mask(cx.width(narrow)))),
        (_, Some(narrow)) if signed => {
            let max = i128::from(mask(cx.width(narrow)) >> 1);
            (-max - 1, max)
        }
        _ => return None,
    };
    if (min..=max).contains(&number) {
        return None;
    }
    let holds = match node.op {
        Op::IEq => false,
        Op::INe => true,
        _ => (number > max) != swapped,
    };
    constant(cx, node, holds)
}

/// Comparison with the minimum or maximum of the type, and unsigned comparison with 0 or 1.
pub(super) fn range_end(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let all = mask(cx.width(x));
    let (min, max) = match node.op {
        Op::SLt | Op::SLe => (all ^ (all >> 1), all >> 1),
        _ => (0, all),
    };
    match node.op {
        Op::SLt | Op::ULt if cx.is(y, min) || cx.is(x, max) => constant(cx, node, false),
        Op::SLe | Op::ULe if cx.is(x, min) || cx.is(y, max) => constant(cx, node, true),
        // 0 < y is y != 0, and so on.
        Op::ULt if cx.is(x, 0) => Some(cx.make(Op::INe, &[y, x], node.ty)),
        Op::ULt if cx.is(y, 1) => {
            let zero = cx.int(cx.ty(y), 0);
            Some(cx.make(Op::IEq, &[x, zero], node.ty))
        }
        Op::ULe if cx.is(y, 0) => Some(cx.make(Op::IEq, &[x, y], node.ty)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::simplify::PASS;
    use crate::testing::{LANES, apply, evaluate, module_of, ops};
    use crate::{dce, fold::mask};
    use nvc_ir::{Imm, Op, Type, Types};

    const COMPARISONS: [Op; 6] = [Op::IEq, Op::INe, Op::SLt, Op::SLe, Op::ULt, Op::ULe];
    const WIDTHS: [(Type, u32); 3] = [(Types::I8, 8), (Types::I16, 16), (Types::I32, 32)];

    /// Values around each width's signed and unsigned limits, and a few small ones.
    fn edges() -> Vec<u64> {
        let mut list = vec![0, 1, 5, u64::MAX - 4];
        for width in [8, 16, 32, 64] {
            for edge in [mask(width), mask(width) >> 1] {
                list.extend([edge, edge.wrapping_add(1), !edge, (!edge).wrapping_sub(1)]);
            }
        }
        list.sort_unstable();
        list.dedup();
        assert!(list.len() <= LANES);
        list
    }

    /// The expected result of a comparison of 64-bit integers.
    fn compared(op: Op, x: u64, y: u64) -> bool {
        match op {
            Op::IEq => x == y,
            Op::INe => x != y,
            Op::SLt => (x as i64) < y as i64,
            Op::SLe => x as i64 <= y as i64,
            Op::ULt => x < y,
            _ => x <= y,
        }
    }

    fn widened(ext: Op, x: u64, width: u32) -> u64 {
        let x = x & mask(width);
        if ext == Op::SExt && x > mask(width) >> 1 { x | !mask(width) } else { x }
    }

    #[test]
    fn compares_extended_integer_with_constant() {
        for (ty, width) in WIDTHS {
            for (op, ext) in COMPARISONS.into_iter().flat_map(|op| [(op, Op::ZExt), (op, Op::SExt)]) {
                for (y, swapped) in edges().into_iter().flat_map(|y| [(y, false), (y, true)]) {
                    let mut module = module_of(&[ty], |b, args| {
                        let wide = b.inst_with_type(ext, Imm::None, args, Types::I64);
                        let constant = b.bits(Types::I64, y);
                        b.op(op, &if swapped { [constant, wide] } else { [wide, constant] })
                    });
                    apply(&PASS, &mut module);
                    apply(&dce::PASS, &mut module);
                    // Sign-extended integers, compared as unsigned, form two ranges, so the comparison may stay wide.
                    let stays = ops(&module).contains(&ext);
                    let two_ranges = ext == Op::SExt && matches!(op, Op::ULt | Op::ULe);
                    assert!(width < 32 || !stays || two_ranges, "{} remains for {y:#x}", ext.info().name);
                    let numbers = edges();
                    let got = evaluate(&module, |lane, _| numbers[lane % numbers.len()] & mask(width));
                    for (lane, got) in got.into_iter().enumerate() {
                        let x = widened(ext, numbers[lane % numbers.len()], width);
                        let (x, y) = if swapped { (y, x) } else { (x, y) };
                        let expected = Some(u64::from(compared(op, x, y)));
                        assert_eq!(got, expected, "{x:#x} {} {y:#x}", op.info().name);
                    }
                }
            }
        }
    }

    #[test]
    fn compares_two_extended_integers() {
        for (op, ext) in COMPARISONS.into_iter().flat_map(|op| [(op, Op::ZExt), (op, Op::SExt)]) {
            let mut module = module_of(&[Types::I32, Types::I32], |b, args| {
                let wide = [args[0], args[1]].map(|arg| b.inst_with_type(ext, Imm::None, &[arg], Types::I64));
                b.op(op, &wide)
            });
            apply(&PASS, &mut module);
            apply(&dce::PASS, &mut module);
            assert_eq!(ops(&module).len(), 1, "{} of {}", op.info().name, ext.info().name);
            for x in edges() {
                for y in edges() {
                    let got = evaluate(&module, |_, param| if param == 0 { x } else { y } & mask(32))[0];
                    let expected = compared(op, widened(ext, x, 32), widened(ext, y, 32));
                    assert_eq!(got, Some(u64::from(expected)), "{x:#x} {} {y:#x}", op.info().name);
                }
            }
        }
    }
}
