//! Changes the types of webs (sets of block parameters that must have one type).
//!
//! Each parameter of a changed web gets the new type. Its *view*, a conversion back to the old type at the start of
//! the block, replaces it in other uses. A bitcast of a parameter to the new type is replaced by the parameter. Branch
//! arguments are converted at the end of the predecessor.

use super::cost::selects_constants;
use super::new_type::NewType;
use super::webs::Webs;
use crate::fold::fold;
use crate::rewrite::UseResolver;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Builder, Const, Function, Imm, Inst, Op, Target, Terminator, Type, Types, Value};
use rustc_hash::FxHashMap;

struct Changer<'a> {
    builder: Builder<'a>,
    webs: &'a Webs,
    new_types: &'a [Option<NewType>],
    /// The view of each changed parameter, by the parameter's index.
    views: Vec<Option<Value>>,
    /// The arguments that the current terminator converts to the type of a web. The cases of a switch must pass the same value to
    /// a block.
    converted: FxHashMap<(Value, Option<usize>), Value>,
}

/// Changes the type of every web that has a new type.
pub(crate) fn run(func: &mut Function, types: &mut Types, webs: &Webs, new_types: &[Option<NewType>]) {
    let views = vec![None; func.values.len()];
    let mut resolver = UseResolver::new(func);
    let layout = std::mem::take(&mut func.layout);
    let builder = Builder::new(func, types);
    let mut changer = Changer { builder, webs, new_types, views, converted: FxHashMap::default() };
    for &block in &layout {
        changer.block_params(block);
    }
    for &block in &layout {
        changer.insts(block);
        changer.terminator(block);
        resolver.leave(changer.builder.func, block);
    }
    func.layout = layout;
    resolver.finish(func);
}

impl Changer<'_> {
    fn new_type(&self, value: Value) -> Option<NewType> {
        self.new_types.get(self.webs.of(value)?).copied().flatten()
    }

    /// Changes the types of a block's parameters and creates their views.
    fn block_params(&mut self, block: Block) {
        let is_changed = |&param: &Value| self.new_type(param).is_some();
        if !self.builder.func.blocks[block].params.iter().any(is_changed) {
            return;
        }
        let params = self.builder.func.blocks[block].params.clone();
        let insts = &self.builder.func.blocks[block].insts;
        let count = insts.len();
        self.builder.loc = insts.first().and_then(|&inst| self.builder.func.loc(inst));
        self.builder.resume(block);
        self.builder.precise = false;
        for param in params {
            let Some(new_type) = self.new_type(param) else { continue };
            let old = self.builder.func.ty(param);
            let view = match new_type {
                NewType::Cast(ty) => {
                    self.builder.func.values[param].ty = ty;
                    self.builder.inst_with_type(Op::Bitcast, Imm::None, &[param], old)
                }
                NewType::Bool { on, off } => {
                    self.builder.func.values[param].ty = Types::BOOL;
                    self.builder.inst_with_type(Op::Select, Imm::None, &[param, on, off], old)
                }
                NewType::Int => {
                    self.builder.func.values[param].ty = Types::I32;
                    let zero = self.builder.i32(0);
                    self.builder.op(Op::INe, &[param, zero])
                }
            };
            if let Some(slot) = self.views.get_mut(param.index()) {
                *slot = Some(view);
            }
        }
        // The views were added at the end.
        self.builder.func.blocks[block].insts.rotate_left(count);
    }

    /// The view of a changed parameter; any other value itself.
    fn view(&self, value: Value) -> Value {
        self.views.get(value.index()).copied().flatten().unwrap_or(value)
    }

    fn insts(&mut self, block: Block) {
        let mut insts = std::mem::take(&mut self.builder.func.blocks[block].insts);
        insts.retain(|&inst| self.keeps(inst));
        self.builder.func.blocks[block].insts = insts;
    }

    /// Rewrites an instruction's operands. Returns whether it is still needed.
    fn keeps(&mut self, inst: Inst) -> bool {
        let data = self.builder.func.inst(inst);
        let is_view = data.result.is_some_and(|result| {
            data.args.first().is_some_and(|arg| self.views.get(arg.index()) == Some(&Some(result)))
        });
        if is_view {
            return true;
        }
        if let (Op::Bitcast, &[arg], Some(result)) = (data.op, &data.args[..], data.result)
            && let Some(NewType::Cast(ty)) = self.new_type(arg)
        {
            // A bitcast to a third type gives the same result for an operand of the new type.
            if self.builder.func.ty(result) == ty {
                self.builder.func.replace(result, arg);
                return false;
            }
            return true;
        }
        let func = &self.builder.func;
        let new = |&arg: &Value| func.resolve(self.view(arg));
        if data.args.iter().any(|arg| new(arg) != *arg) {
            let args: Args = data.args.iter().map(new).collect();
            self.builder.func.insts[inst].args = args;
        }
        true
    }

    fn terminator(&mut self, block: Block) {
        let mut term = std::mem::replace(&mut self.builder.func.blocks[block].term, Terminator::Unreachable);
        let count = self.builder.func.blocks[block].insts.len();
        self.builder.resume(block);
        self.builder.loc = self.builder.func.blocks[block].term_loc;
        self.builder.precise = false;
        if let Some(operand) = term.operand_mut() {
            *operand = self.view(*operand);
        }
        self.converted.clear();
        for target in term.targets_mut() {
            self.target(target);
        }
        self.builder.func.blocks[block].term = term;
        for at in count..self.builder.func.blocks[block].insts.len() {
            let inst = self.builder.func.blocks[block].insts[at];
            self.builder.func.resolve_args(inst);
        }
    }

    fn target(&mut self, target: &mut Target) {
        for (at, arg) in target.args.iter_mut().enumerate() {
            let Some(&param) = self.builder.func.blocks[target.block].params.get(at) else { continue };
            let Some(new_type) = self.new_type(param) else { continue };
            let web = self.webs.of(param);
            if self.webs.of(*arg) == web {
                continue;
            }
            if let Some(&converted) = self.converted.get(&(*arg, web)) {
                *arg = converted;
                continue;
            }
            let converted = match new_type {
                NewType::Cast(ty) => self.cast(*arg, ty),
                NewType::Bool { on, off } => self.convert_to_bool(*arg, on, off),
                NewType::Int => self.convert_to_int(*arg),
            };
            self.converted.insert((*arg, web), converted);
            *arg = converted;
        }
    }

    /// Converts an argument to the new type by bitcast.
    fn cast(&mut self, arg: Value, ty: Type) -> Value {
        let func = &mut *self.builder.func;
        if func.as_const(arg) == Some(&Const::Undef) {
            return func.constant(ty, Const::Undef);
        }
        if let Some(constant) = fold(func, self.builder.types, Op::Bitcast, &[arg], ty) {
            return constant;
        }
        self.builder.bitcast(arg, ty)
    }

    /// Converts a bool argument to 1 or 0.
    fn convert_to_int(&mut self, arg: Value) -> Value {
        match self.builder.func.as_const(arg) {
            Some(Const::Undef) => return self.builder.undef(Types::I32),
            Some(Const::Bits(1)) => return self.builder.i32(1),
            Some(_) => return self.builder.i32(0),
            None => {}
        }
        let (one, zero) = (self.builder.i32(1), self.builder.i32(0));
        self.builder.inst_with_type(Op::Select, Imm::None, &[arg, one, zero], Types::I32)
    }

    /// Converts an argument that equals `on` or `off` to a bool.
    fn convert_to_bool(&mut self, arg: Value, on: Value, off: Value) -> Value {
        let func = &*self.builder.func;
        match func.as_const(arg) {
            Some(Const::Undef) => return self.builder.undef(Types::BOOL),
            Some(_) => return self.builder.bool(arg == on),
            None => {}
        }
        match func.def(arg).map(|data| (data.op, &data.data().args[..])) {
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
