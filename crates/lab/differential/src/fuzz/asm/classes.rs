//! Register classes, one for each component type. In exact programs (those whose results must be the same on
//! all devices), an instruction accesses only registers of the classes that match its data types, so that
//! arbitrary bits are never interpreted as a float.

use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::table::OperandType;

/// A register class, named after the type of the registers' components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Int32,
    Int64,
    Float16,
    Float32,
    Float64,
}

impl Class {
    pub(super) const ALL: [Class; 5] =
        [Class::Int32, Class::Int64, Class::Float16, Class::Float32, Class::Float64];

    /// Returns the class of registers for values of this type. Integers of 8 and 16 bits are in 32-bit
    /// registers.
    pub(super) fn of(ty: DataType) -> Class {
        match (ty.base, ty.bits) {
            (BaseType::Float, 16) => Class::Float16,
            (BaseType::Float, 64) => Class::Float64,
            (BaseType::Float, _) => Class::Float32,
            (_, 64) => Class::Int64,
            _ => Class::Int32,
        }
    }

    /// Returns the names of the class's registers.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Class::Int32 => &["i0", "i1", "i2", "i3"],
            Class::Int64 => &["d0", "d1"],
            Class::Float16 => &["h0", "h1"],
            Class::Float32 => &["f0", "f1", "f2"],
            Class::Float64 => &["g0", "g1"],
        }
    }

    /// Returns the name of the scratch register. Every statement writes it before reading it.
    pub(super) fn scratch(self) -> &'static str {
        match self {
            Class::Int32 => "z",
            Class::Int64 => "zd",
            Class::Float16 => "ht",
            Class::Float32 => "ft",
            Class::Float64 => "gt",
        }
    }

    /// Returns the keyword that declares the class's registers.
    pub(super) fn declaration(self) -> &'static str {
        match self {
            Class::Int32 | Class::Float32 => "TEMP",
            Class::Int64 | Class::Float64 => "LONG TEMP",
            Class::Float16 => "SHORT TEMP",
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Class::Float16 | Class::Float32 | Class::Float64)
    }

    /// Returns the type modifier of a float class.
    pub(super) fn float_suffix(self) -> &'static str {
        match self {
            Class::Float16 => "F16",
            Class::Float64 => "F64",
            _ => "F",
        }
    }
}

/// The data types that an instruction's modifiers select.
#[derive(Clone, Copy, Debug)]
pub(super) struct Types {
    /// Type of the operation; for CVT, of the result.
    pub(super) own: DataType,
    /// Operand type of CVT; for other instructions, the same as `own`.
    pub(super) from: DataType,
}

impl Types {
    pub(super) fn new(own: DataType) -> Types {
        Types { own, from: own }
    }

    /// Resolves the type of an operand or a result. `raw_bits` is its width if it is untyped
    /// ([`OperandType::Raw`]).
    pub(super) fn resolve(self, ty: OperandType, raw_bits: u8) -> DataType {
        ty.resolve(self.own, self.from, DataType::new(BaseType::Unsigned, raw_bits))
    }
}
