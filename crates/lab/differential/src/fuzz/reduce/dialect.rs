//! The differences between the languages, as a table.

use nvc::Language;

/// A language, as the reducer sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// The start of a comment that ends with the line.
    pub(super) line_comment: &'static str,
    /// Start and end of a block comment.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// The lines that are one token, because the line end matters.
    pub(super) lines: Lines,
    /// Punctuators of more than one character, long ones first.
    pub(super) signs: &'static [&'static str],
    /// Whether `|` comes in pairs, like brackets.
    pub(super) bars: bool,
    /// The statements that contain others, by their first word.
    pub(super) blocks: &'static [(&'static str, Block)],
    /// Words that start a label.
    pub(super) labels: &'static [&'static str],
    /// Words that are kept, with their suffixes and arguments. Without its binding, for instance, a block is
    /// a different one on each engine.
    pub(super) fixed: &'static [&'static str],
    /// Which suffixes are kept: without its type suffix, an instruction may read integers as floats, and
    /// denormals differ between engines.
    pub(super) fixed_suffix: fn(&str) -> bool,
    /// The constants that may replace an expression, simple ones first.
    pub(super) constants: &'static [&'static str],
    /// Whether constants may replace only constants. NVIDIA's assembler handles instructions with only
    /// constant operands differently, so introducing them can hide the original fault.
    pub(super) constants_stay: bool,
}

/// Which lines are one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// The first one.
    First,
    /// Those that start with `#`.
    Directives,
}

/// How a statement contains others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// All statements up to a closing word, optionally divided in two by a middle word.
    Until {
        /// The middle word.
        middle: Option<&'static str>,
        /// The closing word.
        end: &'static str,
    },
    /// A head in brackets and a statement, optionally this word and another statement.
    Headed(Option<&'static str>),
    /// A statement, then this word with a condition in brackets.
    Before(&'static str),
}

impl Dialect {
    pub(super) fn of(language: Language) -> &'static Dialect {
        match language {
            Language::NvAsm => &ASSEMBLY,
            _ => &GLSL,
        }
    }

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
    constants_stay: true,
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
    constants_stay: false,
};

/// Whether a suffix is an instruction's type: `U`, `F16`, `S64X4`.
fn is_type(suffix: &str) -> bool {
    suffix.starts_with(['F', 'S', 'U']) && suffix.chars().skip(1).all(|c| c.is_ascii_digit() || c == 'X')
}
