//! Lowers global variables and blocks, which are declared in the IR at their first use (shared variables before all
//! others).
//!
//! A uniform or storage block is declared twice: as a resource with a class and binding number, which reflection
//! reads, and as a typed variable with a binding, which instructions access.

use crate::layout::Rules;
use crate::lower::analysis::bindings::{binding_class, descriptor_count};
use crate::lower::analysis::packed_half::PACKED_RULES;
use crate::lower::context::Variable;
use crate::lower::context::{Lowerer, ModuleLowerer};
use crate::lower::memory::{Base, Memory};
use crate::tree;
use crate::tree::global::HeapLocation;
use crate::types::{Layout, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::{Binding, GlobalData, GlobalKind, ResourceClass, ResourceRef, Space, Types};

impl ModuleLowerer<'_> {
    /// Returns the binding number of a resource.
    pub(in crate::lower) fn binding_number(&self, global: Handle<tree::Global>) -> u32 {
        self.declared.bindings.get(&global).copied().unwrap_or(0)
    }

    /// Returns the binding of a resource: in its descriptor set if it has one, else chosen by its class.
    pub(in crate::lower) fn binding(&mut self, handle: Handle<tree::Global>) -> Binding {
        let global = &self.program.globals[handle];
        let number = self.binding_number(handle);
        let Some((class, point)) = binding_class(global) else { return Binding { set: 0, binding: number } };
        if let Some(set) = point.set {
            return Binding { set, binding: number };
        }
        match self.bindings.get(class, number) {
            Some(binding) => binding,
            None => {
                let name = class.name();
                let message =
                    format!("the binding number of {name} {number} exceeds the largest binding number");
                let finding = Diagnostic::new(Code::N0501, global.span, message);
                self.diags.report(finding.help("choose a lower base for the class with `--bind`"));
                Binding { set: 0, binding: number }
            }
        }
    }

    /// Returns the resource of a global: its class, index and element count.
    pub(in crate::lower) fn resource(
        &self,
        handle: Handle<tree::Global>,
        class: ResourceClass,
    ) -> ResourceRef {
        let index = self.binding_number(handle);
        let count = descriptor_count(self.program, self.program.globals[handle].ty);
        ResourceRef { class, index, count: count.min(u32::MAX - index).max(1) }
    }

    /// Returns the name of a global.
    pub(in crate::lower) fn global_name(&self, handle: Handle<tree::Global>) -> String {
        self.names.text(self.program.globals[handle].name).to_string()
    }

    /// Returns the IR variable of a global; `None` for descriptors, atomic counters, buffers and data in heaps, and loose
    /// uniforms.
    pub(in crate::lower) fn variable(
        &mut self,
        types: &mut Types,
        handle: Handle<tree::Global>,
    ) -> Option<Variable> {
        if self.heap_location(handle).is_some() {
            return None;
        }
        if let Some(&known) = self.declared.variables.get(&handle) {
            return Some(known);
        }
        use tree::GlobalKind as K;
        let (space, class) = match self.program.globals[handle].kind {
            K::Private(_) | K::RayQuery => (Space::Private, None),
            K::Shared { .. } => (Space::Workgroup, None),
            K::SharedBlock => (Space::Workgroup, Some(None)),
            K::Uniform(_) => (Space::Uniform, Some(Some(ResourceClass::Uniform))),
            K::Storage(_) => (Space::StorageBuffer, Some(Some(ResourceClass::Storage))),
            K::PushConstant => (Space::PushConstant, Some(None)),
            K::Texture(_) | K::Image(..) | K::Counter { .. } | K::Loose { .. } | K::HeapData(_) => {
                return None;
            }
        };
        let made = self.declare_variable(types, handle, space, class);
        self.declared.variables.insert(handle, made);
        Some(made)
    }

    /// Declares a variable. `class` is `None` for variables without explicit layout, and `Some(None)` for
    /// blocks that are not resources.
    fn declare_variable(
        &mut self,
        types: &mut Types,
        handle: Handle<tree::Global>,
        space: Space,
        class: Option<Option<ResourceClass>>,
    ) -> Variable {
        let program = self.program;
        let global = &program.globals[handle];
        let name = self.global_name(handle);
        let layout = class.map(|_| Rules { layout: self.block_layout(global.ty), row_major: false });
        let rules = layout
            .or_else(|| self.declared.packed_shared_variables.contains(&handle).then_some(PACKED_RULES));
        let ty = match rules {
            Some(rules) => self.memory_type(types, global.ty, rules),
            None => self.value_type(types, global.ty),
        };
        let class = class.flatten();
        let of = class.map(|class| {
            let kind = GlobalKind::Bytes { resource: self.resource(handle, class), bytes: 0 };
            self.globals.push(GlobalData { name: name.clone(), kind })
        });
        let binding = class.map(|_| self.binding(handle));
        let access = self.access(handle);
        let kind = GlobalKind::Variable { space, ty, binding, of, access };
        let made = self.globals.push(GlobalData { name, kind });
        if let Some(rules) = layout {
            self.describe_block(of.unwrap_or(made), global.ty, rules);
        }
        Variable { global: made, space, ty, rules }
    }

    /// Returns the location of a resource in a descriptor heap; `None` for other globals.
    pub(in crate::lower) fn heap_location(&self, handle: Handle<tree::Global>) -> Option<HeapLocation> {
        self.program.globals[handle].kind.place()?.heap
    }

    /// Returns the variable for the buffers of a heap that are accessed as a block.
    pub(in crate::lower) fn heap_buffer(
        &mut self,
        types: &mut Types,
        handle: Handle<tree::Global>,
        stride: u32,
    ) -> Variable {
        if let Some(&known) = self.declared.variables.get(&handle) {
            return known;
        }
        let global = &self.program.globals[handle];
        let space = match global.kind {
            tree::GlobalKind::Storage(_) => Space::StorageBuffer,
            _ => Space::Uniform,
        };
        let block = self.innermost(global.ty);
        let rules = Rules { layout: self.block_layout(global.ty), row_major: false };
        let ty = self.memory_type(types, block, rules);
        let (name, access) = (self.global_name(handle), self.access(handle));
        let kind = GlobalKind::HeapDescriptors { space, ty, stride, access };
        let made = self.globals.push(GlobalData { name, kind });
        self.describe_block(made, global.ty, rules);
        let buffer = Variable { global: made, space, ty, rules: Some(rules) };
        self.declared.variables.insert(handle, buffer);
        buffer
    }

    /// Returns the layout of a block or of an array of blocks.
    pub(in crate::lower) fn block_layout(&self, mut ty: Type) -> Layout {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        match *self.program.types.kind(ty) {
            TypeKind::Struct(id) => {
                self.program.types.get_struct(id).and_then(|def| def.layout).unwrap_or(Layout::Std430)
            }
            _ => Layout::Std430,
        }
    }

    /// Returns how a block is accessed, from its memory qualifiers and those of its members.
    fn access(&self, handle: Handle<tree::Global>) -> VariableAccess {
        let program = self.program;
        let global = &program.globals[handle];
        let mut ty = global.ty;
        while let TypeKind::Array(element, _) = *program.types.kind(ty) {
            ty = element;
        }
        let members = match *program.types.kind(ty) {
            TypeKind::Struct(id) => program.types.get_struct(id).map_or(&[][..], |def| &def.members),
            _ => &[],
        };
        let some = |has: fn(&crate::types::Memory) -> bool| {
            members.iter().any(|m| has(&program.types.member_memory(m)))
        };
        let all = |has: fn(&crate::types::Memory) -> bool| {
            !members.is_empty() && members.iter().all(|m| has(&program.types.member_memory(m)))
        };
        let storage = matches!(global.kind, tree::GlobalKind::Storage(_));
        let restrict = storage && (global.memory.restrict || all(|m| m.restrict));
        VariableAccess {
            // `restrict` promises that no access through another block at the binding matters (GLSL §4.10).
            aliased: (storage && !restrict && self.declared.aliased.contains(&handle))
                || self.aliases_shared_block(handle),
            coherent: storage && (global.memory.coherent || some(|m| m.coherent)),
            volatile: storage && (global.memory.volatile || some(|m| m.volatile)),
            read_only: storage && (global.memory.readonly || all(|m| m.readonly)),
            write_only: storage
                && !program.modified.contains(&handle)
                && (global.memory.writeonly || all(|m| m.writeonly)),
            restrict,
        }
    }

    /// Returns whether a shared block aliases another. All shared blocks start at the beginning of shared
    /// memory (GL_EXT_shared_memory_block).
    fn aliases_shared_block(&self, handle: Handle<tree::Global>) -> bool {
        let shared = |global: &tree::Global| global.kind == tree::GlobalKind::SharedBlock;
        shared(&self.program.globals[handle])
            && self.program.globals.iter().filter(|(_, global)| shared(global)).count() > 1
    }
}

impl Lowerer<'_, '_> {
    /// Returns the memory of a variable or block; `None` for descriptors, atomic counters, data in heaps, and
    /// arrays of buffers in heaps.
    pub(in crate::lower) fn global_memory(&mut self, handle: Handle<tree::Global>) -> Option<Memory> {
        let global = &self.module.program.globals[handle];
        if let tree::GlobalKind::Loose { .. } = global.kind {
            return Some(self.loose_uniform(handle));
        }
        if let Some(location) = self.module.heap_location(handle)
            && self.module.is_block(global.ty)
            && !matches!(self.kind(global.ty), TypeKind::Array(..))
        {
            return Some(self.buffer_in_heap(handle, location, &[]));
        }
        let variable = self.module.variable(self.b.types, handle)?;
        let pointer = self.b.global_addr(variable.global, variable.space, variable.ty);
        let memory = Memory { rules: variable.rules, ..Memory::plain(Base::Pointer(pointer), global.ty) };
        Some(memory.qualified(global.memory))
    }
}
