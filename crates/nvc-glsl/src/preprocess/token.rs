//! Tokens behind the preprocessor.

use crate::extensions;
use crate::name::Name;
use nvc_diag::Span;

/// A token of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where the program says it: for a token out of a macro, the outermost invocation.
    pub span: Span,
    /// The expansion that it came from.
    pub expansion: Option<ExpansionId>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name or keyword.
    Name(Name),
    /// A number.
    Number(crate::ast::Literal),
    /// A string in quotes, its content.
    String(Name),
    /// An operator or separator.
    Punct(Punct),
    /// A directive that takes effect here: number in [`Output::directives`].
    Directive(u32),
    /// A number or character that is none; an error was reported.
    Error,
}

/// Declares [`Punct`] with the text of each.
macro_rules! puncts {
    ($($name:ident $text:literal)*) => {
        /// Operators and separators.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punct { $($name,)* }

        impl Punct {
            /// All, the longest of a common beginning first.
            pub const ALL: &'static [Punct] = &[$(Punct::$name,)*];

            /// As written.
            pub fn text(self) -> &'static str {
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

/// Number of an expansion in [`Output::expansions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// One expansion of a macro.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// The macro.
    pub name: Name,
    /// Where it is invoked.
    pub invocation: Span,
    /// Where it is defined; `None` for predefined ones and the command line's.
    pub definition: Option<Span>,
    /// The expansion that the invocation itself came from.
    pub parent: Option<ExpansionId>,
}

/// A directive that later stages act upon.
#[derive(Clone, Debug)]
pub enum Directive {
    /// `#extension`
    Extension(extensions::Directive),
    /// `#pragma`, its tokens as text.
    Pragma(String, Span),
}

/// `#version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number, such as 460.
    pub number: u16,
    /// `es`, `compatibility`, `core`.
    pub profile: Profile,
    /// The line, if there is one.
    pub span: Option<Span>,
}

/// A version's profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// `core`, or none given.
    #[default]
    Core,
    /// `compatibility`
    Compatibility,
    /// `es`
    Es,
}

/// What preprocessing yields.
#[derive(Debug)]
pub struct Output {
    /// Tokens in order.
    pub tokens: Vec<Token>,
    /// Expansions, by [`ExpansionId`].
    pub expansions: Vec<Expansion>,
    /// Directives, by the number in [`TokenKind::Directive`].
    pub directives: Vec<Directive>,
    /// The language version.
    pub version: Version,
    /// Files that were included, in order of first inclusion: for dependency files.
    pub includes: Vec<nvc_diag::FileId>,
}
