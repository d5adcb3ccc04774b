//! Lowers descriptors (textures, samplers, images, acceleration structures, atomic counters) and the variables of
//! ray queries.
//!
//! Descriptors are not IR values. An expression of an opaque type evaluates to a [`Resource`], which is a
//! variable with indices, a bindless handle, or a texture combined with a sampler. A function with opaque
//! parameters is lowered once for each variable passed; indices and handles are passed as integers.

use crate::lower::analysis::bindings::descriptor_count;
use crate::lower::context::Resource;
use crate::lower::context::Storage;
use crate::lower::context::{ExprHandle, Lowerer, of_global};
use crate::tree::{self, ExprKind, LocalId};
use crate::types::{Format, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::globals::VariableAccess;
use nvc_ir::imm::{Access, Imm};
use nvc_ir::types::{Dim, TypeKind as IrKind};
use nvc_ir::{
    BindlessHeap, Global, GlobalData, GlobalKind, Op, ResourceClass, Space, Type as IrType, Types, Value,
};

impl Lowerer<'_, '_> {
    /// Evaluates an expression of an opaque type, or of an array of one, to a resource.
    pub(in crate::lower) fn resource(&mut self, e: ExprHandle) -> Resource {
        let body = self.body;
        match body.exprs[e].kind {
            ExprKind::Global(global) if self.is_descriptor(global) => Resource::Global(global, Vec::new()),
            ExprKind::Local(local) => match self.storage(local) {
                Storage::Resource(resource) => resource,
                _ => self.handle(e),
            },
            ExprKind::Index(base, index) if self.is_resource(base) => match self.resource(base) {
                Resource::Global(global, mut indices) => {
                    indices.push(self.index(index));
                    Resource::Global(global, indices)
                }
                other => {
                    self.internal_error("an index into a resource that is not an array");
                    other
                }
            },
            ExprKind::NonUniform(base) => self.resource(base),
            ExprKind::Comma(first, second) => {
                self.expr(first);
                self.resource(second)
            }
            ExprKind::Construct(ref parts) => match parts[..] {
                [texture, sampler] => {
                    let texture = self.resource(texture);
                    Resource::Combined(Box::new(texture), Box::new(self.resource(sampler)))
                }
                _ => self.handle(e),
            },
            _ => self.handle(e),
        }
    }

    /// Evaluates an expression to a bindless handle or an array of handles.
    fn handle(&mut self, e: ExprHandle) -> Resource {
        let value = self.expr(e);
        let ty = self.value_type(self.body.exprs[e].ty);
        Resource::Handle(self.compose(&value, ty))
    }

    fn is_descriptor(&self, global: Handle<tree::Global>) -> bool {
        use tree::GlobalKind as K;
        matches!(
            self.module.program.globals[global].kind,
            K::Texture(_) | K::Image(..) | K::Counter { .. } | K::RayQuery
        )
    }

    /// Returns whether an expression is part of a variable that contains descriptors.
    fn is_resource(&mut self, mut e: ExprHandle) -> bool {
        loop {
            match self.body.exprs[e].kind {
                ExprKind::Global(global) => return self.is_descriptor(global),
                ExprKind::Local(local) => return matches!(self.storage(local), Storage::Resource(_)),
                ExprKind::Index(base, _) | ExprKind::NonUniform(base) => e = base,
                _ => return false,
            }
        }
    }

    /// Returns a pointer to the descriptor of a resource. `ty` is the IR type of the descriptor.
    pub(in crate::lower) fn descriptor(&mut self, resource: &Resource, ty: IrType) -> Value {
        let pointer = self.b.types.pointer(Space::UniformConstant, ty);
        match resource {
            Resource::Handle(handle) => {
                let heap = heap_of(self.b.types.kind(ty));
                let heap = self.heap(heap);
                self.b.inst_with_type(Op::BindlessAddr, Imm::Global(heap), &[*handle], pointer)
            }
            Resource::Global(global, indices) => self.bound_descriptor(*global, indices, ty, pointer),
            Resource::Combined(..) => {
                self.internal_error("one descriptor for a separate texture and sampler");
                self.b.undef(pointer)
            }
        }
    }

    /// Loads the descriptor of a resource.
    pub(in crate::lower) fn load_descriptor(&mut self, resource: &Resource, ty: IrType) -> Value {
        let pointer = self.descriptor(resource, ty);
        self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], ty)
    }

    fn heap(&mut self, heap: BindlessHeap) -> Global {
        let globals = &mut self.module.globals;
        let Some(slot) = self.module.declared.heaps.get_mut(heap as usize) else { return globals.next_key() };
        *slot.get_or_insert_with(|| {
            globals.push(GlobalData { name: heap.name().into(), kind: GlobalKind::Heap(heap) })
        })
    }

    /// Returns a pointer to the descriptor of a bound resource. A texture or image without a descriptor set is
    /// a unit of its class; everything else outside the descriptor heaps, including separate samplers, is a
    /// variable at its set and binding.
    fn bound_descriptor(
        &mut self,
        handle: Handle<tree::Global>,
        indices: &[Value],
        ty: IrType,
        pointer: IrType,
    ) -> Value {
        if let Some(location) = self.module.heap_location(handle) {
            return self.descriptor_in_heap(handle, location, indices, ty);
        }
        let program = self.module.program;
        let global = &program.globals[handle];
        let (class, point) = match global.kind {
            tree::GlobalKind::Image(point, _) => (ResourceClass::Image, point),
            tree::GlobalKind::Texture(point) => (ResourceClass::Texture, point),
            _ => {
                self.internal_error("the descriptor of a global without one");
                return self.b.undef(pointer);
            }
        };
        let never_unit = matches!(self.b.types.kind(ty), IrKind::Sampler | IrKind::Spirv(_));
        let unit = point.set.is_none() && !never_unit;
        let made = match self.module.declared.resources.get(&(handle, ty)) {
            Some(&known) => known,
            None => {
                let name = self.module.global_name(handle);
                let kind = if unit {
                    let resource = self.module.resource(handle, class);
                    GlobalKind::Units { resource, ty, restrict: image_access(global).restrict }
                } else {
                    self.check_one_view(handle);
                    let binding = Some(self.module.binding(handle));
                    let ty = self.descriptor_array(global.ty, ty);
                    let access = image_access(global);
                    GlobalKind::Variable { space: Space::UniformConstant, ty, binding, of: None, access }
                };
                let made = self.module.globals.push(GlobalData { name, kind });
                self.module.declared.resources.insert((handle, ty), made);
                made
            }
        };
        if unit {
            let index = self.linear_index(global.ty, indices);
            return self.b.inst_with_type(Op::UnitAddr, Imm::Global(made), &[index], pointer);
        }
        let whole = self.descriptor_array(global.ty, ty);
        let base = self.b.global_addr(made, Space::UniformConstant, whole);
        if indices.is_empty() {
            return base;
        }
        let index = self.linear_index(global.ty, indices);
        self.access(base, &[index], ty)
    }

    /// Reports an image with an explicit set that is accessed as two descriptor types. Such an image has only
    /// one binding, whereas an image unit has a binding for each type.
    fn check_one_view(&mut self, handle: Handle<tree::Global>) {
        let image = matches!(self.module.program.globals[handle].kind, tree::GlobalKind::Image(..));
        if image && of_global(&self.module.declared.resources, handle).next().is_some() {
            let what = "an image with a descriptor set that has both half-precision (f16) atomics and other accesses";
            self.unsupported(what, "remove `set`: each view of the image then has its own binding");
        }
    }

    /// Returns the type of a flattened array of descriptors.
    fn descriptor_array(&mut self, ty: Type, descriptor: IrType) -> IrType {
        self.module.flat_array(self.b.types, ty, descriptor)
    }

    /// Returns the linear index of an element of nested arrays.
    pub(in crate::lower) fn linear_index(&mut self, mut ty: Type, indices: &[Value]) -> Value {
        let mut linear = self.b.i32(0);
        for &index in indices {
            let TypeKind::Array(element, _) = *self.kind(ty) else { break };
            let count = descriptor_count(self.module.program, element);
            let scaled = self.multiply(index, count);
            // Folds constant indices here, because unoptimized modules need constants on devices without
            // dynamic indexing.
            linear = match (self.b.func.as_bits(linear), self.b.func.as_bits(scaled)) {
                (Some(0), _) => scaled,
                (Some(a), Some(b)) => self.b.bits(Types::I32, a.wrapping_add(b)),
                _ => self.b.op(Op::IAdd, &[linear, scaled]),
            };
            ty = element;
        }
        linear
    }

    fn multiply(&mut self, value: Value, n: u32) -> Value {
        match self.b.func.as_bits(value) {
            Some(bits) => self.b.bits(Types::I32, bits.wrapping_mul(u64::from(n))),
            None if n == 1 => value,
            None => {
                let n = self.b.i32(n);
                self.b.op(Op::IMul, &[value, n])
            }
        }
    }

    /// Returns the declared texel format and the memory qualifiers of an image.
    pub(in crate::lower) fn image_of(&self, resource: &Resource) -> (Format, crate::types::Memory) {
        match resource {
            Resource::Global(global, _) => {
                let global = &self.module.program.globals[*global];
                match global.kind {
                    tree::GlobalKind::Image(_, format) => (format, global.memory),
                    _ => (None, global.memory),
                }
            }
            _ => (None, Default::default()),
        }
    }

    /// Reports an opaque parameter that is used as a bindless handle although a bound resource is passed to
    /// it.
    pub(in crate::lower) fn report_no_handle(&mut self, local: LocalId, resource: &Resource) {
        let program = self.module.program;
        let param =
            self.body.locals.get(local.0 as usize).map_or("", |local| self.module.names.text(local.name));
        let (given, declared) = match resource {
            Resource::Global(global, _) => {
                (format!("`{}`", self.module.global_name(*global)), Some(program.globals[*global].span))
            }
            _ => ("a texture combined with a sampler".to_string(), None),
        };
        let message = format!("`{param}` is used as a bindless handle, but {given} has no handle");
        if self.module.diags.iter().any(|known| known.span == self.b.loc && known.message == message) {
            return;
        }
        let mut finding = Diagnostic::new(Code::N1305, self.b.loc, message)
            .note("a bound texture or image has no handle in Vulkan")
            .help("pass a bindless texture or image, declared `layout(bindless_sampler)` or `layout(bindless_image)`");
        if let Some(call) = self.first_call {
            finding = finding.secondary(call, "called here");
        }
        if let Some(declared) = declared {
            finding = finding.secondary(declared, "bound here");
        }
        self.module.diags.report(finding);
    }

    /// Returns the GLSL type of an opaque expression.
    pub(in crate::lower) fn opaque(&self, e: ExprHandle) -> &TypeKind {
        let kind = self.kind(self.body.exprs[e].ty);
        debug_assert!(kind.is_opaque(), "{kind:?}");
        kind
    }
}

pub(super) fn image_access(global: &tree::Global) -> VariableAccess {
    let image = matches!(global.kind, tree::GlobalKind::Image(..));
    VariableAccess {
        aliased: false,
        coherent: image && global.memory.coherent,
        volatile: image && global.memory.volatile,
        read_only: image && global.memory.readonly,
        write_only: image && global.memory.writeonly,
        restrict: image && global.memory.restrict,
    }
}

fn heap_of(descriptor: &IrKind) -> BindlessHeap {
    match descriptor {
        IrKind::Image(image) if image.storage && image.dim == Dim::Buffer => BindlessHeap::StorageTexels,
        IrKind::Image(image) if image.storage => BindlessHeap::Images,
        IrKind::Image(image) if image.dim == Dim::Buffer => BindlessHeap::UniformTexels,
        _ => BindlessHeap::Textures,
    }
}
