//! Comparisons.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Type, Value};

/// A constant truth value with the node's type.
fn verdict(cx: &mut Simplifier<'_>, node: &Node, truth: bool) -> Option<Value> {
    Some(cx.int(node.ty, u64::from(truth)))
}

/// An integer compared with itself.
pub(super) fn reflexive(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if x != y {
        return None;
    }
    verdict(cx, node, matches!(node.op, Op::IEq | Op::SLe | Op::ULe))
}

/// A truth value compared with a constant.
pub(super) fn truth(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if !cx.types().is_bool(cx.ty(x)) {
        return None;
    }
    let same = cx.is_ones(y);
    if !same && !cx.is(y, 0) {
        return None;
    }
    if same == (node.op == Op::IEq) { Some(x) } else { Some(cx.make(Op::Not, &[x], node.ty)) }
}

/// Equality of a difference with 0, of a complement, and of sums with constants.
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

/// Integers extended alike, or one of them and a constant, compared before their extension.
pub(super) fn extended(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    for ext in [Op::ZExt, Op::SExt] {
        let (a, b) = match (cx.unary(ext, x), cx.unary(ext, y)) {
            // Not every device computes with narrower ones.
            (Some(a), Some(b)) if cx.ty(a) == cx.ty(b) && cx.width(a) >= 32 => (a, b),
            (Some(a), None) => (a, unextended(cx, ext, y, cx.ty(a))?),
            (None, Some(b)) => (unextended(cx, ext, x, cx.ty(b))?, b),
            _ => continue,
        };
        // Both extensions keep the order of numbers without sign. One by zeros leaves no sign.
        let op = match node.op {
            Op::SLt if ext == Op::ZExt => Op::ULt,
            Op::SLe if ext == Op::ZExt => Op::ULe,
            op => op,
        };
        return Some(cx.make(op, &[a, b], node.ty));
    }
    None
}

/// The constant of a narrow type that the extension makes a constant of.
fn unextended(cx: &mut Simplifier<'_>, ext: Op, wide: Value, ty: Type) -> Option<Value> {
    // No constant comes back for the widths that not every device computes with.
    let narrow = cx.fold(Op::ITrunc, &[wide], ty)?;
    (cx.fold(ext, &[narrow], cx.ty(wide)) == Some(wide)).then_some(narrow)
}

/// An extended integer compared with a constant that the extension cannot give.
pub(super) fn beyond(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
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
    let (least, most) = match (cx.unary(Op::ZExt, wide), cx.unary(Op::SExt, wide)) {
        (Some(narrow), _) => (0, i128::from(mask(cx.width(narrow)))),
        (_, Some(narrow)) if signed => {
            let most = i128::from(mask(cx.width(narrow)) >> 1);
            (-most - 1, most)
        }
        _ => return None,
    };
    if (least..=most).contains(&number) {
        return None;
    }
    let truth = match node.op {
        Op::IEq => false,
        Op::INe => true,
        _ => (number > most) != swapped,
    };
    verdict(cx, node, truth)
}

/// Comparisons with the ends of the range.
pub(super) fn bounds(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let all = mask(cx.width(x));
    let (least, most) = match node.op {
        Op::SLt | Op::SLe => (all ^ (all >> 1), all >> 1),
        _ => (0, all),
    };
    match node.op {
        Op::SLt | Op::ULt if cx.is(y, least) || cx.is(x, most) => verdict(cx, node, false),
        Op::SLe | Op::ULe if cx.is(x, least) || cx.is(y, most) => verdict(cx, node, true),
        // Unsigned order against 0 is equality with it.
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

    /// 0, and both sides of each place where an integer of a width changes its sign or ends.
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

    /// What a comparison of 64-bit integers gives.
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
    fn extended_integers_and_constants() {
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
                    // Unsigned order alone sees a sign-extended word in two ranges.
                    let stays = ops(&module).contains(&ext);
                    let two_ranges = ext == Op::SExt && matches!(op, Op::ULt | Op::ULe);
                    assert!(width < 32 || !stays || two_ranges, "{} stays for {y:#x}", ext.info().name);
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
    fn integers_extended_alike() {
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
