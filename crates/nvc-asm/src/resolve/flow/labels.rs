//! Resolves labels and subroutine types. Labels may be used before they are defined, so the labels of calls and of
//! subroutine types are resolved after the walk over the statements.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use rustc_hash::FxHashMap;

use crate::ast::{Declaration, Ident, Literal};
use crate::resolve::declarations::header::integer;
use crate::resolve::limits::MAX_SUBROUTINE_NUM;
use crate::resolve::{Label, LabelId, Resolver, SubroutineType, SubroutineTypeId};
use nvc_diag::suggest::nearest;

/// The labels and subroutine types of a program.
#[derive(Default)]
pub(in crate::resolve) struct Labels<'t> {
    pub(in crate::resolve) list: Vec<Label>,
    names: FxHashMap<&'t str, LabelId>,
    /// Labels that did not parse. Their uses are not checked.
    broken: FxHashMap<&'t str, Span>,
    numbers: FxHashMap<u32, Span>,
    pub(in crate::resolve) types: Vec<SubroutineType>,
    type_names: FxHashMap<&'t str, SubroutineTypeId>,
    /// The label names that SUBROUTINETYPE statements list, with the type of each.
    pending: Vec<(SubroutineTypeId, Ident<'t>)>,
}

impl<'t> Labels<'t> {
    /// Returns the label with a name.
    pub(in crate::resolve) fn find(&self, name: &str) -> Option<LabelId> {
        self.names.get(name).copied()
    }

    /// Returns the index of a label's first instruction.
    pub(in crate::resolve) fn at(&self, id: LabelId) -> Option<usize> {
        self.list.get(id.0 as usize).map(|label| label.at)
    }
}

impl<'t> Resolver<'t, '_> {
    /// Adds a label, which starts a subroutine at the next instruction.
    pub(in crate::resolve) fn define_label(
        &mut self,
        name: Ident<'t>,
        number: Option<&Literal>,
    ) -> Result<(), Reported> {
        // A reserved name is reported, but the label is kept so that calls of it resolve.
        let _ = self.check_reserved(name);
        if let Some(first) = self.labels.find(name.text) {
            let first = self.labels.list.get(first.0 as usize).map(|label| label.span);
            let mut finding = Diagnostic::new(
                Code::N0202,
                name.span,
                format!("the label `{}` is defined twice", name.text),
            );
            finding = first.into_iter().fold(finding, |f, span| f.secondary(span, "first defined here"));
            self.report(finding.help("give one of them another name"));
        }
        // An error in the number has been reported; the label still gets a number.
        let number =
            number.map(|literal| self.subroutine_number(integer(literal), literal.span).unwrap_or(0));
        self.end_label();
        let id = LabelId(u32::try_from(self.labels.list.len()).unwrap_or(u32::MAX));
        let at = self.body.len();
        let label = Label { name: name.text.into(), at, end: at, number, recursion: None, span: name.span };
        self.labels.list.push(label);
        self.labels.names.entry(name.text).or_insert(id);
        self.calls.enter(id);
        let Some(open) = self.inside_block() else { return Ok(()) };
        let message = format!("the label `{}` is inside a block", name.text);
        let finding = Diagnostic::new(Code::N0402, name.span, message).secondary(open, "this block is open");
        Err(self.report(finding.help("labels start subroutines; close the block first")))
    }

    /// Records a label that did not parse.
    pub(in crate::resolve) fn broken_label(&mut self, name: Ident<'t>) {
        self.labels.broken.insert(name.text, name.span);
    }

    fn subroutine_number(&mut self, number: u64, span: Span) -> Result<u32, Reported> {
        let Some(number) = u32::try_from(number).ok().filter(|&n| u64::from(n) < MAX_SUBROUTINE_NUM) else {
            let message = format!("the subroutine number {number} is out of range");
            let help = format!("use a number from 0 to {}", MAX_SUBROUTINE_NUM - 1);
            return self.fail(Code::N0501, span, message, help);
        };
        match self.labels.numbers.insert(number, span) {
            None => Ok(number),
            Some(first) => {
                let message = format!("two labels have the subroutine number {number}");
                let finding = Diagnostic::new(Code::N0402, span, message).secondary(first, "first used here");
                Err(self.report(finding.help("give each label a different number")))
            }
        }
    }

    /// Ends the subroutine of the last label: here.
    pub(in crate::resolve) fn end_label(&mut self) {
        if let Some(label) = self.labels.list.last_mut() {
            label.end = self.body.len();
        }
    }

    /// Returns the label that a CAL names.
    pub(in crate::resolve) fn label(&mut self, name: Ident<'t>) -> Result<LabelId, Reported> {
        if let Some(id) = self.labels.find(name.text) {
            return Ok(id);
        }
        if self.labels.broken.contains_key(name.text) {
            return self.already_reported(name.span);
        }
        let finding = Diagnostic::new(Code::N0201, name.span, format!("there is no label `{}`", name.text));
        let finding = match nearest(name.text, self.labels.list.iter().map(|label| &*label.name)) {
            Some(near) => finding.did_you_mean(near),
            None => finding.help(format!("add the label `{}:`", name.text)),
        };
        Err(self.report(finding))
    }

    /// Resolves `SUBROUTINETYPE name { labels };`. Several statements may add labels to one type.
    pub(in crate::resolve) fn subroutine_type(
        &mut self,
        declaration: &Declaration<'t>,
    ) -> Result<(), Reported> {
        for item in &declaration.items {
            self.check_reserved(item.name)?;
            let next = SubroutineTypeId(u32::try_from(self.labels.types.len()).unwrap_or(u32::MAX));
            let id = *self.labels.type_names.entry(item.name.text).or_insert(next);
            if id == next {
                self.labels.types.push(SubroutineType { name: item.name.text.into(), labels: Vec::new() });
            }
            self.labels.pending.extend(declaration.names.iter().map(|&name| (id, name)));
        }
        Ok(())
    }

    /// Returns the type that a SUBROUTINE variable names.
    pub(in crate::resolve) fn find_subroutine_type(
        &mut self,
        name: Ident<'t>,
    ) -> Result<SubroutineTypeId, Reported> {
        if let Some(&id) = self.labels.type_names.get(name.text) {
            return Ok(id);
        }
        let message = format!("there is no subroutine type `{}`", name.text);
        let finding = Diagnostic::new(Code::N0201, name.span, message);
        let finding = match nearest(name.text, self.labels.types.iter().map(|ty| &*ty.name)) {
            Some(near) => finding.did_you_mean(near),
            None => finding.help(format!("declare it first: `SUBROUTINETYPE {} {{ label }};`", name.text)),
        };
        Err(self.report(finding))
    }

    /// Adds the pending labels to their subroutine types. Each label must have a number
    /// (ARB_shader_subroutine §2.X.5).
    pub(in crate::resolve) fn finish_subroutine_types(&mut self) {
        for (ty, name) in std::mem::take(&mut self.labels.pending) {
            // The search for a similar name takes time.
            if self.diags.is_full() || self.diags.poll().is_err() {
                break;
            }
            // The error has been reported.
            let Ok(id) = self.label(name) else { continue };
            let label = self.labels.list.get(id.0 as usize);
            if let Some(span) = label.filter(|label| label.number.is_none()).map(|label| label.span) {
                let message = format!("the label `{}` has no SUBROUTINENUM", name.text);
                let finding = Diagnostic::new(Code::N0402, name.span, message).secondary(span, "the label");
                self.report(finding.help(format!("write `{} SUBROUTINENUM(0):`", name.text)));
            }
            if let Some(ty) = self.labels.types.get_mut(ty.0 as usize) {
                ty.labels.push(id);
            }
            self.calls.member(ty, id);
        }
    }
}
