//! Rows of built-in functions and variables: signatures with type variables.
//!
//! A row describes a family of overloads. Its patterns use the type variable `T`, which ranges over the row's
//! `scalars`, and the size variables `N` (1 to 4) and `M` (2 to 4). The checker instantiates the overloads that match
//! the arguments and resolves among them (GLSL §6.1), so that implicit conversions work for all sizes. No two rows
//! with the same name have a common overload.

use super::constant::Rule;
use super::{Operation, Variable};
use crate::types::{Scalar, ScalarKind, TextureDim};

/// A family of overloads of a built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the function.
    pub name: &'static str,
    /// Result type.
    pub result: Pattern,
    /// Parameters in order.
    pub params: &'static [Param],
    /// Types that `T` ranges over; empty if no pattern uses `T`.
    pub scalars: &'static [Choice],
    /// Whether more arguments of any type may follow, as for `debugPrintfEXT`.
    pub variadic: bool,
    /// Requirement of the row, in addition to that of the choice of `T`.
    pub needs: Needs,
    /// Operation that the function performs.
    pub operation: Operation,
    /// The constant-folding rule; `None` if calls are not folded.
    pub constant: Option<Rule>,
}

/// A type that `T` ranges over, and its requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The type.
    pub scalar: Scalar,
    /// Requirement of the function for this type. An extension that adds a type does not always add all functions:
    /// GL_NV_gpu_shader5 has `float16_t`, but not its `sqrt`.
    pub needs: Needs,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Type of the parameter.
    pub pattern: Pattern,
    /// Direction of the parameter.
    pub flow: Flow,
    /// Whether this parameter and all later ones can be omitted.
    pub optional: bool,
}

/// The direction of a parameter of a built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// A value.
    In,
    /// A constant expression.
    Const,
    /// A constant expression unless one of these extensions is enabled.
    ConstUnless(&'static [&'static str]),
    /// An lvalue that is written.
    Out,
    /// An lvalue that is read and written.
    InOut,
    /// An lvalue whose address is passed (`spirv_by_reference`).
    Reference,
    /// An lvalue in a buffer or in shared memory: atomics, cooperative loads and stores.
    Memory,
}

/// A number of components; 1 means a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many components.
    Fixed(u16),
    /// The size variable `N`: 1 to 4.
    N,
    /// The size variable `N`, vectors only: 2 to 4.
    Vec,
    /// The size variable `N`, long vectors only (GL_EXT_long_vector).
    Long,
    /// The size variable `M`: 2 to 4.
    M,
}

/// A component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// This type.
    Fixed(Scalar),
    /// The type variable `T`.
    T,
    /// An integer (or bool) of this kind with the width of `T`.
    Same(ScalarKind),
}

/// A type that may contain the row's type and size variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// No result.
    Void,
    /// A scalar or vector.
    Value(Component, Size),
    /// A matrix: columns, rows, component.
    Matrix(Size, Size, Component),
    /// An array of scalars or vectors, of any length or unsized.
    Array(Component, Size),
    /// An array of scalars or vectors, of this length.
    Offsets(Component, Size, u32),
    /// A texture. Only the kind of `component` matters: float, signed or unsigned texels.
    Texture {
        /// Texel component.
        component: Component,
        /// Dimensions.
        dim: TextureDim,
        /// Whether it has layers.
        arrayed: bool,
        /// Whether it is multisampled.
        multi: bool,
        /// Whether it is a shadow texture.
        shadow: bool,
        /// Whether it is combined with a sampler.
        combined: bool,
    },
    /// A storage image.
    Image {
        /// Texel component.
        component: Component,
        /// Dimensions.
        dim: TextureDim,
        /// Whether it has layers.
        arrayed: bool,
        /// Whether it is multisampled.
        multi: bool,
    },
    /// `atomic_uint`.
    Counter,
    /// `rayQueryEXT`.
    RayQuery,
    /// `accelerationStructureEXT`.
    AccelerationStructure,
    /// A cooperative matrix with components of one of the row's scalars. The index, from 0, identifies the parameter; as
    /// a result, it means the type of the parameter with the same index.
    CoopMatrix(u8),
    /// A cooperative vector with components of one of the row's scalars; all parameters with this pattern have one type.
    /// As a result: that type.
    CoopVector,
    /// A cooperative vector with components of one of the row's scalars.
    AnyCoopVector,
    /// An array of any type.
    AnyArray,
    /// An index into an array: `uint`, or `uint64_t` if the argument has 64 bits (GL_EXT_shader_64bit_indexing).
    Element,
    /// A tensor layout. As a result: the type of the first tensor layout among the arguments.
    TensorLayout,
    /// A tensor view. As a result: the type of the first tensor view among the arguments.
    TensorView,
    /// As a result: the tensor layout type whose parameters are the constant arguments.
    NewTensorLayout,
    /// As a result: the tensor view type whose parameters are the constant arguments.
    NewTensorView,
    /// The name of a function.
    Function,
    /// A pointer to a scalar or vector (GL_NV_shader_buffer_load).
    Pointer(Component, Size),
    /// `void *`.
    VoidPointer,
    /// Any buffer reference.
    Reference,
    /// A string literal.
    String,
    /// Any non-opaque type. As a result: the type of the argument.
    Any,
}

/// The requirement of a built-in: a language version, or one of the extensions, each of which makes it available
/// in any version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// First version of desktop GLSL that has the built-in; 0 if none.
    pub desktop: u16,
    /// First version of GLSL ES that has the built-in; 0 if none.
    pub es: u16,
    /// Extensions, each of which suffices.
    pub extensions: &'static [&'static str],
}

impl Needs {
    /// No requirement.
    pub const NOTHING: Needs = Needs { desktop: 110, es: 100, extensions: &[] };

    /// Requires one of these extensions, in any version.
    pub const fn extensions(extensions: &'static [&'static str]) -> Needs {
        Needs { desktop: 0, es: 0, extensions }
    }

    /// Requires these versions or later, or one of these extensions.
    pub const fn version(desktop: u16, es: u16, extensions: &'static [&'static str]) -> Needs {
        Needs { desktop, es, extensions }
    }
}

/// A built-in variable or constant.
#[derive(Debug)]
pub struct VariableRow {
    /// Name of the variable.
    pub name: &'static str,
    /// Component type.
    pub scalar: Scalar,
    /// Number of components; 1 means a scalar.
    pub size: u8,
    /// Value of the variable.
    pub value: VariableValue,
    /// Requirement of the variable.
    pub needs: Needs,
}

/// The value of a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// An input.
    Input(Variable),
    /// A constant: the bits of each component.
    Constant(&'static [u64]),
    /// `gl_WorkGroupSize`: the declared workgroup size.
    WorkGroupSize,
}
