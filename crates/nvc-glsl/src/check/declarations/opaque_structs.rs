//! Opaque-struct splitting: scalar replacement of variables whose struct type has textures or images among
//! its members (GLSL §4.1.7).
//!
//! Opaque types cannot be stored in memory, so the tree has one variable for each part of such a variable: one for all
//! non-opaque members, whose type is the struct without its opaque members, and one for each texture and image, which
//! is an array if it is inside an array. The parts of a uniform are uniforms, each with its own binding; the parts of a
//! parameter are parameters. `a[i].maps[k]` is element `[i][k]` of the part `a[0].maps`. A part has the name that OpenGL
//! gives to its first element.
//!
//! An expression of such a type is a path: a variable, then members and indices. A path to a part becomes an lvalue in
//! that part ([`Checker::resolve_split`]). A path used as an argument becomes one argument for each part below it
//! ([`Checker::split_arguments`]). There are no other uses, so no path remains in the finished tree.

use crate::ast::Ident;
use crate::check::scope::{SplitId, Symbol};
use crate::check::types::opaque_members::{SplitPart, ValueStructs};
use crate::check::{Checker, ExprId};
use crate::name::Name;
use crate::tree::global::BindingPoint;
use crate::tree::{ExprKind, Global, GlobalKind, Local, LocalId};
use crate::types::{Memory, Type, TypeKind};
use naga::Handle;
use nvc_diag::Span;
use std::rc::Rc;

/// A split variable.
#[derive(Clone, Debug)]
struct SplitVariable {
    name: Name,
    ty: Type,
    /// Whether every struct member is a separate part, as in a block in a descriptor heap.
    by_member: bool,
    /// Each part, with the expression that names its variable.
    parts: Rc<[(SplitPart, ExprKind)]>,
}

impl SplitVariable {
    /// Finds the part at these member indices, by which the parts are sorted.
    fn part(&self, members: &[u32]) -> Option<&(SplitPart, ExprKind)> {
        let found = self.parts.binary_search_by(|(part, _)| part.members.as_slice().cmp(members));
        self.parts.get(found.ok()?)
    }
}

/// The split variables and types.
#[derive(Debug, Default)]
pub(in crate::check) struct Splits {
    variables: Vec<SplitVariable>,
    pub(in crate::check) values: ValueStructs,
}

/// A member access or an index in a path.
#[derive(Clone, Copy, Debug)]
struct Step {
    kind: StepKind,
    /// The type after this step, before splitting.
    ty: Type,
    span: Span,
}

#[derive(Clone, Copy, Debug)]
enum StepKind {
    Member(u32),
    Index(ExprId),
}

impl Checker<'_> {
    /// Declares a split uniform. Each texture and image takes the next free binding.
    pub(in crate::check) fn split_uniform(&mut self, name: Ident, location: Option<u32>, ty: Type) {
        let mut parts = Vec::new();
        for part in self.split_type(ty, name.span).iter() {
            let mut innermost = part.ty;
            while let TypeKind::Array(element, _) = *self.program.types.kind(innermost) {
                innermost = element;
            }
            let kind = match self.program.types.kind(innermost) {
                TypeKind::Image(_) => GlobalKind::Image(BindingPoint::default(), None),
                TypeKind::Texture(_) | TypeKind::Sampler(_) => GlobalKind::Texture(BindingPoint::default()),
                _ => GlobalKind::Loose { location, initial: None },
            };
            let global = Global {
                name: self.part_name(name.name, part),
                kind,
                ty: part.ty,
                memory: Memory::default(),
                precise: false,
                span: name.span,
            };
            let handle = self.program.globals.append(global, naga::Span::UNDEFINED);
            parts.push((part.clone(), ExprKind::Global(handle)));
        }
        self.declare_split(name, ty, parts, false);
    }

    /// Adds a local variable for each part of a parameter, and declares the parameter's name.
    pub(super) fn split_parameter(
        &mut self,
        parts: &[SplitPart],
        variable: Local,
        read_only: Option<&'static str>,
        declared: Option<Ident>,
    ) {
        let mut locals = Vec::new();
        for part in parts {
            let id = LocalId(u32::try_from(self.body.locals.len()).unwrap_or(u32::MAX));
            let name = self.part_name(variable.name, part);
            self.body.locals.push(Local { name, ty: part.ty, ..variable });
            self.body.read_only.push(read_only);
            locals.push((part.clone(), ExprKind::Local(id)));
        }
        if let Some(name) = declared {
            self.declare_split(name, variable.ty, locals, false);
        }
    }

    /// Returns the name of the variable for a part, such as `a[0].maps`.
    pub(in crate::check) fn part_name(&mut self, variable: Name, part: &SplitPart) -> Name {
        if part.suffix.is_empty() {
            return variable;
        }
        let name = format!("{}{}", self.names.text(variable), part.suffix);
        self.names.intern(&name)
    }

    /// Declares the name of a split variable. `parts` must be sorted by member indices.
    pub(in crate::check) fn declare_split(
        &mut self,
        name: Ident,
        ty: Type,
        parts: Vec<(SplitPart, ExprKind)>,
        by_member: bool,
    ) {
        let id = SplitId(self.splits.variables.len());
        self.splits.variables.push(SplitVariable { name: name.name, ty, by_member, parts: parts.into() });
        self.declare(name.name, Symbol::Split(id), name.span);
    }

    /// Adds an expression that names a split variable: the start of a path.
    pub(in crate::check) fn split_variable(&mut self, id: SplitId, span: Span) -> ExprId {
        let Some(SplitVariable { ty, parts, .. }) = self.splits.variables.get(id.0) else {
            return self.poison(span);
        };
        // A placeholder: no finished expression contains it.
        let Some((kind, ty)) = parts.first().map(|(_, kind)| (kind.clone(), *ty)) else {
            return self.poison(span);
        };
        let e = self.push(kind, ty, span);
        self.body.split_exprs.insert(e, id);
        e
    }

    /// Returns the name of the split variable that an expression names.
    pub(in crate::check) fn split_variable_name(&self, e: ExprId) -> Option<Name> {
        let id = self.body.split_exprs.get(&e)?;
        self.splits.variables.get(id.0).map(|split| split.name)
    }

    /// Returns whether an unresolved path leads into a block in a descriptor heap.
    pub(in crate::check) fn is_in_heap_block(&self, e: ExprId) -> bool {
        !self.body.split_exprs.is_empty() && self.path(e).is_some_and(|(split, _)| split.by_member)
    }

    /// Resolves a path to an lvalue in its part. Other expressions, and paths to more than one part, are
    /// returned unchanged.
    pub(in crate::check) fn resolve_split(&mut self, e: ExprId) -> ExprId {
        if self.body.split_exprs.is_empty() || self.needs_split(self.ty(e)) {
            return e;
        }
        let Some((split, steps)) = self.path(e) else { return e };
        let opaque = self.contains_opaque(self.ty(e));
        let members = if opaque || split.by_member { members(&steps) } else { Vec::new() };
        let span = self.span(e);
        match split.part(&members) {
            Some(part) => self.part_lvalue(part, split.ty, &steps, span),
            None => self.poison(span),
        }
    }

    /// Returns the split variable and the steps of a path; `None` if the expression is not a path.
    fn path(&self, mut e: ExprId) -> Option<(SplitVariable, Vec<Step>)> {
        let mut steps = Vec::new();
        loop {
            let expr = &self.body.exprs[e];
            let (kind, base) = match expr.kind {
                ExprKind::Member(base, number) => (StepKind::Member(number), base),
                ExprKind::Index(base, index) => (StepKind::Index(index), base),
                ExprKind::NonUniform(base) => {
                    e = base;
                    continue;
                }
                _ => break,
            };
            steps.push(Step { kind, ty: expr.ty, span: expr.span });
            e = base;
        }
        steps.reverse();
        let split = self.splits.variables.get(self.body.split_exprs.get(&e)?.0)?;
        Some((split.clone(), steps))
    }

    /// Builds the lvalue in a part at the end of a path. In the part of a texture or image, only the indices apply.
    fn part_lvalue(
        &mut self,
        part: &(SplitPart, ExprKind),
        original: Type,
        steps: &[Step],
        span: Span,
    ) -> ExprId {
        let (part, variable) = part;
        let mut e = self.push(variable.clone(), part.ty, span);
        let mut ty = original;
        for step in steps {
            match step.kind {
                StepKind::Index(index) => {
                    let TypeKind::Array(element, _) = *self.kind(e) else { return self.poison(span) };
                    e = self.push(ExprKind::Index(e, index), element, step.span);
                }
                StepKind::Member(number) if part.members.is_empty() => {
                    let TypeKind::Struct(id) = *self.program.types.kind(ty) else {
                        return self.poison(span);
                    };
                    let numbers = self.value_struct(id).members;
                    let number = numbers.get(number as usize).copied().flatten();
                    let member = number.and_then(|n| Some((n, self.part_type(self.ty(e), n.into())?)));
                    let Some((number, member)) = member else { return self.poison(span) };
                    e = self.push(ExprKind::Member(e, number), member, step.span);
                }
                StepKind::Member(_) => {}
            }
            ty = step.ty;
        }
        e
    }

    /// Returns the arguments of a call of a user-defined function, with split arguments replaced by their parts. Reports an
    /// argument that has no such parts, and returns `None`.
    pub(in crate::check) fn split_arguments(
        &mut self,
        function: usize,
        args: Vec<ExprId>,
    ) -> Option<Vec<ExprId>> {
        let mut all = Vec::with_capacity(args.len());
        let mut wrong = false;
        for (number, arg) in args.into_iter().enumerate() {
            let entry = self.functions.get(function);
            let parts =
                entry.and_then(|entry| entry.params.get(number)).and_then(|param| param.parts.clone());
            match parts {
                None => all.push(arg),
                Some(parts) => match self.split_argument(arg, &parts) {
                    Some(args) => all.extend(args),
                    None => {
                        self.require_value(arg);
                        wrong = true;
                    }
                },
            }
        }
        (!wrong).then_some(all)
    }

    fn split_argument(&mut self, arg: ExprId, parts: &[SplitPart]) -> Option<Vec<ExprId>> {
        let (split, mut steps) = self.path(arg)?;
        let prefix = members(&steps);
        let span = self.span(arg);
        let reused = if parts.len() > 1 { self.evaluate_indices_once(&mut steps) } else { Vec::new() };
        let mut args = Vec::with_capacity(parts.len());
        for part in parts {
            let wanted: Vec<u32> = match part.members[..] {
                [] => Vec::new(),
                _ => prefix.iter().chain(&part.members).copied().collect(),
            };
            let part = split.part(&wanted)?;
            args.push(self.part_lvalue(part, split.ty, &steps, span));
            for &(step, later) in &reused {
                if let Some(step) = steps.get_mut(step) {
                    step.kind = StepKind::Index(later);
                }
            }
        }
        Some(args)
    }

    /// Makes the first use of each non-constant index in a path store the value in a local variable, unless all
    /// indices are cheap to evaluate again. Returns the positions of these indices in `steps`, and the expressions
    /// for later uses.
    fn evaluate_indices_once(&mut self, steps: &mut [Step]) -> Vec<(usize, ExprId)> {
        let simple = |this: &Self, index: ExprId| {
            use ExprKind as K;
            matches!(this.body.exprs[index].kind, K::Const(_) | K::Local(_) | K::BuiltinVariable(_))
        };
        if steps.iter().all(|step| match step.kind {
            StepKind::Index(index) => simple(self, index),
            StepKind::Member(_) => true,
        }) {
            return Vec::new();
        }
        let mut reused = Vec::new();
        for (number, step) in steps.iter_mut().enumerate() {
            let StepKind::Index(value) = step.kind else { continue };
            if self.const_of(value).is_some() {
                continue;
            }
            let (ty, span) = (self.ty(value), self.span(value));
            let local = LocalId(u32::try_from(self.body.locals.len()).unwrap_or(u32::MAX));
            let name = self.names.intern("index");
            self.body.locals.push(Local { name, ty, precise: false, indexed: false, span });
            self.body.read_only.push(None);
            let target = self.push(ExprKind::Local(local), ty, span);
            step.kind = StepKind::Index(self.push(ExprKind::Assign { op: None, target, value }, ty, span));
            reused.push((number, self.push(ExprKind::Local(local), ty, span)));
        }
        reused
    }

    /// Returns whether an lvalue is in a part of a split uniform.
    pub(in crate::check) fn is_split_uniform(&self, mut lvalue: ExprId) -> bool {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Index(base, _) | ExprKind::NonUniform(base) => base,
                ExprKind::Global(global) => {
                    return self.split_globals().iter().flatten().any(|&part| part == global);
                }
                _ => return false,
            };
        }
    }

    /// Returns the globals of each split variable; none for a split parameter.
    pub(super) fn split_globals(&self) -> Vec<Vec<Handle<Global>>> {
        let global = |(_, kind): &(SplitPart, ExprKind)| match *kind {
            ExprKind::Global(global) => Some(global),
            _ => None,
        };
        self.splits.variables.iter().map(|split| split.parts.iter().filter_map(global).collect()).collect()
    }
}

/// Returns the member indices of a path.
fn members(steps: &[Step]) -> Vec<u32> {
    let member = |step: &Step| match step.kind {
        StepKind::Member(number) => Some(number),
        StepKind::Index(_) => None,
    };
    steps.iter().filter_map(member).collect()
}
