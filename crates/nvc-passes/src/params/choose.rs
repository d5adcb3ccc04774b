//! Which form each web should have.

use super::Form;
use super::webs::Webs;
use nvc_ir::{Const, Function, InstData, Op, Terminator, Type, TypeKind, Types, Value};
use smallvec::SmallVec;

/// What is known of a web.
#[derive(Clone, Default)]
struct Tally {
    /// Casts that a type would save: those of parameters to it and of arguments from it.
    casts: SmallVec<[(Type, i32); 2]>,
    /// Arguments that are neither constants nor parameters of the web.
    args: i32,
    /// Parameters that something else than a cast uses.
    uncast: i32,
    /// The constants that arguments are or select from, as far as there are two at most.
    constants: SmallVec<[Value; 2]>,
    /// The arms of an argument that is a selection of constants.
    arms: Option<(Value, Value)>,
    /// Whether all arguments are constants or selections of constants, two in all.
    two_valued: bool,
    /// Selections and other operations that a truth value would save.
    truths: i32,
    /// Parameters that some operation uses for which the constants must be selected.
    untested: i32,
}

/// The form that each web changes to, by the web's number.
pub(super) fn forms(func: &mut Function, types: &Types, webs: &Webs) -> Vec<Option<Form>> {
    let mut tallies = vec![Tally { two_valued: true, ..Tally::default() }; webs.params.len()];
    arguments(func, webs, &mut tallies);
    uses(func, webs, &mut tallies);
    let form = |(index, tally): (usize, &Tally)| {
        let ty = func.ty(*webs.params.get(index)?);
        truth(func, types, tally, ty).or_else(|| cast(tally, ty))
    };
    tallies.iter().enumerate().map(form).collect()
}

fn arguments(func: &Function, webs: &Webs, tallies: &mut [Tally]) {
    for (_, block) in func.blocks_in_order() {
        for target in block.term.targets() {
            for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if let Some(web) = webs.of(param)
                    && webs.of(arg) != Some(web)
                {
                    tallies[web].argument(func, arg);
                }
            }
        }
    }
}

impl Tally {
    fn vote(&mut self, ty: Type, casts: i32) {
        match self.casts.iter_mut().find(|(t, _)| *t == ty) {
            Some((_, count)) => *count += casts,
            None => self.casts.push((ty, casts)),
        }
    }

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
        match func.def(arg).map(|data| (data.op, &data.args[..])) {
            Some((Op::Bitcast, &[inner])) => {
                // It saves this cast, and need not add one.
                self.vote(func.ty(inner), 2);
                self.two_valued = false;
            }
            Some((Op::Select, &[c, a, b])) if selects_constants(func, c, a, b) => {
                self.arms.get_or_insert((a, b));
                self.truths += 1;
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

/// What becomes of a use of one of two constants, once that is a selection by a truth value.
enum Use {
    /// It goes: what is left of it is a truth value, or needs one anyway.
    Saved,
    /// It becomes a selection of other constants.
    Follows,
    /// It stays.
    Other,
}

fn use_of_truth(func: &Function, data: &InstData, arg: Value) -> Use {
    let decided =
        |&other: &Value| other == arg || func.as_const(other).is_some() || is_flag_word(func, other);
    if !data.args.iter().all(decided) {
        return Use::Other;
    }
    match data.op {
        Op::IEq | Op::INe | Op::SLt | Op::SLe | Op::ULt | Op::ULe => Use::Saved,
        Op::FEq | Op::FNe | Op::FLt | Op::FLe => Use::Saved,
        Op::FUnordLt | Op::FUnordLe | Op::FUnordEq | Op::FOrdNe => Use::Saved,
        Op::And | Op::Or | Op::Xor => Use::Saved,
        Op::INeg | Op::Not | Op::FNeg | Op::Bitcast => Use::Follows,
        Op::FToS | Op::FToU | Op::FToSSat | Op::FToUSat => Use::Follows,
        _ => Use::Other,
    }
}

/// Whether a value is a selection of two constants.
fn is_flag_word(func: &Function, value: Value) -> bool {
    match func.def(value).map(|data| (data.op, &data.args[..])) {
        Some((Op::Select, &[c, a, b])) => selects_constants(func, c, a, b),
        _ => false,
    }
}

/// Whether a selection is by one truth value, of two constants.
pub(super) fn selects_constants(func: &Function, c: Value, a: Value, b: Value) -> bool {
    let plain = |value| matches!(func.as_const(value), Some(Const::Bits(_) | Const::Null));
    func.ty(c) == Types::BOOL && plain(a) && plain(b)
}

fn uses(func: &mut Function, webs: &Webs, tallies: &mut [Tally]) {
    // Whether something uses each parameter that is no cast, or for which it must be selected.
    let mut uncast = vec![false; webs.params.len()];
    let mut untested = vec![false; webs.params.len()];
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            for &arg in &data.args {
                let (Some(number), Some(web)) = (webs.number(arg), webs.of(arg)) else { continue };
                match data.result {
                    Some(result) if data.op == Op::Bitcast => tallies[web].vote(func.ty(result), 1),
                    _ => uncast[number] = true,
                }
                match use_of_truth(func, data, arg) {
                    Use::Saved => tallies[web].truths += 1,
                    Use::Follows => {}
                    Use::Other => untested[number] = true,
                }
            }
        }
        let term = &func.blocks[block].term;
        let direct = match term {
            Terminator::Branch { cond: v, .. }
            | Terminator::Switch { selector: v, .. }
            | Terminator::Return(Some(v)) => Some(*v),
            _ => None,
        };
        if let Some(number) = direct.and_then(|v| webs.number(v)) {
            uncast[number] = true;
            untested[number] = true;
        }
    }
    for (number, &param) in webs.params.iter().enumerate() {
        if let Some(web) = webs.of(param) {
            tallies[web].uncast += i32::from(uncast[number]);
            tallies[web].untested += i32::from(untested[number]);
        }
    }
}

/// The cast that saves most, if it saves more than it costs.
fn cast(tally: &Tally, ty: Type) -> Option<Form> {
    let cost = tally.args + tally.uncast;
    let mut best: Option<(Type, i32)> = None;
    for &(candidate, saved) in &tally.casts {
        // The first of equals: the order of votes is that of the program.
        if candidate != ty && saved > cost && best.is_none_or(|(_, most)| saved > most) {
            best = Some((candidate, saved));
        }
    }
    best.map(|(ty, _)| Form::Cast(ty))
}

/// A truth value, if the web has two values only and that saves more than it costs.
fn truth(func: &Function, types: &Types, tally: &Tally, ty: Type) -> Option<Form> {
    if !matches!(types.kind(ty), TypeKind::Int(_) | TypeKind::Float(_))
        || !tally.two_valued
        || tally.truths <= tally.untested
    {
        return None;
    }
    let [first, second] = tally.constants[..] else { return None };
    let (on, off) = match tally.arms {
        Some(arms) if arms.0 != arms.1 => arms,
        _ if func.as_bits(first) == Some(0) => (second, first),
        _ => (first, second),
    };
    Some(Form::Truth { on, off })
}
