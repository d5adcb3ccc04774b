//! Constructors (GLSL 5.4).

use crate::lower::context::{E, Lowerer};
use crate::lower::types::size;
use crate::lower::values::rvalue::Val;
use crate::types::{Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::{Op, Value};

impl Lowerer<'_, '_> {
    /// A value of a type of its parts.
    pub(in crate::lower) fn construct(&mut self, ty: Type, parts: &[E]) -> Val {
        match *self.kind(ty) {
            TypeKind::Array(..) | TypeKind::Struct(_) => {
                Val::of(parts.iter().map(|&part| self.expr(part)).collect::<Vec<_>>())
            }
            TypeKind::Matrix { columns, rows, .. } => {
                let (columns, rows) = (columns as usize, rows as usize);
                let scalars = self.scalars(parts, columns * rows);
                let columns: Vec<Value> = scalars.chunks(rows).map(|column| self.vector(column)).collect();
                Self::matrix(columns)
            }
            TypeKind::CoopMatrix(_) => {
                let Some(&scalar) = parts.first() else { return Val::void() };
                let scalar = self.value(scalar);
                let ty = self.value_type(ty);
                self.b.inst_with_type(Op::Construct, Imm::None, &[scalar], ty).into()
            }
            TypeKind::Scalar(_) | TypeKind::Vector(..) => {
                let count = usize::from(size(self.kind(ty)));
                self.vector_of(parts, count).into()
            }
            _ => {
                self.fault("a constructor of a type that has no values");
                Val::void()
            }
        }
    }

    /// A vector of scalars, vectors and matrices.
    fn vector_of(&mut self, parts: &[E], count: usize) -> Value {
        if let &[part] = parts
            && matches!(self.kind(self.body.exprs[part].ty), TypeKind::Scalar(_))
        {
            let scalar = self.value(part);
            return self.splat(scalar, count as u8);
        }
        let scalars = self.scalars(parts, count);
        self.vector(&scalars)
    }

    /// The components of scalars, vectors and matrices in order, `count` of them.
    fn scalars(&mut self, parts: &[E], count: usize) -> Vec<Value> {
        let mut scalars = Vec::with_capacity(count);
        for &part in parts {
            let ty = self.body.exprs[part].ty;
            let value = self.expr(part);
            let vectors = match *self.kind(ty) {
                TypeKind::Matrix { columns, .. } => self.columns(&value, columns as u32),
                _ => vec![self.one(&value)],
            };
            for vector in vectors {
                if scalars.len() < count {
                    scalars.extend(self.components(vector));
                }
            }
        }
        scalars.truncate(count);
        scalars
    }
}
