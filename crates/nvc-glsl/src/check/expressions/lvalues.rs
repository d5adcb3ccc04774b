//! Checks lvalues: whether they can be read and written, and which memory qualifiers apply.

use crate::check::{Checker, ExprId};
use crate::tree::{ExprKind, GlobalKind, LocalId};
use crate::types::{Length, Memory, TypeKind};
use nvc_diag::{Code, Diagnostic};

/// Why an expression cannot be written.
enum ReadOnly {
    /// It is not an lvalue.
    Value,
    /// The reason, for a diagnostic.
    Because(String),
}

impl Checker<'_> {
    /// Checks that an expression may be read.
    pub(in crate::check) fn read(&mut self, e: ExprId) -> ExprId {
        if self.is_error(e) {
            return e;
        }
        if self.memory(e).writeonly && !self.contains_opaque(self.ty(e)) {
            let span = self.span(e);
            let diagnostic =
                Diagnostic::new(Code::N1307, span, format!("{} is `writeonly`", self.describe(e)));
            return self.error_expr(diagnostic, span);
        }
        self.sized(e)
    }

    /// Checks the target of an operation that reads and writes it. The target may be `writeonly`, as in other compilers; its
    /// block is then emitted without `writeonly`.
    pub(super) fn read_to_modify(&mut self, e: ExprId) -> ExprId {
        if !self.is_error(e) && self.memory(e).writeonly {
            self.mark_read(e);
        }
        self.sized(e)
    }

    /// Marks the `writeonly` blocks that contain an lvalue as read.
    pub(super) fn mark_read(&mut self, mut lvalue: ExprId) {
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    self.program.modified.insert(global);
                    return;
                }
                ExprKind::Member(base, _) => {
                    if let TypeKind::Struct(id) = *self.kind(base) {
                        self.program.modified_blocks.insert(id);
                    }
                    base
                }
                ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return,
            };
        }
    }

    /// Checks that an array that is read has a size.
    fn sized(&mut self, e: ExprId) -> ExprId {
        let span = self.span(e);
        if let TypeKind::Array(_, Length::Unsized) = self.kind(e) {
            let message = "an unsized array cannot be used as a value";
            return self.error_expr(Diagnostic::new(Code::N0304, span, message), span);
        }
        e
    }

    /// Returns the memory qualifiers of an lvalue, including those of the variables and members that contain it.
    pub(in crate::check) fn memory(&self, mut lvalue: ExprId) -> Memory {
        let mut memory = Memory::default();
        loop {
            lvalue = match self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    let global = &self.program.globals[global];
                    // The qualifiers of a private buffer reference apply to accesses through the reference.
                    let own = !matches!(global.kind, GlobalKind::Private(_));
                    return if own { memory | global.memory } else { memory };
                }
                ExprKind::Local(LocalId(number)) => {
                    let own = self.body.memory.get(number as usize).copied().unwrap_or_default();
                    return if self.contains_opaque(self.ty(lvalue)) { memory | own } else { memory };
                }
                ExprKind::Member(base, index) => {
                    memory = memory | self.member_memory(base, index);
                    base
                }
                ExprKind::Deref(_, own) => return memory | own,
                ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } => base,
                _ => return memory,
            };
        }
    }

    /// Returns the memory qualifiers of a member.
    fn member_memory(&self, base: ExprId, index: u32) -> Memory {
        let TypeKind::Struct(id) = self.program.types.kind(self.ty(base)) else { return Memory::default() };
        let member = self.program.types.get_struct(*id).and_then(|def| def.members.get(index as usize));
        member.map_or_else(Memory::default, |member| member.memory)
    }

    /// Returns those qualifiers of a variable or member with a buffer reference that apply to accesses through the
    /// reference.
    pub(super) fn reference_memory(&self, mut reference: ExprId) -> Memory {
        loop {
            reference = match self.body.exprs[reference].kind {
                ExprKind::Global(global) => {
                    let global = &self.program.globals[global];
                    let private = matches!(global.kind, GlobalKind::Private(_));
                    return if private { global.memory } else { Memory::default() };
                }
                ExprKind::Local(LocalId(number)) => {
                    return self.body.memory.get(number as usize).copied().unwrap_or_default();
                }
                // `readonly` and `writeonly` apply to the member itself, not to the memory that it refers to.
                ExprKind::Member(base, index) => {
                    let memory = self.member_memory(base, index);
                    return Memory { readonly: false, writeonly: false, ..memory };
                }
                ExprKind::Index(base, _) => base,
                _ => return Memory::default(),
            };
        }
    }

    /// Checks that an lvalue can be written, and reports an error if it cannot. `what` names the lvalue in messages.
    pub(super) fn check_writable(&mut self, lvalue: ExprId, what: &str) -> bool {
        if self.is_error(lvalue) {
            return false;
        }
        let span = self.span(lvalue);
        let ty = self.ty(lvalue);
        if self.contains_bound_opaque(ty) {
            let message = format!("{what} has type {}, which cannot be written", self.show(ty));
            self.error(Code::N0309, span, message);
            return false;
        }
        if self.memory(lvalue).readonly {
            let message = format!("{what} is `readonly`: {}", self.describe(lvalue));
            self.error(Code::N0309, span, message);
            return false;
        }
        match self.why_read_only(lvalue) {
            None => true,
            Some(ReadOnly::Value) => {
                let message = format!("{what} is not an lvalue");
                self.report(Diagnostic::new(Code::N0309, span, message).label("cannot be assigned to"));
                false
            }
            Some(ReadOnly::Because(why)) => {
                self.error(Code::N0309, span, format!("{what} cannot be written: {why}"));
                false
            }
        }
    }

    fn why_read_only(&self, mut lvalue: ExprId) -> Option<ReadOnly> {
        loop {
            lvalue = match &self.body.exprs[lvalue].kind {
                ExprKind::Local(LocalId(number)) => {
                    let why = self.body.read_only.get(*number as usize).copied().flatten()?;
                    return Some(ReadOnly::Because(format!("{} is {why}", self.describe(lvalue))));
                }
                ExprKind::Global(global) => {
                    let why = match self.program.globals[*global].kind {
                        GlobalKind::Private(_)
                        | GlobalKind::Shared { .. }
                        | GlobalKind::SharedBlock
                        | GlobalKind::Storage(_) => return None,
                        GlobalKind::Uniform(_) | GlobalKind::Loose { .. } => "a uniform",
                        GlobalKind::PushConstant => "a push constant",
                        GlobalKind::HeapData(_) => "in a descriptor heap",
                        GlobalKind::Texture(_) | GlobalKind::Image(..) | GlobalKind::RayQuery => "opaque",
                        GlobalKind::Counter { .. } => "an atomic counter",
                    };
                    return Some(ReadOnly::Because(format!("{} is {why}", self.describe(lvalue))));
                }
                ExprKind::Swizzle { base, components, count } => {
                    let used = components.get(..usize::from(*count)).unwrap_or(&[]);
                    if (1..used.len()).any(|i| {
                        used.get(..i).is_some_and(|before| used.get(i).is_some_and(|c| before.contains(c)))
                    }) {
                        return Some(ReadOnly::Because("a component is repeated".to_string()));
                    }
                    *base
                }
                ExprKind::Member(base, _) | ExprKind::Index(base, _) => *base,
                ExprKind::Deref(base, _) => {
                    let pointer = matches!(self.program.types.kind(self.ty(*base)), TypeKind::Pointer(_));
                    let may = !pointer || self.features.has("GL_NV_shader_buffer_store");
                    return (!may).then(|| {
                        ReadOnly::Because(
                            "memory accessed through a pointer is read-only without GL_NV_shader_buffer_store".into(),
                        )
                    });
                }
                ExprKind::BuiltinVariable(_) => {
                    return Some(ReadOnly::Because("it is an input of the shader".to_string()));
                }
                ExprKind::Const(_) => return Some(ReadOnly::Because("it is a constant".to_string())),
                _ => return Some(ReadOnly::Value),
            };
        }
    }

    /// Returns the name of the variable or member of an lvalue, for diagnostics; "the value" for other expressions.
    pub(in crate::check) fn describe(&self, mut lvalue: ExprId) -> String {
        loop {
            if let Some(name) = self.split_variable_name(lvalue) {
                return format!("`{}`", self.names.text(name));
            }
            lvalue = match &self.body.exprs[lvalue].kind {
                ExprKind::Global(global) => {
                    return format!("`{}`", self.names.text(self.program.globals[*global].name));
                }
                ExprKind::Local(LocalId(number)) => {
                    let local = self.body.locals.get(*number as usize);
                    return local
                        .map_or_else(String::new, |local| format!("`{}`", self.names.text(local.name)));
                }
                ExprKind::Member(base, index) => {
                    if let TypeKind::Struct(id) = self.program.types.kind(self.ty(*base))
                        && let Some(member) = self
                            .program
                            .types
                            .get_struct(*id)
                            .and_then(|def| def.members.get(*index as usize))
                    {
                        return format!("`{}`", self.names.text(member.name));
                    }
                    *base
                }
                ExprKind::Index(base, _) | ExprKind::Swizzle { base, .. } | ExprKind::Deref(base, _) => *base,
                _ => return "the value".to_string(),
            };
        }
    }
}
