//! Unifies recursive struct types of several units: structs that refer to themselves or to each other through buffer
//! references.
//!
//! When such a struct is declared, it cannot be compared with that of another unit, as its members have types of its
//! own unit. Before linking, structs with the same name are therefore assumed to be equal. An assumption is dropped if
//! the members differ under all remaining assumptions, until no assumption changes. The result is the greatest set of
//! equal types (the coinductive equality of recursive types). Each struct of a later unit is then replaced everywhere
//! by its first declaration.

use super::{MAX_CANDIDATES, is_same_but_for};
use crate::check::Checker;
use crate::tree::{Expr, Local};
use crate::types::{StructId, Type, TypeKind, Types};
use naga::Arena;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Maps each struct to the struct of an earlier unit that it is assumed to equal.
type Equals = BTreeMap<StructId, StructId>;

impl Checker<'_> {
    /// Unifies the equal structs of several units.
    pub(super) fn unify_recursive_types(&mut self) {
        let equals = self.equal_structs();
        if equals.is_empty() {
            return;
        }
        let mut map = TypeMap { equals, known: FxHashMap::default() };
        let program = &mut self.program;
        let types = &mut program.types;
        let member_counts: Vec<_> = types.structs.iter().map(|def| def.members.len()).collect();
        for (id, members) in (0u32..).zip(member_counts) {
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

    /// Maps the structs of later units to the equal structs of earlier units.
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
        // The last candidate of a list is the one that the struct is assumed to equal: first the earliest.
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

/// Returns the first declaration of a struct.
fn first(equals: &Equals, mut id: StructId) -> StructId {
    while let Some(&other) = equals.get(&id) {
        id = other;
    }
    id
}

/// Returns whether two types are equal under the assumptions in `equals`.
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

/// Replaces types by those with the first declaration of each struct.
struct TypeMap {
    equals: Equals,
    known: FxHashMap<Type, Type>,
}

impl TypeMap {
    /// Returns a type with each struct replaced by its first declaration. The recursion is bounded by the nesting of types.
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
