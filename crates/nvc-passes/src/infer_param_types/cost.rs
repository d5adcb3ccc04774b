//! The cost model: chooses a type for each web (set of block parameters that must have one type).
//!
//! Changing a web to another type of the same width saves each bitcast of a parameter to that type and each bitcast of an
//! argument from it. It costs a bitcast for every other argument that is not a constant and for every parameter with another
//! use. `bool` is possible if all arguments are two constants or selects of them; it saves the selects and the operations that
//! then fold, and costs a select for every parameter with a use that does not fold.

use super::new_type::NewType;
use super::webs::Webs;
use crate::cast_votes::CastVotes;
use nvc_ir::{Const, Function, InstRef, Op, Type, TypeKind, Types, Value};
use smallvec::SmallVec;

/// Savings and costs of the candidate types of a web, in instructions.
#[derive(Clone, Default)]
struct Cost {
    /// Bitcasts saved: those of parameters to a type and of arguments from it.
    casts: CastVotes,
    /// The number of arguments that are neither constants nor parameters of the web.
    args: i32,
    /// The number of parameters with a use that is not a bitcast.
    uncast: i32,
    /// The constants among the arguments and the arms of their selects; complete only if `two_valued`.
    constants: SmallVec<[Value; 2]>,
    /// The true and false values of the first argument that is a select of constants.
    arms: Option<(Value, Value)>,
    /// Whether all arguments are constants or selects of constants, with at most two different constants.
    two_valued: bool,
    /// The number of selects and other operations that `bool` would save.
    bool_saved: i32,
    /// The number of parameters with a use that would need a select to the old type.
    bool_views: i32,
}

/// The new type of each web, by the web's index; `None` if the old type stays.
pub(super) fn new_types(func: &Function, types: &Types, webs: &Webs) -> Vec<Option<NewType>> {
    let mut costs = vec![Cost { two_valued: true, ..Cost::default() }; webs.params.len()];
    arguments(func, webs, &mut costs);
    uses(func, webs, &mut costs);
    let new_type = |(index, cost): (usize, &Cost)| {
        let ty = func.ty(*webs.params.get(index)?);
        bool_type(func, types, cost, ty).or_else(|| cast_type(cost))
    };
    costs.iter().enumerate().map(new_type).collect()
}

fn arguments(func: &Function, webs: &Webs, costs: &mut [Cost]) {
    for (_, block) in func.blocks_in_order() {
        for target in block.term.targets() {
            for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if let Some(web) = webs.of(param)
                    && webs.of(arg) != Some(web)
                {
                    costs[web].argument(func, arg);
                }
            }
        }
    }
}

impl Cost {
    fn argument(&mut self, func: &Function, arg: Value) {
        match func.as_const(arg) {
            Some(Const::Undef) => return,
            Some(Const::Spec(_)) | None => {}
            Some(_) => {
                self.constant(arg);
                return;
            }
        }
        self.args += 1;
        match func.def(arg).map(|data| (data.op, &data.data().args[..])) {
            Some((Op::Bitcast, &[inner])) => {
                // Saves this bitcast and the one that `args` counts for this argument.
                self.casts.add(func.ty(arg), func.ty(inner), 2);
                self.two_valued = false;
            }
            Some((Op::Select, &[c, a, b])) if selects_constants(func, c, a, b) => {
                self.arms.get_or_insert((a, b));
                self.bool_saved += 1;
                self.constant(a);
                self.constant(b);
            }
            _ => self.two_valued = false,
        }
    }

    fn constant(&mut self, value: Value) {
        if self.constants.contains(&value) {
            return;
        }
        if self.constants.len() == 2 {
            self.two_valued = false;
        } else {
            self.constants.push(value);
        }
    }
}

/// The effect on a use of a parameter if the parameter becomes a bool and its view a select of two constants.
enum Use {
    /// The operation folds into a bool operation, which saves an instruction.
    Saved,
    /// The operation folds into a select of other constants.
    Folds,
    /// The operation stays and needs the select.
    Other,
}

fn use_of_bool(func: &Function, data: InstRef<'_>, arg: Value) -> Use {
    let foldable =
        |&other: &Value| other == arg || func.as_const(other).is_some() || is_const_select(func, other);
    if !data.args.iter().all(foldable) {
        return Use::Other;
    }
    match data.op {
        Op::IEq | Op::INe | Op::SLt | Op::SLe | Op::ULt | Op::ULe => Use::Saved,
        Op::FEq | Op::FNe | Op::FLt | Op::FLe => Use::Saved,
        Op::FUnordLt | Op::FUnordLe | Op::FUnordEq | Op::FOrdNe => Use::Saved,
        Op::And | Op::Or | Op::Xor => Use::Saved,
        Op::INeg | Op::Not | Op::FNeg | Op::Bitcast => Use::Folds,
        Op::FToS | Op::FToU | Op::FToSSat | Op::FToUSat => Use::Folds,
        _ => Use::Other,
    }
}

/// Whether a value is a select of two constants.
fn is_const_select(func: &Function, value: Value) -> bool {
    match func.def(value).map(|data| (data.op, &data.data().args[..])) {
        Some((Op::Select, &[c, a, b])) => selects_constants(func, c, a, b),
        _ => false,
    }
}

/// Whether a select with these operands has a scalar condition and constant arms.
pub(super) fn selects_constants(func: &Function, c: Value, a: Value, b: Value) -> bool {
    let plain = |value| matches!(func.as_const(value), Some(Const::Bits(_) | Const::Null));
    func.ty(c) == Types::BOOL && plain(a) && plain(b)
}

fn uses(func: &Function, webs: &Webs, costs: &mut [Cost]) {
    // By parameter index: whether any use is not a bitcast, and whether any use needs a select to the old type.
    let mut uncast = vec![false; webs.params.len()];
    let mut viewed = vec![false; webs.params.len()];
    for (_, block) in func.blocks_in_order() {
        for &inst in &block.insts {
            let data = func.inst(inst);
            for &arg in &data.args {
                let (Some(number), Some(web)) = (webs.number(arg), webs.of(arg)) else { continue };
                match data.result {
                    Some(result) if data.op == Op::Bitcast => {
                        costs[web].casts.add(func.ty(arg), func.ty(result), 1)
                    }
                    _ => uncast[number] = true,
                }
                match use_of_bool(func, data, arg) {
                    Use::Saved => costs[web].bool_saved += 1,
                    Use::Folds => {}
                    Use::Other => viewed[number] = true,
                }
            }
        }
        if let Some(number) = block.term.operand().and_then(|v| webs.number(v)) {
            uncast[number] = true;
            viewed[number] = true;
        }
    }
    for (number, &param) in webs.params.iter().enumerate() {
        if let Some(web) = webs.of(param) {
            costs[web].uncast += i32::from(uncast[number]);
            costs[web].bool_views += i32::from(viewed[number]);
        }
    }
}

/// The type of the same width that saves the most bitcasts, if it saves more than it costs.
fn cast_type(cost: &Cost) -> Option<NewType> {
    cost.casts.winner(cost.args + cost.uncast).map(NewType::Cast)
}

/// `bool`, if the web has only two values and the change saves more than it costs.
fn bool_type(func: &Function, types: &Types, cost: &Cost, ty: Type) -> Option<NewType> {
    if !matches!(types.kind(ty), TypeKind::Int(_) | TypeKind::Float(_))
        || !cost.two_valued
        || cost.bool_saved <= cost.bool_views
    {
        return None;
    }
    let [first, second] = cost.constants[..] else { return None };
    let (on, off) = match cost.arms {
        Some(arms) if arms.0 != arms.1 => arms,
        _ if func.as_bits(first) == Some(0) => (second, first),
        _ => (first, second),
    };
    Some(NewType::Bool { on, off })
}
