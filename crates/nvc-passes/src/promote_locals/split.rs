//! Splits structs and small arrays into a variable for each member or element (scalar replacement of aggregates).
//!
//! A variable is split if it is only loaded and stored, as a whole or through access chains whose first index is constant. Loads
//! and stores of the whole variable become loads and stores of all parts.

use crate::OpSet;
use crate::plain_access::{load, store};
use crate::rewrite::{Rewrite, rewrite_in};
use nvc_ir::entity::Entity;
use nvc_ir::types::Length;
use nvc_ir::{
    Builder, Function, Imm, InstData, Local, LocalData, Op, OwnedInst, Type, TypeKind, Types, Value,
};

/// Maximum number of parts of a variable.
const MAX_PARTS: usize = 64;

/// Maximum number of variables that a function uses after splitting.
const MAX_LOCALS: usize = 1024;

/// The operations that access variables.
const ACCESSES: OpSet = OpSet::of(&[Op::LocalAddr, Op::AccessChain, Op::Load, Op::Store]);

/// Splits variables of a function by one level. `matrices` says which types contain cooperative matrices, and `budget` is the number
/// of loads and stores of parts that may still be created. Returns whether there were any variables to split.
pub(super) fn run(func: &mut Function, types: &mut Types, matrices: &[bool], budget: &mut usize) -> bool {
    let Choice { whole: pointers, parts: chosen, copies, mut used } = choose(func, types, matrices);
    let mut parts: Vec<Vec<Local>> = vec![Vec::new(); chosen.len()];
    let mut split = false;
    let locals: Vec<Local> = func.locals.keys().collect();
    for (local, types) in locals.into_iter().zip(chosen) {
        let copies = copies[local.index()] * types.len();
        if types.is_empty() || used + types.len() > MAX_LOCALS || copies > *budget {
            continue;
        }
        split = true;
        used += types.len();
        *budget -= copies;
        let name = func.locals[local].name.clone();
        for (number, ty) in types.into_iter().enumerate() {
            parts[local.index()].push(func.locals.push(LocalData { name: format!("{name}.{number}"), ty }));
        }
    }
    if split {
        let parts_at = |pointer: Value| {
            let local = (*pointers.get(pointer.index())?)?;
            parts.get(local.index()).map(Vec::as_slice).filter(|parts| !parts.is_empty())
        };
        rewrite_in(func, types, ACCESSES, &mut |b, _, data| match data.op {
            Op::LocalAddr if data.result.and_then(parts_at).is_some() => Rewrite::Remove,
            _ => access(b, data, parts_at),
        });
    }
    split
}

/// The variables to split.
struct Choice {
    /// The variable that each value is the address of, by the value's index.
    whole: Vec<Option<Local>>,
    /// The types of the parts of each variable to split; none for the others.
    parts: Vec<Vec<Type>>,
    /// The number of loads and stores of each whole variable.
    copies: Vec<usize>,
    /// The number of variables whose address is taken.
    used: usize,
}

fn choose(func: &Function, types: &Types, matrices: &[bool]) -> Choice {
    let parts_of = |local: &LocalData| {
        if matrices.get(local.ty.index()) == Some(&true) { Vec::new() } else { parts_of(types, local.ty) }
    };
    let mut parts: Vec<Vec<Type>> = func.locals.values().map(parts_of).collect();
    let mut copies = vec![0; parts.len()];
    if parts.iter().all(Vec::is_empty) {
        return Choice { whole: Vec::new(), parts, copies, used: 0 };
    }
    let mut used = vec![false; parts.len()];
    let mut whole: Vec<Option<Local>> = vec![None; func.values.len()];
    // The variable that each value points into, by the value's index.
    let mut inside: Vec<Option<Local>> = vec![None; func.values.len()];
    let mut worthwhile = vec![false; parts.len()];
    // An array that is only copied is not worth one copy for each element.
    let is_struct = |local: Local| matches!(types.kind(func.locals[local].ty), TypeKind::Struct { .. });
    for (_, block) in func.blocks_in_order() {
        for data in block.insts.iter().map(|&inst| func.inst(inst)) {
            let arg = |at: usize| data.args.get(at).map(|&arg| func.resolve(arg).index());
            let pointer = arg(0).and_then(|at| inside[at]);
            let base = arg(0).and_then(|at| whole[at]);
            match (data.op, data.imm(), data.result, pointer) {
                (Op::LocalAddr, Imm::Local(local), Some(result), _) => {
                    (whole[result.index()], inside[result.index()]) = (Some(local), Some(local));
                    used[local.index()] = true;
                }
                (Op::AccessChain, Imm::None, Some(result), Some(local))
                    if base.is_none() || part_index(func, &data, &parts[local.index()]).is_some() =>
                {
                    inside[result.index()] = Some(local);
                    worthwhile[local.index()] = true;
                }
                (Op::Load, _, _, Some(local)) if load(data).is_some() => {
                    worthwhile[local.index()] |= is_struct(local);
                    copies[local.index()] += usize::from(base.is_some());
                }
                (Op::Store, _, _, Some(local))
                    if store(data).is_some() && arg(1).is_some_and(|at| inside[at].is_none()) =>
                {
                    worthwhile[local.index()] |= is_struct(local);
                    copies[local.index()] += usize::from(base.is_some());
                }
                _ => {
                    for local in data.args.iter().filter_map(|&arg| inside[func.resolve(arg).index()]) {
                        parts[local.index()].clear();
                    }
                }
            }
        }
        for local in block.term.values().filter_map(|value| inside[func.resolve(value).index()]) {
            parts[local.index()].clear();
        }
    }
    for (parts, worthwhile) in parts.iter_mut().zip(worthwhile) {
        if !worthwhile {
            parts.clear();
        }
    }
    let used = used.into_iter().filter(|&used| used).count();
    Choice { whole, parts, copies, used }
}

/// Returns the types of the members or elements of a type that can be split.
fn parts_of(types: &Types, ty: Type) -> Vec<Type> {
    match types.kind(ty) {
        TypeKind::Struct { members, block: false } if members.len() <= MAX_PARTS => {
            members.iter().map(|member| member.ty).collect()
        }
        &TypeKind::Array { element, length: Length::Fixed(count), .. } if count as usize <= MAX_PARTS => {
            vec![element; count as usize]
        }
        _ => Vec::new(),
    }
}

/// Returns the first index of an access chain if it is constant and in range.
fn part_index<T>(func: &Function, data: &InstData, parts: &[T]) -> Option<usize> {
    let index = usize::try_from(func.as_bits(*data.args.get(1)?)?).ok()?;
    (index < parts.len()).then_some(index)
}

/// Rewrites an access to a variable that is split. `parts_at` returns the parts of the variable that a pointer points to.
fn access<'p>(
    b: &mut Builder<'_>,
    data: &OwnedInst,
    parts_at: impl Fn(Value) -> Option<&'p [Local]>,
) -> Rewrite {
    let Some(parts) = data.args.first().and_then(|&pointer| parts_at(pointer)) else { return Rewrite::Keep };
    match (data.op, data.result, &data.args[..]) {
        (Op::AccessChain, Some(result), [_, _, rest @ ..]) => {
            let Some(index) = part_index(b.func, data, parts) else { return Rewrite::Keep };
            let part = b.local_addr(parts[index]);
            if rest.is_empty() {
                return Rewrite::Replace(part);
            }
            let args: Vec<Value> = [part].into_iter().chain(rest.iter().copied()).collect();
            let ty = b.func.ty(result);
            Rewrite::Replace(b.inst_with_type(Op::AccessChain, Imm::None, &args, ty))
        }
        (Op::Load, Some(result), _) => {
            let values: Vec<Value> = parts
                .iter()
                .map(|&part| {
                    let ty = b.func.locals[part].ty;
                    let pointer = b.local_addr(part);
                    b.inst_with_type(Op::Load, data.imm(), &[pointer], ty)
                })
                .collect();
            let ty = b.func.ty(result);
            Rewrite::Replace(b.inst_with_type(Op::Construct, Imm::None, &values, ty))
        }
        (Op::Store, _, &[_, value]) => {
            for (index, &part) in (0..).zip(parts) {
                let ty = b.func.locals[part].ty;
                let value = b.inst_with_type(Op::Extract, Imm::Index(index), &[value], ty);
                let pointer = b.local_addr(part);
                b.effect(Op::Store, data.imm(), &[pointer, value]);
            }
            Rewrite::Remove
        }
        _ => Rewrite::Keep,
    }
}
