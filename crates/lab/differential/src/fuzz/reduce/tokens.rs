//! A lexer for assembly and GLSL that matches brackets and preserves white space and comments.

use super::dialect::{Dialect, Lines};
use std::ops::Range;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    Number,
    /// An opening bracket, or the first `|` of an absolute value.
    Open,
    Close,
    /// Any other punctuator.
    Sign,
    /// A whole line, such as a preprocessor directive.
    Line,
}

/// A token, with the white space and comments before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) space: String,
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// The tokens of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    /// White space and comments after the last token.
    rest: String,
}

const BRACKETS: &[(&str, &str)] = &[("(", ")"), ("[", "]"), ("{", "}"), ("|", "|")];

impl Tokens {
    /// Splits a text into tokens without loss: [`Tokens::text`] returns the original text.
    pub(super) fn scan(text: &str, dialect: &Dialect) -> Self {
        let mut tokens = Tokens::default();
        // One entry for the program and one for each open bracket: whether a `|` at that level closes an
        // absolute value.
        let mut bars = vec![false];
        let mut at = 0;
        loop {
            let space = blank(&text[at..], dialect);
            let start = at + space;
            let rest = &text[start..];
            if rest.is_empty() {
                tokens.rest = text[at..].to_owned();
                return tokens;
            }
            let fresh = text[..start].trim_end_matches([' ', '\t']).ends_with('\n') || start == 0;
            let (length, mut kind) = next(rest, fresh, tokens.list.is_empty(), dialect);
            match &rest[..length] {
                "|" if dialect.bars => {
                    let open = bars.last().copied().unwrap_or_default();
                    kind = if open { Kind::Close } else { Kind::Open };
                    if let Some(bar) = bars.last_mut() {
                        *bar = !open;
                    }
                }
                "(" | "[" | "{" => bars.push(false),
                ")" | "]" | "}" if bars.len() > 1 => {
                    bars.pop();
                }
                _ => {}
            }
            let (space, text) = (text[at..start].to_owned(), rest[..length].to_owned());
            tokens.list.push(Token { space, text, kind });
            at = start + length;
        }
    }

    /// Splits a fragment of a program into tokens.
    pub(super) fn scan_part(text: &str, dialect: &Dialect) -> Vec<Token> {
        // In assembly, the first line of a program is one token. `Lines::Directives` prevents that for the
        // first line of the fragment.
        let mut tokens =
            Tokens::scan(&format!("\n{text}"), &Dialect { lines: Lines::Directives, ..*dialect });
        if let Some(first) = tokens.list.first_mut() {
            first.space.clear();
        }
        tokens.list
    }

    /// Returns the text. Between tokens that would otherwise merge, inserts a space, or a line break after a
    /// [`Kind::Line`].
    pub(super) fn text(&self, dialect: &Dialect) -> String {
        let mut text = String::new();
        let mut last: Option<&Token> = None;
        for token in &self.list {
            if last.is_some_and(|last| last.kind == Kind::Line) && !token.space.contains('\n') {
                text.push('\n');
            } else if token.space.is_empty() && last.is_some_and(|last| merges(last, token, dialect)) {
                text.push(' ');
            }
            text.push_str(&token.space);
            text.push_str(&token.text);
            last = Some(token);
        }
        text.push_str(&self.rest);
        text
    }

    /// Returns the text of the token at an index; empty after the last token.
    pub(super) fn at(&self, index: usize) -> &str {
        self.list.get(index).map_or("", |token| &token.text)
    }

    /// Returns the program without comments.
    pub(super) fn without_comments(&self) -> Tokens {
        let bare = |space: &str| {
            if space.trim().is_empty() {
                space.to_owned()
            } else if space.contains('\n') {
                "\n".to_owned()
            } else {
                " ".to_owned()
            }
        };
        let list = self.list.iter().map(|token| Token { space: bare(&token.space), ..token.clone() });
        Tokens { list: list.collect(), rest: bare(&self.rest) }
    }

    /// Returns the program without the tokens in these ranges.
    pub(super) fn without(&self, gone: &[Range<usize>]) -> Tokens {
        let stays = |index: &usize| !gone.iter().any(|range| range.contains(index));
        let list = (0..self.list.len()).filter(stays).map(|index| self.list[index].clone()).collect();
        Tokens { list, rest: self.rest.clone() }.without_first_blank()
    }

    /// Returns the program with a range of tokens replaced. The first new token gets the white space of the
    /// first old one.
    pub(super) fn replaced(&self, range: Range<usize>, with: &[Token]) -> Tokens {
        let mut list = self.list[..range.start].to_vec();
        list.extend(with.iter().cloned());
        list.extend(self.list[range.end..].iter().cloned());
        let space = self.list.get(range.start).map_or("", |token| &token.space);
        // If tokens are only removed, the next token keeps its own white space if that contains a line break,
        // or if the removed white space is at least as long and contains none. Otherwise the next token gets
        // the removed white space.
        let stays = |next: &str| next.contains('\n') || (next.len() <= space.len() && !space.contains('\n'));
        if let Some(first) =
            list.get_mut(range.start).filter(|first| !with.is_empty() || !stays(&first.space))
        {
            first.space = space.to_owned();
        }
        Tokens { list, rest: self.rest.clone() }.without_first_blank()
    }

    /// Removes leading white space.
    fn without_first_blank(mut self) -> Tokens {
        if let Some(first) = self.list.first_mut().filter(|first| first.space.trim().is_empty()) {
            first.space.clear();
        }
        self
    }

    /// Returns, for each token, the position of the matching bracket, if it has one.
    pub(super) fn partners(&self) -> Vec<Option<usize>> {
        let mut partners = vec![None; self.list.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in self.list.iter().enumerate() {
            match token.kind {
                Kind::Open => open.push(index),
                Kind::Close => {
                    let pair = |&at: &usize| BRACKETS.contains(&(&self.list[at].text, &token.text));
                    if let Some(at) = open.pop_if(|at| pair(at)) {
                        partners[at] = Some(index);
                        partners[index] = Some(at);
                    }
                }
                _ => {}
            }
        }
        partners
    }
}

/// Returns the length of the white space and comments at the start of a text.
fn blank(text: &str, dialect: &Dialect) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if dialect.lines != Lines::First && trimmed.starts_with('#') {
            return at;
        }
        let length = if trimmed.starts_with(dialect.line_comment) {
            trimmed.find('\n').unwrap_or(trimmed.len())
        } else if let Some((start, end)) =
            dialect.block_comment.filter(|(start, _)| trimmed.starts_with(start))
        {
            let inner = &trimmed[start.len()..];
            inner.find(end).map_or(trimmed.len(), |inner| start.len() + inner + end.len())
        } else {
            return at;
        };
        at += length;
    }
}

/// Returns the length and kind of the first token of a non-empty text. `fresh` is set at the start of a
/// line, `first` at the first token of the program.
fn next(text: &str, fresh: bool, first: bool, dialect: &Dialect) -> (usize, Kind) {
    let line = match dialect.lines {
        Lines::First => first,
        Lines::Directives => fresh && text.starts_with('#'),
    };
    if line {
        return (text.find('\n').unwrap_or(text.len()), Kind::Line);
    }
    let c = text.chars().next().unwrap_or(' ');
    let length_while = |more: &dyn Fn(char, char) -> bool| {
        let mut before = c;
        let end = text.char_indices().find(|&(at, c)| {
            let stays = at == 0 || more(before, c);
            before = c;
            !stays
        });
        end.map_or(text.len(), |(at, _)| at)
    };
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let digit = |text: &str| text.chars().next().is_some_and(|c| c.is_ascii_digit());
    if digit(text) || (c == '.' && digit(&text[1..])) {
        let exponent = |before: char, c: char| matches!(before, 'e' | 'E') && matches!(c, '+' | '-');
        return (length_while(&|before, c| word(c) || c == '.' || exponent(before, c)), Kind::Number);
    }
    if word(c) {
        return (length_while(&|_, c| word(c)), Kind::Word);
    }
    let kind = match c {
        '(' | '[' | '{' => Kind::Open,
        ')' | ']' | '}' => Kind::Close,
        _ => Kind::Sign,
    };
    let sign = dialect.signs.iter().find(|sign| text.starts_with(**sign));
    (sign.map_or(c.len_utf8(), |sign| sign.len()), kind)
}

/// Returns whether two adjacent tokens would be scanned differently without white space between them.
fn merges(first: &Token, second: &Token, dialect: &Dialect) -> bool {
    let word = |token: &Token| matches!(token.kind, Kind::Word | Kind::Number);
    let both =
        |sign: &&str| sign.starts_with(&first.text) && sign[first.text.len()..].starts_with(&second.text);
    (word(first) && word(second) && !second.text.starts_with('.'))
        || (first.kind == Kind::Number && second.text.starts_with('.'))
        || (first.kind == Kind::Sign && second.kind == Kind::Sign && dialect.signs.iter().any(both))
}
