//! Rvalues. Scalars and vectors are IR values. Composites stay split into their constituents as long as
//! possible, so that the IR does not construct composites only to extract from them.

use crate::lower::context::Lowerer;
use nvc_ir::constant::Const;
use nvc_ir::imm::Imm;
use nvc_ir::types::{Length, TypeKind};
use nvc_ir::{Op, Type as IrType, Types, Value};
use std::rc::Rc;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Rvalue {
    /// An IR value of any type.
    Single(Value),
    /// Columns, elements or members; empty for `void`.
    Composite(Rc<[Rvalue]>),
}

impl Rvalue {
    /// Returns the value of type `void`.
    pub(in crate::lower) fn void() -> Rvalue {
        Rvalue::Composite(Rc::new([]))
    }

    /// Builds a composite from its constituents.
    pub(in crate::lower) fn composite(parts: impl IntoIterator<Item = Rvalue>) -> Rvalue {
        Rvalue::Composite(parts.into_iter().collect())
    }
}

impl From<Value> for Rvalue {
    fn from(value: Value) -> Rvalue {
        Rvalue::Single(value)
    }
}

impl Lowerer<'_, '_> {
    /// Returns an rvalue as a single IR value of type `ty`, constructing composites as needed.
    pub(in crate::lower) fn compose(&mut self, value: &Rvalue, ty: IrType) -> Value {
        match value {
            Rvalue::Single(value) => *value,
            Rvalue::Composite(parts) => {
                let Some(types) = self.constituent_types(ty).filter(|types| types.len() == parts.len())
                else {
                    self.internal_error("a composite does not match its type");
                    return self.b.undef(ty);
                };
                let parts: Vec<Value> =
                    parts.iter().zip(types).map(|(part, ty)| self.compose(part, ty)).collect();
                if parts.iter().all(|&part| self.b.func.as_const(part).is_some()) {
                    return self.b.func.constant(ty, Const::Composite(parts));
                }
                self.b.inst_with_type(Op::Construct, Imm::None, &parts, ty)
            }
        }
    }

    /// Returns the IR value of an rvalue that cannot be a split composite, such as a scalar or vector.
    pub(in crate::lower) fn single(&mut self, value: &Rvalue) -> Value {
        match value {
            Rvalue::Single(value) => *value,
            Rvalue::Composite(_) => {
                self.internal_error("a composite where a scalar or vector is expected");
                self.b.undef(Types::I32)
            }
        }
    }

    /// Returns a column, element or member.
    pub(in crate::lower) fn constituent(&mut self, value: &Rvalue, index: u32) -> Rvalue {
        match value {
            Rvalue::Composite(parts) => match parts.get(index as usize) {
                Some(part) => part.clone(),
                None => {
                    self.internal_error("a constituent index is out of range");
                    Rvalue::void()
                }
            },
            Rvalue::Single(value) => Rvalue::Single(self.extract_constituent(*value, index)),
        }
    }

    /// Extracts a component, column, element or member from an IR value. Folds extractions from constants.
    fn extract_constituent(&mut self, value: Value, index: u32) -> Value {
        let ty = self.b.func.ty(value);
        let part = match self.b.types.kind(ty) {
            TypeKind::Array { element, .. } => Some(*element),
            TypeKind::Vector(scalar, _) => Some(*scalar),
            TypeKind::IdVector(vector) => Some(vector.component),
            TypeKind::Struct { members, .. } => members.get(index as usize).map(|member| member.ty),
            _ => None,
        };
        let Some(part) = part else {
            self.internal_error("an extraction from a type that is not composite");
            return value;
        };
        match self.b.func.as_const(value) {
            Some(Const::Composite(parts)) => {
                if let Some(&known) = parts.get(index as usize) {
                    return known;
                }
            }
            Some(Const::Null) => return self.b.func.constant(part, Const::Null),
            Some(Const::Undef) => return self.b.undef(part),
            _ => {}
        }
        self.b.inst_with_type(Op::Extract, Imm::Index(index), &[value], part)
    }

    /// Returns a component of a vector; a scalar is returned unchanged.
    pub(in crate::lower) fn component(&mut self, vector: Value, index: u32) -> Value {
        let ty = self.b.func.ty(vector);
        if !self.is_vector(ty) {
            return vector;
        }
        self.extract_constituent(vector, index)
    }

    /// Returns whether an IR type is a vector, whether or not its number of components is known.
    pub(in crate::lower) fn is_vector(&self, ty: IrType) -> bool {
        matches!(self.b.types.kind(ty), TypeKind::Vector(..) | TypeKind::IdVector(_))
    }

    /// Returns the number of components of an [`IdVector`](TypeKind::IdVector); `None` if a specialization constant
    /// determines it, and for all other types.
    pub(in crate::lower) fn id_vector_components(&self, ty: IrType) -> Option<u32> {
        match self.b.types.id_vector(ty)?.length {
            Length::Fixed(count) => Some(count),
            Length::Spec(_) => None,
        }
    }

    /// Returns the components of a vector, scalar, or cooperative vector of fixed length.
    pub(in crate::lower) fn components(&mut self, vector: Value) -> Vec<Value> {
        let ty = self.b.func.ty(vector);
        let count = self.id_vector_components(ty).unwrap_or(u32::from(self.b.types.components(ty)));
        (0..count).map(|k| self.component(vector, k)).collect()
    }

    /// Builds a vector from scalars; a constant if all scalars are constant. A single scalar is returned
    /// unchanged.
    pub(in crate::lower) fn vector(&mut self, parts: &[Value]) -> Value {
        if parts.len() > 1 && parts.iter().all(|&part| self.b.func.as_bits(part).is_some()) {
            let scalar = parts.first().map_or(Types::I32, |&part| self.b.func.ty(part));
            let ty = self.b.types.vector(scalar, parts.len() as u16);
            return self.b.func.constant(ty, Const::Composite(parts.to_vec()));
        }
        self.b.construct(parts)
    }

    /// Splats a scalar to a vector of `count` components; vectors are returned unchanged.
    pub(in crate::lower) fn splat(&mut self, value: Value, count: u16) -> Value {
        if count == 1 || self.b.types.components(self.b.func.ty(value)) > 1 {
            return value;
        }
        self.vector(&vec![value; usize::from(count)])
    }

    /// Splats a scalar to a vector with as many components as `ty`, if that is a vector; vectors are returned unchanged.
    pub(in crate::lower) fn splat_like(&mut self, value: Value, ty: IrType) -> Value {
        let own = self.b.func.ty(value);
        if self.is_vector(own) {
            return value;
        }
        match self.b.types.id_vector(ty) {
            Some(_) => {
                let ty = self.b.types.with_scalar(ty, own);
                self.b.splat(ty, value)
            }
            None => self.splat(value, self.b.types.components(ty)),
        }
    }

    /// Returns a scalar or vector of type `ty` in which each component has the given bits.
    pub(in crate::lower) fn bits_of(&mut self, ty: IrType, bits: u64) -> Value {
        let scalar = self.b.types.scalar(ty);
        let scalar = self.b.bits(scalar, bits);
        self.splat_like(scalar, ty)
    }

    /// Returns a float scalar or vector of type `ty` in which each component is `x`.
    pub(in crate::lower) fn float_of(&mut self, ty: IrType, x: f64) -> Value {
        let scalar = self.b.types.scalar(ty);
        let scalar = self.b.float(scalar, x);
        self.splat_like(scalar, ty)
    }
}
