//! Structs of several units that are the same type although they refer to themselves or to each other, by buffer
//! references.
//!
//! Such a struct cannot be compared with that of another unit when it is declared, as its members have types of its own
//! unit. Before linking, structs of one name are therefore assumed to be the same; an assumption is given up if members
//! differ under all others, until none is. What remains is the greatest set of equal types (the coinductive equality of
//! recursive types). Then each struct of a later unit is replaced by its first declaration everywhere.

use super::{MAX_CANDIDATES, is_same_but_for};
use crate::check::Checker;
use crate::tree::{Expr, Local};
use crate::types::{StructId, Type, TypeKind, Types};
use naga::Arena;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The struct of an earlier unit that each struct is assumed to be.
type Equals = BTreeMap<StructId, StructId>;

impl Checker<'_> {
    /// Makes one type of the structs of several units that are the same.
    pub(super) fn unify_recursive_types(&mut self) {
        let equals = self.equal_structs();
        if equals.is_empty() {
            return;
        }
        let mut map = TypeMap { equals, known: FxHashMap::default() };
        let program = &mut self.program;
        let types = &mut program.types;
        let defs: Vec<_> = types.structs.iter().map(|def| def.members.len()).collect();
        for (id, members) in (0u32..).zip(defs) {
            for index in 0..members {
                let ty = types.get_struct(StructId(id)).and_then(|def| def.members.get(index)).map(|m| m.ty);
                let Some(ty) = ty.map(|ty| map.ty(types, ty)) else { continue };
                let def = types.structs.get_mut(id as usize);
                if let Some(member) = def.and_then(|def| def.members.get_mut(index)) {
                    member.ty = ty;
                }
            }
        }
        for (_, global) in program.globals.iter_mut() {
            global.ty = map.ty(types, global.ty);
        }
        for (_, function) in program.functions.iter_mut() {
            function.result = map.ty(types, function.result);
            map.body(types, &mut function.locals, &mut function.exprs);
        }
        map.body(types, &mut self.body.locals, &mut self.body.exprs);
        for entry in &mut self.functions {
            entry.result = map.ty(types, entry.result);
            for param in &mut entry.params {
                param.ty = map.ty(types, param.ty);
            }
        }
    }

    /// The structs of later units that are those of earlier ones.
    fn equal_structs(&self) -> Equals {
        let types = &self.program.types;
        let mut earlier: BTreeMap<_, Vec<StructId>> = BTreeMap::new();
        let mut candidates: Vec<(StructId, Vec<StructId>)> = Vec::new();
        for (id, def) in (0u32..).map(StructId).zip(&types.structs) {
            let start = self.units.starts.iter().rev().find(|&&start| start <= id.0 as usize);
            let named = earlier.entry(def.name).or_default();
            if let Some(&start) = start {
                let of_others = named.iter().filter(|other| (other.0 as usize) < start).copied();
                let of_others: Vec<_> = of_others.take(MAX_CANDIDATES).collect();
                candidates.extend((!of_others.is_empty()).then_some((id, of_others)));
            }
            named.push(id);
        }
        for (_, list) in &mut candidates {
            list.reverse();
        }
        loop {
            let equals: Equals =
                candidates.iter().filter_map(|(id, list)| Some((*id, *list.last()?))).collect();
            let mut changed = false;
            for (id, list) in &mut candidates {
                let Some(&other) = list.last() else { continue };
                let (Some(a), Some(b)) = (types.get_struct(*id), types.get_struct(other)) else { continue };
                if !is_same_but_for(a, b, |a, b| is_equal(types, &equals, a, b)) {
                    list.pop();
                    changed = true;
                }
            }
            if !changed {
                return equals;
            }
        }
    }
}

/// The first of the structs that are the same.
fn first(equals: &Equals, mut id: StructId) -> StructId {
    while let Some(&other) = equals.get(&id) {
        id = other;
    }
    id
}

/// Whether two types are the same under assumptions.
fn is_equal(types: &Types, equals: &Equals, mut a: Type, mut b: Type) -> bool {
    use TypeKind as K;
    loop {
        if a == b {
            return true;
        }
        (a, b) = match (types.kind(a), types.kind(b)) {
            (K::Array(x, n), K::Array(y, m)) if n == m => (*x, *y),
            (K::Pointer(x), K::Pointer(y)) => (*x, *y),
            (K::Struct(x), K::Struct(y)) | (K::Reference(x), K::Reference(y)) => {
                return first(equals, *x) == first(equals, *y);
            }
            (K::Buffer { block: x, uniform: u }, K::Buffer { block: y, uniform: v }) => {
                return u == v && first(equals, *x) == first(equals, *y);
            }
            _ => return false,
        };
    }
}

/// Replaces types.
struct TypeMap {
    equals: Equals,
    known: FxHashMap<Type, Type>,
}

impl TypeMap {
    /// The type with the first declaration of each struct. The recursion is bounded by the nesting of types.
    fn ty(&mut self, types: &mut Types, ty: Type) -> Type {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let kind = match *types.kind(ty) {
            TypeKind::Array(element, length) => TypeKind::Array(self.ty(types, element), length),
            TypeKind::Pointer(target) => TypeKind::Pointer(self.ty(types, target)),
            TypeKind::Struct(id) => TypeKind::Struct(first(&self.equals, id)),
            TypeKind::Reference(id) => TypeKind::Reference(first(&self.equals, id)),
            TypeKind::Buffer { block, uniform } => {
                TypeKind::Buffer { block: first(&self.equals, block), uniform }
            }
            _ => return ty,
        };
        let made = types.intern(kind);
        self.known.insert(ty, made);
        made
    }

    fn body(&mut self, types: &mut Types, locals: &mut [Local], exprs: &mut Arena<Expr>) {
        for local in locals {
            local.ty = self.ty(types, local.ty);
        }
        for (_, expr) in exprs.iter_mut() {
            expr.ty = self.ty(types, expr.ty);
        }
    }
}
