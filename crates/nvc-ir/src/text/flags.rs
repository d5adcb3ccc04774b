//! Keyword tables for the bool fields of structs, shared by the printer and the parser.

use crate::coop_vector::ProductSigns;
use crate::globals::VariableAccess;
use crate::imm::{Access, MemoryKinds, TextureImm};
use crate::types::ImageType;

/// A keyword and an accessor of its field.
pub(crate) type Flag<T> = (&'static str, fn(&mut T) -> &mut bool);

/// Returns the keywords of the fields that are true.
pub(super) fn words<T: Copy>(flags: &[Flag<T>], mut value: T) -> Vec<String> {
    flags.iter().filter(|(_, field)| *field(&mut value)).map(|(name, _)| (*name).to_owned()).collect()
}

/// Sets the field of a keyword; returns whether the keyword exists.
pub(super) fn set<T>(flags: &[Flag<T>], word: &str, value: &mut T) -> bool {
    match flags.iter().find(|(name, _)| *name == word) {
        Some((_, field)) => {
            *field(value) = true;
            true
        }
        None => false,
    }
}

pub(crate) const ACCESS: &[Flag<Access>] =
    &[("volatile", |a| &mut a.volatile), ("coherent", |a| &mut a.coherent)];

pub(crate) const PRODUCT: &[Flag<ProductSigns>] =
    &[("signed_input", |s| &mut s.input), ("signed_result", |s| &mut s.result)];

pub(crate) const MEMORY_KINDS: &[Flag<MemoryKinds>] =
    &[("buffer", |k| &mut k.buffer), ("workgroup", |k| &mut k.workgroup), ("image", |k| &mut k.image)];

pub(crate) const TEXTURE: &[Flag<TextureImm>] = &[
    ("dref", |t| &mut t.dref),
    ("lod", |t| &mut t.lod),
    ("grad", |t| &mut t.grad),
    ("offset", |t| &mut t.offset),
    ("offsets", |t| &mut t.offsets),
    ("sample", |t| &mut t.sample),
    ("min_lod", |t| &mut t.min_lod),
    ("coherent", |t| &mut t.coherent),
    ("volatile", |t| &mut t.volatile),
    ("sparse", |t| &mut t.sparse),
];

pub(crate) const VARIABLE: &[Flag<VariableAccess>] = &[
    ("aliased", |a| &mut a.aliased),
    ("coherent", |a| &mut a.coherent),
    ("volatile", |a| &mut a.volatile),
    ("read_only", |a| &mut a.read_only),
    ("write_only", |a| &mut a.write_only),
    ("restrict", |a| &mut a.restrict),
];

pub(crate) const IMAGE: &[Flag<ImageType>] = &[
    ("signed", |i| &mut i.signed),
    ("arrayed", |i| &mut i.arrayed),
    ("multisampled", |i| &mut i.multisampled),
    ("depth", |i| &mut i.depth),
    ("storage", |i| &mut i.storage),
];
