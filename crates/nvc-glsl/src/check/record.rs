//! Builds the index of names for editors ([`crate::analysis`]) while the checker resolves them.
//!
//! A definition is identified by the location of its name, which the symbol table keeps for diagnostics. An ordinary
//! compilation records nothing.

use super::Checker;
use super::scope::Symbol;
use crate::name::Name;
use crate::tree::{Direction, GlobalKind};
use crate::types::{StructId, Type};
use nvc_diag::Span;
use nvc_diag::index::{Definition, DefinitionId, Index, NameKind};
use rustc_hash::FxHashMap;

/// The index under construction.
#[derive(Debug, Default)]
pub(super) struct Recorder {
    pub(super) index: Index,
    by_span: FxHashMap<Span, DefinitionId>,
    /// The declaration at file scope that is being checked.
    item: Span,
}

impl Checker<'_> {
    /// Sets the declaration at file scope that is checked next.
    pub(super) fn record_item(&mut self, span: Span) {
        if let Some(recorder) = &mut self.recorder {
            recorder.item = span;
        }
    }

    /// Records the declaration of a name. Functions have overloads and are recorded by [`Self::record_function`].
    pub(super) fn record_declaration(&mut self, name: Name, symbol: Symbol, span: Span) {
        if self.recorder.is_none() || matches!(symbol, Symbol::Functions) {
            return;
        }
        let member = match symbol {
            Symbol::Member(global, index) => {
                let block = self.program.globals[global].ty;
                self.part_type(block, u64::from(index))
            }
            _ => None,
        };
        let (kind, detail) = self.described(name, symbol, member.unwrap_or(self.common.error));
        self.record(name, kind, span, detail, !self.scopes.is_global());
    }

    fn record(&mut self, name: Name, kind: NameKind, span: Span, detail: String, local: bool) {
        let name = self.text(name);
        let Some(recorder) = &mut self.recorder else { return };
        let contains = recorder.item.file == span.file
            && recorder.item.start <= span.start
            && span.end <= recorder.item.end;
        let extent = if local || !contains { span } else { recorder.item };
        // The scope of a local name is approximated: from its declaration to the end of the function.
        let scope = local.then(|| if contains { span.to(recorder.item) } else { span });
        let scope = scope.map(|scope| Span { start: span.start, ..scope });
        let id = recorder.index.define(Definition { name, kind, span, extent, detail, scope });
        recorder.by_span.insert(span, id);
    }

    /// Returns the kind of a name and the text of its declaration; `member` is the type of a block member.
    fn described(&self, name: Name, symbol: Symbol, member: Type) -> (NameKind, String) {
        let name = self.names.text(name);
        let typed = |ty| format!("{} {name}", self.show_plain(ty));
        match symbol {
            Symbol::Global(global) => {
                let global = &self.program.globals[global];
                let (kind, prefix) = match global.kind {
                    GlobalKind::Private(_) | GlobalKind::RayQuery => (NameKind::Variable, ""),
                    GlobalKind::Shared { .. } | GlobalKind::SharedBlock => (NameKind::Variable, "shared "),
                    GlobalKind::Storage(_) => (NameKind::Resource, "buffer "),
                    GlobalKind::HeapData(_) => (NameKind::Resource, ""),
                    GlobalKind::PushConstant => (NameKind::Resource, "layout(push_constant) uniform "),
                    // Uniform blocks and variables, textures, images, atomic counters and other descriptors.
                    _ => (NameKind::Resource, "uniform "),
                };
                (kind, format!("{prefix}{}", typed(global.ty)))
            }
            Symbol::Member(..) => (NameKind::Member, typed(member)),
            Symbol::Local(local) => {
                let ty = self.body.locals.get(local.0 as usize).map_or(self.common.error, |local| local.ty);
                (NameKind::Variable, typed(ty))
            }
            Symbol::Const(constant, ty) => match self.integer(constant) {
                Some(value) => (NameKind::Constant, format!("const {} = {value}", typed(ty))),
                None => (NameKind::Constant, format!("const {}", typed(ty))),
            },
            Symbol::Length(_, ty, _) => (NameKind::Constant, format!("const {}", typed(ty))),
            Symbol::Type(_) => (NameKind::Type, format!("struct {name}")),
            Symbol::Block => (NameKind::Block, format!("block {name}")),
            Symbol::Functions => (NameKind::Function, name.to_owned()),
            Symbol::Split(_) | Symbol::Error => (NameKind::Variable, name.to_owned()),
        }
    }

    /// Records the members of a struct or block.
    pub(super) fn record_members(&mut self, id: StructId) {
        if self.recorder.is_none() {
            return;
        }
        let Some(def) = self.program.types.get_struct(id) else { return };
        let members: Vec<(Name, Type, Span)> =
            def.members.iter().map(|member| (member.name, member.ty, member.span)).collect();
        for (name, ty, span) in members {
            let detail = format!("{} {}", self.show_plain(ty), self.names.text(name));
            self.record(name, NameKind::Member, span, detail, false);
            if let Some(recorder) = &mut self.recorder
                && let Some(&id) = recorder.by_span.get(&span)
                && let Some(definition) = recorder.index.get_mut(id)
            {
                definition.extent = span;
            }
        }
    }

    /// Records a new function or overload.
    pub(super) fn record_function(&mut self, index: usize) {
        if self.recorder.is_none() {
            return;
        }
        let Some(entry) = self.functions.get(index) else { return };
        let params: Vec<String> = (entry.params.iter())
            .map(|param| {
                let direction = match param.direction {
                    Direction::In => "",
                    Direction::Out => "out ",
                    Direction::InOut => "inout ",
                };
                format!("{direction}{}", self.show_plain(param.ty))
            })
            .collect();
        let (name, span) = (entry.name, entry.span);
        let detail =
            format!("{} {}({})", self.show_plain(entry.result), self.names.text(name), params.join(", "));
        self.record(name, NameKind::Function, span, detail, false);
    }

    /// Records the definition of a function that was declared before, so that go-to-definition finds it.
    pub(super) fn record_function_body(&mut self, declared: Span, defined: Span) {
        let Some(recorder) = &mut self.recorder else { return };
        let Some(&id) = recorder.by_span.get(&declared) else { return };
        if declared != defined
            && let Some(definition) = recorder.index.get_mut(id)
        {
            (definition.span, definition.extent) = (defined, recorder.item);
            recorder.index.add_use(declared, id);
        }
    }

    /// Records a use of the name whose declaration is at `declared`.
    pub(super) fn record_use(&mut self, at: Span, declared: Span) {
        if let Some(recorder) = &mut self.recorder
            && let Some(&id) = recorder.by_span.get(&declared)
        {
            recorder.index.add_use(at, id);
        }
    }
}
