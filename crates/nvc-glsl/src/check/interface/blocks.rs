//! Checks interface blocks and buffer references (GLSL §4.3.9, GL_EXT_buffer_reference).

use super::block_rules::{BlockRules, layout_of};
use crate::ast::{self, BlockDecl, MemberDecl};
use crate::builtins::signature::Needs;
use crate::check::Checker;
use crate::check::declarations::implicit_sizes::ImplicitBlock;
use crate::check::declarations::layout_qualifiers::{LayoutKey, LayoutTarget, UNSPECIFIED};
use crate::check::declarations::placement::Placement;
use crate::check::declarations::qualifiers::{QualifierSet, Storage};
use crate::check::declarations::spirv::SpirvTarget;
use crate::check::scope::Symbol;
use crate::check::types::specifier::Unsized;
use crate::layout::{Context, Extent, Rules};
use crate::tree::{Global, GlobalKind};
use crate::types::{Layout, Member, Struct, StructId, Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};

/// Requirement of blocks in shared memory.
const SHARED_BLOCK: Needs = Needs::extensions(&["GL_EXT_shared_memory_block"]);

/// The defaults that `layout(...) uniform;`, `layout(...) buffer;` and `layout(...) shared;` set.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::check) struct LayoutDefaults {
    uniform: BlockDefaults,
    buffer: BlockDefaults,
    shared: BlockDefaults,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockDefaults {
    /// Index in `PACKINGS`.
    packing: Option<i128>,
    row_major: bool,
}

impl Checker<'_> {
    /// Checks a declaration of qualifiers without a type: `layout(...) in;`, `layout(...) uniform;`, `precise a;`.
    pub(in crate::check) fn qualify(
        &mut self,
        qualifiers: &ast::Qualifiers,
        idents: &[ast::Ident],
        span: Span,
    ) {
        let quals = self.qualifiers(qualifiers);
        for ident in idents {
            self.requalify(&quals, *ident);
        }
        if !idents.is_empty() {
            return;
        }
        self.check_no_memory(&quals, "defaults");
        self.check_spirv(&quals, SpirvTarget::Module);
        self.execution_modes(&quals);
        let default = match quals.storage() {
            Some(Storage::In) => {
                self.check_layout(&quals, LayoutTarget::In);
                return self.declare_workgroup_size(&quals, span);
            }
            Some(Storage::Uniform) => {
                self.check_layout(&quals, LayoutTarget::Uniform);
                &mut self.defaults.uniform
            }
            Some(Storage::Buffer) => {
                self.check_layout(&quals, LayoutTarget::Buffer);
                &mut self.defaults.buffer
            }
            Some(Storage::Shared) => {
                self.check_layout(&quals, LayoutTarget::Shared);
                self.require(&SHARED_BLOCK, "a default of shared blocks", span);
                &mut self.defaults.shared
            }
            None if !quals.spirv.modes.is_empty() => return,
            None if quals.get(LayoutKey::PrimitiveCulling).is_some() => {
                self.check_layout(&quals, LayoutTarget::Other);
                self.program.primitive_culling = true;
                return;
            }
            _ => {
                self.error(Code::N1401, span, "the qualifiers do not apply to anything");
                return;
            }
        };
        if let Some(packing) = quals.get(LayoutKey::Packing) {
            default.packing = Some(packing.value);
        }
        if let Some(major) = quals.get(LayoutKey::RowMajor) {
            default.row_major = major.value == 1;
        }
        if let Some(item) = quals.get(LayoutKey::Binding)
            && quals.storage() == Some(Storage::Uniform)
        {
            self.error(Code::N1402, item.span, "`binding` cannot be a default: write it on each block");
        }
    }

    /// Handles `precise a;`, which adds qualifiers to a declared variable.
    fn requalify(&mut self, quals: &QualifierSet, ident: ast::Ident) {
        if self.micromap_spec_constant(quals, ident) {
            return;
        }
        let entry = self.scopes.find(ident.name);
        if let Some(entry) = entry {
            self.record_use(ident.span, entry.span);
        }
        match entry.map(|entry| entry.symbol) {
            Some(Symbol::Local(local)) => {
                if let Some(local) = self.body.locals.get_mut(local.0 as usize) {
                    local.precise |= quals.precise;
                }
            }
            Some(Symbol::Global(global)) => {
                let global = &mut self.program.globals[global];
                global.precise |= quals.precise;
                global.memory.coherent |= quals.memory.coherent;
                global.memory.volatile |= quals.memory.volatile;
                global.memory.restrict |= quals.memory.restrict;
            }
            Some(_) => {}
            None => {
                let message = format!("`{}` is not declared", self.text(ident.name));
                self.error(Code::N0201, ident.span, message);
            }
        }
    }

    /// Checks an interface block.
    pub(in crate::check) fn block(&mut self, block: &BlockDecl) {
        let quals = self.qualifiers(&block.qualifiers);
        let storage = quals.storage();
        let reference = quals.get(LayoutKey::BufferReference).is_some();
        let (target, description) = match storage {
            Some(Storage::Uniform) => (LayoutTarget::UniformBlock, "uniform block"),
            Some(Storage::Buffer) => (LayoutTarget::StorageBlock, "buffer block"),
            Some(Storage::Shared) => {
                self.require(&SHARED_BLOCK, "a shared block", block.name.span);
                (LayoutTarget::SharedBlock, "shared block")
            }
            Some(Storage::ResourceHeap | Storage::SamplerHeap) => return self.heap_block(block, &quals),
            _ => {
                self.error(Code::N1401, block.name.span, "a block must be `uniform`, `buffer` or `shared`");
                return;
            }
        };
        self.check_layout(&quals, target);
        if let Some(at) = quals.constant {
            self.error(Code::N1401, at, "a block cannot be `const`");
        }
        let Some(members) = &block.members else { return self.forward_reference(block, reference) };
        let push_constant = quals.get(LayoutKey::PushConstant).is_some();
        let default = match storage {
            Some(Storage::Uniform) => self.defaults.uniform,
            Some(Storage::Shared) => self.defaults.shared,
            _ => self.defaults.buffer,
        };
        let fallback =
            if storage == Some(Storage::Uniform) && !push_constant { Layout::Std140 } else { Layout::Std430 };
        if storage == Some(Storage::Uniform) && !push_constant && !reference {
            self.check_uniform_packing(&quals);
        }
        let packing = quals.get(LayoutKey::Packing).map(|item| item.value).or(default.packing);
        let layout = packing.and_then(layout_of).unwrap_or(fallback);
        self.check_push_constant(&quals, block.instance.as_ref());
        let row_major = quals.get(LayoutKey::RowMajor).map_or(default.row_major, |item| item.value == 1);
        let forward = reference.then(|| self.reference_id(block)).flatten();
        let rules = BlockRules {
            storage,
            description,
            rules: Rules { layout, row_major },
            align: quals.number(LayoutKey::Align),
            offsets: packing != Some(UNSPECIFIED),
            reference,
        };
        if let Some(align) = quals.get(LayoutKey::Align) {
            self.check_offsets(rules, align);
        }
        let (mut members, placements) = self.block_members(members, rules);
        let buffer_type = quals.get(LayoutKey::BufferType).is_some();
        if reference || buffer_type {
            // The block declares no variable that could have its memory qualifiers, so the members get them.
            members.iter_mut().for_each(|member| member.memory = member.memory | quals.memory);
        }
        let implicit = self.implicit_members(&members, rules);
        if implicit.is_empty() {
            self.assign_offsets(&mut members, &placements, layout);
        }
        let align = self.reference_align(&quals);
        let def =
            Struct { name: block.name.name, members, layout: Some(layout), align, span: block.name.span };
        let id = match forward {
            Some(id) => {
                self.forward.remove(&id);
                self.record_tree(id, &def.members);
                if let Some(slot) = self.program.types.structs.get_mut(id.0 as usize) {
                    *slot = def;
                }
                id
            }
            None => self.add_struct(def),
        };
        let ty = self.program.types.intern(TypeKind::Struct(id));
        self.check_tree(ty, block.name.span);
        if !implicit.is_empty() {
            self.implicit.blocks.push(ImplicitBlock { id, layout, placements, implicit });
        }
        if buffer_type {
            return self.buffer_type(block, &quals, id);
        }
        if reference && forward.is_none() {
            let ty = self.program.types.intern(TypeKind::Reference(id));
            self.declare(block.name.name, Symbol::Type(ty), block.name.span);
        }
        if reference && block.instance.is_none() {
            self.record_members(id);
            return;
        }
        let declared = match &block.instance {
            Some(instance) => self.dimensions(ty, &instance.dimensions, Unsized::Allowed),
            None => ty,
        };
        // SPIR-V has no arrays of blocks in shared memory (VUID-StandaloneSpirv-None-10684).
        if storage == Some(Storage::Shared) && declared != ty {
            self.error(Code::N1305, block.name.span, "a shared block cannot be an array");
        }
        let binding = self.binding_point(&quals, declared, block.name.span);
        let kind = match storage {
            Some(Storage::Shared) => GlobalKind::SharedBlock,
            Some(Storage::Buffer) => GlobalKind::Storage(binding),
            _ if push_constant => GlobalKind::PushConstant,
            _ => GlobalKind::Uniform(binding),
        };
        let first = self.program.globals.len();
        self.block_variable(block, &quals, kind, declared, id);
        self.decorate_globals(first, &quals);
        self.decorate_bank(first, &quals);
    }

    /// Declares the instance of a block, or its members if it has no instance name.
    fn block_variable(
        &mut self,
        block: &BlockDecl,
        quals: &QualifierSet,
        kind: GlobalKind,
        ty: Type,
        id: StructId,
    ) {
        if let Some(storage) = quals.storage() {
            self.declare_block(storage, block.name);
        }
        if let Some(instance) = &block.instance {
            self.record_members(id);
            self.add_global(instance.name, kind, ty, quals.memory, false);
            return;
        }
        let global = Global {
            name: block.name.name,
            kind,
            ty,
            memory: quals.memory,
            precise: false,
            span: block.name.span,
        };
        let handle = self.program.globals.append(global, naga::Span::UNDEFINED);
        let members: Vec<_> = self
            .program
            .types
            .get_struct(id)
            .map(|def| def.members.iter().map(|member| (member.name, member.span)).collect())
            .unwrap_or_default();
        for (index, (name, span)) in (0u32..).zip(members) {
            self.declare(name, Symbol::Member(handle, index), span);
        }
    }

    /// Declares a block that is the type of descriptors in heap blocks (GL_EXT_structured_descriptor_heap).
    fn buffer_type(&mut self, block: &BlockDecl, quals: &QualifierSet, id: StructId) {
        const CONFLICTS: [LayoutKey; 5] = [
            LayoutKey::Set,
            LayoutKey::Binding,
            LayoutKey::PushConstant,
            LayoutKey::BufferReference,
            LayoutKey::DescriptorHeap,
        ];
        for item in quals.layout.iter().filter(|item| CONFLICTS.contains(&item.key)) {
            let message = format!("a buffer type cannot have `{}`", self.text(item.name));
            self.error(Code::N1402, item.span, message);
        }
        if let Some(instance) = &block.instance {
            let message = "a buffer type cannot have an instance name";
            let error = Diagnostic::new(Code::N1401, instance.name.span, message);
            self.report(error.help("declare the instance as a member of a `resourceheap` block"));
        }
        let uniform = quals.storage() == Some(Storage::Uniform);
        let ty = self.program.types.intern(TypeKind::Buffer { block: id, uniform });
        self.declare(block.name.name, Symbol::Type(ty), block.name.span);
    }

    /// Checks the forward declaration of a buffer reference: `layout(buffer_reference) buffer R;`.
    fn forward_reference(&mut self, block: &BlockDecl, reference: bool) {
        let span = block.name.span;
        if !reference {
            self.error(Code::N1401, span, "only a buffer reference can be forward-declared");
            return;
        }
        if self.reference_id(block).is_some() {
            return;
        }
        let def = Struct {
            name: block.name.name,
            members: Vec::new(),
            layout: Some(Layout::Std430),
            align: 16,
            span,
        };
        let id = self.add_struct(def);
        self.forward.insert(id, span);
        let ty = self.program.types.intern(TypeKind::Reference(id));
        self.declare(block.name.name, Symbol::Type(ty), span);
    }

    /// Returns the struct of a forward-declared buffer reference that is not defined yet.
    fn reference_id(&self, block: &BlockDecl) -> Option<StructId> {
        let entry = self.scopes.find_in_current_scope(block.name.name)?;
        let Symbol::Type(ty) = entry.symbol else { return None };
        match *self.program.types.kind(ty) {
            TypeKind::Reference(id) if self.forward.contains_key(&id) => Some(id),
            _ => None,
        }
    }

    /// Returns the alignment of a buffer reference in bytes: 16 by default (GL_EXT_buffer_reference).
    fn reference_align(&mut self, quals: &QualifierSet) -> u32 {
        let Some(item) = quals.get(LayoutKey::BufferReferenceAlign) else { return 16 };
        let align = u32::try_from(item.value).unwrap_or(0);
        if !align.is_power_of_two() {
            self.error(Code::N1402, item.span, format!("the alignment {align} is not a power of two"));
            return 16;
        }
        align
    }

    /// Checks the members of a block. Returns them without offsets, and the placement qualifiers of each.
    fn block_members(
        &mut self,
        declarations: &[MemberDecl],
        block: BlockRules,
    ) -> (Vec<Member>, Vec<Placement>) {
        let (mut members, mut placements) = (Vec::new(), Vec::new());
        for declaration in declarations {
            let quals = self.qualifiers(&declaration.qualifiers);
            self.check_layout(&quals, LayoutTarget::Member);
            self.check_embedded(&declaration.ty);
            self.check_member_qualifiers(block, &quals);
            let base = self.type_spec(&declaration.ty, Unsized::Allowed);
            self.check_precision_qualifier(&declaration.qualifiers, base);
            for declarator in &declaration.names {
                let span = declarator.name.span;
                let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
                if *self.program.types.kind(ty) == TypeKind::Void {
                    self.error(Code::N1305, span, "a block member cannot be void");
                    continue;
                }
                self.check_layout_type(ty, &format!("a {}", block.description), span);
                let row_major =
                    quals.get(LayoutKey::RowMajor).map_or(block.rules.row_major, |item| item.value == 1);
                let name = declarator.name.name;
                self.add_member(
                    &mut members,
                    Member { name, ty, offset: 0, row_major, memory: quals.memory, span },
                );
                // A duplicate member was reported and left out.
                if members.len() > placements.len() {
                    placements.push(Placement::of(&quals, block.align, span));
                }
            }
        }
        (members, placements)
    }

    /// Returns the alignment and size of a type.
    pub(in crate::check) fn extent(&mut self, ty: Type, rules: Rules) -> Extent {
        let cx = Context {
            types: &self.program.types,
            constants: &self.program.constants,
            spec_constants: &self.program.spec_constants,
        };
        self.layouts.extent(cx, ty, rules)
    }

    /// Returns the end of the member of a block that ends last, in bytes.
    pub(in crate::check) fn struct_end(&mut self, id: StructId) -> u64 {
        let Some(def) = self.program.types.get_struct(id) else { return 0 };
        let layout = def.layout.unwrap_or(Layout::Std430);
        let members: Vec<_> = def.members.iter().map(|m| (m.ty, u64::from(m.offset), m.row_major)).collect();
        let ends = members.into_iter().map(|(ty, offset, row_major)| {
            offset.saturating_add(self.extent(ty, Rules { layout, row_major }).size)
        });
        ends.max().unwrap_or(0)
    }
}
