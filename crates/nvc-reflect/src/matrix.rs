//! Cooperative matrix types and products, in the terms of `vkGetPhysicalDeviceCooperativeMatrixPropertiesNV`
//! and `...KHR`.

use crate::Extent;
use serde::{Deserialize, Serialize};

/// Cooperative matrices that a shader uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CooperativeMatrices {
    /// The distinct types.
    pub types: Vec<Matrix>,
    /// The distinct multiply-add combinations.
    pub products: Vec<MatrixProduct>,
}

/// A cooperative matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matrix {
    /// Component type.
    pub component: MatrixComponent,
    /// Scope of the matrix type.
    pub scope: MatrixScope,
    /// Number of rows.
    pub rows: Extent,
    /// Number of columns.
    pub columns: Extent,
    /// Matrix use; null for matrices of SPV_NV_cooperative_matrix, which have none.
    #[serde(rename = "use")]
    pub usage: Option<MatrixUse>,
}

/// A multiply-add `a * b + c`: an entry of the device's list.
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
    /// Component type of `a` (`AType`).
    pub a: MatrixComponent,
    /// Component type of `b` (`BType`).
    pub b: MatrixComponent,
    /// Component type of `c` (`CType`).
    pub c: MatrixComponent,
    /// Component type of the result (`DType`, `ResultType`).
    pub result: MatrixComponent,
    /// The scope that holds the matrices.
    pub scope: MatrixScope,
}

/// Component type of a cooperative matrix: Vulkan's `VkComponentTypeNV`.
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
    /// bfloat16.
    BF16,
    /// An 8-bit float with 4 exponent and 3 mantissa bits.
    E4M3,
    /// An 8-bit float with 5 exponent and 2 mantissa bits.
    E5M2,
}

/// Scope of a cooperative matrix: Vulkan's `VkScopeNV`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MatrixScope {
    /// The device.
    Device,
    /// The workgroup.
    Workgroup,
    /// The subgroup.
    Subgroup,
    /// The queue family.
    QueueFamily,
    /// Set by a specialization constant.
    Specialized,
}

/// Use of a cooperative matrix (SPV_KHR_cooperative_matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MatrixUse {
    /// Left operand of a product.
    A,
    /// Right operand of a product.
    B,
    /// Addend or result.
    Accumulator,
}
