//! Rows of built-in functions and variables: signatures with type variables.
//!
//! A row describes a family of overloads. Its patterns use the type variable `T`, which ranges over the row's
//! `scalars`, and the size variables `N` and `M`, which range over 1 to 4. Checking instantiates the
//! overloads that match the arguments and resolves among them (GLSL 6.1), so that implicit conversions work
//! for all sizes. No two rows of a name have a common overload.

use super::constant::Rule;
use super::{Operation, Variable};
use crate::types::{Scalar, ScalarKind, TextureDim};

/// A family of overloads of a built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name.
    pub name: &'static str,
    /// Result.
    pub result: Pattern,
    /// Parameters in order.
    pub params: &'static [Param],
    /// The choices of `T`; empty if no pattern uses it.
    pub scalars: &'static [Choice],
    /// Whether more arguments of any type may follow (`debugPrintfEXT`).
    pub variadic: bool,
    /// The requirement, in addition to that of the choice of `T`.
    pub needs: Needs,
    /// What it means.
    pub operation: Operation,
    /// The constant-folding rule; `None` if the result depends on more than the arguments.
    pub constant: Option<Rule>,
}

/// A choice of `T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The scalar.
    pub scalar: Scalar,
    /// The requirement of this choice. A type can exist without all functions: GL_NV_gpu_shader5 has `float16_t`,
    /// but no `sqrt` of it.
    pub needs: Needs,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its type.
    pub pattern: Pattern,
    /// The direction.
    pub flow: Flow,
    /// Whether it and all parameters after it can be omitted.
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

/// A size of a vector, 1 being a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many components.
    Fixed(u16),
    /// The size variable `N`: 1 to 4.
    N,
    /// The size variable `N`, vectors only: 2 to 4.
    Vec,
    /// The size variable `M`: 2 to 4.
    M,
}

/// A component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// This one.
    Fixed(Scalar),
    /// The type variable `T`.
    T,
    /// An integer of this kind with the width of `T`.
    Same(ScalarKind),
}

/// A type that may contain the row's variables.
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
    /// A texture with texels of the component's kind.
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
    /// A cooperative matrix with components of one of the row's scalars: the first, second or third matrix (from
    /// 0). As a result: the type of that matrix.
    CoopMatrix(u8),
    /// A cooperative vector with components of one of the row's scalars: all of one type. As a result: that type.
    CoopVector,
    /// A cooperative vector with components of one of the row's scalars.
    AnyCoopVector,
    /// An array of any type.
    AnyArray,
    /// The number of an element of an array: `uint`, or `uint64_t` if the argument has 64 bits
    /// (GL_EXT_shader_64bit_indexing).
    Element,
    /// A tensor layout; as a result, that of the first one among the arguments.
    TensorLayout,
    /// A tensor view; as a result, that of the first one among the arguments.
    TensorView,
    /// As a result: the tensor layout type that the arguments, which are constants, are the parameters of.
    NewTensorLayout,
    /// As a result: the tensor view type that the arguments, which are constants, are the parameters of.
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
    /// Any type that is not opaque: the type of the argument.
    Any,
}

/// The requirement of a built-in: a language version, or one of the extensions, each of which makes it available
/// in any version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// First version of desktop GLSL that has it; 0 if none.
    pub desktop: u16,
    /// First version of GLSL ES that has it; 0 if none.
    pub es: u16,
    /// Extensions, one of which suffices.
    pub extensions: &'static [&'static str],
}

impl Needs {
    /// No requirement.
    pub const NOTHING: Needs = Needs { desktop: 110, es: 100, extensions: &[] };

    /// One of these extensions, in any version.
    pub const fn extensions(extensions: &'static [&'static str]) -> Needs {
        Needs { desktop: 0, es: 0, extensions }
    }

    /// These versions or later, or one of these extensions.
    pub const fn version(desktop: u16, es: u16, extensions: &'static [&'static str]) -> Needs {
        Needs { desktop, es, extensions }
    }
}

/// A built-in variable or constant.
#[derive(Debug)]
pub struct VariableRow {
    /// Name.
    pub name: &'static str,
    /// Component type.
    pub scalar: Scalar,
    /// Components: 1 is a scalar.
    pub size: u8,
    /// Its value.
    pub value: VariableValue,
    /// The requirement.
    pub needs: Needs,
}

/// What a built-in variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// An input.
    Input(Variable),
    /// A constant: the bits of each component.
    Constant(&'static [u64]),
    /// `gl_WorkGroupSize`: the declared workgroup size.
    WorkGroupSize,
}
