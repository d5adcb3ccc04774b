//! Checks blocks in descriptor heaps (GL_EXT_structured_descriptor_heap).
//!
//! A block of descriptors is not memory that a pointer could address as a whole. It is therefore split like a uniform
//! whose struct type has opaque members ([`crate::check::declarations::opaque_structs`]): each descriptor or array of
//! descriptors becomes a global, and so does each member without descriptors. Their offsets depend on the sizes of
//! descriptors on the device, so lowering computes them.

use crate::ast::BlockDecl;
use crate::check::declarations::layout_qualifiers::{LayoutKey, LayoutTarget};
use crate::check::declarations::placement::Placement;
use crate::check::declarations::qualifiers::{QualifierSet, Storage};
use crate::check::types::specifier::Unsized;
use crate::check::{Checker, ExprId};
use crate::layout::Rules;
use crate::tree::global::{BindingPoint, HeapLocation, HeapOffset, HeapPlacement};
use crate::tree::{ExprKind, Global, GlobalKind, HeapBlock, HeapMember};
use crate::types::{Format, Layout, Member, Memory, Struct, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic, Span};

/// The properties of a member that its qualifiers determine.
#[derive(Clone, Copy)]
struct Qualified {
    placement: HeapPlacement,
    format: Format,
    memory: Memory,
}

impl Checker<'_> {
    /// Checks a block in a descriptor heap and declares its parts.
    pub(super) fn heap_block(&mut self, block: &BlockDecl, quals: &QualifierSet) {
        let samplers = quals.storage() == Some(Storage::SamplerHeap);
        self.check_layout(quals, LayoutTarget::HeapBlock);
        self.check_no_memory(quals, "blocks in heaps");
        let span = block.name.span;
        let Some(instance) = &block.instance else {
            let error = Diagnostic::new(Code::N1401, span, "a block in a heap needs an instance name");
            return self.report(error.help("write a name after `}`, and `name.member` to access a member"));
        };
        if !instance.dimensions.is_empty() {
            self.error(Code::N1401, instance.name.span, "a block in a heap cannot be an array");
        }
        let (members, qualified) = self.heap_members(block, samplers);
        let offset = self.heap_offset(block, quals);
        let layout = Some(Layout::Scalar);
        let id = self.add_struct(Struct { name: block.name.name, members, layout, align: 16, span });
        let ty = self.program.types.intern(TypeKind::Struct(id));
        self.check_tree(ty, span);
        let placements = qualified.iter().map(|member| member.placement).collect();
        let number = self.program.heap_blocks.len();
        self.program.heap_blocks.push(HeapBlock { id, samplers, offset, placements });
        let mut parts = Vec::new();
        for part in self.heap_parts(ty, span) {
            let known = part.members.first().and_then(|&first| qualified.get(first as usize).copied());
            let Some(member_qualifiers) = known else { continue };
            let member = u32::try_from(self.program.heap_members.len()).unwrap_or(u32::MAX);
            self.program.heap_members.push(HeapMember { block: number, members: part.members.clone() });
            let binding =
                BindingPoint { heap: Some(HeapLocation::Member(member)), ..BindingPoint::default() };
            let opaque = self.leaf(ty, &part.members);
            let kind = match *self.program.types.kind(opaque) {
                TypeKind::Image(_) => GlobalKind::Image(binding, member_qualifiers.format),
                TypeKind::Texture(_) | TypeKind::Sampler(_) | TypeKind::AccelerationStructure => {
                    GlobalKind::Texture(binding)
                }
                TypeKind::Buffer { uniform: true, .. } => GlobalKind::Uniform(binding),
                TypeKind::Buffer { .. } => GlobalKind::Storage(binding),
                _ => GlobalKind::HeapData(member),
            };
            let name = self.part_name(instance.name.name, &part);
            let global =
                Global { name, kind, ty: part.ty, memory: member_qualifiers.memory, precise: false, span };
            let handle = self.program.globals.append(global, naga::Span::UNDEFINED);
            parts.push((part, ExprKind::Global(handle)));
        }
        self.declare_split(instance.name, ty, parts, true);
    }

    /// Returns the innermost type at the end of a path of member indices.
    fn leaf(&self, mut ty: Type, members: &[u32]) -> Type {
        let mut members = members.iter();
        loop {
            ty = match *self.program.types.kind(ty) {
                TypeKind::Array(element, _) => element,
                TypeKind::Struct(id) => {
                    let def = self.program.types.get_struct(id);
                    let next = members.next().and_then(|&index| def?.members.get(index as usize));
                    match next {
                        Some(member) => member.ty,
                        None => return ty,
                    }
                }
                _ => return ty,
            };
        }
    }

    fn heap_members(&mut self, block: &BlockDecl, samplers: bool) -> (Vec<Member>, Vec<Qualified>) {
        let (mut members, mut qualified): (Vec<Member>, Vec<Qualified>) = (Vec::new(), Vec::new());
        let declarations = block.members.as_deref().unwrap_or(&[]);
        let last = declarations.iter().flat_map(|declaration| &declaration.names).count();
        let mut number = 0;
        for declaration in declarations {
            let quals = self.qualifiers(&declaration.qualifiers);
            self.check_layout(&quals, LayoutTarget::HeapMember);
            self.check_embedded(&declaration.ty);
            let base = self.type_spec(&declaration.ty, Unsized::Allowed);
            self.check_heap_qualifiers(&quals, base);
            for declarator in &declaration.names {
                number += 1;
                let span = declarator.name.span;
                let ty = self.dimensions(base, &declarator.dimensions, Unsized::Allowed);
                if !self.check_heap_type(ty, samplers, span) {
                    continue;
                }
                self.check_unsized(ty, number == last, span);
                let row_major = quals.get(LayoutKey::RowMajor).is_some_and(|item| item.value == 1);
                let placement = self.heap_placement(&quals, ty, row_major, &qualified);
                let format = self.heap_format(&quals, ty, span);
                let name = declarator.name.name;
                self.add_member(
                    &mut members,
                    Member { name, ty, offset: 0, row_major, memory: quals.memory, span },
                );
                // A duplicate member was reported and left out.
                if members.len() > qualified.len() {
                    qualified.push(Qualified { placement, format, memory: quals.memory });
                }
            }
        }
        (members, qualified)
    }

    /// Checks that `buffer` and `uniform` repeat the storage of a buffer type, and that memory qualifiers are on images or
    /// buffers.
    fn check_heap_qualifiers(&mut self, quals: &QualifierSet, base: Type) {
        if let Some(at) = quals.constant {
            self.error(Code::N1401, at, "a block member cannot be `const`");
        }
        let mut element = base;
        while let TypeKind::Array(inner, _) = *self.program.types.kind(element) {
            element = inner;
        }
        let storage = match *self.program.types.kind(element) {
            TypeKind::Buffer { uniform: true, .. } => Some(Storage::Uniform),
            TypeKind::Buffer { .. } => Some(Storage::Buffer),
            _ => None,
        };
        if let Some((_, at)) = quals.storage.filter(|&(written, _)| Some(written) != storage) {
            let message = "the storage qualifier conflicts with the type of the member";
            self.error(Code::N1401, at, message);
        }
        if storage.is_none() && !matches!(self.program.types.kind(element), TypeKind::Image(_)) {
            self.check_no_memory(quals, "members of heaps that are not images or buffers");
        }
    }

    /// Checks that a heap can contain a type.
    fn check_heap_type(&mut self, ty: Type, samplers: bool, span: Span) -> bool {
        let heap = if samplers { "the sampler heap" } else { "the resource heap" };
        let fits = |kind: &TypeKind| match kind {
            TypeKind::Sampler(_) => samplers,
            TypeKind::Texture(texture) => !samplers && !texture.combined,
            TypeKind::Image(_) | TypeKind::AccelerationStructure | TypeKind::Buffer { .. } => !samplers,
            TypeKind::Void | TypeKind::AtomicCounter | TypeKind::RayQuery => false,
            other => !other.has_no_layout(),
        };
        if self.contains(ty, &|kind| !fits(kind)) {
            let message = format!("{} cannot be in {heap}", self.show(ty));
            self.error(Code::N1305, span, message);
            return false;
        }
        true
    }

    /// Checks the qualifiers `descriptor_size` and `offset` of a member, and returns their values. `before` contains
    /// the members declared before it.
    fn heap_placement(
        &mut self,
        quals: &QualifierSet,
        ty: Type,
        row_major: bool,
        before: &[Qualified],
    ) -> HeapPlacement {
        let opaque = self.contains_opaque(ty);
        if let Some(item) = quals.get(LayoutKey::DescriptorSize) {
            let structs = self.contains(ty, &|kind| matches!(kind, TypeKind::Struct(_)));
            if !opaque || structs {
                self.error(
                    Code::N1402,
                    item.span,
                    "`descriptor_size` requires a descriptor or an array of them",
                );
            } else if item.value == 0 {
                self.error(Code::N1402, item.span, "`descriptor_size` must be at least 1");
            }
        }
        let placement = Placement::of(quals, None, Span::default());
        if let Some((offset, at)) = placement.offset {
            let align = match opaque {
                true => 1,
                false => u64::from(self.extent(ty, Rules { layout: Layout::Scalar, row_major }).align),
            };
            if !offset.is_multiple_of(align.max(1)) {
                self.error(Code::N1402, at, format!("the offset {offset} is not a multiple of {align}"));
            }
            let previous = before.iter().rev().find_map(|member| member.placement.offset);
            if previous.is_some_and(|previous| offset <= u64::from(previous)) {
                self.error(Code::N1402, at, "the offset must be greater than those of previous members");
            }
        }
        HeapPlacement {
            offset: placement.offset.and_then(|(offset, _)| u32::try_from(offset).ok()),
            size: quals.number(LayoutKey::DescriptorSize),
        }
    }

    /// Returns the format of a member that is an image; reports a format on any other member.
    fn heap_format(&mut self, quals: &QualifierSet, mut ty: Type, span: Span) -> Format {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        match *self.program.types.kind(ty) {
            TypeKind::Image(image) => self.image_format(quals, image.scalar.kind, span),
            _ => {
                if let Some(item) = quals.get(LayoutKey::Format) {
                    let message = format!("the format `{}` requires an image", self.text(item.name));
                    self.error(Code::N1402, item.span, message);
                }
                None
            }
        }
    }

    /// Returns the offset of a block in its heap. An offset that is not constant is computed before `main`.
    fn heap_offset(&mut self, block: &BlockDecl, quals: &QualifierSet) -> HeapOffset {
        let Some(value) = quals.heap_offset else { return HeapOffset::Bytes(0) };
        let span = self.span(value);
        let value = self.require_value(value);
        if let Some(bytes) = self.const_of(value).and_then(|constant| self.integer(constant)) {
            return HeapOffset::Bytes(u32::try_from(bytes).unwrap_or_else(|_| {
                self.error(Code::N1402, span, format!("`heap_offset` cannot be {bytes}"));
                0
            }));
        }
        if self.may_change(value) {
            let error = Diagnostic::new(Code::N1402, span, "`heap_offset` must be read-only");
            self.report(error.note(
                "it must be a constant, or a member of a uniform block, of the push-constant block or of a `readonly` buffer",
            ));
            return HeapOffset::Bytes(0);
        }
        let value = self.read(value);
        let ty = self.program.types.scalar(scalar::U32);
        let value = self.implicit_conversion(value, ty, "`heap_offset`");
        let name = format!("{}.heap_offset", self.names.text(block.name.name));
        let name = self.names.intern(&name);
        // Read-only globals are not linked with those of other units.
        let memory = Memory { readonly: true, ..Memory::default() };
        let global = Global { name, kind: GlobalKind::Private(None), ty, memory, precise: false, span };
        let variable = self.program.globals.append(global, naga::Span::UNDEFINED);
        self.assign_before_main(variable, ty, value);
        HeapOffset::Variable(variable)
    }

    /// Returns whether an expression may read memory that can be written while the shader runs.
    fn may_change(&self, e: ExprId) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::Member(base, _) | ExprKind::Swizzle { base, .. } => {
                self.may_change(*base) && !self.memory(e).readonly
            }
            ExprKind::Index(base, index) => {
                self.may_change(*base) && !self.memory(e).readonly || self.may_change(*index)
            }
            ExprKind::Global(global) => {
                let global = &self.program.globals[*global];
                !global.memory.readonly
                    && !matches!(
                        global.kind,
                        GlobalKind::Uniform(_)
                            | GlobalKind::PushConstant
                            | GlobalKind::Loose { .. }
                            | GlobalKind::HeapData(_)
                    )
            }
            ExprKind::Deref(..) => !self.memory(e).readonly,
            ExprKind::Const(_) | ExprKind::BuiltinVariable(_) => false,
            ExprKind::Unary(_, value) | ExprKind::Convert(value) => self.may_change(*value),
            ExprKind::Binary(_, left, right) => self.may_change(*left) || self.may_change(*right),
            _ => true,
        }
    }
}
