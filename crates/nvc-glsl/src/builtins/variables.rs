//! Built-in variables, as rows.

/// A built-in variable's meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// An input of the IR; the type is the expression's.
    Input(nvc_ir::imm::Builtin),
}
