//! Tokens behind the preprocessor.

use crate::extensions;
use crate::name::Name;
use crate::version::Version;
use nvc_diag::Span;

/// A token of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where the program says it: for a token out of a macro's body, the name of the outermost
    /// invocation; for one out of its arguments, where the argument stands.
    pub span: Span,
    /// The expansion that it came from.
    pub expansion: Option<ExpansionId>,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name or keyword.
    Name(Name),
    /// A number, by its number in [`Output::numbers`].
    Number(NumberId),
    /// A string in quotes, its content as written.
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

/// Number of a [`Number`] in [`Output::numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NumberId(pub u32);

/// A number that the program writes; those written alike are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// As written.
    pub text: Name,
    /// What it says.
    pub value: crate::ast::Literal,
}

/// Number of an expansion in [`Output::expansions`], counted from 1 so that a token stays small.
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

/// One expansion of a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro.
    pub name: Name,
    /// Where the program invokes it, arguments included; for one out of another's body, where the
    /// outermost is invoked.
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

/// One inclusion of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The included file.
    pub file: nvc_diag::FileId,
    /// The `#include` line.
    pub at: Span,
}

/// What preprocessing yields.
#[derive(Debug, Default)]
pub struct Output {
    /// Tokens in order.
    pub tokens: Vec<Token>,
    /// Numbers, by [`NumberId`].
    pub numbers: Vec<Number>,
    /// Expansions, by [`ExpansionId`].
    pub expansions: Vec<Expansion>,
    /// Directives, by the number in [`TokenKind::Directive`].
    pub directives: Vec<Directive>,
    /// The language version.
    pub version: Version,
    /// Files that were included, in order of first inclusion: for dependency files.
    pub includes: Vec<nvc_diag::FileId>,
    /// Every inclusion: a file that is included twice has two ids.
    pub inclusions: Vec<Inclusion>,
    /// Where the text ends, for messages about what is missing there.
    pub end: Span,
}
