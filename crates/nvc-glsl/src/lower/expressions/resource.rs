//! Descriptors: textures, samplers, images and atomic counters.
//!
//! They are no values: an expression of such a type is a variable with indices, or a bindless handle. A
//! function that takes one is lowered for the variable that it is given; indices and handles are integers.

use crate::lower::analysis::bindings::elements;
use crate::lower::context::Home;
use crate::lower::context::Resource;
use crate::lower::context::{E, Lowerer};
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
    /// The resource that an expression of opaque type, or of an array of one, is.
    pub(in crate::lower) fn resource(&mut self, e: E) -> Resource {
        let body = self.body;
        match body.exprs[e].kind {
            ExprKind::Global(global) if self.is_descriptor(global) => Resource::Global(global, Vec::new()),
            ExprKind::Local(local) => match self.home(local) {
                Home::Resource(resource) => resource,
                _ => self.handle(e),
            },
            ExprKind::Index(base, index) if self.is_resource(base) => match self.resource(base) {
                Resource::Global(global, mut indices) => {
                    indices.push(self.index(index));
                    Resource::Global(global, indices)
                }
                other => {
                    self.fault("an index into what is no array of descriptors");
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

    /// A bindless handle, or an array of them.
    fn handle(&mut self, e: E) -> Resource {
        let value = self.expr(e);
        let ty = self.value_type(self.body.exprs[e].ty);
        Resource::Handle(self.whole(&value, ty))
    }

    fn is_descriptor(&self, global: Handle<tree::Global>) -> bool {
        use tree::GlobalKind as K;
        matches!(self.s.program.globals[global].kind, K::Texture(_) | K::Image(..) | K::Counter { .. })
    }

    /// Whether an expression leads to a variable of descriptors.
    fn is_resource(&mut self, mut e: E) -> bool {
        loop {
            match self.body.exprs[e].kind {
                ExprKind::Global(global) => return self.is_descriptor(global),
                ExprKind::Local(local) => return matches!(self.home(local), Home::Resource(_)),
                ExprKind::Index(base, _) | ExprKind::NonUniform(base) => e = base,
                _ => return false,
            }
        }
    }

    /// A pointer to the descriptor of this type that a resource of GLSL type `ty` is.
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
                self.fault("the descriptor of a texture and a sampler that are apart");
                self.b.undef(pointer)
            }
        }
    }

    /// The descriptor's value.
    pub(in crate::lower) fn load_descriptor(&mut self, resource: &Resource, ty: IrType) -> Value {
        let pointer = self.descriptor(resource, ty);
        self.b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], ty)
    }

    fn heap(&mut self, heap: BindlessHeap) -> Global {
        let globals = &mut self.s.globals;
        let Some(slot) = self.s.known.heaps.get_mut(heap as usize) else { return globals.next_key() };
        *slot.get_or_insert_with(|| {
            globals.push(GlobalData { name: heap.name().into(), kind: GlobalKind::Heap(heap) })
        })
    }

    /// Without a set it is one of its class's units; with one it is a variable where the program says.
    fn bound_descriptor(
        &mut self,
        handle: Handle<tree::Global>,
        indices: &[Value],
        ty: IrType,
        pointer: IrType,
    ) -> Value {
        let program = self.s.program;
        let global = &program.globals[handle];
        let (class, place) = match global.kind {
            tree::GlobalKind::Image(place, _) => (ResourceClass::Image, place),
            tree::GlobalKind::Texture(place) => (ResourceClass::Texture, place),
            _ => {
                self.fault("the descriptor of what is none");
                return self.b.undef(pointer);
            }
        };
        let unit = place.set.is_none() && *self.b.types.kind(ty) != IrKind::Sampler;
        let made = match self.s.known.resources.get(&(handle, ty)) {
            Some(&known) => known,
            None => {
                let name = self.s.global_name(handle);
                let kind = if unit {
                    GlobalKind::Units { resource: self.s.resource(handle, class), ty }
                } else {
                    self.check_one_view(handle);
                    let binding = Some(self.s.binding(handle));
                    let ty = self.descriptor_array(global.ty, ty);
                    let access = image_access(global);
                    GlobalKind::Variable { space: Space::UniformConstant, ty, binding, of: None, access }
                };
                let made = self.s.globals.push(GlobalData { name, kind });
                self.s.known.resources.insert((handle, ty), made);
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

    /// Reports an image that is seen in two ways where the program says its only binding: units have
    /// a binding for each view.
    fn check_one_view(&mut self, handle: Handle<tree::Global>) {
        let image = matches!(self.s.program.globals[handle].kind, tree::GlobalKind::Image(..));
        if image && self.s.known.resources.keys().any(|&(known, _)| known == handle) {
            let what = "an image with a set that has atomics on halves beside other accesses";
            self.unsupported(what, "leave the set out: each view of the image then has a binding of its own");
        }
    }

    /// The type of an array of descriptors.
    fn descriptor_array(&mut self, ty: Type, descriptor: IrType) -> IrType {
        self.s.flat_array(self.b.types, ty, descriptor)
    }

    /// The number of an element of an array of arrays.
    pub(in crate::lower) fn linear_index(&mut self, mut ty: Type, indices: &[Value]) -> Value {
        let mut linear = self.b.i32(0);
        for &index in indices {
            let TypeKind::Array(element, _) = *self.kind(ty) else { break };
            let count = elements(self.s.program, element);
            let scaled = self.multiply(index, count);
            // Constant places stay constant without optimisation: devices may lack indices that are not.
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

    /// The texel format that a resource's variable declares, and its memory qualifiers.
    pub(in crate::lower) fn image_of(&self, resource: &Resource) -> (Format, crate::types::Memory) {
        match resource {
            Resource::Global(global, _) => {
                let global = &self.s.program.globals[*global];
                match global.kind {
                    tree::GlobalKind::Image(_, format) => (format, global.memory),
                    _ => (None, global.memory),
                }
            }
            _ => (None, Default::default()),
        }
    }

    /// Reports that a parameter is used as a handle in a function that is called with what is bound.
    pub(in crate::lower) fn no_handle(&mut self, local: LocalId, resource: &Resource) {
        let program = self.s.program;
        let param = self.body.locals.get(local.0 as usize).map_or("", |local| self.s.names.text(local.name));
        let (given, declared) = match resource {
            Resource::Global(global, _) => {
                (format!("`{}`", self.s.global_name(*global)), Some(program.globals[*global].span))
            }
            _ => ("a texture combined with a sampler".to_string(), None),
        };
        let message =
            format!("`{param}` is used as a handle, and the function called with {given}, which has none");
        if self.s.diags.iter().any(|known| known.span == self.b.loc && known.message == message) {
            return;
        }
        let mut finding = Diagnostic::new(Code::N1305, self.b.loc, message)
            .note("Vulkan gives no handle of what is bound")
            .help("pass a bindless texture or image: `layout(bindless_sampler)`, `layout(bindless_image)`");
        if let Some(call) = self.called {
            finding = finding.secondary(call, "called here");
        }
        if let Some(declared) = declared {
            finding = finding.secondary(declared, "bound");
        }
        self.s.diags.report(finding);
    }

    /// The texel type of a texture or image by its GLSL type.
    pub(in crate::lower) fn opaque(&self, e: E) -> &TypeKind {
        let kind = self.kind(self.body.exprs[e].ty);
        debug_assert!(kind.is_opaque(), "{kind:?}");
        kind
    }
}

fn image_access(global: &tree::Global) -> VariableAccess {
    let image = matches!(global.kind, tree::GlobalKind::Image(..));
    VariableAccess {
        aliased: false,
        coherent: image && global.memory.coherent,
        volatile: image && global.memory.volatile,
        read_only: image && global.memory.readonly,
        write_only: image && global.memory.writeonly,
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
