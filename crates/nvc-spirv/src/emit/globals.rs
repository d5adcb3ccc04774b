//! Emits module-level variables, built-in inputs and the work group size, each when it is first used. Variables in shared
//! memory are declared before all others.

use super::types::storage_class;
use super::{Emit, Emitter};
use crate::capabilities::Requirement;
use nvc_ir::entity::Entity;
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Extent, Global, GlobalData, GlobalKind, Module, Space, Type, TypeKind};
use rspirv::dr::Operand;
use spirv::{BuiltIn, Decoration, Op, StorageClass, Word};

/// The variables declared so far.
pub(super) struct Globals {
    ids: Vec<Option<Word>>,
    inputs: Vec<(Builtin, Word)>,
    /// All variables in order of declaration. The bool is set for inputs.
    variables: Vec<(Word, bool)>,
    group_size: Option<Word>,
}

impl Globals {
    pub fn new(ir: &Module) -> Self {
        Globals {
            ids: vec![None; ir.globals.len()],
            inputs: Vec::new(),
            variables: Vec::new(),
            group_size: None,
        }
    }

    /// Returns whether a global has been declared.
    pub fn is_declared(&self, global: Global) -> bool {
        self.ids.get(global.index()).is_some_and(Option::is_some)
    }

    /// Records the id of a global's variable.
    pub fn declare(&mut self, global: Global, id: Word) {
        if let Some(slot) = self.ids.get_mut(global.index()) {
            *slot = Some(id);
        }
    }

    /// Records a variable that is not an input, for the entry point's interface.
    pub fn add_variable(&mut self, id: Word) {
        self.variables.push((id, false));
    }

    /// Returns the interface variables of the entry point: the inputs, and since SPIR-V 1.4 all variables
    /// that are used.
    pub fn interface(&self, version: (u8, u8)) -> impl Iterator<Item = Word> {
        let all = version >= (1, 4);
        self.variables.iter().filter(move |&&(_, input)| input || all).map(|&(id, _)| id)
    }
}

impl Emitter<'_> {
    /// Returns the id of a global's variable and declares it if necessary.
    pub(super) fn global(&mut self, global: Global) -> Emit<Word> {
        if let Some(&Some(id)) = self.globals.ids.get(global.index()) {
            return Ok(id);
        }
        let ir = self.ir;
        let Some(data) = ir.globals.get(global) else {
            return Err(self.fault(format!("global {global} does not exist")));
        };
        let GlobalKind::Variable { space, ty, binding, access, .. } = &data.kind else {
            return Err(self.fault(format!("`{}` was not lowered to a variable", data.name)));
        };
        let mut pointer = self.pointer_type(*space, *ty)?;
        if self.is_read_only_buffer(*space, *ty, *access)? {
            let buffer = self.read_only_type(*ty)?;
            pointer = self.raw_pointer_type(*space, buffer);
        }
        if *space == Space::Uniform {
            let block = self.innermost(*ty)?;
            if let TypeKind::Struct { members, .. } = self.kind(block)?
                && let Some(last) = members.last().map(|member| member.ty)
                && matches!(self.kind(last)?, TypeKind::RuntimeArray { .. })
            {
                self.require(Requirement::RuntimeDescriptorArray);
            }
        }
        let class = storage_class(*space);
        let id = self.writer.declare(Op::Variable, Some(pointer), vec![Operand::StorageClass(class)]);
        self.writer.name(id, &data.name);
        if let Some(binding) = binding {
            self.writer.decorate(id, Decoration::DescriptorSet, &[Operand::LiteralBit32(binding.set)]);
            self.writer.decorate(id, Decoration::Binding, &[Operand::LiteralBit32(binding.binding)]);
        }
        self.access_decorations(id, *space, *ty, *access)?;
        self.opaque_decorations(global, id)?;
        if self.is_address(*ty)? {
            self.writer.decorate(id, Decoration::AliasedPointer, &[]);
        }
        self.globals.add_variable(id);
        self.globals.declare(global, id);
        Ok(id)
    }

    /// Declares all used shared-memory variables, in module order: drivers lay out shared memory in order of
    /// declaration.
    pub(super) fn shared_variables(&mut self) -> Emit<()> {
        let ir = self.ir;
        let is_shared =
            |data: &GlobalData| matches!(data.kind, GlobalKind::Variable { space: Space::Workgroup, .. });
        if !ir.globals.values().any(is_shared) {
            return Ok(());
        }
        let mut used = vec![false; ir.globals.len()];
        for (_, function) in ir.functions.iter() {
            for (_, inst) in function.insts() {
                if let Imm::Global(global) = inst.imm()
                    && let Some(slot) = used.get_mut(global.index())
                {
                    *slot = true;
                }
            }
        }
        for (global, data) in ir.globals.iter() {
            if is_shared(data) && used.get(global.index()) == Some(&true) {
                self.global(global)?;
            }
        }
        Ok(())
    }

    /// Returns whether a variable needs its own buffer type (see [`Self::read_only_type`]): it is read-only,
    /// and another variable of the same type is not.
    pub(super) fn is_read_only_buffer(
        &mut self,
        space: Space,
        ty: Type,
        access: VariableAccess,
    ) -> Emit<bool> {
        if self.shared_struct_types || space != Space::StorageBuffer || !access.read_only {
            return Ok(false);
        }
        let block = self.innermost(ty)?;
        for data in self.ir.globals.values() {
            if let GlobalKind::Variable { space: Space::StorageBuffer, ty, access, .. } = data.kind
                && !access.read_only
                && self.innermost(ty)? == block
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Decorates a variable, or a pointer to a buffer of a descriptor heap.
    pub(super) fn access_decorations(
        &mut self,
        id: Word,
        space: Space,
        ty: Type,
        access: VariableAccess,
    ) -> Emit<()> {
        for decoration in self.memory_decorations(space, ty, access)? {
            self.writer.decorate(id, decoration, &[]);
        }
        Ok(())
    }

    /// Returns the decorations of memory of type `ty` with the given access.
    pub(super) fn memory_decorations(
        &mut self,
        space: Space,
        ty: Type,
        access: VariableAccess,
    ) -> Emit<Vec<Decoration>> {
        // Of the other storage classes, only shared memory has memory decorations.
        let resource = match space {
            Space::StorageBuffer => true,
            Space::UniformConstant => {
                let innermost = self.innermost(ty)?;
                matches!(self.kind(innermost)?, TypeKind::Image(image) if image.storage)
            }
            _ => false,
        };
        let shared = resource || space == Space::Workgroup;
        let decorations = [
            (access.aliased && shared, Decoration::Aliased),
            (access.restrict && !access.aliased && resource, Decoration::Restrict),
            // In the Vulkan memory model, coherent and volatile are operands of each access instead.
            (access.coherent && resource && !self.vulkan_memory, Decoration::Coherent),
            (access.volatile && shared && !self.vulkan_memory, Decoration::Volatile),
            (access.read_only && resource, Decoration::NonWritable),
            (
                access.write_only && resource && (self.nonreadable_buffers || space != Space::StorageBuffer),
                Decoration::NonReadable,
            ),
        ];
        Ok(decorations.into_iter().filter_map(|(wanted, decoration)| wanted.then_some(decoration)).collect())
    }

    /// Returns the innermost element type of nested arrays; any other type itself.
    pub(super) fn innermost(&mut self, mut ty: Type) -> Emit<Type> {
        while let TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } = *self.kind(ty)? {
            ty = element;
        }
        Ok(ty)
    }

    /// Returns whether a type is a 64-bit address or an array of addresses. SPIR-V requires an aliasing decoration for
    /// variables of such a type.
    pub(super) fn is_address(&mut self, ty: Type) -> Emit<bool> {
        let innermost = self.innermost(ty)?;
        Ok(matches!(self.kind(innermost)?, TypeKind::Pointer(Space::PhysicalStorageBuffer, _)))
    }

    /// Returns the id of the input variable for a built-in. It is declared with the type of its first use.
    pub(super) fn input(&mut self, builtin: Builtin, ty: Type) -> Emit<Word> {
        if let Some(&(_, id)) = self.globals.inputs.iter().find(|(known, _)| *known == builtin) {
            return Ok(id);
        }
        let (name, requirement) = match builtin {
            Builtin::GlobalId => (BuiltIn::GlobalInvocationId, None),
            Builtin::LocalId => (BuiltIn::LocalInvocationId, None),
            Builtin::GroupId => (BuiltIn::WorkgroupId, None),
            Builtin::GroupCount => (BuiltIn::NumWorkgroups, None),
            Builtin::LocalIndex => (BuiltIn::LocalInvocationIndex, None),
            Builtin::SubgroupLane => (BuiltIn::SubgroupLocalInvocationId, Some(Requirement::GroupNonUniform)),
            Builtin::SubgroupSize => (BuiltIn::SubgroupSize, Some(Requirement::GroupNonUniform)),
            Builtin::SubgroupId => (BuiltIn::SubgroupId, Some(Requirement::GroupNonUniform)),
            Builtin::SubgroupCount => (BuiltIn::NumSubgroups, Some(Requirement::GroupNonUniform)),
            Builtin::WarpId => (BuiltIn::WarpIDNV, Some(Requirement::ShaderSMBuiltinsNV)),
            Builtin::SmId => (BuiltIn::SMIDNV, Some(Requirement::ShaderSMBuiltinsNV)),
            Builtin::WarpsPerSm => (BuiltIn::WarpsPerSMNV, Some(Requirement::ShaderSMBuiltinsNV)),
            Builtin::SmCount => (BuiltIn::SMCountNV, Some(Requirement::ShaderSMBuiltinsNV)),
            Builtin::DeviceIndex => (BuiltIn::DeviceIndex, Some(Requirement::DeviceGroup)),
            Builtin::SubgroupEqMask => (BuiltIn::SubgroupEqMask, Some(Requirement::GroupNonUniformBallot)),
            Builtin::SubgroupGeMask => (BuiltIn::SubgroupGeMask, Some(Requirement::GroupNonUniformBallot)),
            Builtin::SubgroupGtMask => (BuiltIn::SubgroupGtMask, Some(Requirement::GroupNonUniformBallot)),
            Builtin::SubgroupLeMask => (BuiltIn::SubgroupLeMask, Some(Requirement::GroupNonUniformBallot)),
            Builtin::SubgroupLtMask => (BuiltIn::SubgroupLtMask, Some(Requirement::GroupNonUniformBallot)),
            Builtin::GroupSize | Builtin::WarpLane => {
                return Err(self.fault(format!("built-in `{}` is not a SPIR-V input", builtin.name())));
            }
        };
        if let Some(requirement) = requirement {
            let older = self.version() < (1, 3)
                && !matches!(builtin, Builtin::SubgroupId | Builtin::SubgroupCount)
                && matches!(requirement, Requirement::GroupNonUniform | Requirement::GroupNonUniformBallot);
            self.require(if older { Requirement::SubgroupBallotKHR } else { requirement });
        }
        let ty = self.ty(ty)?;
        let operands = vec![Operand::StorageClass(StorageClass::Input), Operand::IdRef(ty)];
        let pointer = self.writer.intern(Op::TypePointer, None, &operands);
        let class = Operand::StorageClass(StorageClass::Input);
        let id = self.writer.declare(Op::Variable, Some(pointer), vec![class]);
        self.writer.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(name)]);
        self.writer.name(id, builtin.name());
        self.globals.inputs.push((builtin, id));
        self.globals.variables.push((id, true));
        Ok(id)
    }

    /// Returns the work group size as a constant vector.
    pub(super) fn group_size(&mut self) -> Emit<Word> {
        if let Some(id) = self.globals.group_size {
            return Ok(id);
        }
        let Some(entry) = &self.ir.entry else {
            return Err(self.fault("the module has no entry point"));
        };
        let mut specialized = false;
        let mut parts = [0; 3];
        for (part, extent) in parts.iter_mut().zip(entry.workgroup_size) {
            *part = match extent {
                Extent::Fixed(n) => self.u32(n),
                Extent::Spec(spec) => {
                    specialized = true;
                    self.spec_constant(spec)?
                }
            };
        }
        let scalar = self.int_type(32, false);
        let ty = self.vector_type(scalar, 3);
        let id = self.composite(ty, &parts);
        if specialized {
            self.writer.decorate(id, Decoration::BuiltIn, &[Operand::BuiltIn(BuiltIn::WorkgroupSize)]);
            self.writer.name(id, Builtin::GroupSize.name());
        }
        self.globals.group_size = Some(id);
        Ok(id)
    }

    /// Returns the operands of `LocalSize`. If the size is specialized, this declares the `WorkgroupSize`
    /// constant, which takes precedence, and returns the defaults. (`LocalSizeId` would require Vulkan 1.3.)
    pub(super) fn local_size(&mut self) -> Emit<[u32; 3]> {
        let Some(entry) = &self.ir.entry else {
            return Err(self.fault("the module has no entry point"));
        };
        let mut size = [1; 3];
        for (n, extent) in size.iter_mut().zip(entry.workgroup_size) {
            *n = match extent {
                Extent::Fixed(n) => n,
                Extent::Spec(spec) => {
                    self.group_size()?;
                    self.ir.spec_constants.get(spec).map_or(1, |data| data.default as u32)
                }
            };
        }
        Ok(size)
    }
}
