//! What functions with opaque parameters are lowered for: each argument is a descriptor, whose indices are
//! passed as integers, or a bindless handle, which is a value.

use super::Lowerer;
use crate::tree::{self, LocalId};
use naga::Handle;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::{Type as IrType, Types, Value};

/// The descriptor that an expression stands for.
#[derive(Clone, Debug)]
pub(super) enum Resource {
    /// A variable, or an element of an array of them.
    Global(Handle<tree::Global>, Vec<Value>),
    /// A bindless handle of 64 bits, or an array of them.
    Handle(Value),
    /// A texture and a sampler.
    Combined(Box<Resource>, Box<Resource>),
}

/// What a function is lowered for: a resource without its integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A variable, and how many indices there are.
    Global(Handle<tree::Global>, usize),
    /// A bindless handle, or an array of them, as a value of a type.
    Handle(IrType),
    /// A texture and a sampler.
    Combined(Box<Shape>, Box<Shape>),
}

impl Resource {
    /// The shape; the integers go to `values`.
    pub(super) fn split(&self, func: &nvc_ir::Function, values: &mut Vec<Value>) -> Shape {
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
    pub(super) fn types(&self, types: &mut Vec<IrType>) {
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
    pub(super) fn join(&self, values: &mut impl Iterator<Item = Value>) -> Option<Resource> {
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

impl Lowerer<'_, '_> {
    /// Reports that a parameter is used as a handle in a function that is called with what is bound.
    pub(super) fn no_handle(&mut self, local: LocalId, resource: &Resource) {
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
}
