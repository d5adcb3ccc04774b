//! Variables and blocks of the module, declared in the IR when they are first used.
//!
//! A block is declared twice: as the source sees it, a resource by class and number, which reflection
//! reads; and as a typed variable with its binding, which the code accesses.

use crate::layout::Rules;
use crate::lower::analysis::bindings::{elements, placed};
use crate::lower::analysis::packed_half::WORDS;
use crate::lower::context::Variable;
use crate::lower::context::{Lowerer, Shared};
use crate::lower::memory::{Base, Memory};
use crate::tree::{self, Program};
use crate::types::{Layout, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::{Binding, GlobalData, GlobalKind, ResourceClass, ResourceRef, Space, Types};

impl Shared<'_> {
    /// The binding number of a resource.
    pub(in crate::lower) fn binding_number(&self, global: Handle<tree::Global>) -> u32 {
        self.known.bindings.get(&global).copied().unwrap_or(0)
    }

    /// Where a resource is bound: where the program says with a set, else by class.
    pub(in crate::lower) fn binding(&mut self, handle: Handle<tree::Global>) -> Binding {
        let global = &self.program.globals[handle];
        let number = self.binding_number(handle);
        let Some((class, place)) = placed(global) else { return Binding { set: 0, binding: number } };
        if let Some(set) = place.set {
            return Binding { set, binding: number };
        }
        match self.bindings.get(class, number) {
            Some(binding) => binding,
            None => {
                let message = format!("{} {number} is beyond the last binding number", class.name());
                let finding = Diagnostic::new(Code::N0501, global.span, message);
                self.diags.report(finding.help("choose a lower base with `--bind`"));
                Binding { set: 0, binding: number }
            }
        }
    }

    /// The resource of a class that a global is in the source's view.
    pub(in crate::lower) fn resource(
        &self,
        handle: Handle<tree::Global>,
        class: ResourceClass,
    ) -> ResourceRef {
        let index = self.binding_number(handle);
        let count = elements(self.program, self.program.globals[handle].ty);
        ResourceRef { class, index, count: count.min(u32::MAX - index).max(1) }
    }

    /// The name of a global.
    pub(in crate::lower) fn global_name(&self, handle: Handle<tree::Global>) -> String {
        self.names.text(self.program.globals[handle].name).to_string()
    }

    /// The variable of a global; `None` for descriptors and loose uniforms.
    pub(in crate::lower) fn variable(
        &mut self,
        types: &mut Types,
        handle: Handle<tree::Global>,
    ) -> Option<Variable> {
        if let Some(&known) = self.known.variables.get(&handle) {
            return Some(known);
        }
        use tree::GlobalKind as K;
        let (space, class) = match self.program.globals[handle].kind {
            K::Private(_) => (Space::Private, None),
            K::Shared { .. } => (Space::Workgroup, None),
            K::SharedBlock => (Space::Workgroup, Some(None)),
            K::Uniform(_) => (Space::Uniform, Some(Some(ResourceClass::Uniform))),
            K::Storage(_) => (Space::StorageBuffer, Some(Some(ResourceClass::Storage))),
            K::PushConstant => (Space::PushConstant, Some(None)),
            K::Texture(_) | K::Image(..) | K::Counter { .. } | K::Loose { .. } => return None,
        };
        let made = self.declare(types, handle, space, class);
        self.known.variables.insert(handle, made);
        Some(made)
    }

    /// Declares a variable: of values without `class`, else a block, which may be a resource.
    fn declare(
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
        let rules = layout.or_else(|| self.known.shared_words.contains(&handle).then_some(WORDS));
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

    /// How a block is accessed: by its qualifiers, and those that all its members or some of them have.
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
        let some = |has: fn(&crate::types::Memory) -> bool| members.iter().any(|m| has(&m.memory));
        let all = |has: fn(&crate::types::Memory) -> bool| {
            !members.is_empty() && members.iter().all(|m| has(&m.memory))
        };
        let storage = matches!(global.kind, tree::GlobalKind::Storage(_));
        VariableAccess {
            aliased: (storage && self.is_aliased(handle)) || self.is_shared_twice(handle),
            coherent: storage && (global.memory.coherent || some(|m| m.coherent)),
            volatile: storage && (global.memory.volatile || some(|m| m.volatile)),
            read_only: storage && (global.memory.readonly || all(|m| m.readonly)),
            write_only: storage && (global.memory.writeonly || all(|m| m.writeonly)),
        }
    }

    /// Whether a block lies in shared memory beside another: all of them lie at its beginning
    /// (GL_EXT_shared_memory_block).
    fn is_shared_twice(&self, handle: Handle<tree::Global>) -> bool {
        let shared = |global: &tree::Global| global.kind == tree::GlobalKind::SharedBlock;
        shared(&self.program.globals[handle])
            && self.program.globals.iter().filter(|(_, global)| shared(global)).count() > 1
    }

    /// Whether another block has the same binding.
    fn is_aliased(&self, handle: Handle<tree::Global>) -> bool {
        let place = |handle: Handle<tree::Global>| {
            let (class, place) = placed(&self.program.globals[handle])?;
            let index = self.binding_number(handle);
            Some((class, place.set, index, index.saturating_add(elements_of(self.program, handle))))
        };
        let own = place(handle);
        let overlaps = |other: Handle<tree::Global>| match (own, place(other)) {
            (Some((a, b, from, to)), Some((c, d, first, last))) => {
                (a, b) == (c, d) && from < last && first < to
            }
            _ => false,
        };
        self.program.globals.iter().any(|(other, _)| other != handle && overlaps(other))
    }
}

fn elements_of(program: &Program, handle: Handle<tree::Global>) -> u32 {
    elements(program, program.globals[handle].ty)
}

impl Lowerer<'_, '_> {
    /// The memory of a variable or block; `None` for descriptors.
    pub(in crate::lower) fn global_memory(&mut self, handle: Handle<tree::Global>) -> Option<Memory> {
        let global = &self.s.program.globals[handle];
        if let tree::GlobalKind::Loose { .. } = global.kind {
            return Some(self.parameter(handle));
        }
        let variable = self.s.variable(self.b.types, handle)?;
        let pointer = self.b.global_addr(variable.global, variable.space, variable.ty);
        let memory = Memory { rules: variable.rules, ..Memory::plain(Base::Pointer(pointer), global.ty) };
        Some(memory.qualified(global.memory))
    }
}
