//! The types, variables and functions of generated shaders.

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int,
    Uint,
    Int64,
    Uint64,
    /// A vector of 2 to 4 signed components.
    IVec(usize),
    /// A vector of 2 to 4 unsigned components.
    UVec(usize),
}

/// The types that variables may have. `int` and `uint` are listed twice to make them more frequent.
pub(super) const ALL: &[Ty] = &[
    Ty::Bool,
    Ty::Int,
    Ty::Uint,
    Ty::Int,
    Ty::Uint,
    Ty::Int64,
    Ty::Uint64,
    Ty::IVec(2),
    Ty::IVec(3),
    Ty::IVec(4),
    Ty::UVec(2),
    Ty::UVec(3),
    Ty::UVec(4),
];

/// Names of vector components.
pub(super) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

impl Ty {
    /// Returns the name of the type in GLSL.
    pub(super) fn name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::Int => "int",
            Ty::Uint => "uint",
            Ty::Int64 => "int64_t",
            Ty::Uint64 => "uint64_t",
            Ty::IVec(2) => "ivec2",
            Ty::IVec(3) => "ivec3",
            Ty::IVec(_) => "ivec4",
            Ty::UVec(2) => "uvec2",
            Ty::UVec(3) => "uvec3",
            Ty::UVec(_) => "uvec4",
        }
    }

    /// Returns the component type of a vector type. A scalar type is returned unchanged.
    pub(super) fn scalar(self) -> Ty {
        match self {
            Ty::IVec(_) => Ty::Int,
            Ty::UVec(_) => Ty::Uint,
            scalar => scalar,
        }
    }

    /// Returns the number of components.
    pub(super) fn components(self) -> usize {
        match self {
            Ty::IVec(n) | Ty::UVec(n) => n,
            _ => 1,
        }
    }

    /// Returns whether the components are signed integers.
    pub(super) fn signed(self) -> bool {
        matches!(self.scalar(), Ty::Int | Ty::Int64)
    }

    /// Returns whether the components have 64 bits.
    pub(super) fn wide(self) -> bool {
        matches!(self, Ty::Int64 | Ty::Uint64)
    }

    /// Formats a small number as a literal of the component type.
    pub(super) fn small(self, value: u32) -> String {
        match self.scalar() {
            Ty::Uint => format!("{value}u"),
            Ty::Int64 => format!("{value}L"),
            Ty::Uint64 => format!("{value}UL"),
            _ => value.to_string(),
        }
    }
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Ty,
    /// Whether statements may assign to the variable.
    pub(super) writable: bool,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) result: Ty,
    /// Types of the parameters, each with a flag for `inout`.
    pub(super) parameters: Vec<(Ty, bool)>,
}
