//! Generates operands, results, write masks and condition-code tests.

use super::classes::Class;
use super::generator::Generator;
use nvc_asm::modifier::{BaseType, DataType};

/// Restrictions on a generated operand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Restrictions {
    /// The operand must be a single component.
    pub(super) scalar: bool,
    /// No negation and no absolute value.
    pub(super) unmodified: bool,
    /// The operand must be a register, not a constant, a parameter, an attribute or an array element.
    pub(super) register: bool,
    /// No absolute value.
    pub(super) no_absolute: bool,
}

/// What a condition-code test controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tested {
    /// The condition mask of a result.
    Lanes,
    /// An IF or a RET.
    Block,
    /// A BRK or CONT.
    Jump,
}

/// Boundary values of integers and of shift distances.
const INTERESTING: &[u32] = &[
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    24,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
];

/// Built-in inputs with three components.
const ATTRIBUTES: &[&str] = &[
    "invocation.localid",
    "invocation.globalid",
    "invocation.groupid",
    "invocation.groupcount",
    "invocation.groupsize",
];

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Condition-code tests that read only the sign and zero flags.
const PLAIN_TESTS: &[&str] = &["EQ", "NE", "LT", "LE", "GT", "GE", "TR", "FL", "NAN", "LEG", "SF", "NSF"];
/// Condition-code tests that also read the carry and overflow flags.
const CARRY_TESTS: &[&str] = &["CF", "NCF", "OF", "NOF", "AB", "BLE"];

impl Generator<'_> {
    /// Returns a random 32-bit number; boundary values are preferred.
    pub(super) fn word(&mut self) -> u32 {
        if self.rng.chance(60) { *self.rng.pick(INTERESTING) } else { self.rng.next_u64() as u32 }
    }

    /// Returns a register of the class or, if classes may be mixed, sometimes of another class.
    pub(super) fn register(&mut self, class: Class) -> &'static str {
        let class = if self.mixes && self.rng.chance(15) { *self.rng.pick(&Class::ALL) } else { class };
        self.rng.name(class.names())
    }

    pub(super) fn letter(&mut self) -> char {
        *self.rng.pick(&LETTERS)
    }

    /// Generates a swizzle: `.x`, `.wzyx` or nothing.
    fn swizzle(&mut self) -> String {
        match self.rng.below(4) {
            0 => format!(".{}", self.letter()),
            1 => format!(".{}{}{}{}", self.letter(), self.letter(), self.letter(), self.letter()),
            _ => String::new(),
        }
    }

    /// Generates one literal of the type. Exact floats are multiples of 1/16 (halves: integers) in the range
    /// that the [`exact`](super::exact) module defines.
    pub(super) fn literal(&mut self, ty: DataType) -> String {
        match (ty.base, ty.bits, self.profile.exact) {
            (BaseType::Float, 16, true) => format!("{:?}", self.rng.within(-8, 8) as f64),
            (BaseType::Float, _, true) => format!("{:?}", self.rng.within(-2048, 2048) as f64 / 16.0),
            (BaseType::Float, _, false) if self.rng.chance(20) => {
                format!("{:e}", self.rng.within(-9999, 9999) as f64 * 1e-20)
            }
            (BaseType::Float, _, false) => format!("{:?}", self.rng.within(-9999, 9999) as f64 / 128.0),
            (BaseType::Signed, _, _) => {
                let word = self.word() as i32;
                // INT_MIN cannot be written as a literal because its magnitude does not fit.
                format!("{}", if word == i32::MIN { -7 } else { word })
            }
            (BaseType::Unsigned, _, _) => self.word().to_string(),
        }
    }

    fn constant(&mut self, ty: DataType, scalar: bool) -> String {
        if self.rng.chance(20) {
            return self.literal(ty);
        }
        let parts: Vec<String> = (0..4).map(|_| self.literal(ty)).collect();
        let vector = format!("{{{}}}", parts.join(", "));
        if scalar { format!("{vector}.{}", self.letter()) } else { vector }
    }

    /// Generates an operand of the type.
    pub(super) fn operand(&mut self, ty: DataType, restrictions: Restrictions) -> String {
        let class = Class::of(ty);
        if !restrictions.register && self.rng.chance(18) {
            return self.constant(ty, restrictions.scalar);
        }
        let word = class == Class::Int32 && !restrictions.register;
        let (name, lanes) = match self.rng.below(12) {
            0 if word => {
                let index = self.array_index();
                (format!("ia[{index}]"), 4)
            }
            1 if word => (format!("p[{}]", self.rng.below(4)), 4),
            2 if word => ("invocation.localindex".to_owned(), 1),
            3 if word => ((self.rng.name(ATTRIBUTES)).to_owned(), 3),
            _ => (self.register(class).to_owned(), 4),
        };
        let swizzle = if restrictions.scalar || lanes < 4 {
            format!(".{}", self.rng.pick(&LETTERS[..lanes]))
        } else {
            self.swizzle()
        };
        let text = format!("{name}{swizzle}");
        let no_absolute = restrictions.unmodified || restrictions.no_absolute;
        match self.rng.below(10) {
            0 | 1 if !restrictions.unmodified => format!("-{text}"),
            2 if !no_absolute => format!("|{text}|"),
            3 if !no_absolute => format!("-|{text}|"),
            _ => text,
        }
    }

    /// Generates an in-range index into the array `ia`: a constant or a masked register. Every register index
    /// is masked to 0..4, with an offset of at most 4: two indices of one instruction share the register
    /// `xa`, so its last value must be in range for both.
    pub(super) fn array_index(&mut self) -> String {
        if self.rng.chance(40) {
            return self.rng.below(8).to_string();
        }
        let register = self.rng.name(Class::Int32.names());
        let line = format!("AND.U xa.x, {register}.{}, {{3, 0, 0, 0}}.x;", self.letter());
        self.line(&line);
        match self.rng.below(5) {
            0 => "xa.x".to_owned(),
            offset => format!("xa.x + {offset}"),
        }
    }

    /// Generates a result operand of the type. Its write mask selects from the first `lanes` components;
    /// `conditional` allows a condition mask.
    pub(super) fn result(&mut self, ty: DataType, lanes: usize, conditional: bool) -> String {
        let class = Class::of(ty);
        // If NVIDIA's compiler keeps the array `ia` in memory, an 8- or 16-bit result changes only the low 8
        // or 16 bits of an element instead of all 32.
        let narrow = self.profile.exact && ty.bits < 32;
        let name = if class == Class::Int32 && !narrow && self.rng.chance(8) {
            let index = self.array_index();
            format!("ia[{index}]")
        } else {
            self.register(class).to_owned()
        };
        let mask = self.mask(lanes);
        let condition = if conditional { self.condition() } else { String::new() };
        format!("{name}{mask}{condition}")
    }

    /// Generates a write mask of some of the first `lanes` components.
    pub(super) fn mask(&mut self, lanes: usize) -> String {
        if lanes == 4 && self.rng.chance(50) {
            return String::new();
        }
        let bits = 1 + self.rng.below((1 << lanes) - 1);
        let letters: String =
            LETTERS.iter().enumerate().filter(|(i, _)| bits & (1 << i) != 0).map(|(_, c)| *c).collect();
        format!(".{letters}")
    }

    /// Generates a condition mask with a probability of 12 %, otherwise nothing.
    pub(super) fn condition(&mut self) -> String {
        if self.rng.chance(12) { format!(" ({})", self.test(Tested::Lanes)) } else { String::new() }
    }

    /// Generates a condition-code test. Exact programs test carry and overflow only in condition-code
    /// register 1, because only operations with known flags write it, and only once, because NVIDIA's
    /// compiler inverts the second test of a component.
    pub(super) fn test(&mut self, tested: Tested) -> String {
        let register = self.rng.below(3);
        let carry = self.rng.chance(35) && (register == 2 && !self.carry_tested || !self.profile.exact);
        self.carry_tested |= carry;
        let name = self.rng.name(if carry { CARRY_TESTS } else { PLAIN_TESTS });
        let digit = ["", "0", "1"][register];
        let swizzle = match tested {
            _ if !self.profile.exact => self.swizzle(),
            // NVIDIA's driver tests only the first component of a BRK or CONT condition.
            Tested::Jump => format!(".{}", self.letter()),
            Tested::Block if carry => format!(".{}", self.letter()),
            Tested::Block => self.swizzle(),
            Tested::Lanes => (self.rng.name(&["", "", ".wzyx", ".yxwz", ".zwxy"])).to_owned(),
        };
        format!("{name}{digit}{swizzle}")
    }
}
