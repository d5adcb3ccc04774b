//! Opaque arguments. The variable that an argument refers to, if any, is known when the called function is
//! lowered. Its integers (indices into the variable, or a bindless handle) are passed as IR arguments.

use crate::tree;
use naga::Handle;
use nvc_ir::{Type as IrType, Types, Value};

/// The value of an expression of opaque type.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Resource {
    /// A variable, with indices if the variable is an array.
    Global(Handle<tree::Global>, Vec<Value>),
    /// A 64-bit bindless handle (for an acceleration structure, its address), or an array of handles.
    Handle(Value),
    /// A texture and a sampler that are separate variables.
    Combined(Box<Resource>, Box<Resource>),
}

/// A resource without its integers. A function has one instance per combination of shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) enum ResourceShape {
    /// A variable, and the number of indices into it.
    Global(Handle<tree::Global>, usize),
    /// The IR type of a bindless handle or of an array of handles.
    Handle(IrType),
    /// A texture and a sampler that are separate variables.
    Combined(Box<ResourceShape>, Box<ResourceShape>),
}

impl Resource {
    /// Appends the integers of the resource to `values` and returns its shape.
    pub(in crate::lower) fn split(&self, func: &nvc_ir::Function, values: &mut Vec<Value>) -> ResourceShape {
        match self {
            Resource::Global(global, indices) => {
                values.extend(indices);
                ResourceShape::Global(*global, indices.len())
            }
            Resource::Handle(handle) => {
                values.push(*handle);
                ResourceShape::Handle(func.ty(*handle))
            }
            Resource::Combined(texture, sampler) => {
                let texture = texture.split(func, values);
                ResourceShape::Combined(Box::new(texture), Box::new(sampler.split(func, values)))
            }
        }
    }
}

impl ResourceShape {
    /// Appends the types of the integers that [`Resource::split`] produces.
    pub(in crate::lower) fn types(&self, types: &mut Vec<IrType>) {
        match self {
            ResourceShape::Global(_, count) => types.extend(std::iter::repeat_n(Types::I32, *count)),
            ResourceShape::Handle(ty) => types.push(*ty),
            ResourceShape::Combined(texture, sampler) => {
                texture.types(types);
                sampler.types(types);
            }
        }
    }

    /// Reassembles a resource that was split by [`Resource::split`]; `None` if there are too few values.
    pub(in crate::lower) fn join(&self, values: &mut impl Iterator<Item = Value>) -> Option<Resource> {
        Some(match self {
            ResourceShape::Global(global, count) => Resource::Global(*global, values.take(*count).collect()),
            ResourceShape::Handle(_) => Resource::Handle(values.next()?),
            ResourceShape::Combined(texture, sampler) => {
                let texture = texture.join(values)?;
                Resource::Combined(Box::new(texture), Box::new(sampler.join(values)?))
            }
        })
    }
}
