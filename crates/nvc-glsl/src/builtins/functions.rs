//! Built-in functions, as rows.

/// A call's chosen row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// What it means.
    pub operation: Operation,
}

/// What a built-in function means, by family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// naga's math functions.
    Math(naga::MathFunction),
    /// naga's relational functions.
    Relational(naga::RelationalFunction),
}
