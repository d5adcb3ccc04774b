//! Generates loads, stores and atomics that are free of data races.
//!
//! Each invocation owns 256 bytes of the output buffer and 16 bytes of shared memory. Their offsets are in the
//! registers `at.x` and `ls.x`. The remaining words are common to all invocations. Between the prologue and the
//! epilogue, each common word is accessed only by atomics with one commutative operation, whose results are discarded.

use super::classes::Class;
use super::generator::Generator;
use super::operands::Restrictions;
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::options::Feature;
use nvc_asm::table::{Allows, Family, Memory, Row};

/// Bytes of the output buffer that each invocation owns.
pub(super) const OWN: usize = 256;
/// Number of bytes for plain loads and stores, at the start of the bytes that the invocation owns. The words
/// for atomics follow.
const OWN_PLAIN: usize = 96;
/// Number of owned bytes for atomics.
const OWN_ATOMIC: usize = 32;
/// Offset in the output buffer of the words that are common to all invocations.
pub(super) const COMMON: usize = 64 * OWN;
/// Offset in shared memory of the words that are common to all invocations.
pub(super) const COMMON_SHARED: usize = 1024;
/// Offset and size of each part of the input buffer: integers, then 32-, 64- and 16-bit floats.
pub(super) const INPUT: [(usize, usize); 4] = [(0, 512), (512, 256), (768, 128), (896, 128)];
/// Size of the uniform buffer in bytes.
pub(super) const UNIFORM: usize = 512;

/// The words that are common to all invocations: offset, and the atomic operation with its type. The first nine
/// operations have 32 bits, the others 64.
const COMMON_OPERATIONS: &[(usize, &str)] = &[
    (0, "ADD.U32"),
    (4, "MIN.S32"),
    (8, "MAX.U32"),
    (12, "AND.U32"),
    (16, "OR.U32"),
    (20, "XOR.U32"),
    (24, "MAX.S32"),
    (28, "MIN.U32"),
    (32, "ADD.S32"),
    (40, "ADD.U64"),
    (48, "MAX.S64"),
    (56, "XOR.U64"),
];

/// Operations of atomics. The first six are also those of atomic counters.
const OPERATIONS: &[&str] = &["ADD", "MIN", "MAX", "AND", "OR", "XOR", "IWRAP", "DWRAP", "EXCH", "CSWAP"];

/// A storage modifier, such as `F32X4`: base type, bits per component, number of components.
#[derive(Clone, Copy)]
struct Access {
    base: BaseType,
    bits: usize,
    count: usize,
}

impl Access {
    fn bytes(self) -> usize {
        self.bits / 8 * self.count
    }

    fn data_type(self) -> DataType {
        DataType::new(self.base, self.bits as u8)
    }

    fn text(self) -> String {
        let letter = match self.base {
            BaseType::Float => 'F',
            BaseType::Signed => 'S',
            BaseType::Unsigned => 'U',
        };
        let count = if self.count == 1 { String::new() } else { format!("X{}", self.count) };
        format!("{letter}{}{count}", self.bits)
    }
}

impl Generator<'_> {
    /// Chooses a storage modifier of at most `most` bytes. Floats are allowed only if `floats` is set; only
    /// 32-bit components are allowed if `words` is set.
    fn access(&mut self, most: usize, floats: bool, words: bool) -> Access {
        loop {
            let base = *self.rng.pick(&[BaseType::Signed, BaseType::Unsigned, BaseType::Float]);
            let access = Access {
                base,
                bits: *self.rng.pick(&[8, 16, 32, 32, 64]),
                count: *self.rng.pick(&[1, 2, 4]),
            };
            let float = base == BaseType::Float;
            let unsuitable = words && access.bits != 32 || float && (!floats || access.bits == 8);
            if access.bytes() > most || unsuitable {
                continue;
            }
            if access.bits < 32 && (float || access.count > 1) {
                self.features.insert(Feature::MemExtended);
            }
            return access;
        }
    }

    fn coherence(&mut self, row: &Row) -> &'static str {
        if !row.allows.has(Allows::COHERENT) || self.rng.chance(80) {
            return "";
        }
        self.rng.name(&[".COH", ".VOL", ".COH.VOL"])
    }

    /// Generates code that computes an offset in `x.x`: a multiple of `step` below `length`. `step` and
    /// `length` must be powers of two.
    fn offset(&mut self, length: usize, step: usize) {
        let mask = (length - 1) & !(step - 1);
        let register = self.rng.name(Class::Int32.names());
        let line = format!("AND.U x.x, {register}.{}, {{{mask}, 0, 0, 0}}.x;", self.letter());
        self.line(&line);
    }

    /// Generates an access to the array `name`. The index, constant or computed, is in `start..start +
    /// length` and differs from `start` by a multiple of `step`.
    fn index(&mut self, name: &str, start: usize, length: usize, step: usize) -> String {
        if self.rng.chance(40) {
            return format!("{name}[{}]", start + self.rng.below(length / step) * step);
        }
        self.offset(length, step);
        if start == 0 { format!("{name}[x.x]") } else { format!("{name}[x.x + {start}]") }
    }

    /// Generates an address, in the memory that the invocation owns, for an access of `step` bytes, aligned to
    /// `step`.
    fn own(&mut self, memory: Memory, step: usize) -> String {
        let (name, register, length) =
            if memory == Memory::Shared { ("sh", "ls", 16) } else { ("out", "at", OWN_PLAIN) };
        if self.rng.chance(70) {
            let offset = self.rng.below(length / step) * step;
            return if offset == 0 {
                format!("{name}[{register}.x]")
            } else {
                format!("{name}[{register}.x + {offset}]")
            };
        }
        self.offset(if length == 16 { 16 } else { 64 }, step);
        self.line(&format!("ADD.U x.x, x.x, {register}.x;"));
        format!("{name}[x.x]")
    }

    /// Generates an LDB, LDS, LDC or LOAD.
    pub(super) fn load(&mut self, row: &Row) {
        self.mixes = !self.profile.exact;
        let memory = row.access;
        let shared = memory == nvc_asm::table::AccessKind::Memory(Memory::Shared);
        let input = row.mnemonic == "LDB" && self.rng.chance(60);
        let access = self.access(
            if shared { 16 } else { 32 },
            input || !self.profile.exact,
            shared && !self.any_size_shared,
        );
        let address = match row.mnemonic {
            "LDC" => {
                let address = self.index("cb", 0, UNIFORM, access.bytes());
                if self.rng.chance(20) { format!("{address}.{}", self.letter()) } else { address }
            }
            "LOAD" => self.address(access.bytes()),
            "LDS" => self.own(Memory::Shared, access.bytes()),
            _ if input => {
                let region = match (access.base, access.bits) {
                    (BaseType::Float, 32) => 1,
                    (BaseType::Float, 64) => 2,
                    (BaseType::Float, _) => 3,
                    _ => 0,
                };
                let (start, length) = INPUT[region];
                self.index("inp", start, length, access.bytes())
            }
            _ => self.own(Memory::Storage, access.bytes()),
        };
        let clamp = if access.base == BaseType::Float && self.rng.chance(10) { ".SAT" } else { "" };
        let cc =
            if self.profile.exact { String::new() } else { self.condition_code(row, access.data_type()) };
        let head = format!("{}.{}{}{clamp}{cc}", row.mnemonic, access.text(), self.coherence(row));
        // In exact programs, the write mask has no more components than are loaded, because NVIDIA's compiler has two
        // bugs if the mask has more. In an LDS of a vector, the compiler sets the loaded components that the mask
        // excludes to 0. In other loads, it treats the components beyond the loaded ones as the constant 0, so that
        // the carry flag of a later subtraction is wrong.
        let lanes = if self.profile.exact { access.count } else { 4 };
        self.write(&head, access.data_type(), lanes, &format!(", {address}"), false);
    }

    /// Generates an arbitrary address in global memory, for programs that are compiled but not run.
    fn address(&mut self, step: usize) -> String {
        self.line(&format!("AND.U64 zd.x, d0.x, {};", !(step as u32 - 1)));
        "zd.x".to_owned()
    }

    /// Generates an STB, STS or STORE.
    pub(super) fn store(&mut self, row: &Row) {
        self.mixes = !self.profile.exact;
        let shared = row.mnemonic == "STS";
        let words = shared && !self.any_size_shared;
        let access = self.access(if shared { 16 } else { 32 }, true, words);
        let ty = access.data_type();
        let value = if self.profile.exact && access.base == BaseType::Float {
            self.integer_as_float(access.bits)
        } else {
            // A narrow store writes the low bits of a 32-bit register.
            let read = DataType::new(access.base, if ty.is_float() { ty.bits } else { ty.bits.max(32) });
            // NVIDIA's compiler stores the first of four negated 64-bit values incorrectly.
            let unmodified = self.profile.exact && access.bits == 64 && access.count == 4;
            self.operand(read, Restrictions { register: true, unmodified, ..Restrictions::default() })
        };
        let address = match row.mnemonic {
            "STS" => self.own(Memory::Shared, access.bytes()),
            "STB" => self.own(Memory::Storage, access.bytes()),
            _ => self.address(access.bytes()),
        };
        let coherence = self.coherence(row);
        self.line(&format!("{}.{}{coherence} {value}, {address};", row.mnemonic, access.text()));
    }

    /// Generates an integral float to be stored with this width: converts a float register to an integer and
    /// back. The result is never negative zero.
    fn integer_as_float(&mut self, bits: usize) -> String {
        let class = *self.rng.pick(&[Class::Float16, Class::Float32, Class::Float64]);
        let register = self.register(class);
        self.float_to_integer(class, register);
        if bits == 64 {
            self.line("CVT.F64.S32 gt, z;");
            return "gt".to_owned();
        }
        self.line("I2F.S ft, z;");
        "ft".to_owned()
    }

    /// Generates an ATOMB, ATOMS or ATOM.
    pub(super) fn atomic(&mut self, row: &Row) {
        self.mixes = false;
        let memory = if row.mnemonic == "ATOMS" { Memory::Shared } else { Memory::Storage };
        if self.rng.chance(40) && row.mnemonic != "ATOM" {
            return self.common_atomic(row, memory);
        }
        let operation = self.rng.name(OPERATIONS);
        let wrap = matches!(operation, "IWRAP" | "DWRAP");
        let float = !self.profile.exact && matches!(operation, "ADD" | "EXCH") && self.rng.chance(25);
        let words = memory == Memory::Shared && !self.any_size_shared;
        let (name, ty) = match self.rng.below(4) {
            _ if float => ("F32", DataType::new(BaseType::Float, 32)),
            0 if !wrap => ("S32", DataType::new(BaseType::Signed, 32)),
            1 if !wrap && !words => ("U64", DataType::new(BaseType::Unsigned, 64)),
            2 if !wrap && !words => ("S64", DataType::new(BaseType::Signed, 64)),
            _ => ("U32", DataType::new(BaseType::Unsigned, 32)),
        };
        if float {
            self.features.insert(Feature::AtomicFloat);
        }
        if ty.bits == 64 {
            self.features.insert(Feature::AtomicInt64);
        }
        let step = usize::from(ty.bits) / 8;
        // NVIDIA's compiler drops the absolute value of some 64-bit operands.
        let operand =
            self.operand(ty, Restrictions { no_absolute: ty.bits == 64, ..Restrictions::default() });
        let address = match (row.mnemonic, memory) {
            ("ATOM", _) => self.address(step),
            (_, Memory::Shared) => format!("sh[ls.x + {}]", self.rng.below(16 / step) * step),
            _ => format!("out[at.x + {}]", OWN_PLAIN + self.rng.below(OWN_ATOMIC / step) * step),
        };
        let register = self.rng.name(Class::of(ty).names());
        let condition = self.condition();
        self.line(&format!(
            "{}.{operation}.{name} {register}.x{condition}, {operand}, {address};",
            row.mnemonic
        ));
    }

    /// Generates an atomic on a word that is common to all invocations. Its result goes to a scratch register.
    fn common_atomic(&mut self, row: &Row, memory: Memory) {
        let words = memory == Memory::Shared && !self.any_size_shared;
        let operations = if words { &COMMON_OPERATIONS[..9] } else { COMMON_OPERATIONS };
        let &(offset, operation) = self.rng.pick(operations);
        let wide = operation.ends_with("64");
        if wide {
            self.features.insert(Feature::AtomicInt64);
        }
        let base = if operation.contains(".S") { BaseType::Signed } else { BaseType::Unsigned };
        let ty = DataType::new(base, if wide { 64 } else { 32 });
        let operand = self.operand(ty, Restrictions { no_absolute: wide, ..Restrictions::default() });
        let address = match memory {
            Memory::Shared => format!("sh[{}]", COMMON_SHARED + offset),
            _ => format!("out[{}]", COMMON + offset),
        };
        let register = if wide { "zd" } else { "z" };
        self.line(&format!("{}.{operation} {register}.x, {operand}, {address};", row.mnemonic));
    }

    /// Generates an ATOMCTR or ATOMCTROP.
    pub(super) fn counter(&mut self, row: &Row) {
        let register = self.rng.name(Class::Int32.names());
        let counter = format!("ctr[{}]", self.rng.below(4));
        if row.allows.has(Allows::COUNTER) {
            let operation = self.rng.name(&["INCR", "DECR", "GET"]);
            return self.line(&format!("ATOMCTR.{operation} {register}.x, {counter};"));
        }
        let operation = self.rng.name(&OPERATIONS[..6]);
        let operand = self.operand(DataType::new(BaseType::Unsigned, 32), Restrictions::default());
        self.line(&format!("ATOMCTROP.{operation}.U {register}.x, {counter}, {operand};"));
    }

    /// Generates an exchange of values between invocations: each writes 16 bytes of shared memory and reads
    /// those of any invocation, with barriers around both accesses.
    pub(super) fn exchange(&mut self) {
        self.mixes = false;
        let source = self.rng.name(Class::Int32.names());
        self.line("BAR;");
        self.line(&format!("STS.U32X4 {source}, sh[ls.x];"));
        self.line("BAR;");
        let word = DataType::new(BaseType::Unsigned, 32);
        let index = self.operand(word, Restrictions { scalar: true, ..Restrictions::default() });
        self.line(&format!("AND.U x.x, {index}, {{63, 0, 0, 0}}.x;"));
        self.line("MUL.U x.x, x.x, {16, 0, 0, 0}.x;");
        let result = self.rng.name(Class::Int32.names());
        self.line(&format!("LDS.U32X4 {result}, sh[x.x];"));
        self.line("BAR;");
    }

    /// Generates any memory instruction.
    pub(super) fn memory(&mut self, row: &Row) {
        match row.family {
            Family::Load => self.load(row),
            Family::Store => self.store(row),
            Family::Atomic => self.atomic(row),
            _ => self.counter(row),
        }
    }
}
