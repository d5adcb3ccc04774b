//! Checks an instruction against its row in the instruction table.

mod access;
pub(super) mod modifiers;
pub(super) mod operand;
pub(super) mod target;

use nvc_diag::{Code, Reported, Span};

use crate::ast;
use crate::modifier::{BaseType, DataType};
use crate::resolve::body::Head;
use crate::resolve::instructions::modifiers::Checked;
use crate::resolve::{CcTest, Dst, FirstError, Mods, Resolver, TempSize, VarId, VarKind};
use crate::table::{Family, Opcode, OperandType, Row};

/// The 32-bit float type.
const F32: DataType = DataType::new(BaseType::Float, 32);
/// The 16-bit float type.
const F16: DataType = DataType::new(BaseType::Float, 16);

impl<'t> Resolver<'t, '_> {
    pub(super) fn instruction(&mut self, inst: &ast::Instruction<'t>, span: Span) -> Result<(), Reported> {
        let row = inst.opcode.row();
        self.calls.count(1);
        // Blocks are matched even if the instruction has an error.
        let mut link = None;
        if row.family == Family::Flow {
            link = self.block(inst.opcode, span, Some(self.body.len()), !inst.values.is_empty())?;
        }
        let checked = self.checked(inst, row, span, link);
        if checked.is_err() {
            // Links are instruction indices, so an instruction with an error keeps its index.
            self.body.remove_new_srcs();
            self.body.push(placeholder(inst.opcode, span), link, None, None);
        }
        checked
    }

    /// Adds an instruction to the body, unless it has an error.
    fn checked(
        &mut self,
        inst: &ast::Instruction<'t>,
        row: &Row,
        span: Span,
        link: Option<usize>,
    ) -> Result<(), Reported> {
        let mut error = FirstError::default();
        if let Some(feature) = row.feature {
            self.require_feature(feature, inst.opcode_span, format_args!("`{}`", row.mnemonic));
        }
        let checked = self.modifiers(inst)?;
        let dst = match (&inst.result, row.result.ty()) {
            (Some(result), Some(ty)) => {
                let ty = result_type(row, ty, &checked);
                error.note(self.destination(inst, result, ty, &checked))
            }
            _ => None,
        };
        for (operand, value) in inst.values.iter().zip(row.operands) {
            let ty = source_type(row, value.ty, &checked);
            if let Some(src) = error.note(self.source(inst, operand, *value, ty, &checked)) {
                self.body.push_src(src);
            }
        }
        let access = inst.access.as_ref().and_then(|access| error.note(self.access(inst, access, &checked)));
        error.0?;
        let Checked { ty, from, storage, mods, .. } = checked;
        let test = inst.test.map(CcTest::from);
        let mut head = Head { opcode: inst.opcode, ty, from, storage, mods, test, span };
        let mut dst = dst;
        if self.is_half(row, &checked, dst.as_ref()) {
            self.replace_type(&mut head, dst.as_mut(), F32, F16);
        } else if row.family == Family::Move {
            self.replace_type(&mut head, dst.as_mut(), F16, F32);
        }
        self.body.push(head, link, dst, access);
        Ok(())
    }

    /// Replaces a type by another as the type of an instruction, of its operands and of its result.
    fn replace_type(&mut self, head: &mut Head, dst: Option<&mut Dst>, old: DataType, new: DataType) {
        let srcs = self.body.new_srcs().iter_mut().map(|src| &mut src.ty);
        for ty in srcs.chain(dst.map(|dst| &mut dst.ty)).chain([&mut head.ty]).filter(|ty| **ty == old) {
            *ty = new;
        }
    }

    /// Returns whether an instruction on 32-bit floats is computed in half precision: if it has the suffix H,
    /// or is arithmetic into a SHORT register. A move preserves all bits, even with the suffix H or the type
    /// F16 (docs/hardware.md, A24).
    fn is_half(&self, row: &Row, checked: &Checked, dst: Option<&Dst>) -> bool {
        let arithmetic = matches!(row.family, Family::Arithmetic | Family::FloatFunction);
        let short = |dst: &Dst| {
            let var = self.vars.get(dst.place.var.0 as usize);
            var.is_some_and(|var| matches!(&var.kind, VarKind::Temp(temp) if temp.size == TempSize::Short))
        };
        let suffix = checked.mods.half && row.family != Family::Move;
        checked.ty == F32 && (suffix || (arithmetic && dst.is_some_and(short)))
    }

    /// Reports a variable that is declared with one type and used as another.
    fn wrong_type(&mut self, id: VarId, declared: BaseType, used: BaseType, span: Span) -> Reported {
        let (var, at) = match self.vars.get(id.0 as usize) {
            Some(var) => (&*var.name, var.span),
            None => ("", span),
        };
        let name = |base| match base {
            BaseType::Float => ("FLOAT", "floating-point"),
            BaseType::Signed => ("INT", "signed"),
            BaseType::Unsigned => ("UINT", "unsigned"),
        };
        let message = format!("`{var}` is declared {}, but used as {}", name(declared).0, name(used).1);
        let finding = nvc_diag::Diagnostic::new(Code::N0304, span, message);
        let finding = finding.secondary(at, "declared here");
        self.report(finding.help("change the instruction's type, or add the modifier NTC"))
    }
}

/// The instruction that takes the place of one with an error.
fn placeholder(opcode: Opcode, span: Span) -> Head {
    let ty = DataType::new(BaseType::Unsigned, 32);
    Head { opcode, ty, from: None, storage: None, mods: Mods::default(), test: None, span }
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
