//! Links several compilation units of one stage into one program, like the shaders attached to an OpenGL program.
//!
//! The units are checked one after another. They share one tree, but each has its own version, extensions, defaults
//! and names ([`Checker::next_unit`]). Linking then merges functions with the same name and parameter types, globals
//! with the same name, and blocks with the same block name (GLSL §4.3, §4.3.9, §6.1). Struct types are the same if
//! their names and members are. They are unified when they are declared or, if they refer to each other, before
//! linking ([`recursive_types`]). Everything else compares types by their handles.

mod recursive_types;

use super::Checker;
use crate::ast;
use crate::check::declarations::implicit_sizes::ImplicitArray;
use crate::check::interface::conflicts::{Reservations, Space};
use crate::name::Name;
use crate::preprocess::token::Output;
use crate::tree::global::HeapLocation;
use crate::tree::{Expr, ExprKind, Function, Global, GlobalKind, StmtKind};
use crate::types::constant::SpecConstant;
use crate::types::{Length, Member, Memory, Struct, StructId, Type, TypeKind};
use naga::{Arena, Handle};
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of structs with the same name that a declaration is compared with. There can be several, because
/// local structs may share a name.
const MAX_CANDIDATES: usize = 16;

/// Declarations of the units before the current one.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Extensions enabled in the earlier units.
    extensions: Vec<&'static str>,
    /// Structs of the earlier units, by name.
    structs: FxHashMap<Name, Vec<StructId>>,
    /// Number of structs when the current unit began.
    first_struct: usize,
    /// Number of structs when each unit but the first began.
    starts: Vec<usize>,
    /// Number of specialization constants when the current unit began.
    first_spec: usize,
    /// Whether there is more than one unit.
    several: bool,
}

/// The key by which globals link: a name space and a name. Blocks have one name space for each storage qualifier.
type LinkName = (u8, Name);

impl<'a> Checker<'a> {
    /// Begins the next compilation unit. Earlier declarations stay in the tree, but their names go out of scope.
    pub(super) fn next_unit(&mut self, unit: &'a ast::Unit, input: &'a Output) {
        self.unit = unit;
        self.input = input;
        let features = super::features::Features::new(input.version, &input.directives);
        let before = std::mem::replace(&mut self.features, features);
        self.keep_extensions(before.ever_enabled);
        self.scopes = super::scope::Scopes::new();
        self.overloads.clear();
        self.defaults = Default::default();
        self.reservations = Default::default();
        self.precisions = Default::default();
        self.counters.clear();
        let structs = &self.program.types.structs;
        for (number, def) in (0u32..).zip(structs).skip(self.units.first_struct) {
            self.units.structs.entry(def.name).or_default().push(StructId(number));
        }
        self.units.first_struct = structs.len();
        self.units.starts.push(structs.len());
        self.units.first_spec = self.program.spec_constants.len();
        self.units.several = true;
    }

    fn keep_extensions(&mut self, extensions: Vec<&'static str>) {
        for name in extensions {
            if !self.units.extensions.contains(&name) {
                self.units.extensions.push(name);
            }
        }
    }

    /// Returns the extensions of all units.
    pub(super) fn all_extensions(&mut self) -> Vec<&'static str> {
        let last = std::mem::take(&mut self.features.ever_enabled);
        self.keep_extensions(last);
        std::mem::take(&mut self.units.extensions)
    }

    /// Finds the struct of an earlier unit with the same name, members and layout.
    pub(super) fn struct_of_other_unit(&self, def: &Struct) -> Option<StructId> {
        let same =
            |id: &&StructId| self.program.types.get_struct(**id).is_some_and(|other| is_same(def, other));
        self.units.structs.get(&def.name)?.iter().take(MAX_CANDIDATES).find(same).copied()
    }

    /// Finds the specialization constant of an earlier unit with the same id, type and default.
    pub(super) fn spec_constant_of_other_unit(&self, spec: &SpecConstant) -> Option<Handle<SpecConstant>> {
        let constants = self.program.spec_constants.iter().take(self.units.first_spec);
        let same = |other: &SpecConstant| {
            (other.id, other.scalar, other.default) == (spec.id, spec.scalar, spec.default)
        };
        constants.filter(|(_, other)| same(other)).map(|(handle, _)| handle).next()
    }

    /// Links the units: merges declarations and rewrites all references to the merged ones.
    pub(super) fn link(&mut self) {
        if !self.units.several {
            return;
        }
        self.unify_recursive_types();
        let functions = self.link_functions();
        let globals = self.link_globals();
        if functions.is_empty() && globals.is_empty() {
            return;
        }
        let rewrite = |exprs: &mut Arena<Expr>| {
            for (_, expr) in exprs.iter_mut() {
                match &mut expr.kind {
                    ExprKind::Call(callee, _) | ExprKind::Callback(callee) => {
                        *callee = *functions.get(callee).unwrap_or(callee);
                    }
                    ExprKind::Global(global) => *global = *globals.get(global).unwrap_or(global),
                    _ => {}
                }
            }
        };
        for (_, function) in self.program.functions.iter_mut() {
            rewrite(&mut function.exprs);
        }
        rewrite(&mut self.body.exprs);
        for (global, ..) in &mut self.program.decorations {
            *global = *globals.get(global).unwrap_or(global);
        }
    }

    /// Merges the declarations of each function into its definition. Returns the replacement of each merged handle.
    fn link_functions(&mut self) -> FxHashMap<Handle<Function>, Handle<Function>> {
        let key = |this: &Self, index: usize| {
            let entry = this.functions.get(index);
            entry.map(|entry| (entry.name, entry.params.iter().map(|param| param.ty).collect::<Vec<_>>()))
        };
        let mut chosen = FxHashMap::default();
        for index in 0..self.functions.len() {
            let Some(key) = key(self, index) else { continue };
            match chosen.get(&key).copied() {
                None => {
                    chosen.insert(key, index);
                }
                Some(first) => {
                    self.check_same_function(first, index);
                    let defined =
                        |index: usize| self.functions.get(index).is_some_and(|f| f.defined.is_some());
                    if !defined(first) && defined(index) {
                        chosen.insert(key, index);
                    }
                }
            }
        }
        let targets: Vec<usize> = (0..self.functions.len())
            .map(|index| key(self, index).and_then(|key| chosen.get(&key).copied()).unwrap_or(index))
            .collect();
        for (_, callee, _) in &mut self.calls {
            *callee = targets.get(*callee).copied().unwrap_or(*callee);
        }
        let mut replaced = FxHashMap::default();
        for (index, target) in targets.into_iter().enumerate().filter(|(index, target)| index != target) {
            let handle = self.functions.get(index).and_then(|entry| entry.handle);
            if let (Some(from), Some(to)) = (handle, self.function_handle(target)) {
                replaced.insert(from, to);
            }
        }
        replaced
    }

    /// Checks that two declarations of a function in different units agree, and that at most one of them has a body.
    fn check_same_function(&mut self, first: usize, second: usize) {
        let (Some(a), Some(b)) = (self.functions.get(first), self.functions.get(second)) else { return };
        let name = self.text(b.name);
        let (span, previous) = (b.defined.unwrap_or(b.span), a.defined.unwrap_or(a.span));
        let directions = a.params.iter().zip(&b.params).all(|(a, b)| a.direction == b.direction);
        let error = if a.defined.is_some() && b.defined.is_some() {
            Diagnostic::new(Code::N0202, span, format!("`{name}` is defined in two compilation units"))
                .secondary(previous, "the other definition")
        } else if a.result != b.result {
            let message = format!("`{name}` has different result types in two compilation units");
            Diagnostic::new(Code::N1308, span, message)
                .label(format!("returns {}", self.show(b.result)))
                .secondary(previous, format!("returns {}", self.show(a.result)))
        } else if !directions {
            let message = format!("`{name}` has different parameter qualifiers in two compilation units");
            Diagnostic::new(Code::N1308, span, message).secondary(previous, "the other declaration")
        } else {
            return;
        };
        self.report(error);
    }

    /// Merges globals into their first declarations. Returns the replacement of each merged handle.
    fn link_globals(&mut self) -> FxHashMap<Handle<Global>, Handle<Global>> {
        let assigned = self.assigned_before_main();
        let mut chosen: FxHashMap<LinkName, Handle<Global>> = FxHashMap::default();
        let mut replaced = FxHashMap::default();
        let handles: Vec<Handle<Global>> = self.program.globals.iter().map(|(handle, _)| handle).collect();
        for handle in handles {
            let Some(name) = self.link_name(handle) else { continue };
            match chosen.get(&name).copied() {
                None => {
                    chosen.insert(name, handle);
                }
                Some(first) => {
                    let initialized = |global: &Handle<Global>| {
                        let kind = self.program.globals[*global].kind;
                        assigned.contains(global) || matches!(kind, GlobalKind::Private(Some(_)))
                    };
                    let both = initialized(&first) && initialized(&handle);
                    let twice = both && (assigned.contains(&first) || assigned.contains(&handle));
                    self.merge(first, handle, twice);
                    self.merge_indices(first, handle);
                    replaced.insert(handle, first);
                    // Nothing refers to the merged global from here on. As a private variable it occupies no binding.
                    let ty = self.program.globals[first].ty;
                    let unused = &mut self.program.globals[handle];
                    (unused.kind, unused.ty) = (GlobalKind::Private(None), ty);
                }
            }
        }
        self.check_locations(&replaced);
        replaced
    }

    /// Returns the globals that the initializers at file scope assign.
    fn assigned_before_main(&self) -> FxHashSet<Handle<Global>> {
        let targets = self.prologue.iter().filter_map(|stmt| match self.body.stmts[*stmt].kind {
            StmtKind::Expr(expr) => match self.body.exprs[expr].kind {
                ExprKind::Assign { target, .. } => Some(target),
                _ => None,
            },
            _ => None,
        });
        let globals = targets.filter_map(|target| match self.body.exprs[target].kind {
            ExprKind::Global(global) => Some(global),
            _ => None,
        });
        globals.collect()
    }

    /// Returns the key by which a global links: for a block, it contains the block name. `None` for globals that do not
    /// link, such as constants.
    fn link_name(&self, handle: Handle<Global>) -> Option<LinkName> {
        let global = &self.program.globals[handle];
        let space = match global.kind {
            GlobalKind::Private(_) if global.memory.readonly => return None,
            // Ray queries may be declared in functions, and units never share them.
            GlobalKind::RayQuery => return None,
            // Blocks in descriptor heaps may alias, so each unit keeps its own.
            GlobalKind::HeapData(_) => return None,
            _ if matches!(
                global.kind.place().and_then(|place| place.heap),
                Some(HeapLocation::Member(_))
            ) =>
            {
                return None;
            }
            GlobalKind::Uniform(_) => 1,
            GlobalKind::Storage(_) => 2,
            GlobalKind::PushConstant => 3,
            GlobalKind::SharedBlock => 4,
            _ => return Some((0, global.name)),
        };
        let mut ty = global.ty;
        while let TypeKind::Array(element, _) = self.program.types.kind(ty) {
            ty = *element;
        }
        let TypeKind::Struct(id) = self.program.types.kind(ty) else { return None };
        self.program.types.get_struct(*id).map(|def| (space, def.name))
    }

    /// Merges the declaration of a global in another unit into the first one.
    fn merge(&mut self, first: Handle<Global>, second: Handle<Global>, initialized_twice: bool) {
        let (a, b) = (self.program.globals[first].clone(), self.program.globals[second].clone());
        let name = self.text(b.name);
        let differ = |code, what: &str| {
            let message = format!("`{name}` has different {what} in two compilation units");
            Diagnostic::new(code, b.span, message).secondary(a.span, "the other declaration")
        };
        let Some(ty) = self.merged_type(a.ty, b.ty) else {
            let (mine, other) = (self.show(b.ty), self.show(a.ty));
            let mut error = differ(Code::N0304, "types");
            if mine != other {
                error = error.label(format!("of type {mine}"));
                error.secondary.clear();
                error = error.secondary(a.span, format!("of type {other}"));
            }
            return self.report(error);
        };
        if initialized_twice {
            return self.report(differ(Code::N0202, "initializers"));
        }
        match merged_kind(a.kind, b.kind) {
            Err((code, what)) => self.report(differ(code, what)),
            Ok(kind) => {
                let global = &mut self.program.globals[first];
                (global.ty, global.kind) = (ty, kind);
                global.memory = merged_memory(a.memory, b.memory);
                global.precise |= b.precise;
            }
        }
    }

    /// Merges the indices used with an implicitly sized array: the indices in all units determine its size.
    fn merge_indices(&mut self, first: Handle<Global>, second: Handle<Global>) {
        let (to, from) = (ImplicitArray::Global(first), ImplicitArray::Global(second));
        self.implicit.merge(to, from);
        let global = &self.program.globals[first];
        if let TypeKind::Array(_, length) = *self.program.types.kind(global.ty) {
            let span = global.span;
            self.check_indices_fit(to, length, span);
        }
    }

    /// Returns the type of a global with two declarations: an unsized array takes the size of the other declaration.
    /// `None` if the types differ otherwise.
    fn merged_type(&self, a: Type, b: Type) -> Option<Type> {
        if a == b {
            return Some(a);
        }
        match (self.program.types.kind(a), self.program.types.kind(b)) {
            (TypeKind::Array(x, Length::Unsized), TypeKind::Array(y, _)) if x == y => Some(b),
            (TypeKind::Array(x, _), TypeKind::Array(y, Length::Unsized)) if x == y => Some(a),
            _ => None,
        }
    }

    /// Reports uniforms of different units whose locations overlap.
    fn check_locations(&mut self, replaced: &FxHashMap<Handle<Global>, Handle<Global>>) {
        let globals = self.program.globals.iter().filter(|(handle, _)| !replaced.contains_key(handle));
        let located = globals.filter_map(|(_, global)| match global.kind {
            GlobalKind::Loose { location: Some(location), .. } => Some((location, global.ty, global.span)),
            _ => None,
        });
        let located: Vec<(u32, Type, Span)> = located.collect();
        // The units' own declarations do not overlap, but every unit reserves locations from the start.
        self.reservations = Reservations::default();
        for (location, ty, span) in located {
            let count = self.locations(ty);
            self.reserve(Space::Locations, u64::from(location), count, span);
        }
    }
}

/// Returns the kind of a global with two declarations, or the error code and the property in which they differ.
fn merged_kind(a: GlobalKind, b: GlobalKind) -> Result<GlobalKind, (Code, &'static str)> {
    use GlobalKind as K;
    const BINDINGS: (Code, &str) = (Code::N1402, "bindings");
    let point = |mut a: crate::tree::global::BindingPoint, b: crate::tree::global::BindingPoint| {
        a.set = either(a.set, b.set).ok_or(BINDINGS)?;
        a.binding = either(a.binding, b.binding).ok_or(BINDINGS)?;
        Ok(a)
    };
    Ok(match (a, b) {
        (K::Private(a), K::Private(b)) => K::Private(either(a, b).ok_or((Code::N0202, "initializers"))?),
        (K::Shared { zeroed: a }, K::Shared { zeroed: b }) => K::Shared { zeroed: a || b },
        (K::SharedBlock, K::SharedBlock) | (K::PushConstant, K::PushConstant) => a,
        (K::Uniform(a), K::Uniform(b)) => K::Uniform(point(a, b)?),
        (K::Storage(a), K::Storage(b)) => K::Storage(point(a, b)?),
        (K::Texture(a), K::Texture(b)) => K::Texture(point(a, b)?),
        (K::Image(a, f), K::Image(b, g)) => {
            K::Image(point(a, b)?, either(f, g).ok_or((Code::N1402, "image formats"))?)
        }
        (K::Counter { .. }, K::Counter { .. }) if a == b => a,
        (K::Counter { .. }, K::Counter { .. }) => return Err((Code::N1402, "bindings or offsets")),
        (K::Loose { location: a, initial: x }, K::Loose { location: b, initial: y }) => K::Loose {
            location: either(a, b).ok_or((Code::N1402, "locations"))?,
            initial: either(x, y).ok_or((Code::N0202, "initializers"))?,
        },
        _ => return Err((Code::N1401, "storage qualifiers")),
    })
}

/// Merges a property that each declaration may have. The outer `None` means that the two differ.
fn either<T: PartialEq>(a: Option<T>, b: Option<T>) -> Option<Option<T>> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        (a, b) => Some(a.or(b)),
    }
}

/// Returns the memory qualifiers that are valid for accesses through either declaration.
fn merged_memory(a: Memory, b: Memory) -> Memory {
    Memory {
        coherent: a.coherent || b.coherent,
        volatile: a.volatile || b.volatile,
        restrict: a.restrict && b.restrict,
        readonly: a.readonly && b.readonly,
        writeonly: a.writeonly && b.writeonly,
        nonprivate: a.nonprivate || b.nonprivate,
    }
}

/// Returns whether two structs with the same name are equal except for their source locations.
fn is_same(a: &Struct, b: &Struct) -> bool {
    is_same_but_for(a, b, |a, b| a == b)
}

/// Returns whether two structs with the same name are equal except for their source locations; `same_type` compares
/// the member types.
fn is_same_but_for(a: &Struct, b: &Struct, same_type: impl Fn(Type, Type) -> bool) -> bool {
    let same = |a: &Member, b: &Member| {
        (a.name, a.offset, a.row_major, a.memory) == (b.name, b.offset, b.row_major, b.memory)
            && same_type(a.ty, b.ty)
    };
    (a.layout, a.align, a.members.len()) == (b.layout, b.align, b.members.len())
        && a.members.iter().zip(&b.members).all(|(a, b)| same(a, b))
}
