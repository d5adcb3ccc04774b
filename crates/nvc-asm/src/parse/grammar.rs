//! Wraps the pest parser and converts pest's errors to diagnostics. pest's types are not used outside
//! `parse`.

use nvc_diag::{Code, Diagnostic, FileId, Span};
use pest::error::{Error, ErrorVariant, InputLocation};

pub(crate) use super::generated::{Grammar, Rule};
pub(crate) type Pair<'t> = pest::iterators::Pair<'t, Rule>;
pub(crate) type Pairs<'t> = pest::iterators::Pairs<'t, Rule>;

/// The offset of a parse failure, and what the grammar expected there.
pub(crate) struct Failure {
    /// The offset in the text.
    pub(crate) at: usize,
    /// The rules that pest tried at that offset.
    expected: Vec<Rule>,
}

/// Parses a text by a grammar rule.
pub(crate) fn parse_rule(rule: Rule, text: &str) -> Result<Pairs<'_>, Failure> {
    <Grammar as pest::Parser<Rule>>::parse(rule, text).map_err(|error| failure(&error))
}

fn failure(error: &Error<Rule>) -> Failure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    Failure { at, expected }
}

impl Failure {
    /// Returns whether the statement could have ended at the failure.
    pub(crate) fn expects_semicolon(&self) -> bool {
        self.expected.contains(&Rule::semi)
    }

    /// Returns the diagnostic. `base` is the offset of `text` in the file.
    pub(crate) fn diagnostic(&self, file: FileId, base: usize, text: &str) -> Diagnostic {
        let found = token_at(text, self.at);
        let span = Span::new(file, base + self.at, base + self.at + found.len());
        if found
            .chars()
            .next()
            .is_some_and(|c| !c.is_ascii_alphanumeric() && !"_$.,;:=+-|{}[]()#".contains(c))
        {
            let message = format!("the character `{found}` is not part of the language");
            let finding = Diagnostic::new(Code::N0102, span, message);
            return if found == "/" { finding.note("comments begin with `#`") } else { finding };
        }
        let mut expected: Vec<&str> = self.expected.iter().filter_map(|&rule| describe(rule)).collect();
        expected.sort_unstable();
        expected.dedup();
        let found = if found.is_empty() { "the end of the text".to_owned() } else { format!("`{found}`") };
        let message = match expected.as_slice() {
            [] => format!("unexpected {found}"),
            [one] => format!("expected {one}, found {found}"),
            [most @ .., last] => format!("expected {} or {last}, found {found}", most.join(", ")),
        };
        Diagnostic::new(Code::N0102, span, message)
    }
}

/// Returns the token at an offset, for messages.
pub(crate) fn token_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let end = match rest.find(|c| !word(c)) {
        Some(0) => rest.chars().next().map_or(0, char::len_utf8),
        Some(end) => end,
        None => rest.len(),
    };
    // Messages show a limited length, because a token may be a megabyte long.
    const SHOWN: usize = 40;
    rest.get(..end.min(SHOWN)).unwrap_or_default()
}

/// Returns the description of a rule in messages; `None` for rules that other expected rules describe better.
fn describe(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::dotted | Rule::declared | Rule::path => "a name",
        Rule::keyword => "a declaration keyword",
        Rule::integer => "an integer",
        Rule::number => "a number",
        Rule::comma => "`,`",
        Rule::semi => "`;`",
        Rule::colon => "`:`",
        Rule::equals => "`=`",
        Rule::dots => "`..`",
        Rule::sign => "a sign",
        Rule::array_size => "`[`",
        Rule::index => "an index",
        Rule::close_bracket => "`]`",
        Rule::close_brace => "`}`",
        Rule::close_paren => "`)`",
        Rule::bar => "`|`",
        Rule::list => "`{`",
        Rule::vector => "a constant vector",
        Rule::value | Rule::argument | Rule::group => "an operand",
        Rule::number_word => "`SUBROUTINENUM`",
        _ => return None,
    })
}
