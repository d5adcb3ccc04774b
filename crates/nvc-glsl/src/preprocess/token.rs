//! Preprocessed tokens: the input of the parser.

use crate::extensions;
use crate::name::Name;
use crate::version::Version;
use nvc_diag::Span;

/// A token after preprocessing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// Location in the source. For a token from a macro body, this is the macro name in the outermost
    /// invocation; for a token from an argument, it is the argument.
    pub span: Span,
    /// The macro expansion that the token comes from, if any.
    pub expansion: Option<ExpansionId>,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name or keyword.
    Name(Name),
    /// A numeric literal, by its index in [`Output::numbers`].
    Number(NumberId),
    /// A string literal, with its content as written.
    String(Name),
    /// An operator or separator.
    Punct(Punct),
    /// A directive that takes effect here, by its index in [`Output::directives`].
    Directive(u32),
    /// A malformed token or macro invocation. The error has been reported.
    Error,
}

/// Declares the variants of [`Punct`], each with its spelling.
macro_rules! puncts {
    ($($name:ident $text:literal)*) => {
        /// Operators and separators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punct { $($name,)* }

        impl Punct {
            /// All operators and separators. Those that share a prefix are ordered longest first.
            pub const ALL: &'static [Punct] = &[$(Punct::$name,)*];

            /// Returns the spelling.
            pub const fn text(self) -> &'static str {
                match self { $(Punct::$name => $text,)* }
            }
        }
    };
}

puncts! {
    ShlAssign "<<=" ShrAssign ">>="
    Shl "<<" Shr ">>" Le "<=" Ge ">=" EqEq "==" NotEq "!=" AndAnd "&&" OrOr "||" XorXor "^^"
    Increment "++" Decrement "--" MulAssign "*=" DivAssign "/=" ModAssign "%=" AddAssign "+=" SubAssign "-="
    AndAssign "&=" XorAssign "^=" OrAssign "|=" Paste "##"
    LeftParen "(" RightParen ")" LeftBracket "[" RightBracket "]" LeftBrace "{" RightBrace "}"
    Dot "." Comma "," Colon ":" Assign "=" Semicolon ";" Not "!" Minus "-" Tilde "~" Plus "+" Star "*" Slash "/"
    Percent "%" Less "<" Greater ">" Or "|" Xor "^" And "&" Question "?" Hash "#"
}

/// Index of a [`Number`] in [`Output::numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberId(pub u32);

/// A numeric literal. Equal spellings share one entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// The literal as written.
    pub text: Name,
    /// The value of the literal.
    pub value: crate::ast::Literal,
}

/// Index of an expansion in [`Output::expansions`], plus 1, so that `Option<ExpansionId>` needs no extra
/// space in a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(std::num::NonZeroU32);

impl ExpansionId {
    /// Creates the id of the expansion at `index` in [`Output::expansions`].
    pub fn new(index: usize) -> Self {
        let one_up = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        ExpansionId(std::num::NonZeroU32::new(one_up).unwrap_or(std::num::NonZeroU32::MAX))
    }

    /// Returns the index in [`Output::expansions`].
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A macro expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The name of the macro.
    pub name: Name,
    /// The invocation with its arguments; the macro's name alone if the `)` is in another file or from a macro. For
    /// an invocation in another macro's body, this is the macro name in the outermost invocation.
    pub invocation: Span,
    /// The span of the macro's name in its definition; `None` for macros from the command line.
    pub definition: Option<Span>,
    /// The expansion that the invocation comes from, if any.
    pub parent: Option<ExpansionId>,
}

/// A directive that later stages handle.
#[derive(Clone, Debug)]
pub enum Directive {
    /// `#extension`
    Extension(extensions::Directive),
    /// `#pragma`, with the rest of its line.
    Pragma(String, Span),
}

/// One inclusion of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The included file.
    pub file: nvc_diag::FileId,
    /// The `#include` line.
    pub at: Span,
}

/// The result of preprocessing.
#[derive(Debug, Default)]
pub struct Output {
    /// The tokens, in order.
    pub tokens: Vec<Token>,
    /// Numeric literals, indexed by [`NumberId`].
    pub numbers: Vec<Number>,
    /// Macro expansions, indexed by [`ExpansionId`].
    pub expansions: Vec<Expansion>,
    /// Directives, indexed by the payload of [`TokenKind::Directive`].
    pub directives: Vec<Directive>,
    /// The language version.
    pub version: Version,
    /// Included files without duplicates, in order of first inclusion, for dependency files.
    pub includes: Vec<nvc_diag::FileId>,
    /// All inclusions. A file that is included twice has two ids.
    pub inclusions: Vec<Inclusion>,
    /// The names of macros that files define, with the spans of the names in the definitions.
    pub macros: Vec<(Name, Span)>,
    /// The end of the main file, for errors about missing tokens.
    pub end: Span,
}
