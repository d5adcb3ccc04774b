//! Values of expressions: vectors and scalars as they are, aggregates in parts as long as possible, so
//! that no aggregate is built to be taken apart.

use crate::lower::context::Lowerer;
use nvc_ir::constant::Const;
use nvc_ir::imm::Imm;
use nvc_ir::types::TypeKind;
use nvc_ir::{Op, Type as IrType, Types, Value};
use std::rc::Rc;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Val {
    /// A value of the IR, of any type.
    One(Value),
    /// Columns, elements or members. Nothing at all is the value of type `void`.
    Parts(Rc<[Val]>),
}

impl Val {
    /// The value of type `void`.
    pub(in crate::lower) fn void() -> Val {
        Val::Parts(Rc::new([]))
    }

    /// An aggregate.
    pub(in crate::lower) fn of(parts: impl IntoIterator<Item = Val>) -> Val {
        Val::Parts(parts.into_iter().collect())
    }
}

impl From<Value> for Val {
    fn from(value: Value) -> Val {
        Val::One(value)
    }
}

impl Lowerer<'_, '_> {
    /// The value as one value of the IR, of this type.
    pub(in crate::lower) fn whole(&mut self, value: &Val, ty: IrType) -> Value {
        match value {
            Val::One(value) => *value,
            Val::Parts(parts) => {
                let Some(types) = self.parts(ty).filter(|types| types.len() == parts.len()) else {
                    self.fault("an aggregate of another type");
                    return self.b.undef(ty);
                };
                let parts: Vec<Value> =
                    parts.iter().zip(types).map(|(part, ty)| self.whole(part, ty)).collect();
                if parts.iter().all(|&part| self.b.func.as_const(part).is_some()) {
                    return self.b.func.constant(ty, Const::Composite(parts));
                }
                self.b.inst_with_type(Op::Construct, Imm::None, &parts, ty)
            }
        }
    }

    /// A scalar or vector, or whatever else is one value.
    pub(in crate::lower) fn one(&mut self, value: &Val) -> Value {
        match value {
            Val::One(value) => *value,
            Val::Parts(_) => {
                self.fault("an aggregate where a scalar or vector is wanted");
                self.b.undef(Types::I32)
            }
        }
    }

    /// A column, element or member by number.
    pub(in crate::lower) fn part(&mut self, value: &Val, index: u32) -> Val {
        match value {
            Val::Parts(parts) => match parts.get(index as usize) {
                Some(part) => part.clone(),
                None => {
                    self.fault("a part that is not there");
                    Val::void()
                }
            },
            Val::One(value) => Val::One(self.extract_part(*value, index)),
        }
    }

    fn extract_part(&mut self, value: Value, index: u32) -> Value {
        let ty = self.b.func.ty(value);
        let part = match self.b.types.kind(ty) {
            TypeKind::Array { element, .. } => Some(*element),
            TypeKind::Vector(scalar, _) => Some(*scalar),
            TypeKind::Struct { members, .. } => members.get(index as usize).map(|member| member.ty),
            _ => None,
        };
        let Some(part) = part else {
            self.fault("a part of what has none");
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

    /// A component of a vector; the value itself if it is a scalar.
    pub(in crate::lower) fn component(&mut self, vector: Value, index: u32) -> Value {
        if self.b.types.components(self.b.func.ty(vector)) == 1 {
            return vector;
        }
        self.extract_part(vector, index)
    }

    /// The components of a vector or the scalar.
    pub(in crate::lower) fn components(&mut self, vector: Value) -> Vec<Value> {
        let count = self.b.types.components(self.b.func.ty(vector));
        (0..u32::from(count)).map(|k| self.component(vector, k)).collect()
    }

    /// A vector of scalars, a constant where all are; the scalar itself if there is one.
    pub(in crate::lower) fn vector(&mut self, parts: &[Value]) -> Value {
        if parts.len() > 1 && parts.iter().all(|&part| self.b.func.as_bits(part).is_some()) {
            let scalar = parts.first().map_or(Types::I32, |&part| self.b.func.ty(part));
            let ty = self.b.types.vector(scalar, parts.len() as u8);
            return self.b.func.constant(ty, Const::Composite(parts.to_vec()));
        }
        self.b.construct(parts)
    }

    /// A scalar in all components of a vector of so many; vectors stay as they are.
    pub(in crate::lower) fn splat(&mut self, value: Value, count: u8) -> Value {
        if count == 1 || self.b.types.components(self.b.func.ty(value)) > 1 {
            return value;
        }
        self.vector(&vec![value; usize::from(count)])
    }

    /// A constant in all components of a type: its scalar's bits.
    pub(in crate::lower) fn bits_of(&mut self, ty: IrType, bits: u64) -> Value {
        let (scalar, count) = (self.b.types.scalar(ty), self.b.types.components(ty));
        let scalar = self.b.bits(scalar, bits);
        self.splat(scalar, count)
    }

    /// A float constant in all components of a type.
    pub(in crate::lower) fn float_of(&mut self, ty: IrType, x: f64) -> Value {
        let (scalar, count) = (self.b.types.scalar(ty), self.b.types.components(ty));
        let scalar = self.b.float(scalar, x);
        self.splat(scalar, count)
    }
}
