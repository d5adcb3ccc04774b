//! Checks an instruction against its row in the instruction table.

mod access;
pub(super) mod modifiers;
pub(super) mod operand;
pub(super) mod target;

use nvc_diag::{Code, Reported, Span};
use smallvec::SmallVec;

use crate::ast;
use crate::modifier::{BaseType, DataType};
use crate::resolve::instructions::modifiers::Checked;
use crate::resolve::{Dst, FirstError, Inst, Mods, Resolver, TempSize, VarKind, Variable};
use crate::table::{Family, Opcode, OperandType, Row};

/// The 32-bit float type.
const F32: DataType = DataType::new(BaseType::Float, 32);
/// The 16-bit float type.
const F16: DataType = DataType::new(BaseType::Float, 16);

/// Replaces a type by another as the type of an instruction, of its operands and of its result.
fn replace_type(inst: &mut Inst, old: DataType, new: DataType) {
    let types = inst.srcs.iter_mut().map(|src| &mut src.ty).chain(inst.dst.as_mut().map(|dst| &mut dst.ty));
    for ty in types.chain([&mut inst.ty]).filter(|ty| **ty == old) {
        *ty = new;
    }
}

impl<'t> Resolver<'t, '_> {
    pub(super) fn instruction(&mut self, inst: &ast::Instruction<'t>, span: Span) -> Result<(), Reported> {
        let row = inst.opcode.row();
        self.calls.count(1);
        // Blocks are matched even if the instruction has an error.
        let mut link = None;
        if row.family == Family::Flow {
            link = self.block(inst.opcode, span, Some(self.body.len()), !inst.values.is_empty())?;
        }
        match self.checked(inst, row, span) {
            Ok(mut resolved) => {
                resolved.link = link;
                self.body.push(resolved);
                Ok(())
            }
            Err(error) => {
                // Links are instruction indices, so an instruction with an error keeps its index.
                self.body.push(placeholder(inst.opcode, span, link));
                Err(error)
            }
        }
    }

    fn checked(&mut self, inst: &ast::Instruction<'t>, row: &Row, span: Span) -> Result<Inst, Reported> {
        let mut error = FirstError::default();
        if let Some(feature) = row.feature {
            error.note(self.require_feature(feature, inst.opcode_span, &format!("`{}`", row.mnemonic)));
        }
        let checked = self.modifiers(inst)?;
        let dst = match (&inst.result, row.result.ty()) {
            (Some(result), Some(ty)) => {
                let ty = result_type(row, ty, &checked);
                error.note(self.destination(inst, result, ty, &checked))
            }
            _ => None,
        };
        let mut srcs = SmallVec::new();
        for (operand, value) in inst.values.iter().zip(row.operands) {
            let ty = source_type(row, value.ty, &checked);
            srcs.extend(error.note(self.source(inst, operand, *value, ty, &checked)));
        }
        let access = inst.access.as_ref().and_then(|access| error.note(self.access(inst, access, &checked)));
        error.0?;
        let access = access.map(Box::new);
        let mut resolved = Inst {
            opcode: inst.opcode,
            ty: checked.ty,
            from: checked.from,
            storage: checked.storage,
            mods: checked.mods,
            dst,
            srcs,
            access,
            test: inst.test,
            link: None,
            span,
        };
        if self.is_half(&resolved) {
            replace_type(&mut resolved, F32, F16);
        } else if row.family == Family::Move {
            replace_type(&mut resolved, F16, F32);
        }
        Ok(resolved)
    }

    /// Returns whether an instruction on 32-bit floats is computed in half precision: if it has the suffix H,
    /// or is arithmetic into a SHORT register. A move preserves all bits, even with the suffix H or the type
    /// F16 (docs/hardware.md, A24).
    fn is_half(&self, inst: &Inst) -> bool {
        let arithmetic = matches!(inst.opcode.row().family, Family::Arithmetic | Family::FloatFunction);
        let short = |dst: &Dst| {
            let var = self.vars.get(dst.var.0 as usize);
            var.is_some_and(|var| matches!(&var.kind, VarKind::Temp(temp) if temp.size == TempSize::Short))
        };
        let moves = inst.opcode.row().family == Family::Move;
        let suffix = inst.mods.half && !moves;
        inst.ty == F32 && (suffix || (arithmetic && inst.dst.as_ref().is_some_and(short)))
    }

    /// Checks the declared type of a variable against the type that an operand reads or writes it as
    /// (NV_gpu_program4 §2.X.3.1).
    pub(super) fn check_type(
        &mut self,
        var: &Variable,
        ty: DataType,
        span: Span,
        checked: &Checked,
    ) -> Result<(), Reported> {
        let Some(declared) = var.ty else { return Ok(()) };
        if checked.unchecked || declared == ty.base {
            return Ok(());
        }
        let name = |base| match base {
            BaseType::Float => ("FLOAT", "floating-point"),
            BaseType::Signed => ("INT", "signed"),
            BaseType::Unsigned => ("UINT", "unsigned"),
        };
        let message =
            format!("`{}` is declared {}, but used as {}", var.name, name(declared).0, name(ty.base).1);
        let finding = nvc_diag::Diagnostic::new(Code::N0304, span, message);
        let finding = finding.secondary(var.span, "declared here");
        Err(self.report(finding.help("change the instruction's type, or add the modifier NTC")))
    }
}

fn placeholder(opcode: Opcode, span: Span, link: Option<usize>) -> Inst {
    Inst {
        opcode,
        ty: DataType::new(BaseType::Unsigned, 32),
        from: None,
        storage: None,
        mods: Mods::default(),
        dst: None,
        srcs: SmallVec::new(),
        access: None,
        test: None,
        link,
        span,
    }
}

/// Returns the type that a destination is written as.
fn result_type(row: &Row, ty: OperandType, checked: &Checked) -> DataType {
    resolve_type(ty, checked, row.opcode == Opcode::Pk64)
}

/// Returns the type that a value operand is read as. The operand of LDC has the type of the loaded value,
/// although the operand is an address.
fn source_type(row: &Row, ty: OperandType, checked: &Checked) -> DataType {
    resolve_type(ty, checked, row.opcode == Opcode::Up64)
}

/// Resolves an operand type. Raw bits ([`OperandType::Raw`]) have 64 bits if `packs_64` is set, that is, for the result of
/// PK64 and the operand of UP64, else 32 bits.
fn resolve_type(ty: OperandType, checked: &Checked, packs_64: bool) -> DataType {
    let own = checked.ty;
    let raw = DataType::new(own.base, if packs_64 { 64 } else { 32 });
    ty.resolve(own, checked.from.unwrap_or(own), raw)
}
