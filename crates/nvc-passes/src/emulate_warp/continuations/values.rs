//! Maps values of an instance (an inlined call of a function) to values of the generated function.

use super::emit::Emitter;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Const, Inst, Local, Op, OwnedInst, Type, Value, ValueDef};

impl Emitter<'_> {
    /// Starts a block of an instance. No value of the instance is available yet.
    pub(super) fn begin(&mut self, instance: usize) {
        self.instance = instance;
        self.known.clear();
    }

    pub(super) fn load(&mut self, local: Local, ty: Type) -> Value {
        let pointer = self.b.local_addr(local);
        self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], ty)
    }

    /// Stores a value of an instance to its spill slot, if it has one.
    pub(super) fn store(&mut self, instance: usize, value: Value, new: Value) {
        if let Some(&local) = self.frames[instance].spills.get(&value) {
            let pointer = self.b.local_addr(local);
            self.b.effect(Op::Store, Imm::Access(Access::default()), &[pointer, new]);
        }
    }

    /// Copies an instruction of the instance.
    pub(super) fn copy(&mut self, inst: Inst) -> Option<Value> {
        let data = self.mapped(inst);
        let ty = data.result.map(|result| self.functions[self.instance].ty(result));
        self.b.loc = data.loc();
        self.b.precise = data.precise;
        let new = match ty {
            Some(ty) => Some(self.b.inst_with_type(data.op, data.imm(), &data.args, ty)),
            None => {
                self.b.effect(data.op, data.imm(), &data.args);
                None
            }
        };
        self.b.precise = false;
        if let (Some(old), Some(new)) = (data.result, new) {
            if let Some(name) = self.functions[self.instance].value_names.get(&old) {
                self.b.func.value_names.entry(new).or_insert_with(|| name.clone());
            }
            self.known.insert(old, new);
            self.store(self.instance, old, new);
        }
        new
    }

    /// An instruction with operands of the generated function. Its result is still the instance's value.
    pub(super) fn mapped(&mut self, inst: Inst) -> OwnedInst {
        let data = self.functions[self.instance].inst(inst);
        let args: Args = data.args.iter().map(|&arg| self.value(arg)).collect();
        let imm = match data.imm() {
            Imm::Local(local) => Imm::Local(self.frames[self.instance].locals[local.index()]),
            imm => imm,
        };
        data.with_operands(args, imm)
    }

    /// The value of the generated function for a value of the instance.
    pub(super) fn value(&mut self, value: Value) -> Value {
        let func = self.functions[self.instance];
        let value = func.resolve(value);
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        if func.as_const(value).is_some() {
            return self.constant(value);
        }
        let ty = func.ty(value);
        let new = match (self.frames[self.instance].spills.get(&value), func.values[value].def) {
            (Some(&local), _) => self.load(local, ty),
            // Rematerialise the value from values in spill slots.
            (None, ValueDef::Inst(inst)) => self.copy(inst).unwrap_or_else(|| self.b.undef(ty)),
            (None, _) => self.b.undef(ty),
        };
        self.known.insert(value, new);
        new
    }

    /// The constant of the generated function for a constant of the instance's function.
    fn constant(&mut self, value: Value) -> Value {
        let func = self.functions[self.instance];
        let constant = match func.as_const(value) {
            Some(Const::Composite(parts)) => {
                Const::Composite(parts.iter().map(|&part| self.constant(part)).collect())
            }
            Some(other) => other.clone(),
            None => Const::Undef,
        };
        self.b.func.constant(func.ty(value), constant)
    }
}
