//! Checks modifiers against the instruction table, and derives the types of an instruction.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use smallvec::SmallVec;

use crate::ast::{Instruction, Spanned};
use crate::modifier::{
    AtomicOp, BaseType, Clamp, DataType, Modifier, Multiply, Precision, TypeModifier, modifier,
    modifier_names,
};
use crate::options::Feature;
use crate::resolve::{Mods, Resolver};
use crate::table::{Allows, Family, OperandType, Row};

/// The checked modifiers of an instruction.
pub(in crate::resolve) struct Checked {
    /// The type of the instruction; see [`crate::resolve::Inst::ty`].
    pub(in crate::resolve) ty: DataType,
    /// The type of the operand, for CVT.
    pub(in crate::resolve) from: Option<DataType>,
    /// The storage modifier, if there is one.
    pub(in crate::resolve) storage: Option<TypeModifier>,
    /// The remaining modifiers.
    pub(in crate::resolve) mods: Mods,
    /// Whether NTC disables type checking.
    pub(in crate::resolve) unchecked: bool,
}

type TypeList = SmallVec<[Spanned<TypeModifier>; 2]>;

/// The rule for modifiers of a certain kind.
struct Kind {
    /// The bit that a row must have in [`Row::allows`] to allow the modifier.
    allowed: Allows,
    /// The name of the modifier or its kind in messages.
    name: &'static str,
    /// Whether an instruction may have at most one modifier of this kind.
    single: bool,
}

const fn kind(allowed: Allows, name: &'static str, single: bool) -> Kind {
    Kind { allowed, name, single }
}

impl Mods {
    /// Adds a modifier that is not a type. Returns the rule for its kind.
    fn add(&mut self, modifier: Modifier) -> Kind {
        match modifier {
            Modifier::Cc(register) => self.cc = Some(register),
            Modifier::Clamp(clamp) => self.clamp = Some(clamp),
            Modifier::Atomic(op) => self.atomic = Some(op),
            Modifier::Counter(op) => self.counter = Some(op),
            Modifier::Rounding(rounding) => self.rounding = Some(rounding),
            Modifier::Multiply(multiply) => self.multiply = Some(multiply),
            Modifier::Match(mode) => self.match_mode = Some(mode),
            Modifier::Coherent => self.coherent = true,
            Modifier::Volatile => self.volatile = true,
            Modifier::Cta => self.cta = true,
            Modifier::Sparse => self.sparse = true,
            Modifier::LodClamp => self.lod_clamp = true,
            Modifier::Prec => self.precise = true,
            Modifier::Precision(precision) => self.half = precision == Precision::Half,
            Modifier::Type(_) | Modifier::Ntc => {}
        }
        match modifier {
            Modifier::Cc(_) => kind(Allows::CC, "condition code", true),
            Modifier::Clamp(_) => kind(Allows::SAT, "clamping", true),
            Modifier::Atomic(_) => kind(Allows::ATOMIC, "atomic operation", true),
            Modifier::Counter(_) => kind(Allows::COUNTER, "counter operation", true),
            Modifier::Rounding(_) => kind(Allows::CONVERT, "rounding", true),
            Modifier::Multiply(_) => kind(Allows::MULTIPLY, "multiplication", true),
            Modifier::Match(_) => kind(Allows::MATCH, "match mode", true),
            Modifier::Coherent => kind(Allows::COHERENT, "COH", false),
            Modifier::Volatile => kind(Allows::COHERENT, "VOL", false),
            Modifier::Cta => kind(Allows::CTA, "CTA", false),
            Modifier::Sparse => kind(Allows::SPARSE, "SPARSE", false),
            Modifier::LodClamp => kind(Allows::LODCLAMP, "LODCLAMP", false),
            Modifier::Prec => kind(Allows::NONE, "PREC", false),
            Modifier::Ntc => kind(Allows::NONE, "NTC", false),
            Modifier::Precision(_) => kind(Allows::HALF, "suffix R or H", false),
            Modifier::Type(_) => kind(Allows::NONE, "type", false),
        }
    }
}

/// The modifiers of an instruction, sorted by kind.
#[derive(Default)]
struct Sorted {
    types: TypeList,
    mods: Mods,
    unchecked: bool,
    /// The modifiers of kinds that may appear only once, with their spans.
    single: SmallVec<[(Allows, Span); 4]>,
}

impl Sorted {
    /// Returns the span of the last modifier of a kind.
    fn span(&self, kind: Allows) -> Option<Span> {
        self.single.iter().rev().find(|(other, _)| *other == kind).map(|&(_, span)| span)
    }
}

impl Resolver<'_, '_> {
    pub(in crate::resolve) fn modifiers(&mut self, inst: &Instruction<'_>) -> Result<Checked, Reported> {
        let row = inst.opcode.row();
        let sorted = self.sort(row, inst)?;
        let mut checked = Checked {
            ty: DataType::new(row.default, 32),
            from: None,
            storage: None,
            mods: sorted.mods,
            unchecked: sorted.unchecked,
        };
        if row.allows.has(Allows::CONVERT) {
            self.convert_types(row, inst, &sorted, &mut checked)?;
        } else if row.allows.has(Allows::STORAGE) {
            self.storage_type(row, inst, &sorted, &mut checked)?;
        } else {
            self.data_type(row, inst, &sorted, &mut checked)?;
        }
        self.required(row, inst, &sorted)?;
        self.clamp(row, &sorted, &checked)?;
        Ok(checked)
    }

    fn reject_modifier<T>(&mut self, row: &Row, span: Span, what: &str, help: &str) -> Result<T, Reported> {
        let message = format!("`{}` takes no {what}", row.mnemonic);
        let finding = Diagnostic::new(Code::N0303, span, message).note(format!("see {}", row.section));
        Err(self.report(finding.help(help)))
    }

    fn report_duplicate(&mut self, first: Span, second: Span, what: &str) -> Result<(), Reported> {
        let finding = Diagnostic::new(Code::N0303, second, format!("more than one {what} modifier"));
        Err(self.report(finding.secondary(first, "the first one").help("keep one of them")))
    }

    /// Sorts the modifiers by kind. Each kind must be allowed; a kind that is `single` may appear only once, except that a
    /// repeated rounding is accepted with a warning.
    fn sort(&mut self, row: &Row, inst: &Instruction<'_>) -> Result<Sorted, Reported> {
        let mut sorted = Sorted::default();
        for modifier in &inst.modifiers {
            let span = modifier.span;
            if let Modifier::Type(node) = modifier.node {
                sorted.types.push(Spanned { node, span });
                continue;
            }
            sorted.unchecked |= modifier.node == Modifier::Ntc;
            let Kind { allowed, name, single } = sorted.mods.add(modifier.node);
            let bare = row.allows.has(Allows::BARE) && allowed == Allows::NONE;
            if bare || !row.allows.has(allowed) {
                let what = if single { format!("{name} modifier") } else { name.to_owned() };
                return self.reject_modifier(row, span, &what, "remove it");
            }
            if !single {
                continue;
            }
            match (sorted.span(allowed), modifier.node) {
                (Some(_), Modifier::Rounding(_)) => {
                    self.accept_with_warning(
                        span,
                        "more than one rounding modifier",
                        "the last one applies",
                        "keep only the last one",
                    );
                }
                (Some(first), _) => self.report_duplicate(first, span, name)?,
                (None, _) => {}
            }
            sorted.single.push((allowed, span));
        }
        Ok(sorted)
    }

    /// Determines the types of CVT: first that of the result, then that of the operand. Each must have a width and no
    /// component count.
    fn convert_types(
        &mut self,
        row: &Row,
        inst: &Instruction<'_>,
        sorted: &Sorted,
        checked: &mut Checked,
    ) -> Result<(), Reported> {
        if let Some(bad) = sorted.types.iter().find(|ty| ty.node.bits == 0 || ty.node.count != 1) {
            let message = format!("`{}` cannot convert `{}`", row.mnemonic, bad.node);
            return self.fail(
                Code::N0303,
                bad.span,
                message,
                "use a scalar type with a width, such as F32 or U8",
            );
        }
        match sorted.types.as_slice() {
            [to, from] => {
                checked.ty = to.node.data_type();
                checked.from = Some(from.node.data_type());
                Ok(())
            }
            other => {
                let message = format!("`{}` takes two types, {} given", row.mnemonic, other.len());
                let help = "write the type of the result, then that of the operand: `CVT.F32.S32`";
                self.fail(Code::N0303, inst.opcode_span, message, help)
            }
        }
    }

    /// Determines the storage modifier of a memory or image instruction. A formatted image access has a base
    /// type instead; STOREIM may also have neither.
    fn storage_type(
        &mut self,
        row: &Row,
        inst: &Instruction<'_>,
        sorted: &Sorted,
        checked: &mut Checked,
    ) -> Result<(), Reported> {
        let given = match sorted.types.as_slice() {
            [] if row.mnemonic == "STOREIM" => return Ok(()),
            [] => {
                let message = format!("`{}` requires a storage modifier", row.mnemonic);
                let help = format!("write the type in memory, such as `{}.U32`", row.mnemonic);
                return self.fail(Code::N0303, inst.opcode_span, message, help);
            }
            [one] => *one,
            [first, second, ..] => return self.report_duplicate(first.span, second.span, "storage"),
        };
        let image = matches!(row.family, Family::Image | Family::ImageAtomic);
        if given.node.bits == 0 {
            if !row.allows.has(Allows::FORMATTED) {
                let help = format!("write the width, such as `{}32`", given.node);
                return self.reject_modifier(row, given.span, "type without a width", &help);
            }
            if row.mnemonic == "LOADIM" {
                self.require_feature(Feature::ImageLoadFormatted, given.span, "a formatted image load");
            }
            checked.ty = given.node.data_type();
            return Ok(());
        }
        let TypeModifier { base, bits, count } = given.node;
        let small = bits < 32 && (count > 1 || base == BaseType::Float);
        if row.family == Family::Image && bits == 64 {
            if count > 1 {
                let message = format!("no image format has texels of type `{}`", given.node);
                let help = "use F32, S32 or U32 with X2 or X4, or a single 64-bit component";
                return self.fail(Code::N0303, given.span, message, help);
            }
            let message = format!("the specification does not allow image accesses of type `{}`", given.node);
            let meaning = "a texel with a single 64-bit component";
            self.accept_with_warning(given.span, message, meaning, "use U32X2 with PK64 or UP64");
        }
        if matches!(row.family, Family::Atomic | Family::ImageAtomic) {
            self.atomic_type(row, sorted, given, image)?;
        } else if small {
            self.require_feature(Feature::MemExtended, given.span, "this storage modifier");
        }
        checked.storage = Some(given.node);
        checked.ty = given.node.data_type();
        Ok(())
    }

    /// Checks the combination of an atomic operation and a type (NV_gpu_program5 §2.X.8 ATOM, table X.Y;
    /// NV_shader_atomic_*).
    fn atomic_type(
        &mut self,
        row: &Row,
        sorted: &Sorted,
        given: Spanned<TypeModifier>,
        image: bool,
    ) -> Result<(), Reported> {
        // `required` reports a missing operation.
        let Some(op) = sorted.mods.atomic else { return Ok(()) };
        use AtomicOp::{Add, Cswap, DWrap, Exch, IWrap, Max, Min};
        use BaseType::{Float, Signed, Unsigned};
        let TypeModifier { base, bits, count } = given.node;
        let wraps = matches!(op, IWrap | DWrap);
        let feature = match (base, bits, count) {
            (Unsigned, 32, 1) => Some(None),
            (Signed, 32, 1) if !wraps => Some(None),
            (Unsigned, 64, 1) if !image && matches!(op, Add | Exch | Cswap) => Some(None),
            (Unsigned | Signed, 64, 1) if !image && !wraps => Some(Some(Feature::AtomicInt64)),
            (Float, 32, 1) if matches!(op, Add | Exch) => Some(Some(Feature::AtomicFloat)),
            (Float, 64, 1) if !image && matches!(op, Add | Exch) => Some(Some(Feature::AtomicFloat64)),
            (Float, 16, 2 | 4) if matches!(op, Add | Min | Max | Exch) => {
                Some(Some(Feature::AtomicFp16Vector))
            }
            _ => None,
        };
        match feature {
            Some(None) => Ok(()),
            Some(Some(feature)) => {
                self.require_feature(feature, given.span, "this atomic");
                Ok(())
            }
            None => {
                let name = modifier_names().iter().find(|name| modifier(name) == Some(Modifier::Atomic(op)));
                let name = name.copied().unwrap_or_default();
                let message = format!("`{}` does not support {name} on `{}`", row.mnemonic, given.node);
                let finding = Diagnostic::new(Code::N0303, given.span, message);
                let finding = finding.note(format!("see {}", row.section));
                let help = if wraps { "use U32" } else { "use U32 or S32" };
                Err(self.report(finding.help(help)))
            }
        }
    }

    /// Determines the data type of an instruction other than CVT that takes no storage modifier. At most one may be given,
    /// and the row must allow it.
    fn data_type(
        &mut self,
        row: &Row,
        inst: &Instruction<'_>,
        sorted: &Sorted,
        checked: &mut Checked,
    ) -> Result<(), Reported> {
        let multiply = sorted.mods.multiply;
        let given = match sorted.types.as_slice() {
            [] => {
                checked.ty = DataType::new(row.default, 32);
                match multiply {
                    Some(Multiply::S24) => checked.ty.base = BaseType::Signed,
                    Some(Multiply::U24) => checked.ty.base = BaseType::Unsigned,
                    Some(Multiply::Hi) => {
                        let span = sorted.span(Allows::MULTIPLY).unwrap_or(inst.opcode_span);
                        return self.fail(
                            Code::N0303,
                            span,
                            "HI requires an integer type",
                            "write `MUL.HI.U` or `MUL.HI.S`",
                        );
                    }
                    None => {}
                }
                return Ok(());
            }
            [one] => *one,
            [first, second, ..] => return self.report_duplicate(first.span, second.span, "data type"),
        };
        let TypeModifier { base, bits, count } = given.node;
        if count != 1 || !row.types.contains(base, bits) {
            let names = row.types.names();
            let help = if names.is_empty() {
                "remove it".to_owned()
            } else {
                format!("it takes {}", names.join(", "))
            };
            return self.reject_modifier(row, given.span, &format!("type `{}`", given.node), &help);
        }
        match multiply {
            Some(Multiply::S24 | Multiply::U24) => {
                let message = "a 24-bit multiplication takes no data type";
                return self.fail(Code::N0303, given.span, message, "remove the type; S24 and U24 imply it");
            }
            Some(Multiply::Hi) if base == BaseType::Float => {
                return self.fail(Code::N0303, given.span, "HI requires an integer type", "use U or S");
            }
            _ => {}
        }
        checked.ty = given.node.data_type();
        Ok(())
    }

    /// Checks that mandatory modifiers are present.
    fn required(&mut self, row: &Row, inst: &Instruction<'_>, sorted: &Sorted) -> Result<(), Reported> {
        let wanted = [
            (Allows::ATOMIC, "an operation", "ADD"),
            (Allows::COUNTER, "an operation", "INCR"),
            (Allows::MATCH, "a mode", "ANY"),
        ];
        for (kind, what, example) in wanted {
            if row.allows.has(kind) && sorted.span(kind).is_none() {
                let message = format!("`{}` requires {what}", row.mnemonic);
                let help = format!("write it as a modifier: `{}.{example}`", row.mnemonic);
                return self.fail(Code::N0303, inst.opcode_span, message, help);
            }
        }
        Ok(())
    }

    /// Checks clamping. Only float results can be clamped, except that CVT takes SAT for any type.
    fn clamp(&mut self, row: &Row, sorted: &Sorted, checked: &Checked) -> Result<(), Reported> {
        let (Some(clamp), Some(span)) = (sorted.mods.clamp, sorted.span(Allows::SAT)) else { return Ok(()) };
        if row.allows.has(Allows::CONVERT) {
            return match clamp {
                Clamp::Sat => Ok(()),
                Clamp::Ssat => self.reject_modifier(row, span, "SSAT", "use SAT"),
            };
        }
        let float = match row.result.ty() {
            Some(OperandType::Float | OperandType::Float32) => true,
            Some(OperandType::Instruction) => checked.ty.is_float(),
            Some(OperandType::Raw) => checked.ty.is_float(),
            _ => false,
        };
        if float {
            return Ok(());
        }
        let help = "remove it, or use a floating-point type";
        self.fail(Code::N0303, span, "only floating-point results can be clamped", help)
    }
}
