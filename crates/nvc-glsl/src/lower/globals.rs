//! Variables and blocks of the module, declared in the IR when they are first used.
//!
//! A block is declared twice: as the source sees it, a resource by class and number, which reflection
//! reads; and as a typed variable with its binding, which the code accesses.

use super::halves::{WORDS, shared_words};
use super::memory::{Base, Memory};
use super::{Lowerer, Shared};
use crate::layout::Rules;
use crate::tree::global::BindingPoint;
use crate::tree::{self, Program};
use crate::types::{Layout, Length, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::{
    Binding, Global, GlobalData, GlobalKind, ResourceClass, ResourceRef, Space, Type as IrType, Types,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was declared.
pub(super) struct Known {
    variables: FxHashMap<Handle<tree::Global>, Variable>,
    /// Resources of the source's view, by the type of the descriptors that they are seen as.
    pub resources: FxHashMap<(Handle<tree::Global>, IrType), Global>,
    /// Binding numbers: what the program says, else the next that is free.
    bindings: FxHashMap<Handle<tree::Global>, u32>,
    pub parameters: Option<super::parameters::Parameters>,
    pub counters: FxHashMap<u32, Global>,
    pub heaps: [Option<Global>; 4],
    /// Blocks as arrays of words.
    pub words: FxHashMap<(Handle<tree::Global>, IrType), Global>,
    /// Shared variables whose vectors of halves are words.
    shared_words: FxHashSet<Handle<tree::Global>>,
}

/// A variable of the IR.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub global: Global,
    pub space: Space,
    pub ty: IrType,
    pub rules: Option<Rules>,
}

/// What numbers its bindings: a set, or a class where the program says no set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Numbering {
    Set(u32),
    Class(ResourceClass),
}

impl Known {
    pub(super) fn new(program: &Program) -> Self {
        Known {
            variables: FxHashMap::default(),
            resources: FxHashMap::default(),
            bindings: bindings(program),
            parameters: None,
            counters: FxHashMap::default(),
            heaps: [None; 4],
            words: FxHashMap::default(),
            shared_words: shared_words(program),
        }
    }
}

/// Class and place of what has a binding.
fn placed(global: &tree::Global) -> Option<(ResourceClass, BindingPoint)> {
    use tree::GlobalKind as K;
    match global.kind {
        K::Uniform(place) => Some((ResourceClass::Uniform, place)),
        K::Storage(place) => Some((ResourceClass::Storage, place)),
        K::Texture(place) => Some((ResourceClass::Texture, place)),
        K::Image(place, _) => Some((ResourceClass::Image, place)),
        _ => None,
    }
}

/// Binding numbers of all resources.
fn bindings(program: &Program) -> FxHashMap<Handle<tree::Global>, u32> {
    let mut used: FxHashSet<(Numbering, u32)> = FxHashSet::default();
    let mut numbers = FxHashMap::default();
    let numbering = |class, place: BindingPoint| place.set.map_or(Numbering::Class(class), Numbering::Set);
    for (handle, global) in program.globals.iter() {
        if let Some((class, place)) = placed(global)
            && let Some(binding) = place.binding
        {
            numbers.insert(handle, binding);
            for element in 0..elements(program, global.ty).min(program.globals.len() as u32 + 4096) {
                used.insert((numbering(class, place), binding.saturating_add(element)));
            }
        }
    }
    for (handle, global) in program.globals.iter() {
        let Some((class, place @ BindingPoint { binding: None, .. })) = placed(global) else { continue };
        let numbering = numbering(class, place);
        let free = (0..=u32::MAX).find(|&number| !used.contains(&(numbering, number))).unwrap_or(0);
        numbers.insert(handle, free);
        for element in 0..elements(program, global.ty).min(4096) {
            used.insert((numbering, free.saturating_add(element)));
        }
    }
    numbers
}

/// How many descriptors an array of blocks or textures has.
pub(super) fn elements(program: &Program, mut ty: Type) -> u32 {
    let mut count = 1u32;
    while let TypeKind::Array(element, length) = *program.types.kind(ty) {
        let length = match length {
            Length::Fixed(length) => length,
            Length::Spec(length) => {
                crate::types::constant::default_bits(&program.constants, &program.spec_constants, length)
                    .and_then(|bits| u32::try_from(bits).ok())
                    .unwrap_or(1)
            }
            Length::Unsized => 1,
        };
        count = count.saturating_mul(length);
        ty = element;
    }
    count.max(1)
}

impl Shared<'_> {
    /// The binding number of a resource.
    pub(super) fn binding_number(&self, global: Handle<tree::Global>) -> u32 {
        self.known.bindings.get(&global).copied().unwrap_or(0)
    }

    /// Where a resource is bound: where the program says with a set, else by class.
    pub(super) fn binding(&mut self, handle: Handle<tree::Global>) -> Binding {
        let global = &self.program.globals[handle];
        let number = self.binding_number(handle);
        let Some((class, place)) = placed(global) else { return Binding { set: 0, binding: number } };
        if let Some(set) = place.set {
            return Binding { set, binding: number };
        }
        match self.bindings.get(class, number) {
            Some(binding) => binding,
            None => {
                let message = format!("{} {number} lies past the last binding number", class.name());
                let finding = Diagnostic::new(Code::N0501, global.span, message);
                self.diags.report(finding.help("choose a lower base with `--bind`"));
                Binding { set: 0, binding: number }
            }
        }
    }

    /// The resource of a class that a global is in the source's view.
    pub(super) fn resource(&self, handle: Handle<tree::Global>, class: ResourceClass) -> ResourceRef {
        let index = self.binding_number(handle);
        let count = elements(self.program, self.program.globals[handle].ty);
        ResourceRef { class, index, count: count.min(u32::MAX - index).max(1) }
    }

    /// The name of a global.
    pub(super) fn global_name(&self, handle: Handle<tree::Global>) -> String {
        self.names.text(self.program.globals[handle].name).to_string()
    }

    /// The variable of a global; `None` for descriptors and loose uniforms.
    pub(super) fn variable(&mut self, types: &mut Types, handle: Handle<tree::Global>) -> Option<Variable> {
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

    pub(super) fn block_layout(&self, mut ty: Type) -> Layout {
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
    pub(super) fn global_memory(&mut self, handle: Handle<tree::Global>) -> Option<Memory> {
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
