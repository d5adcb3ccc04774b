//! Records block layouts and the types of specialization constants for reflection: names of members, signedness
//! and matrices. IR types represent none of them.

use crate::layout::Rules;
use crate::lower::context::{ModuleLowerer, Reflection};
use crate::tree;
use crate::types::{Layout, Length, Scalar, ScalarKind, StructId, Type, TypeKind};
use naga::Handle;
use nvc_ir::interface::{Field, LayoutType, Scalar as IrScalar, StructLayout};
use nvc_ir::types as ir;
use nvc_ir::{Global, SpecConst};

/// Returns the scalar type in the interface description.
fn scalar_of(scalar: Scalar) -> IrScalar {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => IrScalar::Bool,
        (ScalarKind::Sint, 1) => IrScalar::I8,
        (ScalarKind::Sint, 2) => IrScalar::I16,
        (ScalarKind::Sint, 8) => IrScalar::I64,
        (ScalarKind::Sint, _) => IrScalar::I32,
        (ScalarKind::Uint, 1) => IrScalar::U8,
        (ScalarKind::Uint, 2) => IrScalar::U16,
        (ScalarKind::Uint, 8) => IrScalar::U64,
        (ScalarKind::Float, 2) => IrScalar::F16,
        (ScalarKind::Float, 4) => IrScalar::F32,
        (ScalarKind::Float, 8) => IrScalar::F64,
        (ScalarKind::Encoded(encoding), _) => IrScalar::Encoded(encoding),
        _ => IrScalar::U32,
    }
}

impl ModuleLowerer<'_> {
    /// Records the type of a specialization constant.
    pub(in crate::lower) fn describe_spec(&mut self, spec: SpecConst, scalar: Scalar) {
        self.reflection.interface.spec_types.insert(spec, scalar_of(scalar));
    }

    /// Describes the members of a block or of an array of blocks.
    pub(in crate::lower) fn describe_block(&mut self, global: Global, mut ty: Type, rules: Rules) {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        if let TypeKind::Struct(id) = *self.program.types.kind(ty) {
            let block = self.struct_layout(id, rules);
            self.reflection.interface.blocks.insert(global, block);
        }
        self.describe_queue();
    }

    /// Describes the parameter block, given the offsets of the loose uniforms.
    pub(in crate::lower) fn describe_parameters(
        &mut self,
        global: Global,
        uniforms: &[(Handle<tree::Global>, u32)],
        bytes: u32,
        rules: Rules,
    ) {
        let members = uniforms.iter().map(|&(handle, offset)| {
            let ty = self.layout_type(self.program.globals[handle].ty, rules);
            Field { name: self.global_name(handle), offset, ty }
        });
        let members = members.collect();
        let block = StructLayout { name: "parameters".into(), bytes: bytes.into(), members };
        self.reflection.interface.blocks.insert(global, block);
        self.describe_queue();
    }

    /// Describes the queued structs and, transitively, the structs that they refer to.
    fn describe_queue(&mut self) {
        while let Some((number, id, rules)) = self.reflection.queue.pop() {
            let layout = self.struct_layout(id, rules);
            if let Some(slot) = self.reflection.interface.structs.get_mut(number) {
                *slot = layout;
            }
        }
    }

    fn struct_layout(&mut self, id: StructId, rules: Rules) -> StructLayout {
        let context = self.layout_context();
        let layout = self.layouts.of_struct(context, id, rules);
        let Some(def) = self.program.types.get_struct(id) else { return StructLayout::default() };
        let members = def.members.iter().zip(&layout.offsets).map(|(member, &offset)| {
            let rules = Rules { row_major: rules.row_major || member.row_major, ..rules };
            let ty = self.layout_type(member.ty, rules);
            Field { name: self.names.text(member.name).to_owned(), offset, ty }
        });
        let members = members.collect();
        StructLayout { name: self.names.text(def.name).to_owned(), bytes: layout.extent.size, members }
    }

    fn layout_type(&mut self, ty: Type, rules: Rules) -> LayoutType {
        match *self.program.types.kind(ty) {
            TypeKind::Scalar(scalar) => LayoutType::Scalar(scalar_of(scalar)),
            TypeKind::Vector(1, scalar) => LayoutType::Scalar(scalar_of(scalar)),
            TypeKind::Vector(size, scalar) => LayoutType::Vector(scalar_of(scalar), size),
            TypeKind::Matrix { columns, rows, scalar } => LayoutType::Matrix {
                scalar: scalar_of(scalar),
                columns: columns as u8,
                rows: rows as u8,
                row_major: rules.row_major,
                stride: self.layouts.matrix_stride(columns, rows, scalar, rules),
            },
            TypeKind::Array(element, length) => LayoutType::Array {
                length: self.layout_length(length),
                stride: self.array_stride(element, rules),
                element: Box::new(self.layout_type(element, rules)),
            },
            TypeKind::Struct(id) => LayoutType::Struct(self.struct_number(id, rules)),
            TypeKind::Reference(id) => {
                let layout = self.program.types.get_struct(id).and_then(|def| def.layout);
                let rules = Rules { layout: layout.unwrap_or(Layout::Std430), row_major: false };
                LayoutType::Address(Some(self.struct_number(id, rules)))
            }
            TypeKind::Pointer(to) => LayoutType::Address(match *self.program.types.kind(to) {
                TypeKind::Struct(id) => Some(self.struct_number(id, Rules::POINTER)),
                _ => None,
            }),
            TypeKind::Texture(_) | TypeKind::Sampler(_) | TypeKind::Image(_) => LayoutType::Handle,
            // The checker does not allow these types in memory.
            TypeKind::Void
            | TypeKind::AtomicCounter
            | TypeKind::Spirv(_)
            | TypeKind::RayQuery
            | TypeKind::AccelerationStructure
            | TypeKind::Buffer { .. }
            | TypeKind::CoopMatrix(_)
            | TypeKind::CoopVector(_)
            | TypeKind::SpecVector(..)
            | TypeKind::TensorLayout(_)
            | TypeKind::TensorView(_)
            | TypeKind::Function
            | TypeKind::String
            | TypeKind::Error => LayoutType::Scalar(IrScalar::U32),
        }
    }

    fn layout_length(&self, length: Length) -> Option<ir::Length> {
        match length {
            Length::Fixed(count) => Some(ir::Length::Fixed(count)),
            Length::Spec(count) => Some(self.constant_length(count)),
            Length::Unsized => None,
        }
    }

    /// Returns the index of a struct's description for given layout rules.
    fn struct_number(&mut self, id: StructId, rules: Rules) -> usize {
        let Reflection { interface, numbers, queue } = &mut self.reflection;
        *numbers.entry((id, rules)).or_insert_with(|| {
            interface.structs.push(StructLayout::default());
            let number = interface.structs.len() - 1;
            queue.push((number, id, rules));
            number
        })
    }
}
