//! Splits a struct type with textures or images among its members into parts, for
//! [`crate::check::declarations::opaque_structs`].

use crate::check::Checker;
use crate::name::Name;
use crate::types::{Length, Member, Struct, StructId, Type, TypeKind};
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Maximum number of parts of a variable.
const MAX_PARTS: usize = 1024;

/// A part of a split type.
#[derive(Clone, Debug)]
pub(in crate::check) struct SplitPart {
    /// The member indices that lead to a texture or image; empty for the part with all other members. In a block in a
    /// descriptor heap, they lead to any member.
    pub(in crate::check) members: Vec<u32>,
    /// Suffix of the part's name, which follows the variable's name.
    pub(in crate::check) suffix: String,
    pub(in crate::check) ty: Type,
}

/// A struct without its opaque members.
#[derive(Clone, Debug)]
pub(in crate::check) struct ValueStruct {
    /// The struct; `None` if all members are opaque.
    pub(in crate::check) ty: Option<Type>,
    /// For each member of the original struct, its index in the new one; `None` if it is opaque.
    pub(in crate::check) members: Rc<[Option<u32>]>,
}

/// The split structs without their opaque members, by original struct.
pub(in crate::check) type ValueStructs = FxHashMap<StructId, ValueStruct>;

/// The state of a walk through a type.
#[derive(Default)]
struct Walk {
    /// Whether members without opaque types are parts too.
    by_member: bool,
    /// The member indices that lead to the current type.
    members: Vec<u32>,
    /// The lengths of the arrays around the current type, outermost first.
    lengths: Vec<Length>,
    suffix: String,
}

impl Checker<'_> {
    /// Returns whether variables of a type must be split.
    pub(in crate::check) fn needs_split(&self, mut ty: Type) -> bool {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        matches!(self.program.types.kind(ty), TypeKind::Struct(_)) && self.contains_bound_opaque(ty)
    }

    /// Returns the parts of a type, ordered by their member indices; the part without opaque members comes first.
    pub(in crate::check) fn split_type(&mut self, ty: Type, span: Span) -> Rc<[SplitPart]> {
        let values = self.non_opaque_type(ty);
        let values = values.map(|ty| SplitPart { members: Vec::new(), suffix: String::new(), ty });
        let mut parts: Vec<SplitPart> = values.into_iter().collect();
        self.opaque_parts(ty, 0, &mut Walk::default(), &mut parts);
        self.limit_parts(ty, &mut parts, span);
        parts.into()
    }

    /// Returns the parts of the struct of a block in a descriptor heap: the descriptors, and the members without any. Each
    /// member of an array of structs with descriptors becomes an array.
    pub(in crate::check) fn heap_parts(&mut self, ty: Type, span: Span) -> Vec<SplitPart> {
        let (mut parts, mut walk) = (Vec::new(), Walk { by_member: true, ..Walk::default() });
        self.opaque_parts(ty, 0, &mut walk, &mut parts);
        self.limit_parts(ty, &mut parts, span);
        parts
    }

    fn limit_parts(&mut self, ty: Type, parts: &mut Vec<SplitPart>, span: Span) {
        if parts.len() > MAX_PARTS {
            let message = format!("{} contains too many textures, images or heap members", self.show(ty));
            let limit = format!("the limit is {MAX_PARTS}; an array counts as one");
            self.report(Diagnostic::new(Code::N0501, span, message).note(limit));
            parts.truncate(MAX_PARTS);
        }
    }

    /// Adds the parts of a type that is the element of `around` nested arrays. The recursion is bounded by `MAX_DEPTH` of
    /// `specifier`.
    fn opaque_parts(&mut self, ty: Type, around: usize, walk: &mut Walk, parts: &mut Vec<SplitPart>) {
        if parts.len() > MAX_PARTS {
            return;
        }
        let opaque = self.contains_opaque(ty);
        if !opaque && !walk.by_member {
            return;
        }
        match *self.program.types.kind(ty) {
            // A member without opaque types is one part.
            _ if !opaque && !walk.members.is_empty() => self.add_part(ty, walk, parts),
            TypeKind::Array(element, length) => {
                walk.lengths.push(length);
                self.opaque_parts(element, around + 1, walk, parts);
                walk.lengths.pop();
            }
            TypeKind::Struct(id) => {
                let members = self.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                let members: Vec<(Name, Type)> = members.iter().map(|m| (m.name, m.ty)).collect();
                let kept = walk.suffix.len();
                for (number, (name, ty)) in (0..).zip(members) {
                    walk.members.push(number);
                    walk.suffix.push_str(&"[0]".repeat(around));
                    walk.suffix.push('.');
                    walk.suffix.push_str(self.names.text(name));
                    self.opaque_parts(ty, 0, walk, parts);
                    walk.suffix.truncate(kept);
                    walk.members.pop();
                }
            }
            // A buffer descriptor becomes a block, through which the data is accessed.
            TypeKind::Buffer { block, .. } => {
                let block = self.program.types.intern(TypeKind::Struct(block));
                self.add_part(block, walk, parts);
            }
            _ => self.add_part(ty, walk, parts),
        }
    }

    /// Adds a part, which is an array if it is inside arrays.
    fn add_part(&mut self, ty: Type, walk: &Walk, parts: &mut Vec<SplitPart>) {
        let types = &mut self.program.types;
        let inside_out = walk.lengths.iter().rev();
        let ty = inside_out.fold(ty, |ty, &length| types.intern(TypeKind::Array(ty, length)));
        parts.push(SplitPart { members: walk.members.clone(), suffix: walk.suffix.clone(), ty });
    }

    /// Returns a type without its opaque members; `None` if no member is left.
    fn non_opaque_type(&mut self, ty: Type) -> Option<Type> {
        if !self.contains_opaque(ty) {
            return Some(ty);
        }
        match *self.program.types.kind(ty) {
            TypeKind::Array(element, length) => {
                let element = self.non_opaque_type(element)?;
                Some(self.program.types.intern(TypeKind::Array(element, length)))
            }
            TypeKind::Struct(id) => self.value_struct(id).ty,
            _ => None,
        }
    }

    /// Returns a struct without its opaque members.
    pub(in crate::check) fn value_struct(&mut self, id: StructId) -> ValueStruct {
        if let Some(known) = self.splits.values.get(&id) {
            return known.clone();
        }
        let def = self.program.types.get_struct(id).cloned();
        let mut kept: Vec<Member> = Vec::new();
        let mut members = Vec::new();
        for member in def.iter().flat_map(|def| &def.members) {
            let ty = self.non_opaque_type(member.ty);
            members.push(ty.map(|_| kept.len() as u32));
            kept.extend(ty.map(|ty| Member { ty, ..member.clone() }));
        }
        let ty = def.filter(|_| !kept.is_empty()).map(|def| {
            let id = self.add_struct(Struct { members: kept, ..def });
            self.program.types.intern(TypeKind::Struct(id))
        });
        let values = ValueStruct { ty, members: members.into() };
        self.splits.values.insert(id, values.clone());
        values
    }
}
