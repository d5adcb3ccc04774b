//! The reflection document. `docs/reflection.md` describes its members; the crate `nvc-reflect` computes it.

pub use nvc_reflect::{
    Access, Block, CooperativeMatrices, DescriptorType, Extent, Feature, Field, Image, Matrix,
    MatrixComponent, MatrixProduct, MatrixScope, MatrixUse, Property, PropertyRequirement, PushConstants,
    ReadError, Reflection, Resource, SCHEMA_VERSION, Scalar, SpecConstant, SpecValue, Stage, Struct, Type,
    Vulkan, WriteError,
};
