//! The stable codes of all diagnostics.
//!
//! The table has one row per code: number, severity, title. `docs/errors/<code>.md` explains the code, and
//! `nvc explain` prints that page. `cargo xtask tidy` fails if a code has no page, has no test, or is never
//! reported. Numbers are never reused.
//!
//! - Assembly: N01 text and statements, N02 names, N03 instructions and operands, N04 control flow.
//! - Common: N05 limits, N06 target environment and options, N07 unsupported constructs, N08
//!   findings of `nvc run`, N09 bugs in nvc.
//! - GLSL: N11 preprocessor and tokens, N12 syntax, N13 names and types, N14 qualifiers and layouts,
//!   N15 extensions.
//! - W: warnings. Their names are in [`crate::warnings`].

use crate::Severity;

macro_rules! codes {
    ($($code:ident $severity:ident $title:literal;)*) => {
        /// A stable diagnostic code, such as `N0201`.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $code,)*
        }

        impl Code {
            /// All codes, in table order.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// Returns the code as it is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// Returns the meaning of the code in one line.
            pub fn title(self) -> &'static str {
                match self { $(Code::$code => $title,)* }
            }

            /// Returns the default severity.
            pub fn severity(self) -> Severity {
                match self { $(Code::$code => Severity::$severity,)* }
            }

            /// Returns the page that explains the code, in Markdown.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Code::$code => include_str!(concat!(
                        "../errors/", stringify!($code), ".md")),)*
                }
            }
        }
    };
}

codes! {
    N0101 Error "the text is not an NVcp5.0 program";
    N0102 Error "a statement does not parse";
    N0103 Error "END is missing";
    N0104 Error "a statement is in the wrong place";
    N0201 Error "a name is not declared";
    N0202 Error "a name is declared twice";
    N0203 Error "a name is reserved";
    N0204 Error "a declaration is malformed";
    N0205 Error "a binding is not valid";
    N0301 Error "an instruction is not in the instruction set";
    N0302 Error "an operand is missing or of the wrong kind";
    N0303 Error "a modifier is not allowed here";
    N0304 Error "types do not match";
    N0305 Error "an index is missing, not allowed or out of range";
    N0306 Error "an operand is of the wrong class";
    N0307 Error "an option is missing";
    N0308 Error "a constant is not valid for its type or use";
    N0309 Error "a read-only variable is written";
    N0310 Error "a texture target is not allowed here";
    N0311 Error "a texel offset is not allowed here or out of range";
    N0401 Error "unbalanced IF or REP block";
    N0402 Error "a label or subroutine is misused";
    N0403 Error "a REP never ends";
    N0404 Error "indirect calls are recursive";
    N0501 Error "a limit is exceeded";
    N0502 Error "the compilation was stopped";
    N0601 Error "the target environment lacks what the program needs";
    N0602 Error "a specialization does not match the program";
    N0603 Error "the output language cannot express the program";
    N0604 Error "the program cannot be compiled with emulated warps";
    N0605 Error "two resources of different types have one binding";
    N0606 Error "a manifest of permutations is wrong";
    N0701 Error "the construct is not supported";
    N0702 Error "a cooperative matrix has two uses";
    N0703 Error "a cooperative matrix cannot be emulated";
    N0801 Error "execution reached the step limit";
    N0802 Error "a barrier in divergent control flow";
    N0803 Error "an out-of-bounds access";
    N0804 Error "uninitialized memory is read";
    N0805 Error "a data race";
    N0806 Error "a shuffle from an inactive lane";
    N0807 Error "an operation with an undefined result";
    N0808 Error "the program aborted";
    N0901 Bug "an internal compiler error";
    N1101 Error "a character, number, string or comment is malformed";
    N1102 Error "a directive is malformed";
    N1103 Error "a macro definition or invocation is malformed";
    N1104 Error "a preprocessor condition is malformed";
    N1105 Error "an #error directive";
    N1106 Error "a file cannot be included";
    N1107 Error "the language version is missing or not supported";
    N1201 Error "a syntax error";
    N1202 Error "brackets do not match";
    N1203 Error "a keyword is used as a name";
    N1301 Error "no function matches a call";
    N1302 Error "a constructor's arguments do not match";
    N1303 Error "an expression is not constant";
    N1304 Error "a constant expression divides by zero";
    N1305 Error "a type or name is not allowed here";
    N1306 Error "a member, component or method does not exist";
    N1307 Error "a write-only variable is read";
    N1308 Error "a function's declaration, definition or return is wrong";
    N1309 Error "functions are recursive";
    N1401 Error "a qualifier is missing or not allowed here";
    N1402 Error "a layout qualifier is missing or not allowed here";
    N1403 Error "the workgroup size is missing or contradictory";
    N1501 Error "an extension or a later version is required";
    N1502 Error "an extension is not supported";
    W0001 Warning "a warning name is unknown";
    W0101 Warning "an option is unknown";
    W0102 Warning "the program breaks a rule that NVIDIA's driver does not enforce";
    W0601 Warning "a faster instruction exists";
    W0602 Warning "the module is too large to be validated";
    W0603 Warning "a loop is too large to be unrolled";
    W1101 Warning "a directive is probably a mistake";
    W1102 Warning "a name in a condition is not a macro";
    W1103 Warning "the program breaks a rule that GLSL compilers do not enforce";
    W1401 Warning "the workgroup size is not declared";
    W1501 Warning "an extension is unknown";
    W1502 Warning "an extension with behavior `warn` is used";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;
    /// Parses a code, ignoring case and surrounding white space.
    fn from_str(s: &str) -> Result<Self, UnknownCode> {
        let wanted = s.trim();
        Code::ALL.iter().copied().find(|c| c.as_str().eq_ignore_ascii_case(wanted)).ok_or(UnknownCode)
    }
}

/// The error for a text that is not a diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCode;

impl std::fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no diagnostic has this code")
    }
}

impl std::error::Error for UnknownCode {}
