//! The instruction table, with one row per instruction.
//!
//! The rows determine parsing (the order of operands), checking (modifiers and options), the dispatch of
//! lowering ([`Family`]), and the reference page. They cover the opcode tables of NV_gpu_program5 (table
//! X.13) and of the extensions that add to it. Abbreviations in the section column: `GP4` NV_gpu_program4,
//! `GP5` NV_gpu_program5, `CP5` NV_compute_program5, `SSBO` NV_shader_storage_buffer_object, `TG`
//! NV_shader_thread_group, `SHF` NV_shader_thread_shuffle, `IMG` EXT_shader_image_load_store. `driver` marks
//! constructs that NVIDIA's compiler emits without a public specification.

use crate::modifier::{BaseType, DataType, Precision};
use crate::names::NameIndex;
use crate::options::Feature;

mod meaning;
mod rows;

pub use rows::Opcode;
use rows::{MNEMONICS, ROWS};

/// The description of one instruction.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic.
    pub mnemonic: &'static str,
    /// The family, which selects the code that lowers the instruction.
    pub family: Family,
    /// The result that the instruction writes.
    pub result: ResultKind,
    /// The value operands, in order.
    pub operands: &'static [Value],
    /// The number of operands at the end that may be omitted.
    pub optional: u8,
    /// The operand that is not a value, and its position.
    pub access: AccessKind,
    /// The data types that the instruction allows.
    pub types: Types,
    /// The default data type.
    pub default: BaseType,
    /// The other modifiers that the instruction allows.
    pub allows: Allows,
    /// The feature whose option the instruction requires.
    pub feature: Option<Feature>,
    /// The section of the specification that describes the instruction.
    pub section: &'static str,
}

impl Row {
    /// Returns the syntax of the instruction, for help messages and the reference page.
    pub fn form(&self) -> String {
        let mut parts: Vec<&str> = Vec::new();
        if self.access == AccessKind::ImageFirst {
            parts.push("image");
        }
        if self.result.ty().is_some() {
            parts.push("result");
        }
        if let AccessKind::MemoryFirst(_) = self.access {
            parts.push("memory[index]");
        }
        let required = self.operands.len() - usize::from(self.optional);
        for (i, value) in self.operands.iter().enumerate() {
            let names = if value.scalar { ["a.x", "b.x", "c.x"] } else { ["a", "b", "c"] };
            let optional = ["[a]", "[b]", "[c]"];
            parts.push(*if i < required { &names } else { &optional }.get(i).unwrap_or(&"a"));
        }
        match self.access {
            AccessKind::Memory(_) if self.mnemonic == "CALI" => parts.push("subroutine[index] [(test)]"),
            AccessKind::Memory(_) => parts.push("memory[index]"),
            AccessKind::TextureOffsets => parts.extend(["texture", "target"]),
            AccessKind::Texture => parts.extend(["texture", "target", "[offset]"]),
            AccessKind::Image => parts.extend(["image", "target"]),
            AccessKind::ImageFirst => parts.push("target"),
            AccessKind::Swizzle => parts.extend(["x", "y", "z", "w"]),
            AccessKind::Label => parts.push("label [(test)]"),
            AccessKind::Test => parts.push("test"),
            AccessKind::OptionalTest => parts.push("[(test)]"),
            AccessKind::None | AccessKind::MemoryFirst(_) => {}
        }
        if parts.is_empty() {
            format!("{};", self.mnemonic)
        } else {
            format!("{} {};", self.mnemonic, parts.join(", "))
        }
    }
}

/// A group of instructions that are lowered by the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// MOV, SWZ.
    Move,
    /// Arithmetic on floats and integers: ADD, MUL, MAX ...
    Arithmetic,
    /// Floating-point functions: SIN, DP3, LIT ...
    FloatFunction,
    /// CEIL, FLR, ROUND, TRUNC: float to float or integer.
    Round,
    /// I2F, CVT.
    Convert,
    /// PK*.
    Pack,
    /// UP*.
    Unpack,
    /// Bitwise and bit-field operations.
    Bit,
    /// S?? set-on-comparison.
    Compare,
    /// LDC, LDB, LDS, LOAD.
    Load,
    /// STB, STS, STORE.
    Store,
    /// ATOM, ATOMB, ATOMS.
    Atomic,
    /// ATOMCTR, ATOMCTROP.
    Counter,
    /// Texture lookups and fetches.
    Texture,
    /// TXQ, TXQS, LOD.
    TextureQuery,
    /// LOADIM, STOREIM.
    Image,
    /// ATOMIM.
    ImageAtomic,
    /// IMQ, IMQS.
    ImageQuery,
    /// TG*, MATCH.
    Vote,
    /// SHF*.
    Shuffle,
    /// IF .. RET, CAL, CALI.
    Flow,
    /// BAR, MEMBAR.
    Sync,
}

/// The result that an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// Nothing.
    None,
    /// A vector of a type.
    Vector(OperandType),
    /// One value of a type: in all lanes or, for atomics and counters, only in x.
    Scalar(OperandType),
}

impl ResultKind {
    /// Returns the type; `None` if nothing is written.
    pub fn ty(self) -> Option<OperandType> {
        match self {
            ResultKind::None => None,
            ResultKind::Vector(ty) | ResultKind::Scalar(ty) => Some(ty),
        }
    }
}

/// A value operand of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Whether the operand is a single component, selected by a one-letter swizzle and used for all lanes.
    pub scalar: bool,
    /// The type that the bits of the operand are read as.
    pub ty: OperandType,
}

/// The type of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandType {
    /// The type of the instruction; for loads, stores and atomics, the type of the storage modifier.
    Instruction,
    /// Float of the instruction's width.
    Float,
    /// Signed integer of the instruction's width.
    Signed,
    /// Unsigned integer of the instruction's width.
    Unsigned,
    /// 32-bit float, whatever the instruction's type.
    Float32,
    /// 32-bit signed integer, whatever the instruction's type.
    Signed32,
    /// 32-bit unsigned integer, whatever the instruction's type.
    Unsigned32,
    /// The type given by the second type modifier of CVT.
    Source,
    /// A 64-bit address.
    Address,
    /// Raw bits (the packed side of PK* and UP*).
    Raw,
}

impl OperandType {
    /// Returns the type in an instruction of type `own`. `source` is the second type of CVT, and `raw` the
    /// type of raw bits.
    pub fn resolve(self, own: DataType, source: DataType, raw: DataType) -> DataType {
        match self {
            OperandType::Instruction => own,
            OperandType::Float => DataType::new(BaseType::Float, own.bits),
            OperandType::Signed => DataType::new(BaseType::Signed, own.bits),
            OperandType::Unsigned => DataType::new(BaseType::Unsigned, own.bits),
            OperandType::Float32 => DataType::new(BaseType::Float, 32),
            OperandType::Signed32 => DataType::new(BaseType::Signed, 32),
            OperandType::Unsigned32 => DataType::new(BaseType::Unsigned, 32),
            OperandType::Source => source,
            OperandType::Address => DataType::new(BaseType::Unsigned, 64),
            OperandType::Raw => raw,
        }
    }
}

/// An instruction's operand that is memory, a texture, an image, a label, a test or selectors, not a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// There is none.
    None,
    /// A memory variable after the values.
    Memory(Memory),
    /// A memory variable before the values (ATOMCTROP).
    MemoryFirst(Memory),
    /// Texture, target and optional offset, after the values.
    Texture,
    /// Texture and target, after the values, which include offsets (TXGO). An offset of zeros is accepted after them.
    TextureOffsets,
    /// Image and target, after the values.
    Image,
    /// Image, then the values, then target (STOREIM).
    ImageFirst,
    /// Four selectors (SWZ).
    Swizzle,
    /// A label and an optional test (CAL).
    Label,
    /// A test without parentheses (IF).
    Test,
    /// An optional test in parentheses (BRK, CONT, RET).
    OptionalTest,
}

/// The class of a memory operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Memory {
    /// STORAGE.
    Storage,
    /// SHARED.
    Shared,
    /// COUNTER.
    Counter,
    /// SUBROUTINE.
    Subroutine,
}

impl Memory {
    /// Returns the keyword that declares variables of this class.
    pub fn keyword(self) -> &'static str {
        match self {
            Memory::Storage => "STORAGE",
            Memory::Shared => "SHARED",
            Memory::Counter => "COUNTER",
            Memory::Subroutine => "SUBROUTINE",
        }
    }
}

/// A set of data types, as bits of the `Types::*` constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Types(pub u16);

impl Types {
    /// No type modifier.
    pub const NONE: Types = Types(0);
    /// F, F32, and F16, which NVIDIA's compiler emits.
    pub const F: Types = Types(1 | 1 << 1 | 1 << 2);
    /// F and F32.
    pub const F32: Types = Types(1 | 1 << 2);
    /// F64.
    pub const F64: Types = Types(1 << 3);
    /// S, U, S32, U32.
    pub const I: Types = Types(1 << 4 | 1 << 5 | 1 << 7 | 1 << 8);
    /// S64, U64.
    pub const I64: Types = Types(1 << 6 | 1 << 9);
    /// S and U only.
    pub const SU: Types = Types(1 << 4 | 1 << 7);
    /// F, S and U only.
    pub const FSU: Types = Types(1 | 1 << 4 | 1 << 7);

    /// Returns the union of two sets.
    pub const fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    /// Returns whether the set contains a scalar type modifier. `bits` is 0 for a modifier without a width.
    pub fn contains(self, base: BaseType, bits: u8) -> bool {
        let base_bit = match base {
            BaseType::Float => 0,
            BaseType::Signed => 4,
            BaseType::Unsigned => 7,
        };
        let width = match (base, bits) {
            (_, 0) => 0,
            (BaseType::Float, 16) => 1,
            (BaseType::Float, 32) => 2,
            (BaseType::Float, 64) => 3,
            (_, 32) => 1,
            (_, 64) => 2,
            _ => return false,
        };
        self.0 & (1 << (base_bit + width)) != 0
    }

    /// Returns the modifiers in the set, for messages.
    pub fn names(self) -> Vec<&'static str> {
        const NAMES: [&str; 10] = ["F", "F16", "F32", "F64", "S", "S32", "S64", "U", "U32", "U64"];
        NAMES.iter().enumerate().filter(|&(i, _)| self.0 & (1 << i) != 0).map(|(_, n)| *n).collect()
    }
}

/// The modifiers other than data types that an instruction allows, as bits of the `Allows::*` constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allows(pub u16);

impl Allows {
    /// Nothing.
    pub const NONE: Allows = Allows(0);
    /// CC, CC0, CC1.
    pub const CC: Allows = Allows(1);
    /// SAT and SSAT, for float results; for CVT, only SAT, for results of any type.
    pub const SAT: Allows = Allows(1 << 1);
    /// The suffixes R and H.
    pub const HALF: Allows = Allows(1 << 2);
    /// Exactly one storage modifier, instead of a data type.
    pub const STORAGE: Allows = Allows(1 << 3);
    /// Exactly one atomic operation.
    pub const ATOMIC: Allows = Allows(1 << 4);
    /// COH and VOL.
    pub const COHERENT: Allows = Allows(1 << 5);
    /// Exactly one counter operation.
    pub const COUNTER: Allows = Allows(1 << 6);
    /// Exactly two types and at most one rounding modifier (CVT).
    pub const CONVERT: Allows = Allows(1 << 7);
    /// HI, S24, U24.
    pub const MULTIPLY: Allows = Allows(1 << 8);
    /// CTA.
    pub const CTA: Allows = Allows(1 << 9);
    /// SPARSE.
    pub const SPARSE: Allows = Allows(1 << 10);
    /// LODCLAMP.
    pub const LODCLAMP: Allows = Allows(1 << 11);
    /// Exactly one of ALL and ANY.
    pub const MATCH: Allows = Allows(1 << 12);
    /// A base type is allowed instead of the storage modifier (LOADIM, STOREIM).
    pub const FORMATTED: Allows = Allows(1 << 13);
    /// Neither PREC nor NTC: flow control and barriers.
    pub const BARE: Allows = Allows(1 << 14);

    /// Returns the union of two sets.
    pub const fn or(self, other: Allows) -> Allows {
        Allows(self.0 | other.0)
    }

    /// Returns whether the set contains all of `other`.
    pub fn has(self, other: Allows) -> bool {
        self.0 & other.0 == other.0
    }
}

static INDEX: NameIndex<512> = NameIndex::new(MNEMONICS);

/// The legacy suffix of a mnemonic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Suffix {
    /// R or H.
    pub precision: Option<Precision>,
    /// C, C0 or C1.
    pub cc: Option<u8>,
    /// `true` for `_SSAT`, `false` for `_SAT`.
    pub clamp: Option<bool>,
}

impl Opcode {
    /// Returns the row of the instruction in the table.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Iterates over all rows, in table order.
    pub fn all() -> impl Iterator<Item = &'static Row> {
        ROWS.iter()
    }

    /// Returns the mnemonic.
    pub fn mnemonic(self) -> &'static str {
        self.row().mnemonic
    }

    /// Finds the instruction with a mnemonic without suffixes.
    pub fn find(name: &str) -> Option<Opcode> {
        INDEX.find(MNEMONICS, name).and_then(|i| ROWS.get(i)).map(|row| row.opcode)
    }

    /// Finds the instruction with a mnemonic that may have the suffixes R or H, then C, C0 or C1, then `_SAT`
    /// or `_SSAT` (NV_gpu_program4 §2.X.4.1). The longest matching mnemonic is used.
    pub fn find_with_suffix(name: &str) -> Option<(Opcode, Suffix)> {
        if let Some(opcode) = Opcode::find(name) {
            return Some((opcode, Suffix::default()));
        }
        let mut suffix = Suffix::default();
        let mut rest = name;
        if let Some(stem) = rest.strip_suffix("_SSAT") {
            (rest, suffix.clamp) = (stem, Some(true));
        } else if let Some(stem) = rest.strip_suffix("_SAT") {
            (rest, suffix.clamp) = (stem, Some(false));
        }
        if let Some(opcode) = Opcode::find(rest) {
            return Some((opcode, suffix));
        }
        for (text, register) in [("C0", 0), ("C1", 1), ("C", 0)] {
            if let Some(stem) = rest.strip_suffix(text) {
                (rest, suffix.cc) = (stem, Some(register));
                break;
            }
        }
        if let Some(opcode) = Opcode::find(rest) {
            return Some((opcode, suffix));
        }
        let stem = rest.strip_suffix(['R', 'H'])?;
        suffix.precision = Some(if rest.ends_with('H') { Precision::Half } else { Precision::Full });
        Opcode::find(stem).map(|opcode| (opcode, suffix))
    }

    /// Returns the mnemonic nearest to a misspelled one.
    pub fn nearest(name: &str) -> Option<&'static str> {
        nvc_diag::suggest::nearest(name, MNEMONICS.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_name() {
        for row in Opcode::all() {
            assert_eq!(Opcode::find(row.mnemonic), Some(row.opcode), "{}", row.mnemonic);
            assert_eq!(row.opcode.row().mnemonic, row.mnemonic);
            assert!(usize::from(row.optional) <= row.operands.len(), "{}", row.mnemonic);
        }
    }

    /// No mnemonic with a suffix is another mnemonic (NV_gpu_program4 §2.X.4.1).
    #[test]
    fn suffixes_are_unambiguous() {
        for row in Opcode::all() {
            for suffix in ["R", "H", "C", "C0", "C1", "RC", "_SAT", "RC1_SSAT"] {
                let name = format!("{}{suffix}", row.mnemonic);
                assert_eq!(
                    Opcode::find_with_suffix(&name).map(|(opcode, _)| opcode),
                    Some(row.opcode),
                    "{name}"
                );
            }
        }
        let all = Suffix { precision: Some(Precision::Full), cc: Some(1), clamp: Some(true) };
        assert_eq!(Opcode::find_with_suffix("SUBRC1_SSAT"), Some((Opcode::Sub, all)));
        assert_eq!(Opcode::find_with_suffix("ADD_SATC"), None);
    }
}
