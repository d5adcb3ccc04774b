//! What the languages differ in.

use nvc::Language;

/// A language, as the reducer sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// Starts of a comment that ends with its line.
    pub(super) line_comment: &'static str,
    /// Start and end of other comments.
    pub(super) block_comment: Option<(&'static str, &'static str)>,
    /// Lines that are one token, since their end matters.
    pub(super) lines: Lines,
    /// Signs of more than one character, long ones first.
    pub(super) signs: &'static [&'static str],
    /// Whether bars stand in pairs, as brackets do.
    pub(super) bars: bool,
    /// The statements that hold others, by their first word.
    pub(super) blocks: &'static [(&'static str, Block)],
    /// Words that begin a label.
    pub(super) labels: &'static [&'static str],
    /// Words that stay as they are, with all that hangs on them. A block without its binding is another one
    /// on each engine.
    pub(super) fixed: &'static [&'static str],
    /// Which suffixes stay: an instruction without its type may take integers for floats, whose denormals are
    /// each engine's own.
    pub(super) fixed_suffix: fn(&str) -> bool,
    /// What an expression may become, simple ones first.
    pub(super) constants: &'static [&'static str],
    /// Whether only what is constant may become another constant. NVIDIA's assembler treats instructions of
    /// constants alone its own way, so a program that has got some no longer shows what it did.
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

/// How a statement holds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Up to a closing word, with perhaps a word that parts them in two.
    Until {
        /// That word.
        middle: Option<&'static str>,
        /// The closing word.
        end: &'static str,
    },
    /// A head in brackets, a statement, perhaps a word and one more statement.
    Headed(Option<&'static str>),
    /// A statement, and then this word with something in brackets.
    Before(&'static str),
}

impl Dialect {
    pub(super) fn of(language: Language) -> &'static Dialect {
        match language {
            Language::NvAsm => &ASSEMBLY,
            Language::Glsl => &GLSL,
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
