//! Preprocessed tokens: the input of the parser.

use crate::extensions;
use crate::name::Name;
use crate::version::Version;
use nvc_diag::Span;

/// A token of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Location in the source: for a token from a macro body, the name in the outermost invocation; for a token
    /// from an argument, the argument.
    pub span: Span,
    /// The macro expansion that it comes from, if any.
    pub expansion: Option<ExpansionId>,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name or keyword.
    Name(Name),
    /// A numeric literal: index into [`Output::numbers`].
    Number(NumberId),
    /// A string literal: its content as written.
    String(Name),
    /// An operator or separator.
    Punct(Punct),
    /// A directive that takes effect here: index into [`Output::directives`].
    Directive(u32),
    /// A malformed number or character; an error was reported.
    Error,
}

/// Declares [`Punct`] with the spelling of each.
macro_rules! puncts {
    ($($name:ident $text:literal)*) => {
        /// Operators and separators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punct { $($name,)* }

        impl Punct {
            /// All, with those that share a prefix longest first.
            pub const ALL: &'static [Punct] = &[$(Punct::$name,)*];

            /// The spelling.
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

/// A numeric literal; equal spellings share one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// As written.
    pub text: Name,
    /// What it says.
    pub value: crate::ast::Literal,
}

/// Index of an expansion in [`Output::expansions`], plus 1 so that `Option` adds no size to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(std::num::NonZeroU32);

impl ExpansionId {
    /// The id of the expansion at this index of [`Output::expansions`].
    pub fn new(index: usize) -> Self {
        let one_up = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        ExpansionId(std::num::NonZeroU32::new(one_up).unwrap_or(std::num::NonZeroU32::MAX))
    }

    /// Its index in [`Output::expansions`].
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A macro expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro.
    pub name: Name,
    /// The invocation with its arguments; for an invocation in another macro's body, the outermost invocation.
    pub invocation: Span,
    /// The definition; `None` for predefined macros and those from the command line.
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
    /// Tokens in order.
    pub tokens: Vec<Token>,
    /// Numbers, by [`NumberId`].
    pub numbers: Vec<Number>,
    /// Expansions, by [`ExpansionId`].
    pub expansions: Vec<Expansion>,
    /// Directives, by the index in [`TokenKind::Directive`].
    pub directives: Vec<Directive>,
    /// The language version.
    pub version: Version,
    /// Included files, in order of first inclusion: for dependency files.
    pub includes: Vec<nvc_diag::FileId>,
    /// All inclusions; a file that is included twice has two ids.
    pub inclusions: Vec<Inclusion>,
    /// The definitions of macros in files: name, and its place.
    pub macros: Vec<(Name, Span)>,
    /// The end of the text, for errors about missing tokens.
    pub end: Span,
}
