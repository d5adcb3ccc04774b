//! The shape of the rows of built-in functions and variables.
//!
//! A row stands for a family of overloads. Its patterns speak of the row's variables: the scalar `T`,
//! which takes each of the row's `scalars`; the sizes `N` and `M`, which take 1 to 4. Checking makes
//! the overloads that the arguments allow and chooses among them as GLSL 6.1 says, so a row needs no
//! entry for each width, and implicit conversions work for all. No two rows of a name make the same
//! overload.

use super::constant::Rule;
use super::{Operation, Variable};
use crate::types::TextureDim;
use naga::{Scalar, ScalarKind};

/// A family of overloads of a built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name.
    pub name: &'static str,
    /// Result.
    pub result: Pattern,
    /// Parameters in order.
    pub params: &'static [Param],
    /// What `T` may be; empty where no pattern speaks of it.
    pub scalars: &'static [Choice],
    /// Further arguments of any type may follow (`debugPrintfEXT`).
    pub variadic: bool,
    /// What must be enabled, beside what the choice of `T` needs.
    pub needs: Needs,
    /// What it means.
    pub operation: Operation,
    /// How a constant is computed of constants; `None` where that takes more than the arguments.
    pub constant: Option<Rule>,
}

/// A scalar that `T` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The scalar.
    pub scalar: Scalar,
    /// What must be enabled for this one. A type may be there without arithmetic: NV_gpu_shader5
    /// has `float16_t`, but no `sqrt` of it.
    pub needs: Needs,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its type.
    pub pattern: Pattern,
    /// What goes which way.
    pub flow: Flow,
    /// May be left out, with all behind it.
    pub optional: bool,
}

/// What goes which way at a call of a built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// A value.
    In,
    /// A constant expression.
    Const,
    /// A constant expression unless one of these extensions is enabled.
    ConstUnless(&'static [&'static str]),
    /// A place that is written.
    Out,
    /// A place that is read and written.
    InOut,
    /// A place in a buffer or in shared memory: atomics, cooperative loads and stores.
    Memory,
}

/// A size of a vector, 1 being a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many components.
    Fixed(u8),
    /// The row's first variable: 1 to 4.
    N,
    /// The row's first variable, vectors alone: 2 to 4.
    Vec,
    /// The row's second variable: 2 to 4.
    M,
}

/// A component type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// This one.
    Fixed(Scalar),
    /// The row's variable.
    T,
    /// An integer of `T`'s width, of this kind.
    Same(ScalarKind),
}

/// A type with the row's variables in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// No result.
    Void,
    /// A scalar or vector.
    Value(Component, Size),
    /// A matrix: columns, rows, component.
    Matrix(Size, Size, Component),
    /// An array of any length, known or not, of scalars or vectors.
    Array(Component, Size),
    /// An array of exactly so many scalars or vectors.
    Offsets(Component, Size, u32),
    /// A texture whose texels are of the component's kind.
    Texture {
        /// Texel component.
        component: Component,
        /// Dimensions.
        dim: TextureDim,
        /// Whether it has layers.
        arrayed: bool,
        /// Whether it is multisampled.
        multi: bool,
        /// Whether it compares.
        shadow: bool,
        /// With its sampler, or without.
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
    /// A cooperative matrix with components of one of the row's scalars: the row's first, second or
    /// third one (from 0). As a result: the type of that one.
    CoopMatrix(u8),
    /// A pointer to a scalar or vector (GL_NV_shader_buffer_load).
    Pointer(Component, Size),
    /// `void *`.
    VoidPointer,
    /// Any buffer reference.
    Reference,
    /// A string literal.
    String,
    /// Anything but opaque types: the type of the argument.
    Any,
}

/// What a built-in needs: the version of its language, or one of the extensions. An extension that is
/// named here makes it available in any version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// First version of desktop GLSL that has it; 0 if none has.
    pub desktop: u16,
    /// First version of GLSL ES that has it; 0 if none has.
    pub es: u16,
    /// Extensions of which one suffices.
    pub extensions: &'static [&'static str],
}

impl Needs {
    /// Everything has it.
    pub const NOTHING: Needs = Needs { desktop: 110, es: 100, extensions: &[] };

    /// One of these extensions, whatever the version.
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
    /// What it is.
    pub value: VariableValue,
    /// What must be enabled.
    pub needs: Needs,
}

/// What a built-in variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableValue {
    /// An input.
    Input(Variable),
    /// A constant: the bits of each component.
    Constant(&'static [u64]),
    /// `gl_WorkGroupSize`: the size that the layout declares.
    WorkGroupSize,
}
