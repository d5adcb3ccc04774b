//! Checks modifiers against the table row, and derives the types of the instruction.

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
    /// CVT: the type of the operand.
    pub(in crate::resolve) from: Option<DataType>,
    /// The storage modifier.
    pub(in crate::resolve) storage: Option<TypeModifier>,
    /// The others.
    pub(in crate::resolve) mods: Mods,
    /// NTC: no type checking.
    pub(in crate::resolve) unchecked: bool,
}

type TypeList = SmallVec<[Spanned<TypeModifier>; 2]>;

/// Modifiers sorted by kind, with the place of the last one of each kind for messages about duplicates.
#[derive(Default)]
struct Sorted {
    types: TypeList,
    mods: Mods,
    unchecked: bool,
    cc: Option<Span>,
    clamp: Option<Span>,
    atomic: Option<Span>,
    counter: Option<Span>,
    rounding: Option<Span>,
    multiply: Option<Span>,
    mode: Option<Span>,
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

    fn not_taken<T>(&mut self, row: &Row, span: Span, what: &str, help: &str) -> Result<T, Reported> {
        let message = format!("`{}` takes no {what}", row.mnemonic);
        let finding = Diagnostic::new(Code::N0303, span, message).note(format!("see {}", row.section));
        Err(self.report(finding.help(help)))
    }

    fn twice(&mut self, first: Span, second: Span, what: &str) -> Result<(), Reported> {
        let finding = Diagnostic::new(Code::N0303, second, format!("more than one {what} modifier"));
        Err(self.report(finding.secondary(first, "the first one").help("keep one of them")))
    }

    /// Sorts the modifiers by kind. Each kind must be allowed, and may appear only once.
    fn sort(&mut self, row: &Row, inst: &Instruction<'_>) -> Result<Sorted, Reported> {
        let mut sorted = Sorted::default();
        for modifier in &inst.modifiers {
            let span = modifier.span;
            let (allowed, what, slot) = match modifier.node {
                Modifier::Type(node) => {
                    sorted.types.push(Spanned { node, span });
                    continue;
                }
                Modifier::Cc(register) => {
                    sorted.mods.cc = Some(register);
                    (Allows::CC, "condition code", Some(&mut sorted.cc))
                }
                Modifier::Clamp(clamp) => {
                    sorted.mods.clamp = Some(clamp);
                    (Allows::SAT, "clamping", Some(&mut sorted.clamp))
                }
                Modifier::Atomic(op) => {
                    sorted.mods.atomic = Some(op);
                    (Allows::ATOMIC, "atomic operation", Some(&mut sorted.atomic))
                }
                Modifier::Counter(op) => {
                    sorted.mods.counter = Some(op);
                    (Allows::COUNTER, "counter operation", Some(&mut sorted.counter))
                }
                Modifier::Rounding(rounding) => {
                    sorted.mods.rounding = Some(rounding);
                    (Allows::CONVERT, "rounding", Some(&mut sorted.rounding))
                }
                Modifier::Multiply(multiply) => {
                    sorted.mods.multiply = Some(multiply);
                    (Allows::MULTIPLY, "multiplication", Some(&mut sorted.multiply))
                }
                Modifier::Match(mode) => {
                    sorted.mods.match_mode = Some(mode);
                    (Allows::MATCH, "match mode", Some(&mut sorted.mode))
                }
                Modifier::Coherent => {
                    sorted.mods.coherent = true;
                    (Allows::COHERENT, "COH", None)
                }
                Modifier::Volatile => {
                    sorted.mods.volatile = true;
                    (Allows::COHERENT, "VOL", None)
                }
                Modifier::Cta => {
                    sorted.mods.cta = true;
                    (Allows::CTA, "CTA", None)
                }
                Modifier::Sparse => {
                    sorted.mods.sparse = true;
                    (Allows::SPARSE, "SPARSE", None)
                }
                Modifier::LodClamp => {
                    sorted.mods.lod_clamp = true;
                    (Allows::LODCLAMP, "LODCLAMP", None)
                }
                Modifier::Prec => {
                    sorted.mods.precise = true;
                    (Allows::NONE, "PREC", None)
                }
                Modifier::Ntc => {
                    sorted.unchecked = true;
                    (Allows::NONE, "NTC", None)
                }
                Modifier::Precision(precision) => {
                    sorted.mods.half = precision == Precision::Half;
                    (Allows::HALF, "suffix R or H", None)
                }
            };
            let bare = row.allows.has(Allows::BARE) && allowed == Allows::NONE;
            if bare || !row.allows.has(allowed) {
                let what = if slot.is_some() { format!("{what} modifier") } else { what.to_owned() };
                return self.not_taken(row, span, &what, "remove it");
            }
            match (slot.and_then(|slot| slot.replace(span)), modifier.node) {
                (Some(_), Modifier::Rounding(_)) => {
                    self.tolerate(
                        span,
                        "more than one rounding modifier",
                        "the last one applies",
                        "keep only the last one",
                    );
                }
                (Some(first), _) => self.twice(first, span, what)?,
                (None, _) => {}
            }
        }
        Ok(sorted)
    }

    /// CVT: two types, result first, each with a width and without a count.
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

    /// Memory and image instructions have one storage modifier; formatted image accesses a base type.
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
            [first, second, ..] => return self.twice(first.span, second.span, "storage"),
        };
        let image = matches!(row.family, Family::Image | Family::ImageAtomic);
        if given.node.bits == 0 {
            if !row.allows.has(Allows::FORMATTED) {
                let help = format!("write the width, such as `{}32`", given.node);
                return self.not_taken(row, given.span, "type without width", &help);
            }
            if row.mnemonic == "LOADIM" {
                self.need(Feature::ImageLoadFormatted, given.span, "a formatted image load")?;
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
            self.tolerate(given.span, message, meaning, "use U32X2 with PK64 or UP64");
        }
        if matches!(row.family, Family::Atomic | Family::ImageAtomic) {
            self.atomic_type(row, sorted, given, image)?;
        } else if small {
            self.need(Feature::MemExtended, given.span, "this storage modifier")?;
        }
        checked.storage = Some(given.node);
        checked.ty = given.node.data_type();
        Ok(())
    }

    /// Checks the combination of atomic operation and type (GP5 2.X.8 ATOM, table X.Y; NV_shader_atomic_*).
    fn atomic_type(
        &mut self,
        row: &Row,
        sorted: &Sorted,
        given: Spanned<TypeModifier>,
        image: bool,
    ) -> Result<(), Reported> {
        // A missing operation is reported elsewhere.
        let Some(op) = sorted.mods.atomic else { return Ok(()) };
        use AtomicOp::{Add, Cswap, DWrap, Exch, IWrap, Max, Min};
        use BaseType::{Float, Signed, Unsigned};
        let TypeModifier { base, bits, count } = given.node;
        let integer = !matches!(op, IWrap | DWrap);
        let feature = match (base, bits, count) {
            (Unsigned, 32, 1) => Some(None),
            (Signed, 32, 1) if integer => Some(None),
            (Unsigned, 64, 1) if !image && matches!(op, Add | Exch | Cswap) => Some(None),
            (Unsigned | Signed, 64, 1) if !image && integer => Some(Some(Feature::AtomicInt64)),
            (Float, 32, 1) if matches!(op, Add | Exch) => Some(Some(Feature::AtomicFloat)),
            (Float, 64, 1) if !image && matches!(op, Add | Exch) => Some(Some(Feature::AtomicFloat64)),
            (Float, 16, 2 | 4) if matches!(op, Add | Min | Max | Exch) => {
                Some(Some(Feature::AtomicFp16Vector))
            }
            _ => None,
        };
        match feature {
            Some(None) => Ok(()),
            Some(Some(feature)) => self.need(feature, given.span, "this atomic"),
            None => {
                let name = modifier_names().iter().find(|name| modifier(name) == Some(Modifier::Atomic(op)));
                let name = name.copied().unwrap_or_default();
                let message = format!("`{}` does not support {name} on `{}`", row.mnemonic, given.node);
                let finding = Diagnostic::new(Code::N0303, given.span, message);
                let finding = finding.note(format!("see {}", row.section));
                let help = if integer { "use U32 or S32" } else { "use U32" };
                Err(self.report(finding.help(help)))
            }
        }
    }

    /// All other instructions: at most one data type, which the row must allow.
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
                        let span = sorted.multiply.unwrap_or(inst.opcode_span);
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
            [first, second, ..] => return self.twice(first.span, second.span, "data type"),
        };
        let TypeModifier { base, bits, count } = given.node;
        if count != 1 || !row.types.contains(base, bits) {
            let names = row.types.names();
            let help = if names.is_empty() {
                "remove it".to_owned()
            } else {
                format!("it takes {}", names.join(", "))
            };
            return self.not_taken(row, given.span, &format!("type `{}`", given.node), &help);
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
            (Allows::ATOMIC, sorted.atomic, "an operation", "ADD"),
            (Allows::COUNTER, sorted.counter, "an operation", "INCR"),
            (Allows::MATCH, sorted.mode, "a mode", "ANY"),
        ];
        for (kind, given, what, example) in wanted {
            if row.allows.has(kind) && given.is_none() {
                let message = format!("`{}` requires {what}", row.mnemonic);
                let help = format!("write it as a modifier: `{}.{example}`", row.mnemonic);
                return self.fail(Code::N0303, inst.opcode_span, message, help);
            }
        }
        Ok(())
    }

    /// Only float results can be clamped, except that CVT takes SAT for any type.
    fn clamp(&mut self, row: &Row, sorted: &Sorted, checked: &Checked) -> Result<(), Reported> {
        let (Some(clamp), Some(span)) = (sorted.mods.clamp, sorted.clamp) else { return Ok(()) };
        if row.allows.has(Allows::CONVERT) {
            return match clamp {
                Clamp::Sat => Ok(()),
                Clamp::Ssat => self.not_taken(row, span, "SSAT", "use SAT"),
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
