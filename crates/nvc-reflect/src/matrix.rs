//! Cooperative matrices: what to look for in the device's list of supported ones
//! (`vkGetPhysicalDeviceCooperativeMatrixPropertiesNV` and `...KHR`).

use crate::Extent;
use serde::{Deserialize, Serialize};

/// Cooperative matrices that a shader uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CooperativeMatrices {
    /// The types, each once.
    pub types: Vec<Matrix>,
    /// The products with a sum, each combination of types once.
    pub products: Vec<MatrixProduct>,
}

/// A cooperative matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matrix {
    /// What it is made of.
    pub component: MatrixComponent,
    /// Who holds it.
    pub scope: MatrixScope,
    /// Rows.
    pub rows: Extent,
    /// Columns.
    pub columns: Extent,
    /// What it is used as; null for NVIDIA's matrices, which do not say.
    #[serde(rename = "use")]
    pub usage: Option<MatrixUse>,
}

/// `a * b + c`, an entry of the device's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MatrixProduct {
    /// Rows of `a` and of the result (`MSize`).
    pub m: Extent,
    /// Columns of `b` and of the result (`NSize`).
    pub n: Extent,
    /// Columns of `a`, rows of `b` (`KSize`).
    pub k: Extent,
    /// Components of `a` (`AType`).
    pub a: MatrixComponent,
    /// Components of `b` (`BType`).
    pub b: MatrixComponent,
    /// Components of `c` (`CType`).
    pub c: MatrixComponent,
    /// Components of the result (`DType`, `ResultType`).
    pub result: MatrixComponent,
    /// Who holds them.
    pub scope: MatrixScope,
}

/// What a cooperative matrix is made of: Vulkan's `VkComponentTypeNV`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum MatrixComponent {
    F16,
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// Who holds a cooperative matrix together: Vulkan's `VkScopeNV`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MatrixScope {
    /// The device.
    Device,
    /// The work group.
    Workgroup,
    /// The subgroup.
    Subgroup,
    /// The queue family.
    QueueFamily,
    /// What a specialization constant says.
    Specialized,
}

/// What a cooperative matrix is used as (SPV_KHR_cooperative_matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MatrixUse {
    /// Left factor.
    A,
    /// Right factor.
    B,
    /// Sum.
    Accumulator,
}
