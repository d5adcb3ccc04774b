//! Changes the form of webs.

use super::Form;
use super::choose::selects_constants;
use super::webs::Webs;
use crate::fold::fold;
use crate::rewrite::resolve_uses;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Builder, Const, Function, Imm, Inst, Op, Target, Terminator, Type, Types, Value};

struct Changer<'a> {
    builder: Builder<'a>,
    webs: &'a Webs,
    forms: &'a [Option<Form>],
    /// The old form of each changed parameter, by the value's index.
    views: Vec<Option<Value>>,
}

/// Gives every web that has a form that form.
pub(super) fn run(func: &mut Function, types: &mut Types, webs: &Webs, forms: &[Option<Form>]) {
    let views = vec![None; func.values.len()];
    let layout = std::mem::take(&mut func.layout);
    let builder = Builder::new(func, types);
    let mut changer = Changer { builder, webs, forms, views };
    for &block in &layout {
        changer.block_params(block);
    }
    for &block in &layout {
        changer.insts(block);
        changer.terminator(block);
    }
    func.layout = layout;
    resolve_uses(func);
}

impl Changer<'_> {
    fn form(&self, value: Value) -> Option<Form> {
        self.forms.get(self.webs.of(value)?).copied().flatten()
    }

    /// Changes the types of a block's parameters; the old forms are made where the block starts.
    fn block_params(&mut self, block: Block) {
        let params = self.builder.func.blocks[block].params.clone();
        let insts = std::mem::take(&mut self.builder.func.blocks[block].insts);
        self.builder.resume(block);
        self.builder.precise = false;
        self.builder.loc = insts.first().and_then(|&inst| self.builder.func.insts[inst].loc);
        for param in params {
            let Some(form) = self.form(param) else { continue };
            let old = self.builder.func.ty(param);
            let view = match form {
                Form::Cast(ty) => {
                    self.builder.func.values[param].ty = ty;
                    self.builder.inst_with_type(Op::Bitcast, Imm::None, &[param], old)
                }
                Form::Truth { on, off } => {
                    self.builder.func.values[param].ty = Types::BOOL;
                    self.builder.inst_with_type(Op::Select, Imm::None, &[param, on, off], old)
                }
                Form::Number => {
                    self.builder.func.values[param].ty = Types::I32;
                    let zero = self.builder.i32(0);
                    self.builder.op(Op::INe, &[param, zero])
                }
            };
            if let Some(slot) = self.views.get_mut(param.index()) {
                *slot = Some(view);
            }
        }
        self.builder.func.blocks[block].insts.extend(insts);
    }

    fn view(&self, value: Value) -> Value {
        self.views.get(value.index()).copied().flatten().unwrap_or(value)
    }

    fn insts(&mut self, block: Block) {
        let mut insts = std::mem::take(&mut self.builder.func.blocks[block].insts);
        insts.retain(|&inst| self.keeps(inst));
        self.builder.func.blocks[block].insts = insts;
    }

    /// Rewrites an instruction's operands; whether it is still needed.
    fn keeps(&mut self, inst: Inst) -> bool {
        let data = &self.builder.func.insts[inst];
        let made_here = data.result.is_some_and(|result| {
            data.args.first().is_some_and(|arg| self.views.get(arg.index()) == Some(&Some(result)))
        });
        if made_here {
            return true;
        }
        if let (Op::Bitcast, &[arg], Some(result)) = (data.op, &data.args[..], data.result)
            && let Some(Form::Cast(ty)) = self.form(arg)
        {
            // Casts to other types read the same bits in the new form.
            if self.builder.func.ty(result) == ty {
                self.builder.func.replace(result, arg);
                return false;
            }
            return true;
        }
        let args: Args = data.args.iter().map(|&arg| self.view(arg)).collect();
        self.builder.func.insts[inst].args = args;
        true
    }

    fn terminator(&mut self, block: Block) {
        let mut term = std::mem::replace(&mut self.builder.func.blocks[block].term, Terminator::Unreachable);
        self.builder.resume(block);
        self.builder.loc = self.builder.func.blocks[block].term_loc;
        self.builder.precise = false;
        match &mut term {
            Terminator::Branch { cond: v, .. }
            | Terminator::Switch { selector: v, .. }
            | Terminator::Return(Some(v)) => {
                *v = self.view(*v);
            }
            _ => {}
        }
        for target in term.targets_mut() {
            self.target(target);
        }
        self.builder.func.blocks[block].term = term;
    }

    fn target(&mut self, target: &mut Target) {
        let params = self.builder.func.blocks[target.block].params.clone();
        for (param, arg) in params.into_iter().zip(&mut target.args) {
            let Some(form) = self.form(param) else { continue };
            if self.webs.of(*arg) != self.webs.of(param) {
                *arg = match form {
                    Form::Cast(ty) => self.cast(*arg, ty),
                    Form::Truth { on, off } => self.truth(*arg, on, off),
                    Form::Number => self.number(*arg),
                };
            }
        }
    }

    /// An argument in the type of a cast web.
    fn cast(&mut self, arg: Value, ty: Type) -> Value {
        let func = &mut *self.builder.func;
        if func.as_const(arg) == Some(&Const::Undef) {
            return func.constant(ty, Const::Undef);
        }
        if let Some(constant) = fold(func, self.builder.types, Op::Bitcast, &[arg], ty) {
            return constant;
        }
        match func.def(arg).map(|data| (data.op, &data.args[..])) {
            Some((Op::Bitcast, &[inner])) if func.ty(inner) == ty => inner,
            _ => self.builder.bitcast(arg, ty),
        }
    }

    /// A truth value as a number.
    fn number(&mut self, arg: Value) -> Value {
        match self.builder.func.as_const(arg) {
            Some(Const::Undef) => return self.builder.undef(Types::I32),
            Some(Const::Bits(1)) => return self.builder.i32(1),
            Some(_) => return self.builder.i32(0),
            None => {}
        }
        let (one, zero) = (self.builder.i32(1), self.builder.i32(0));
        self.builder.inst_with_type(Op::Select, Imm::None, &[arg, one, zero], Types::I32)
    }

    /// The truth value that an argument stands for.
    fn truth(&mut self, arg: Value, on: Value, off: Value) -> Value {
        let func = &*self.builder.func;
        match func.as_const(arg) {
            Some(Const::Undef) => return self.builder.undef(Types::BOOL),
            Some(_) => return self.builder.bool(arg == on),
            None => {}
        }
        match func.def(arg).map(|data| (data.op, &data.args[..])) {
            Some((Op::Select, &[c, a, b])) if selects_constants(func, c, a, b) => match (a == on, b == on) {
                (true, true) => self.builder.bool(true),
                (true, false) => c,
                (false, true) => self.builder.op(Op::Not, &[c]),
                (false, false) => self.builder.bool(false),
            },
            _ => {
                let float = self.builder.types.is_float(func.ty(arg));
                self.builder.op(if float { Op::FNe } else { Op::INe }, &[arg, off])
            }
        }
    }
}
