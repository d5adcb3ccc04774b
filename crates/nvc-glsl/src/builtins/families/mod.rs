//! The tables of built-in functions, grouped by the sections of the GLSL specification and by extension.
//!
//! `builtins/table.rs` describes the notation of the rows. The operation of a row is lowered in `lower/builtins`.

mod amd;
mod atomic;
mod barrier;
mod cooperative;
mod cooperative_vector;
mod derivative;
mod encoded;
mod image;
mod integer;
mod integer_intel;
mod math;
mod other;
mod packing;
mod ray_query;
mod subgroup;
mod texture;
mod texture_clamp;
mod texture_gather_lod;
mod texture_lod;
mod texture_sparse;
mod vector;
mod warp;

use super::signature::Row;

/// Names that the tables use.
mod prelude {
    pub(super) use super::super::needs::*;
    pub(super) use super::super::operation::{
        Arithmetic as A, AtomicFunction, CoopVectorFunction, CooperativeFunction, CounterFunction,
        ImageFunction as I, Opaque as OpaqueFunction,
        Operation::{self, *},
        Semantics, SubgroupForm, SubgroupFunction, TextureAccess, TextureMode, TextureOperand, TextureQuery,
        WarpFunction,
    };
    pub(super) use super::super::patterns;
    pub(super) use super::super::signature::{Choice, Flow, Needs, Param, Row};
    pub(super) use super::super::table::{functions, param, row};
    pub(super) use crate::types::scalar;
    pub(super) use naga::RelationalFunction as R;
}

/// A family of functions.
#[derive(Debug)]
pub struct Family {
    /// Heading in the reference documentation.
    pub title: &'static str,
    /// The section of the GLSL specification (4.60); empty for functions that compute shaders have only by extensions.
    pub section: &'static str,
    /// The rows.
    pub rows: &'static [Row],
}

const fn family(title: &'static str, rows: &'static [Row]) -> Family {
    Family { title, section: "", rows }
}

/// Returns a family that a section of the GLSL specification describes.
const fn core(section: &'static str, title: &'static str, rows: &'static [Row]) -> Family {
    Family { title, section, rows }
}

/// All families, mostly in the order of the GLSL specification.
pub const FAMILIES: &[Family] = &[
    core("8.1", "Angles and trigonometry", math::TRIGONOMETRY),
    core("8.2", "Exponents", math::EXPONENTIAL),
    core("8.3", "Common functions", math::COMMON),
    core("8.3", "Bit encodings", packing::BIT_ENCODING),
    core("8.4", "Packing", packing::PACKING),
    family("Non-IEEE floating-point types", encoded::ENCODED),
    core("8.5", "Geometry", math::GEOMETRIC),
    core("8.6", "Matrices", vector::MATRIX),
    core("8.7", "Vector relational functions", vector::RELATIONAL),
    core("8.8", "Integers", integer::INTEGER),
    family("Integer dot products", integer::INTEGER_DOT),
    family("Packed integer dot products", integer::PACKED_DOT),
    family("Integers (INTEL)", integer_intel::INTEGER_INTEL),
    core("8.9.1", "Texture queries", texture::TEXTURE_QUERY),
    core("8.9.2", "Textures", texture::TEXTURE),
    family("Texture functions with a bias", texture::TEXTURE_BIAS),
    core("8.9.2", "Texture functions with explicit gradients", texture::TEXTURE_GRAD),
    core("8.9.3", "Texture gathers", texture::TEXTURE_GATHER),
    family("Texture gathers with a bias or level", texture_gather_lod::TEXTURE_GATHER_LOD),
    family("Texture level of detail", texture_lod::TEXTURE_LOD),
    family("Textures with a minimum level", texture_clamp::TEXTURE_CLAMP),
    family("Sparse textures", texture_sparse::TEXTURE_SPARSE),
    family("Samplerless textures", texture::SAMPLERLESS),
    core("8.14.1", "Derivatives", derivative::DERIVATIVE),
    core("8.10", "Atomic counters", atomic::ATOMIC_COUNTER),
    core("8.11", "Atomics on memory", atomic::ATOMIC),
    family("Atomics with scope and semantics", atomic::ATOMIC_SCOPED),
    family("Atomics through pointers", atomic::ATOMIC_POINTER),
    core("8.12", "Image queries", image::IMAGE_QUERY),
    core("8.12", "Images", image::IMAGE),
    family("Sparse images", image::IMAGE_SPARSE),
    family("Images with levels (AMD)", image::IMAGE_LEVEL),
    family("Image atomics with scope and semantics", image::IMAGE_SCOPED),
    family("Image atomics on halves", image::IMAGE_HALF),
    core("8.16 and 8.17", "Barriers", barrier::BARRIER),
    family("Subgroups", subgroup::SUBGROUP),
    family("Subgroup arithmetic", subgroup::SUBGROUP_ARITHMETIC),
    family("Clustered subgroup arithmetic", subgroup::SUBGROUP_CLUSTERED),
    family("Partitioned subgroup arithmetic", subgroup::SUBGROUP_PARTITIONED),
    family("Group votes and ballots (ARB)", subgroup::INVOCATION_GROUP),
    family("NVIDIA warps", warp::WARP),
    family("Minimum, maximum and middle of three (AMD)", amd::TRINARY_MINMAX),
    family("Invocation groups (AMD)", amd::AMD_BALLOT),
    family("Cube faces, fragment masks (AMD)", amd::AMD_OPAQUE),
    family("Ray queries", ray_query::RAY_QUERY),
    family("Cooperative matrices", cooperative::COOPERATIVE),
    family("Per-element functions on cooperative matrices", cooperative::PER_ELEMENT),
    family("Tensor layouts and views", cooperative::TENSOR),
    family("Cooperative vectors", cooperative_vector::VECTORS),
    family("Clocks and hints", other::CLOCK_AND_HINTS),
    family("Printing", other::PRINT),
    family("Aborts", other::ABORTS),
];
