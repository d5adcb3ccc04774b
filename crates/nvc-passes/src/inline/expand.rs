//! Replaces calls by copies of the called functions' bodies.

use super::Body;
use super::in_place::{self, Pointer};
use crate::simplify_cfg::unreachable;
use nvc_ir::entity::Entity;
use nvc_ir::function::{Args, Hint, Loc, LocalData};
use nvc_ir::imm::Imm;
use nvc_ir::{Block, Const, Function, Inst, InstRef, Local, Op, Target, Terminator, Value};

/// Replaces each call for which `choose` returns a body. `choose` is called once per instruction, with the block.
pub(super) fn calls<'a>(
    caller: &mut Function,
    mut choose: impl FnMut(Block, InstRef<'_>) -> Option<&'a Body>,
) {
    let (mut expanded, mut stopped) = (false, false);
    let blocks = std::mem::take(&mut caller.layout);
    let mut layout = Vec::with_capacity(blocks.len());
    for block in blocks {
        layout.push(block);
        let bodies = caller.blocks[block].insts.iter().map(|&inst| choose(block, caller.inst(inst)));
        let bodies: Vec<Option<&Body>> = bodies.collect();
        let Some(first) = bodies.iter().position(Option::is_some) else { continue };
        expanded = true;
        let mut pointers = in_place::pointers(caller, &caller.blocks[block].insts, &bodies).into_iter();
        let unneeded: Vec<Inst> =
            pointers.as_slice().iter().flatten().filter_map(|pointer| pointer.store).collect();
        let rest = caller.blocks[block].insts.split_off(first);
        let mut site = Site { caller, layout: &mut layout, block, end: None };
        for (inst, &body) in rest.into_iter().zip(&bodies[first..]) {
            match body {
                Some(body) => stopped |= !site.call(inst, &body.func, pointers.next().unwrap_or_default()),
                None if unneeded.contains(&inst) => {}
                None => site.caller.blocks[site.block].insts.push(inst),
            }
        }
        site.finish();
    }
    caller.layout = layout;
    if expanded {
        caller.resolve_aliases();
    }
    if stopped {
        unreachable::remove(caller);
    }
}

/// A block of the caller whose calls are being replaced.
struct Site<'c> {
    caller: &'c mut Function,
    layout: &'c mut Vec<Block>,
    /// The block that instructions are appended to.
    block: Block,
    /// The terminator of the original block, once removed by `split`; `finish` gives it to the last new block.
    end: Option<End>,
}

/// The end of a block: the terminator, its location and the control-flow hint.
struct End {
    term: Terminator,
    loc: Loc,
    hint: Hint,
}

impl Site<'_> {
    /// Replaces a call by a body. Returns whether the body returns.
    fn call(&mut self, call: Inst, body: &Function, pointers: Vec<Pointer>) -> bool {
        let last = body.layout.last().map(|&block| &body.blocks[block].term);
        if body.layout.len() > 1 || !matches!(last, Some(Terminator::Return(_))) {
            self.split();
        }
        let args = std::mem::take(&mut self.caller.insts[call].args);
        let mut copy = Copy::new(self.caller, body, &args, pointers);
        let mut returned = None;
        for (index, &from) in body.layout.iter().enumerate() {
            let to = if index == 0 { self.block } else { copy.blocks[from.index()].unwrap_or(self.block) };
            if index > 0 {
                self.layout.push(to);
            }
            for &inst in &body.blocks[from].insts {
                if let Some(inst) = copy.inst(self.caller, inst) {
                    self.caller.blocks[to].insts.push(inst);
                }
            }
            let data = &body.blocks[from];
            if let Terminator::Return(value) = data.term {
                returned = Some((to, value.map(|value| copy.value(self.caller, value))));
                continue;
            }
            let term = copy.terminator(self.caller, &data.term);
            let block = &mut self.caller.blocks[to];
            (block.term, block.term_loc, block.hint) = (term, data.term_loc, data.hint);
        }
        let result = self.caller.insts[call].result;
        let returns = returned.is_some();
        let (block, value) = returned.unwrap_or_else(|| {
            // The body never returns, so the rest of the caller's block is unreachable.
            let rest = self.caller.new_block();
            self.layout.push(rest);
            (rest, None)
        });
        self.block = block;
        if let Some(result) = result {
            let ty = self.caller.ty(result);
            let value = value.unwrap_or_else(|| self.caller.constant(ty, Const::Undef));
            self.caller.replace(result, value);
        }
        returns
    }

    /// Removes the block's terminator, to make room for a body with control flow. A loop header keeps its own, since the back
    /// edge leads to it: the instructions that follow go to a new first block of the loop's body.
    fn split(&mut self) {
        if self.end.is_some() {
            return;
        }
        let data = &mut self.caller.blocks[self.block];
        let (loc, hint) = (data.term_loc, data.hint);
        let term = std::mem::replace(&mut data.term, Terminator::Unreachable);
        if let Terminator::Loop { body, merge, cont } = term {
            let first = self.caller.new_block();
            self.caller.blocks[self.block].term = Terminator::Loop { body: Target::new(first), merge, cont };
            self.layout.push(first);
            self.block = first;
            self.end = Some(End { term: Terminator::Jump(body), loc, hint: Hint::None });
        } else {
            data.hint = Hint::None;
            self.end = Some(End { term, loc, hint });
        }
    }

    /// Gives the removed terminator to the last block.
    fn finish(self) {
        if let Some(End { term, loc, hint }) = self.end {
            let block = &mut self.caller.blocks[self.block];
            (block.term, block.term_loc, block.hint) = (term, loc, hint);
        }
    }
}

/// A copy of a function in a caller: maps the function's entities to the caller's.
struct Copy<'b> {
    body: &'b Function,
    values: Vec<Option<Value>>,
    blocks: Vec<Option<Block>>,
    locals: Vec<Option<Local>>,
    /// The caller's pointers that replace variables of the function.
    pointers: Vec<Pointer>,
}

impl<'b> Copy<'b> {
    /// Creates the blocks, with their parameters, and the variables. Each copy gets its own variables, since every call
    /// starts with new ones.
    fn new(caller: &mut Function, body: &'b Function, args: &[Value], pointers: Vec<Pointer>) -> Self {
        let mut copy = Copy {
            body,
            values: vec![None; body.values.len()],
            blocks: vec![None; body.blocks.len()],
            locals: Vec::with_capacity(body.locals.len()),
            pointers,
        };
        for (local, LocalData { name, ty }) in body.locals.iter() {
            let is_replaced = copy.pointers.iter().any(|pointer| pointer.local == local);
            let own = (!is_replaced).then(|| caller.locals.push(LocalData { name: name.clone(), ty: *ty }));
            copy.locals.push(own);
        }
        for (index, (block, data)) in body.blocks_in_order().enumerate() {
            if index == 0 {
                for (&param, &arg) in data.params.iter().zip(args) {
                    let arg = caller.resolve(arg);
                    copy.values[param.index()] = Some(arg);
                    if caller.as_const(arg).is_none()
                        && let Some(name) = body.value_names.get(&param)
                    {
                        caller.value_names.entry(arg).or_insert_with(|| name.clone());
                    }
                }
                continue;
            }
            let new = caller.new_block();
            copy.blocks[block.index()] = Some(new);
            for &param in &data.params {
                let value = caller.add_param(new, body.ty(param));
                copy.define(caller, param, value);
            }
        }
        copy
    }

    fn define(&mut self, caller: &mut Function, from: Value, to: Value) {
        self.values[from.index()] = Some(to);
        if let Some(name) = self.body.value_names.get(&from) {
            caller.value_names.insert(to, name.clone());
        }
    }

    /// The copy of a value. Only in unreachable blocks can a use precede the definition; the value is undefined there.
    fn value(&mut self, caller: &mut Function, value: Value) -> Value {
        let value = self.body.resolve(value);
        if let Some(copy) = self.values[value.index()] {
            return copy;
        }
        let constant = match self.body.as_const(value) {
            // The recursion is bounded by the nesting of the type.
            Some(Const::Composite(parts)) => {
                Const::Composite(parts.iter().map(|&part| self.value(caller, part)).collect())
            }
            Some(constant) => constant.clone(),
            None => Const::Undef,
        };
        let copy = caller.constant(self.body.ty(value), constant);
        self.values[value.index()] = Some(copy);
        copy
    }

    /// The copy of an instruction; `None` if a variable of the caller makes it superfluous.
    fn inst(&mut self, caller: &mut Function, inst: Inst) -> Option<Inst> {
        let data = self.body.inst(inst);
        if self.pointers.iter().any(|pointer| pointer.init == Some(inst)) {
            return None;
        }
        let imm = data.imm();
        if let (Op::LocalAddr, Imm::Local(local), Some(result)) = (data.op, imm, data.result)
            && let Some(pointer) = self.pointers.iter().find(|pointer| pointer.local == local)
        {
            self.values[result.index()] = Some(pointer.pointer);
            return None;
        }
        let args: Args = data.args.iter().map(|&arg| self.value(caller, arg)).collect();
        let imm = match imm {
            Imm::Local(local) => {
                Imm::Local(self.locals.get(local.index()).copied().flatten().unwrap_or(local))
            }
            imm => imm,
        };
        let ty = data.result.map(|result| self.body.ty(result));
        let copy = caller.new_inst(data.op, imm, args, ty, data.loc());
        caller.insts[copy].precise = data.precise;
        if let (Some(from), Some(to)) = (data.result, caller.insts[copy].result) {
            self.define(caller, from, to);
        }
        Some(copy)
    }

    fn terminator(&mut self, caller: &mut Function, term: &Terminator) -> Terminator {
        let mut copy = term.clone();
        copy.for_each_value(|value| *value = self.value(caller, *value));
        let map = |block: &mut Block| {
            if let Some(Some(new)) = self.blocks.get(block.index()) {
                *block = *new;
            }
        };
        copy.targets_mut().for_each(|target| map(&mut target.block));
        match &mut copy {
            Terminator::Branch { merge, .. } | Terminator::Switch { merge, .. } => map(merge),
            Terminator::Loop { merge, cont, .. } => {
                map(merge);
                map(cont);
            }
            _ => {}
        }
        copy
    }
}
