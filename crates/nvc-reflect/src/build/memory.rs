//! Converts the IR's description of source types to the types of the reflection document.

use crate::{Block, Extent, Field, Scalar, Struct, Type};
use nvc_ir::interface::{self, LayoutType, StructLayout};
use nvc_ir::types::Length;
use nvc_ir::{Global, Module};
use std::collections::{BTreeMap, BTreeSet};

/// Converts the blocks and structs of a module.
pub(super) struct Memory<'m> {
    module: &'m Module,
    /// Unique names of the structs, by index.
    names: Vec<String>,
}

impl<'m> Memory<'m> {
    pub fn new(module: &'m Module) -> Self {
        Memory { module, names: unique(&module.interface.structs) }
    }

    /// Returns the layout of a block; `None` if the source declares none.
    pub fn block(&self, global: Global) -> Option<Block> {
        let layout = self.module.interface.blocks.get(&global)?;
        Some(Block { name: layout.name.clone(), members: self.fields(layout) })
    }

    /// Returns all structs.
    pub fn structs(&self) -> Vec<Struct> {
        let structs = self.module.interface.structs.iter().zip(&self.names);
        let structs = structs.map(|(layout, name)| Struct {
            name: name.clone(),
            bytes: layout.bytes,
            members: self.fields(layout),
        });
        structs.collect()
    }

    fn fields(&self, layout: &StructLayout) -> Vec<Field> {
        let fields = layout.members.iter();
        let fields = fields.map(|field| Field {
            name: field.name.clone(),
            offset: field.offset,
            ty: self.ty(&field.ty),
        });
        fields.collect()
    }

    fn ty(&self, ty: &LayoutType) -> Type {
        match *ty {
            LayoutType::Scalar(of) => Type::Scalar { scalar: scalar(of) },
            LayoutType::Vector(of, components) => Type::Vector { scalar: scalar(of), components },
            LayoutType::Matrix { scalar: of, columns, rows, row_major, stride } => {
                Type::Matrix { scalar: scalar(of), columns, rows, row_major, stride }
            }
            LayoutType::Array { ref element, length, stride } => Type::Array {
                element: Box::new(self.ty(element)),
                length: length.map(|length| extent(self.module, length)),
                stride,
            },
            LayoutType::Struct(number) => Type::Struct { name: self.name(number) },
            LayoutType::Address(to) => Type::Address { to: to.map(|number| self.name(number)) },
            LayoutType::Handle => Type::Handle,
        }
    }

    fn name(&self, number: usize) -> String {
        self.names.get(number).cloned().unwrap_or_default()
    }
}

/// Makes the names of structs unique by appending a number to repeated names.
fn unique(structs: &[StructLayout]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    // The next number to append to each name.
    let mut next: BTreeMap<&str, u64> = BTreeMap::new();
    let mut names = Vec::with_capacity(structs.len());
    for layout in structs {
        let mut name = layout.name.clone();
        while !taken.insert(name.clone()) {
            let number = next.entry(&layout.name).or_insert(2);
            name = format!("{}_{number}", layout.name);
            *number += 1;
        }
        names.push(name);
    }
    names
}

/// Converts a length.
pub(super) fn extent(module: &Module, length: Length) -> Extent {
    match length {
        Length::Fixed(count) => Extent::Fixed(count),
        Length::Spec(spec) => match module.spec_constants.get(spec) {
            Some(data) => Extent::Specialized {
                spec_id: data.id(),
                default: u32::try_from(data.default).unwrap_or(u32::MAX),
            },
            None => Extent::Fixed(1),
        },
    }
}

/// Converts a scalar type.
pub(super) fn scalar(scalar: interface::Scalar) -> Scalar {
    match scalar {
        interface::Scalar::Bool => Scalar::Bool,
        interface::Scalar::I8 => Scalar::I8,
        interface::Scalar::I16 => Scalar::I16,
        interface::Scalar::I32 => Scalar::I32,
        interface::Scalar::I64 => Scalar::I64,
        interface::Scalar::U8 => Scalar::U8,
        interface::Scalar::U16 => Scalar::U16,
        interface::Scalar::U32 => Scalar::U32,
        interface::Scalar::U64 => Scalar::U64,
        interface::Scalar::F16 => Scalar::F16,
        interface::Scalar::F32 => Scalar::F32,
        interface::Scalar::F64 => Scalar::F64,
        interface::Scalar::Encoded(encoding) => super::encoded(encoding),
    }
}
