//! Shapes of types: scalar, vector or matrix, without the component type.

use crate::check::Checker;
use crate::types::constant::{Const, default_bits};
use crate::types::{Scalar, Type, TypeKind};
use naga::Handle;

/// The shape of a numeric or bool type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Shape {
    Scalar,
    Vector(u16),
    /// A vector whose number of components depends on specialization constants.
    SpecVector(Handle<Const>),
    /// Columns and rows.
    Matrix(u16, u16),
}

impl Shape {
    /// Returns the scalar or vector shape with this many components.
    pub(in crate::check) fn of_size(size: u16) -> Shape {
        if size < 2 { Shape::Scalar } else { Shape::Vector(size) }
    }

    /// Returns the number of scalar components; `None` if it depends on specialization constants.
    pub(in crate::check) fn components(self) -> Option<u32> {
        match self {
            Shape::Scalar => Some(1),
            Shape::Vector(size) => Some(size.into()),
            Shape::SpecVector(_) => None,
            Shape::Matrix(columns, rows) => Some(u32::from(columns) * u32::from(rows)),
        }
    }

    /// Returns whether this is the shape of a long vector, which no type without GL_EXT_long_vector has.
    pub(in crate::check) fn is_long_vector(self) -> bool {
        match self {
            Shape::Vector(size) => size > 4,
            Shape::SpecVector(_) => true,
            Shape::Scalar | Shape::Matrix(..) => false,
        }
    }

    /// Returns the number of components if this is a vector of a known number of them.
    pub(in crate::check) fn vector_size(self) -> Option<u16> {
        match self {
            Shape::Vector(size) => Some(size),
            _ => None,
        }
    }
}

/// Returns the shape and component type of a [`TypeKind`]; `None` if it has no shape.
pub(super) fn of_kind(kind: &TypeKind) -> Option<(Shape, Scalar)> {
    match *kind {
        TypeKind::Scalar(scalar) => Some((Shape::Scalar, scalar)),
        TypeKind::Vector(size, scalar) => Some((Shape::Vector(size), scalar)),
        TypeKind::SpecVector(length, scalar) => Some((Shape::SpecVector(length), scalar)),
        TypeKind::Matrix { columns, rows, scalar } => Some((Shape::Matrix(columns, rows), scalar)),
        _ => None,
    }
}

impl Checker<'_> {
    /// Returns the shape and component type of a type; `None` if it has no shape.
    pub(in crate::check) fn shape(&self, ty: Type) -> Option<(Shape, Scalar)> {
        of_kind(self.program.types.kind(ty))
    }

    /// Returns the type with this shape and component type.
    pub(in crate::check) fn shaped(&mut self, shape: Shape, scalar: Scalar) -> Type {
        self.program.types.intern(match shape {
            Shape::Scalar => TypeKind::Scalar(scalar),
            Shape::Vector(size) => TypeKind::Vector(size, scalar),
            Shape::SpecVector(length) => TypeKind::SpecVector(length, scalar),
            Shape::Matrix(columns, rows) => TypeKind::Matrix { columns, rows, scalar },
        })
    }

    /// Returns the number of components for the default values of the specialization constants.
    pub(in crate::check) fn default_components(&self, shape: Shape) -> u32 {
        match shape {
            Shape::SpecVector(length) => self.default_length(length),
            _ => shape.components().unwrap_or(0),
        }
    }

    /// Returns the value of a length for the default values of the specialization constants.
    pub(in crate::check) fn default_length(&self, length: Handle<Const>) -> u32 {
        let (constants, specs) = (&self.program.constants, &self.program.spec_constants);
        default_bits(constants, specs, length).map_or(0, |bits| bits as u32)
    }
}
