//! What functions with opaque parameters are lowered for: each argument is a descriptor, whose indices are
//! passed as integers, or a bindless handle, which is a value.

use crate::tree;
use naga::Handle;
use nvc_ir::{Type as IrType, Types, Value};

/// The descriptor that an expression stands for.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Resource {
    /// A variable, or an element of an array of them.
    Global(Handle<tree::Global>, Vec<Value>),
    /// A bindless handle of 64 bits, or an array of them.
    Handle(Value),
    /// A texture and a sampler.
    Combined(Box<Resource>, Box<Resource>),
}

/// What a function is lowered for: a resource without its integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) enum Shape {
    /// A variable, and how many indices there are.
    Global(Handle<tree::Global>, usize),
    /// A bindless handle, or an array of them, as a value of a type.
    Handle(IrType),
    /// A texture and a sampler.
    Combined(Box<Shape>, Box<Shape>),
}

impl Resource {
    /// The shape; the integers go to `values`.
    pub(in crate::lower) fn split(&self, func: &nvc_ir::Function, values: &mut Vec<Value>) -> Shape {
        match self {
            Resource::Global(global, indices) => {
                values.extend(indices);
                Shape::Global(*global, indices.len())
            }
            Resource::Handle(handle) => {
                values.push(*handle);
                Shape::Handle(func.ty(*handle))
            }
            Resource::Combined(texture, sampler) => {
                let texture = texture.split(func, values);
                Shape::Combined(Box::new(texture), Box::new(sampler.split(func, values)))
            }
        }
    }
}

impl Shape {
    /// The types of the integers.
    pub(in crate::lower) fn types(&self, types: &mut Vec<IrType>) {
        match self {
            Shape::Global(_, count) => types.extend(std::iter::repeat_n(Types::I32, *count)),
            Shape::Handle(ty) => types.push(*ty),
            Shape::Combined(texture, sampler) => {
                texture.types(types);
                sampler.types(types);
            }
        }
    }

    /// The resource with integers.
    pub(in crate::lower) fn join(&self, values: &mut impl Iterator<Item = Value>) -> Option<Resource> {
        Some(match self {
            Shape::Global(global, count) => Resource::Global(*global, values.take(*count).collect()),
            Shape::Handle(_) => Resource::Handle(values.next()?),
            Shape::Combined(texture, sampler) => {
                let texture = texture.join(values)?;
                Resource::Combined(Box::new(texture), Box::new(sampler.join(values)?))
            }
        })
    }
}
