//! Emits functions: signature, parameters, variables, and the ids of values.

use super::blocks::Flow;
use super::ops::image;
use super::{Emit, Emitter};
use nvc_ir::entity::Entity;
use nvc_ir::imm::Imm;
use nvc_ir::{FuncId, Function, Local, Op as IrOp, Space, Type, TypeKind, Value, ValueDef};
use rspirv::dr::Operand;
use spirv::{Decoration, Op, StorageClass, Word};

/// Properties of a value that determine decorations and capabilities.
#[derive(Clone, Copy, Default)]
pub(super) struct Facts {
    /// Whether the value is uniform across the dispatch.
    pub uniform: bool,
    /// Whether the value is a resource, or a pointer to one, that may differ between invocations.
    pub non_uniform: bool,
    /// Whether the value is a pointer to a read-only buffer, or to an array of read-only buffers.
    pub read_only_buffer: bool,
}

/// State of the emission of one function.
pub(super) struct FunctionEmitter<'m, 'a> {
    /// Module-wide state.
    pub m: &'m mut Emitter<'a>,
    /// The function that is emitted.
    pub func: &'a Function,
    ids: Vec<Option<Word>>,
    facts: Vec<Facts>,
    /// Whether each value is used as an operand or a branch argument.
    used: Vec<bool>,
    /// The last `FrexpStruct` of the block and its operand. The significand and the exponent share it.
    pub(super) frexp: Option<(Value, Word)>,
    /// The last `Op[SU]MulExtended` of the block and its factors. The low and the high half share it.
    pub(super) product: Option<([Value; 2], Word)>,
    /// The combined images and samplers that have an id in the block. SPIR-V requires `OpSampledImage` in the block of its uses.
    sampled_images: Vec<Value>,
    locals: Vec<Option<Word>>,
    /// Labels, edges and loop conditions.
    pub(super) flow: Flow<'a>,
}

impl<'a> Emitter<'a> {
    /// Emits the definition of a function.
    pub(super) fn function(&mut self, id: FuncId, func: &'a Function) -> Emit<()> {
        self.loc = None;
        let id = self.function_id(id)?;
        self.writer.name(id, &func.name);
        let result = match func.result {
            Some(ty) => self.ty(ty)?,
            None => self.writer.intern(Op::TypeVoid, None, &[]),
        };
        let mut signature = vec![Operand::IdRef(result)];
        for &ty in &func.params {
            signature.push(Operand::IdRef(self.ty(ty)?));
        }
        let signature = self.writer.intern(Op::TypeFunction, None, &signature);
        let control = Operand::FunctionControl(spirv::FunctionControl::NONE);
        self.writer.push(Op::Function, Some(result), Some(id), vec![control, Operand::IdRef(signature)]);
        let mut emitter = FunctionEmitter::new(self, func)?;
        emitter.parameters()?;
        for (index, &block) in func.layout.iter().enumerate() {
            if !emitter.is_in_header(block) {
                emitter.block(index == 0, block)?;
            }
        }
        emitter.names();
        self.writer.push(Op::FunctionEnd, None, None, vec![]);
        Ok(())
    }
}

impl<'m, 'a> FunctionEmitter<'m, 'a> {
    fn new(m: &'m mut Emitter<'a>, func: &'a Function) -> Emit<Self> {
        let mut emitter = FunctionEmitter {
            m,
            func,
            ids: vec![None; func.values.len()],
            facts: vec![Facts::default(); func.values.len()],
            used: used(func),
            frexp: None,
            product: None,
            sampled_images: Vec::new(),
            locals: vec![None; func.locals.len()],
            flow: Flow::new(func),
        };
        emitter.find_edges()?;
        Ok(emitter)
    }

    /// Returns the id of a value. It is allocated at the first use or definition. A combined image and sampler is created in each
    /// block that uses it.
    pub(super) fn id(&mut self, value: Value) -> Emit<Word> {
        let value = match self.func.values.get(value).map(|data| data.def) {
            Some(ValueDef::Alias(_)) => self.func.resolve(value),
            Some(_) => value,
            None => return Err(self.m.fault(format!("value {value} does not exist"))),
        };
        if let Some(&Some(id)) = self.ids.get(value.index()) {
            return Ok(id);
        }
        let func = self.func;
        let id = match func.values[value].def {
            ValueDef::Const(_) => self.m.constant(func, value)?,
            ValueDef::Inst(inst) if func.insts[inst].op == IrOp::TexCombine => {
                self.sampled_images.push(value);
                image::combined(self, value, func.inst(inst))?
            }
            _ => self.m.writer.id(),
        };
        if let Some(slot) = self.ids.get_mut(value.index()) {
            *slot = Some(id);
        }
        Ok(id)
    }

    /// Forgets the combined images and samplers of the last block.
    pub(super) fn leave_sampled_images(&mut self) {
        for value in self.sampled_images.drain(..) {
            self.ids[value.index()] = None;
        }
    }

    /// Returns the id of a value as an operand.
    pub(super) fn operand(&mut self, value: Value) -> Emit<Operand> {
        Ok(Operand::IdRef(self.id(value)?))
    }

    /// Returns the structure of a value's type.
    pub(super) fn kind(&mut self, value: Value) -> Emit<&'a TypeKind> {
        match self.func.values.get(value) {
            Some(data) => self.m.kind(data.ty),
            None => Err(self.m.fault(format!("value {value} does not exist"))),
        }
    }

    /// Returns whether a value is an operand of an instruction or a terminator.
    pub(super) fn is_used(&self, value: Value) -> bool {
        self.used.get(value.index()).is_none_or(|&used| used)
    }

    /// Returns the properties of a value.
    pub(super) fn facts(&self, value: Value) -> Facts {
        if self.func.as_const(value).is_some() {
            return Facts { uniform: true, ..Facts::default() };
        }
        self.facts.get(value.index()).copied().unwrap_or_default()
    }

    /// Returns the properties of a value as a mutable reference.
    pub(super) fn facts_mut(&mut self, value: Value) -> Option<&mut Facts> {
        self.facts.get_mut(value.index())
    }

    /// Appends an instruction to the block, with its source line.
    pub(super) fn push(&mut self, op: Op, ty: Option<Word>, id: Option<Word>, operands: Vec<Operand>) {
        if let Some(lines) = &mut self.m.lines {
            lines.step(&mut self.m.writer, self.m.loc);
        }
        self.m.writer.push(op, ty, id, operands);
    }

    /// Appends an instruction whose operands are ids, with its source line.
    pub(super) fn push_ids(&mut self, op: Op, ty: Word, id: Word, operands: &[Word]) {
        if let Some(lines) = &mut self.m.lines {
            lines.step(&mut self.m.writer, self.m.loc);
        }
        self.m.writer.push_ids(op, ty, id, operands);
    }

    /// Appends an instruction with a new result id.
    pub(super) fn fresh(&mut self, op: Op, ty: Word, operands: Vec<Operand>) -> Word {
        let id = self.m.writer.id();
        self.push(op, Some(ty), Some(id), operands);
        id
    }

    /// Makes a value refer to an existing id.
    pub(super) fn alias(&mut self, value: Value, ty: Word, id: Word) {
        match self.ids.get_mut(value.index()) {
            // A phi of an earlier block has already allocated an id for the value, so emit a copy.
            Some(&mut Some(named)) => {
                self.push(Op::CopyObject, Some(ty), Some(named), vec![Operand::IdRef(id)]);
            }
            Some(slot) => *slot = Some(id),
            None => {}
        }
    }

    /// Returns the id of a variable in function storage.
    pub(super) fn local(&mut self, local: Local) -> Emit<Word> {
        match self.locals.get(local.index()) {
            Some(&Some(id)) => Ok(id),
            _ => Err(self.m.fault(format!("local {local} does not exist"))),
        }
    }

    /// Emits the parameters of the function, which are those of its entry block.
    fn parameters(&mut self) -> Emit<()> {
        let func = self.func;
        let Some(entry) = func.layout.first().and_then(|&block| func.blocks.get(block)) else {
            return Err(self.m.fault(format!("function `{}` has no blocks", func.name)));
        };
        for &param in &entry.params {
            let ty = func.ty(param);
            self.m.require_small_arithmetic(ty)?;
            let word = self.m.ty(ty)?;
            let id = self.id(param)?;
            self.m.writer.push(Op::FunctionParameter, Some(word), Some(id), vec![]);
            if self.m.is_address(ty)? {
                self.m.writer.decorate(id, Decoration::Aliased, &[]);
            }
        }
        Ok(())
    }

    /// Declares the variables that are used. SPIR-V requires them at the start of the entry block.
    pub(super) fn variables(&mut self) -> Emit<()> {
        let func = self.func;
        for (_, inst) in func.insts() {
            if inst.op != IrOp::LocalAddr {
                continue;
            }
            let Imm::Local(local) = inst.imm() else { continue };
            let (Some(None), Some(data)) = (self.locals.get(local.index()), func.locals.get(local)) else {
                continue;
            };
            self.m.loc = inst.loc();
            let ty = self.m.pointer_type(Space::Function, data.ty)?;
            let id = self.fresh(Op::Variable, ty, vec![Operand::StorageClass(StorageClass::Function)]);
            self.m.writer.name(id, &data.name);
            if self.m.is_address(data.ty)? {
                self.m.writer.decorate(id, Decoration::AliasedPointer, &[]);
            }
            self.locals[local.index()] = Some(id);
        }
        Ok(())
    }

    /// Emits `OpName` for values with a source name, in value order. Values of 8 and 16 bits get no name,
    /// because SPIRV-Tools 2022 counts a name as a use that requires arithmetic capabilities.
    fn names(&mut self) {
        if self.func.value_names.is_empty() {
            return;
        }
        for value in self.func.values.keys() {
            let name = self.func.value_names.get(&value);
            if let (Some(name), Some(&Some(id))) = (name, self.ids.get(value.index()))
                && self.func.as_const(value).is_none()
                && !self.is_small(value)
            {
                self.m.writer.name(id, name);
            }
        }
    }

    fn is_small(&self, value: Value) -> bool {
        let types = &self.m.ir.types;
        let scalar = types.scalar(self.func.ty(value));
        types.scalar_bits(scalar).is_some_and(|bits| bits < 32)
    }

    /// Returns the id of an IR type.
    pub(super) fn ty(&mut self, ty: Type) -> Emit<Word> {
        self.m.ty(ty)
    }
}

/// Returns, for each value of a function, whether it is an operand or a branch argument.
fn used(func: &Function) -> Vec<bool> {
    let mut used = vec![false; func.values.len()];
    for (_, block) in func.blocks_in_order() {
        let insts = block.insts.iter().filter_map(|&inst| func.insts.get(inst));
        for value in insts.flat_map(|data| data.args.iter().copied()).chain(block.term.values()) {
            if let Some(used) = used.get_mut(func.resolve(value).index()) {
                *used = true;
            }
        }
    }
    used
}
