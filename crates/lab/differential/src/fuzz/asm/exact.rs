//! The restrictions that make the results of exact programs bit-identical on every device.
//!
//! Floats are multiples of 1/16 whose magnitude is at most 128; half-precision floats are integers up to 8. The
//! product of two such numbers, and the sum of four such products, is then exact in a significand of 24 bits (11
//! bits for half precision), so that neither contraction nor reassociation changes the result. Results outside
//! the range are brought back by exact operations. SPIR-V does not specify the sign of zero, so floats are
//! converted to integers before they are stored.

use super::classes::{Class, Types};
use super::generator::Generator;
use super::operands::Restrictions;
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::table::{Family, Row};

/// Float instructions whose results stay in the range of their operands.
const CLOSED: &[&str] = &[
    "ABS", "MAX", "MIN", "CMP", "MOV", "SWZ", "FRC", "SSG", "CEIL", "FLR", "ROUND", "TRUNC", "SEQ", "SNE",
    "SLT", "SLE", "SGT", "SGE", "SFL", "STR",
];

/// Instructions that NVIDIA's compiler emits with half-precision (`.F16`) operands. In exact programs,
/// these and CVT are the only arithmetic instructions with such operands.
const ON_HALVES: &[&str] = &["ADD", "SUB", "MUL", "MAD", "MAX", "MIN", "MOV", "SEQ", "SNE", "SLT", "SGE"];

/// For each unpacking instruction, the statements that turn arbitrary bits in `z` into fields that convert
/// to floats exactly.
const UNPACKED: &[(&str, &[&str])] = &[
    // Keeps 10 bits of each half and sets its exponent, which gives values in [2, 4).
    (
        "UP2H",
        &[
            "AND.U z, z, {67044351, 67044351, 67044351, 67044351};",
            "OR.U z, z, {1073758208, 1073758208, 1073758208, 1073758208};",
        ],
    ),
    // Sets each field to 0 or to its maximum, which convert to 0.0 and 1.0.
    ("UP2US", &["AND.U z, z, {65537, 65537, 65537, 65537};", "MUL.U z, z, {65535, 65535, 65535, 65535};"]),
    (
        "UP4UB",
        &["AND.U z, z, {16843009, 16843009, 16843009, 16843009};", "MUL.U z, z, {255, 255, 255, 255};"],
    ),
    // Sets each field to 128 or 255, which is 0 or 127 after subtracting the bias of 128, and converts to
    // 0.0 or 1.0.
    (
        "UP4B",
        &[
            "AND.U z, z, {16843009, 16843009, 16843009, 16843009};",
            "MUL.U z, z, {127, 127, 127, 127};",
            "ADD.U z, z, {2155905152, 2155905152, 2155905152, 2155905152};",
        ],
    ),
];

impl Generator<'_> {
    /// Returns whether the instruction is exact for this type. A width of 0 means 32 bits.
    pub(super) fn exact_type(&self, row: &Row, ty: DataType) -> bool {
        match row.mnemonic {
            "DIV" => !ty.is_float(),
            "I2F" => ty.bits != 64,
            // Packed integers must not be read as floats.
            "PK2H" | "PK2US" | "PK4B" | "PK4UB" | "PK64" | "UP64" => !ty.is_float(),
            name => ty.bits != 16 || ON_HALVES.contains(&name),
        }
    }

    /// Returns whether the instruction's float result may leave the range of exact floats.
    pub(super) fn leaves_range(&self, row: &Row) -> bool {
        !CLOSED.contains(&row.mnemonic)
    }

    /// Brings the class's scratch register back into the range of exact floats.
    pub(super) fn settle(&mut self, class: Class) {
        let (t, f) = (class.scratch(), class.float_suffix());
        if class == Class::Float16 {
            self.line(&format!("MIN.F16 {t}, {t}, {{8.0, 8.0, 8.0, 8.0}};"));
            self.line(&format!("MAX.F16 {t}, {t}, {{-8.0, -8.0, -8.0, -8.0}};"));
            return;
        }
        // Computes fract(x / 256) * 256 - 128, rounded down to a multiple of 1/16.
        let four = |number: &str| format!("{{{number}, {number}, {number}, {number}}}");
        self.line(&format!("MUL.{f} {t}, {t}, {};", four("0.00390625")));
        self.line(&format!("FRC.{f} {t}, {t};"));
        self.line(&format!("MAD.{f} {t}, {t}, {}, {};", four("4096.0"), four("-2048.0")));
        self.line(&format!("FLR.{f} {t}, {t};"));
        self.line(&format!("MUL.{f} {t}, {t}, {};", four("0.0625")));
    }

    /// Returns the restrictions that keep an operand to the forms that NVIDIA's compiler handles as specified, or
    /// with a deviation that docs/hardware.md describes. Each arm describes a bug of that compiler.
    pub(super) fn reliable(&self, row: &Row, index: usize, types: Types) -> Restrictions {
        let integer = !types.own.is_float();
        let unsigned = integer && types.own.base == BaseType::Unsigned;
        match row.mnemonic {
            // If the vector operand is negated, its first component is packed into every result.
            "PK64" => Restrictions { unmodified: true, ..Restrictions::default() },
            // `|c|` of a constant is read as `c`.
            "UP64" => Restrictions { no_absolute: true, ..Restrictions::default() },
            // A constant selector is compared as a float. If the selector is the negated result of a
            // comparison, components of the destination that contain the result of an earlier CMP may keep
            // that old value.
            "CMP" if integer && index == 0 => {
                Restrictions { register: true, unmodified: true, ..Restrictions::default() }
            }
            // If the other operand is the result of a comparison, the negation is applied after the XOR.
            "XOR" => Restrictions { unmodified: true, ..Restrictions::default() },
            // Of two consecutive instructions with negated operands, the second loses its negation.
            "MIN" | "MAX" if integer => Restrictions { unmodified: true, ..Restrictions::default() },
            // The negated result of a float comparison becomes all ones instead of 0.
            "CEIL" | "FLR" | "ROUND" | "TRUNC" if unsigned => {
                Restrictions { unmodified: true, ..Restrictions::default() }
            }
            // In a comparison with a constant, `-|x|` is read as `|x|`, and `|x|` is assumed not to be
            // negative (it is negative for INT_MIN).
            _ if row.family == Family::Compare && integer => {
                Restrictions { no_absolute: true, ..Restrictions::default() }
            }
            _ => Restrictions::default(),
        }
    }

    /// Returns whether the instruction may have a condition mask on its result. NVIDIA's compiler has three
    /// bugs here: it loads vectors from shared memory under the condition of the last component, clamps
    /// 64-bit results regardless of the condition, and reads the flags that the instruction itself writes.
    pub(super) fn may_be_conditional(&self, head: &str, ty: DataType) -> bool {
        let clamped = ty.bits == 64 && head.contains("SAT");
        !self.profile.exact || !(head.starts_with("LDS") || head.contains(".CC") || clamped)
    }

    /// Generates an operand for an instruction that is exact, or defined, only for some operand values.
    /// Returns `None` if every value is allowed.
    pub(super) fn exact_operand(&mut self, row: &Row, index: usize, types: Types) -> Option<String> {
        match (row.mnemonic, index) {
            ("BFE" | "BFI", 0) => Some(self.field()),
            // A zero divisor gives different results depending on whether NVIDIA's compiler folds the
            // division.
            ("DIV" | "MOD", 1) => {
                let class = Class::of(types.own);
                let (scratch, width) = (class.scratch(), if class == Class::Int64 { "64" } else { "" });
                let divisor =
                    self.operand(types.own, Restrictions { scalar: true, ..Restrictions::default() });
                if class == Class::Int64 {
                    self.line(&format!("OR.U{width} {scratch}, {divisor}, {{1, 1, 1, 1}};"));
                } else {
                    // NVIDIA's Vulkan driver miscompiles quotients of two sign-extended bytes. XOR with a
                    // parameter changes the divisor's high bits, so that it is not a sign-extended byte.
                    self.line(&format!("XOR.U {scratch}, {divisor}, p[3];"));
                    self.line(&format!("OR.U {scratch}, {scratch}, {{1, 1, 1, 1}};"));
                }
                Some(format!("{scratch}.{}", self.letter()))
            }
            ("I2F", 0) => {
                self.integer_to("z", 8, types.own.base);
                Some("z".to_owned())
            }
            // Avoids negative zero and numbers that do not fit in a half.
            ("PK2H", 0) => {
                let source = self.operand(DataType::new(BaseType::Unsigned, 32), Restrictions::default());
                self.line(&format!("AND.U z, {source}, {{2047, 2047, 1023, 1023}};"));
                self.line("I2F.U ft, z;");
                Some("ft".to_owned())
            }
            _ => {
                let (_, steps) = UNPACKED.iter().find(|(name, _)| *name == row.mnemonic)?;
                let source = self.operand(DataType::new(BaseType::Unsigned, 32), Restrictions::default());
                self.line(&format!("MOV.U z, {source};"));
                for step in *steps {
                    self.line(step);
                }
                Some(format!("z.{}", self.letter()))
            }
        }
    }

    /// Generates the width and the offset of a bit field within a 32-bit register. They are constants: if
    /// the offset varies between invocations, NVIDIA's compiler may use that of the first invocation for all
    /// (docs/hardware.md).
    fn field(&mut self) -> String {
        let width = self.rng.below(33);
        let offset = self.rng.below((33 - width).min(32));
        format!("{{{width}, {offset}, 0, 0}}")
    }

    /// Generates an integer with few enough bits to convert to a float exactly: writes the high bits of a
    /// random operand to the scratch register.
    fn integer_to(&mut self, scratch: &str, shift: u32, base: BaseType) {
        let ty = DataType::new(base, 32);
        let source = self.operand(ty, Restrictions::default());
        let letter = if base == BaseType::Signed { 'S' } else { 'U' };
        self.line(&format!("SHR.{letter} {scratch}, {source}, {{{shift}, 0, 0, 0}}.x;"));
    }

    /// Generates an operand whose conversion is exact, so that devices cannot round it differently.
    pub(super) fn exact_conversion_operand(&mut self, to: DataType, from: DataType) -> String {
        let source =
            self.operand(from, Restrictions { unmodified: true, register: true, ..Restrictions::default() });
        let (class, wide) = (Class::of(from), from.bits == 64);
        let scratch = class.scratch();
        let letter = if from.base == BaseType::Signed { 'S' } else { 'U' };
        match (to.is_float(), from.is_float()) {
            (true, false) if to.bits == 16 => {
                let suffix = if wide { "U64" } else { "U" };
                self.line(&format!("AND.{suffix} {scratch}, {source}, {{7, 7, 7, 7}};"));
                scratch.to_owned()
            }
            (true, false) if from.bits >= 32 => {
                let (suffix, shift) = if wide { ("64", 40) } else { ("", 8) };
                self.line(&format!("SHR.{letter}{suffix} {scratch}, {source}, {{{shift}, 0, 0, 0}}.x;"));
                scratch.to_owned()
            }
            // Rounds to an integer, which is exact as a half.
            (true, true) if to.bits == 16 && from.bits != 16 => {
                self.line(&format!("ROUND.{} {scratch}, {source};", class.float_suffix()));
                scratch.to_owned()
            }
            _ => source,
        }
    }

    /// Converts a float register to an integer in `z`: the value times 16, or the value itself for halves.
    pub(super) fn float_to_integer(&mut self, class: Class, register: &str) {
        match class {
            Class::Float64 => {
                self.line(&format!("MUL.F64 gt, {register}, {{16.0, 16.0, 16.0, 16.0}};"));
                self.line("CVT.S32.F64 z, gt;");
            }
            Class::Float16 => self.line(&format!("CVT.S32.F16 z, {register};")),
            _ => {
                self.line(&format!("MUL.F ft, {register}, {{16.0, 16.0, 16.0, 16.0}};"));
                self.line("ROUND.S z, ft;");
            }
        }
    }
}
