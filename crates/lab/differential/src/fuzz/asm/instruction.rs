//! Generates arithmetic instructions from the types, modifiers and operand kinds in the instruction table.

use super::classes::{Class, Types};
use super::generator::Generator;
use super::operands::Restrictions;
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::table::{AccessKind, Allows, Family, OperandType, Row};

/// Data-type modifiers: spelling, base type and width in bits. The width is 0 if the modifier does not
/// specify one.
const TYPES: &[(&str, BaseType, u8)] = &[
    ("F", BaseType::Float, 0),
    ("F16", BaseType::Float, 16),
    ("F32", BaseType::Float, 32),
    ("F64", BaseType::Float, 64),
    ("S", BaseType::Signed, 0),
    ("S32", BaseType::Signed, 32),
    ("S64", BaseType::Signed, 64),
    ("U", BaseType::Unsigned, 0),
    ("U32", BaseType::Unsigned, 32),
    ("U64", BaseType::Unsigned, 64),
];

/// The data types that CVT accepts.
const CONVERTED: &[(&str, BaseType, u8)] = &[
    ("F16", BaseType::Float, 16),
    ("F32", BaseType::Float, 32),
    ("F64", BaseType::Float, 64),
    ("S8", BaseType::Signed, 8),
    ("S16", BaseType::Signed, 16),
    ("S32", BaseType::Signed, 32),
    ("S64", BaseType::Signed, 64),
    ("U8", BaseType::Unsigned, 8),
    ("U16", BaseType::Unsigned, 16),
    ("U32", BaseType::Unsigned, 32),
    ("U64", BaseType::Unsigned, 64),
];

/// Instructions that define only the first components of their result, with the number of defined
/// components.
const DEFINED_LANES: &[(&str, usize)] = &[
    ("XPD", 3),
    ("NRM", 3),
    ("RFL", 3),
    ("SCS", 2),
    ("SHFIDX", 2),
    ("SHFUP", 2),
    ("SHFDOWN", 2),
    ("SHFXOR", 2),
];

/// Returns the number of defined components of an instruction's result.
pub(super) fn defined_lanes(row: &Row) -> usize {
    DEFINED_LANES.iter().find(|(name, _)| *name == row.mnemonic).map_or(4, |(_, lanes)| *lanes)
}

/// Returns whether the text of an operand is a literal or the constant `invocation.groupsize`.
fn is_literal(operand: &str) -> bool {
    operand.starts_with(|c: char| c == '{' || c.is_ascii_digit())
        || operand.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || operand.contains("invocation.groupsize")
}

/// Returns whether NVIDIA's compiler may fold a component of the result to a constant, given these operands.
/// ADD, SUB, XOR, MOV and NOT fold only if all operands are constants. Other operations may fold even if only
/// one is: `x | ~0`, `x & 0` and unsigned comparisons with 0 fold for any x. I2F, DST and SWZ are assumed to
/// fold always.
fn may_be_known(row: &Row, operands: &[String]) -> bool {
    let mut literals = operands.iter().map(|operand| is_literal(operand));
    match row.mnemonic {
        "I2F" | "DST" | "SWZ" => true,
        "ADD" | "SUB" | "XOR" | "MOV" | "NOT" => literals.all(|literal| literal),
        _ => literals.any(|literal| literal),
    }
}

impl Generator<'_> {
    /// If all operands are constants, replaces the last one by a register. Only in exact programs, because
    /// NVIDIA's compiler does not always fold constants as specified.
    fn hide_constants(&mut self, row: &Row, types: Types, operands: &mut [String]) {
        if !self.profile.exact || !operands.iter().all(|operand| is_literal(operand)) {
            return;
        }
        let last = operands.len().saturating_sub(1);
        if let (Some(value), Some(operand)) = (row.operands.get(last), operands.get_mut(last)) {
            let ty = types.resolve(value.ty, 32);
            let reliable = self.reliable(row, last, types);
            *operand = self.operand(ty, Restrictions { scalar: value.scalar, register: true, ..reliable });
        }
    }

    /// Generates one instruction that does not access memory or textures and is not control flow.
    pub(super) fn plain(&mut self, row: &Row) {
        let (ty, mut modifiers) = self.data_type(row);
        let types = Types::new(ty);
        let Some(result) = row.result.ty() else { return };
        let pack = matches!(row.family, Family::Pack | Family::Unpack);
        self.mixes = !self.profile.exact && !pack;
        let mut operands: Vec<String> =
            row.operands.iter().enumerate().map(|(i, _)| self.value(row, i, types)).collect();
        self.hide_constants(row, types, &mut operands);
        let raw_bits = if row.mnemonic == "PK64" { 64 } else { 32 };
        let written = types.resolve(result, raw_bits);
        let known = may_be_known(row, &operands);
        modifiers.push_str(&self.modifiers(row, written, types, known));
        let mut tail = format!(", {}", operands.join(", "));
        if row.access == AccessKind::Swizzle {
            for _ in 0..4 {
                let sign = ["", "-"][self.rng.below(2)];
                tail.push_str(&format!(", {sign}{}", self.rng.pick(&['x', 'y', 'z', 'w', '0', '1'])));
            }
        }
        let head = format!("{}{modifiers}", row.mnemonic);
        self.write(&head, written, defined_lanes(row), &tail, self.leaves_range(row));
    }

    /// Generates a CVT between any two types.
    pub(super) fn convert(&mut self, row: &Row) {
        let &(to_name, to_base, to_bits) = self.rng.pick(CONVERTED);
        let &(from_name, from_base, from_bits) = self.rng.pick(CONVERTED);
        let (to, from) = (DataType::new(to_base, to_bits), DataType::new(from_base, from_bits));
        // Directed rounding of 64-bit integers to floats is not generated.
        let nearest = from.bits == 64 && !from.is_float() && to.is_float();
        let directed = ["", ".ROUND", ".CEIL", ".FLR", ".TRUNC"];
        let rounding = self.rng.name(if nearest { &directed[..2] } else { &directed });
        // NVIDIA's assembler, which assembles exact programs, rejects clamping of an integer result.
        let clamp = if self.rng.chance(10) && (to.is_float() || !self.profile.exact) { ".SAT" } else { "" };
        let cc = if self.profile.exact { String::new() } else { self.condition_code(row, to) };
        self.mixes = !self.profile.exact;
        let operand = if self.profile.exact {
            self.exact_conversion_operand(to, from)
        } else {
            self.operand(from, Restrictions { unmodified: true, register: true, ..Restrictions::default() })
        };
        let head = format!("CVT.{to_name}.{from_name}{rounding}{clamp}{cc}");
        let grows = to.is_float() && !(from.is_float() && to.bits != 16);
        self.write(&head, to, 4, &format!(", {operand}"), grows);
    }

    /// Appends the instruction `head result tail`, which defines the first `lanes` components of its result.
    /// `grows` is set if the result may leave the range of exact floats; in an exact program, such a result
    /// goes to the scratch register first and is brought back into the range.
    pub(super) fn write(&mut self, head: &str, ty: DataType, lanes: usize, tail: &str, grows: bool) {
        let class = Class::of(ty);
        if self.profile.exact && class.is_float() && grows {
            let mask = self.mask(lanes);
            let condition = if self.may_be_conditional(head, ty) { self.condition() } else { String::new() };
            self.line(&format!("{head} {}{mask}{condition}{tail};", class.scratch()));
            self.settle(class);
            let register = self.register(class);
            let suffix = class.float_suffix();
            self.line(&format!("MOV.{suffix} {register}{mask}, {};", class.scratch()));
        } else {
            let result = self.result(ty, lanes, self.may_be_conditional(head, ty));
            self.line(&format!("{head} {result}{tail};"));
        }
    }

    /// Chooses a data type that the instruction accepts. Returns the type and the modifier that selects it. For the
    /// instruction's default type, this may be the empty string or the precision suffix `R` or `H` of the mnemonic.
    pub(super) fn data_type(&mut self, row: &Row) -> (DataType, String) {
        let usable = |&&(name, base, bits): &&(&str, BaseType, u8)| {
            let contained = row.types.contains(base, bits);
            let pack = matches!(row.family, Family::Pack | Family::Unpack);
            let ty = DataType::new(base, bits);
            contained && !(pack && name == "F16") && (!self.profile.exact || self.exact_type(row, ty))
        };
        let types: Vec<_> = TYPES.iter().filter(usable).collect();
        let default = DataType::new(row.default, 32);
        let without = types.is_empty() || self.rng.chance(5);
        if without && (!self.profile.exact || types.is_empty() || self.exact_type(row, default)) {
            let halves = row.allows.has(Allows::HALF) && !self.profile.exact && self.rng.chance(40);
            let suffix = if halves { self.rng.name(&["R", "H"]) } else { "" };
            return (default, suffix.to_owned());
        }
        let &(name, base, bits) = *self.rng.pick(&types);
        (DataType::new(base, if bits == 0 { 32 } else { bits }), format!(".{name}"))
    }

    /// Generates the modifiers other than data types. `written` is the type of the result; `known` is set if
    /// NVIDIA's compiler may fold a component of it. `.HI` is allowed only for 32-bit integers.
    fn modifiers(&mut self, row: &Row, written: DataType, types: Types, known: bool) -> String {
        let mut text = String::new();
        let integer = !types.own.is_float();
        if row.allows.has(Allows::MULTIPLY) && integer && types.own.bits == 32 && self.rng.chance(25) {
            text.push_str(".HI");
        }
        if row.allows.has(Allows::SAT) && written.is_float() && self.rng.chance(10) {
            text.push_str(self.rng.name(&[".SAT", ".SSAT"]));
        }
        if row.allows.has(Allows::MATCH) {
            text.push_str(self.rng.name(&[".ALL", ".ANY"]));
        }
        // For a folded result, NVIDIA's compiler sets the sign flag as if the result were not negative.
        if !self.profile.exact || !known {
            text.push_str(&self.condition_code(row, written));
        }
        // With `.PREC`, NVIDIA's compiler folds the unpacking of constants inexactly.
        let precise = !self.profile.exact || row.family != Family::Unpack;
        if self.rng.chance(3) && !row.allows.has(Allows::BARE) && precise {
            text.push_str(".PREC");
        }
        text
    }

    /// Generates `.CC`, `.CC0`, `.CC1` or nothing. In exact programs, condition-code register 1 is reserved
    /// for 32-bit operations whose carry and overflow flags were measured on hardware.
    pub(super) fn condition_code(&mut self, row: &Row, written: DataType) -> String {
        if !row.allows.has(Allows::CC) || !self.rng.chance(20) {
            return String::new();
        }
        if !self.profile.exact {
            return (self.rng.name(&[".CC", ".CC0", ".CC1"])).to_owned();
        }
        let sums = matches!(row.mnemonic, "ADD" | "SUB" | "MUL" | "AND" | "OR" | "XOR" | "MOV");
        match written.bits {
            32 if sums && !written.is_float() => (self.rng.name(&[".CC0", ".CC1"])).to_owned(),
            // The sign flag of |INT_MIN| depends on the compiler.
            _ if row.mnemonic == "ABS" && !written.is_float() => String::new(),
            32 if !matches!(row.mnemonic, "MAD" | "SAD" | "ADD" | "SUB") => ".CC".to_owned(),
            _ => String::new(),
        }
    }

    /// Generates the operand at this index.
    pub(super) fn value(&mut self, row: &Row, index: usize, types: Types) -> String {
        if self.profile.exact
            && let Some(text) = self.exact_operand(row, index, types)
        {
            return text;
        }
        let Some(value) = row.operands.get(index) else { return String::new() };
        let unpack = row.mnemonic == "UP64";
        let ty = types.resolve(value.ty, if unpack { 64 } else { 32 });
        let reliable =
            if self.profile.exact { self.reliable(row, index, types) } else { Restrictions::default() };
        let register = reliable.register || unpack || value.ty == OperandType::Raw;
        let restrictions = Restrictions { scalar: value.scalar, register, ..reliable };
        if row.access == AccessKind::Swizzle {
            return self.register(Class::of(ty)).to_owned();
        }
        self.operand(ty, restrictions)
    }

    /// Generates a MUL with 24-bit operands. The modifier, `.S24` or `.U24`, is also the type.
    pub(super) fn multiply_24(&mut self, row: &Row) {
        let (name, base) = *self.rng.pick(&[("S24", BaseType::Signed), ("U24", BaseType::Unsigned)]);
        let ty = DataType::new(base, 32);
        let a = self.value(row, 0, Types::new(ty));
        let b = self.value(row, 1, Types::new(ty));
        self.write(&format!("MUL.{name}"), ty, 4, &format!(", {a}, {b}"), false);
    }
}
