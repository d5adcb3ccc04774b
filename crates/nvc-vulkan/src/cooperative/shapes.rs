//! Combinations of cooperative matrix and vector types, as a module needs and a device lists them.

/// A component type: a value of Vulkan's `VkComponentTypeKHR`, which SPIR-V's interpretations share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Component(pub(super) u32);

/// A scope: a value of SPIR-V's enumeration, which Vulkan's `VkScopeKHR` shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scope(pub(super) u32);

impl Scope {
    pub(super) const WORKGROUP: Scope = Scope(2);
}

/// The extension that defines a type or product; each has its own list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extension {
    /// SPV_KHR_cooperative_matrix
    Khr,
    /// SPV_NV_cooperative_matrix
    Nv,
}

/// The position of a matrix in a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Position {
    A,
    B,
    Accumulator,
}

/// A matrix type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Matrix {
    pub(super) component: Component,
    pub(super) scope: Scope,
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The use of a KHR matrix; `None` for NV matrices, which may have any position in a product.
    pub(super) usage: Option<Position>,
}

/// A multiply-add `a * b + c` of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Product {
    /// Rows of `a`, columns of `b`, columns of `a`. In a list of flexible dimensions, the sizes that they must be
    /// multiples of.
    pub(super) sizes: [u32; 3],
    /// Component types of `a`, `b`, `c` and the result.
    pub(super) components: [Component; 4],
    pub(super) scope: Scope,
    pub(super) saturating: bool,
}

impl Product {
    /// Rows and columns of the matrix at a position.
    pub(super) fn size(&self, position: Position) -> [u32; 2] {
        let [m, n, k] = self.sizes;
        match position {
            Position::A => [m, k],
            Position::B => [k, n],
            Position::Accumulator => [m, n],
        }
    }

    /// The component types that a matrix at a position can have.
    pub(super) fn components_at(&self, position: Position) -> &[Component] {
        match position {
            Position::A => &self.components[..1],
            Position::B => &self.components[1..2],
            Position::Accumulator => &self.components[2..],
        }
    }
}

/// A product of a matrix in memory and a cooperative vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VectorProduct {
    pub(super) input: Component,
    pub(super) input_interpretation: Component,
    pub(super) matrix: Component,
    /// `None` in a product without a bias.
    pub(super) bias: Option<Component>,
    pub(super) result: Component,
    /// Whether the matrix is transposed; in the device's list, whether it can be.
    pub(super) transpose: bool,
}

/// A cooperative vector type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Vector {
    pub(super) component: Component,
    pub(super) length: u32,
}

/// What a module needs, with the values of its specialization constants. What depends on a constant whose value is not
/// known is missing.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Needed {
    pub(super) products: Vec<(Extension, Product)>,
    pub(super) matrices: Vec<Matrix>,
    pub(super) vector_products: Vec<VectorProduct>,
    pub(super) vectors: Vec<Vector>,
}

/// An entry of a device's list of products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) product: Product,
    /// For an entry of the list of flexible dimensions, the size of the workgroup in invocations, which counts in the
    /// scope of a workgroup; the sizes are then granularities.
    pub(super) flexible: Option<u32>,
}

/// What a device lists.
#[derive(Debug, Default)]
pub(super) struct Offered {
    pub(super) khr: Vec<Entry>,
    pub(super) nv: Vec<Entry>,
    pub(super) vectors: Vec<VectorProduct>,
    /// `cooperativeMatrixFlexibleDimensionsMaxDimension`, if the device has flexible dimensions.
    pub(super) max_dimension: Option<u32>,
    /// `maxCooperativeVectorComponents`
    pub(super) max_components: u32,
}
