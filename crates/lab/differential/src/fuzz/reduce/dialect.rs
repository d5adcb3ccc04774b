//! Tables of the syntax of assembly and GLSL, for the reducer.

use nvc::Language;

/// The syntax of a language, as far as the reducer needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// Start of a comment that extends to the end of the line.
    pub(super) line_comment: &'static str,
    /// Start and end of a block comment.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Which lines are scanned as one token, because their end is significant.
    pub(super) lines: Lines,
    /// Punctuators of more than one character, longest first.
    pub(super) signs: &'static [&'static str],
    /// Whether `|` is a bracket that is closed by another `|`.
    pub(super) bars: bool,
    /// First keyword and structure of each compound statement.
    pub(super) blocks: &'static [(&'static str, Block)],
    /// Keywords that start a label.
    pub(super) labels: &'static [&'static str],
    /// Names that edits of expressions keep, with their suffixes and arguments. For example, a GLSL block
    /// without its `layout` would get a different binding on each engine.
    pub(super) fixed: &'static [&'static str],
    /// Returns whether a suffix is kept. An instruction without its type suffix may read integers as floats,
    /// and engines treat denormals differently.
    pub(super) fixed_suffix: fn(&str) -> bool,
    /// Constants that may replace an expression, simplest first.
    pub(super) constants: &'static [&'static str],
    /// Whether a constant may replace only an expression without names. NVIDIA's assembler handles instructions
    /// with only constant operands differently, so introducing such instructions can hide the original fault.
    pub(super) names_stay: bool,
}

/// Which lines are scanned as one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// The first line.
    First,
    /// Lines that start with `#`.
    Directives,
}

/// The structure of a compound statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Statements up to a closing keyword, optionally divided by a middle keyword.
    Until {
        /// Keyword that divides the statements, such as `ELSE`.
        middle: Option<&'static str>,
        /// Keyword that ends the block.
        end: &'static str,
    },
    /// A head in brackets and a statement, optionally followed by this keyword and another statement.
    Headed(Option<&'static str>),
    /// A statement, followed by this keyword and a condition in brackets.
    Before(&'static str),
}

impl Dialect {
    pub(super) fn of(language: Language) -> &'static Dialect {
        match language {
            Language::NvAsm => &ASSEMBLY,
            _ => &GLSL,
        }
    }

    /// Returns the structure of the compound statement that starts with this keyword.
    pub(super) fn block(&self, word: &str) -> Option<Block> {
        self.blocks.iter().find(|(first, _)| *first == word).map(|(_, block)| *block)
    }
}

static ASSEMBLY: Dialect = Dialect {
    line_comment: "#",
    block_comment: None,
    lines: Lines::First,
    signs: &[],
    bars: true,
    blocks: &[
        ("IF", Block::Until { middle: Some("ELSE"), end: "ENDIF" }),
        ("REP", Block::Until { middle: None, end: "ENDREP" }),
    ],
    labels: &[],
    fixed: &[],
    fixed_suffix: is_type,
    constants: &["0", "1", "{0, 0, 0, 0}", "{1, 0, 0, 0}", "0.0", "1.0", "{0.0, 0.0, 0.0, 0.0}"],
    names_stay: true,
};

static GLSL: Dialect = Dialect {
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
    lines: Lines::Directives,
    signs: &[
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "++", "--", "+=", "-=", "*=",
        "/=", "%=", "&=", "|=", "^=",
    ],
    bars: false,
    blocks: &[
        ("if", Block::Headed(Some("else"))),
        ("for", Block::Headed(None)),
        ("while", Block::Headed(None)),
        ("switch", Block::Headed(None)),
        ("do", Block::Before("while")),
    ],
    labels: &["case"],
    fixed: &["layout"],
    fixed_suffix: |_| false,
    constants: &["0", "1", "0u", "1u", "true", "false", "0.0", "1.0"],
    names_stay: false,
};

/// Returns whether a suffix is an instruction type, such as `U`, `F16` or `S64X4`.
fn is_type(suffix: &str) -> bool {
    suffix.starts_with(['F', 'S', 'U']) && suffix.chars().skip(1).all(|c| c.is_ascii_digit() || c == 'X')
}
