//! Extensions, as rows.
//!
//! A row holds an extension's name and what it implies; built-ins, types, keywords and layouts name
//! the extensions that they need in rows of their own.

use nvc_diag::Span;

/// An extension of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extension(pub u16);

/// What `#extension name : behavior` asks for (GLSL 3.3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Behavior {
    /// As if it were not there.
    Disable,
    /// Enabled; a warning at each use.
    Warn,
    /// Enabled; a warning if unknown.
    Enable,
    /// Enabled; an error if unknown.
    Require,
}

/// An `#extension` line.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The extension; `None` for `all`.
    pub extension: Option<Extension>,
    /// What it asks for.
    pub behavior: Behavior,
    /// The line.
    pub span: Span,
}
