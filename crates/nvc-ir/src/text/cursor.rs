//! A cursor over the tokens of a text, with parsers of the basic elements of the text form: ids, numbers, names, lists.

use super::ParseError;
use super::lex::{Token, TokenKind, tokens};

/// Maximum nesting depth of types and constants, because their parsers recurse.
pub(super) const MAX_DEPTH: u32 = 64;

/// The result of a parser.
pub(super) type Parse<T> = Result<T, ParseError>;

/// A position in the token list of a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    depth: u32,
}

impl<'t> Cursor<'t> {
    /// Tokenizes a text and starts at its first token.
    pub(super) fn new(text: &'t str) -> Parse<Self> {
        Ok(Cursor { text, tokens: tokens(text)?, at: 0, depth: 0 })
    }

    /// Returns the current token.
    pub(super) fn peek(&self) -> &TokenKind<'t> {
        self.tokens.get(self.at).map_or(&TokenKind::End, |t| &t.kind)
    }

    /// Returns the byte offset of the current token.
    pub(super) fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |t| t.start)
    }

    /// Moves to the next token.
    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Returns an error at a byte offset of the text.
    pub(super) fn error_at(&self, offset: usize, message: impl Into<String>) -> ParseError {
        ParseError::at(self.text, offset, message)
    }

    /// Returns an error at the current token.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.offset(), message)
    }

    /// Returns the error that `what` was expected at the current token.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found {}", self.peek().describe()))
    }

    /// Consumes a punctuation token, if it is next.
    pub(super) fn eat(&mut self, punct: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Punct(p) if *p == punct);
        self.at += usize::from(found);
        found
    }

    /// Consumes a required punctuation token.
    pub(super) fn expect(&mut self, punct: &str) -> Parse<()> {
        if self.eat(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// Returns the current word without consuming it.
    pub(super) fn peek_word(&self) -> Option<&'t str> {
        match *self.peek() {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Consumes a required word; `what` describes it in the error.
    pub(super) fn word(&mut self, what: &str) -> Parse<&'t str> {
        let word = self.peek_word().ok_or_else(|| self.expected(what))?;
        self.advance();
        Ok(word)
    }

    /// Consumes the word `word`, if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// Consumes the required word `word`.
    pub(super) fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// Returns the number of an id with a prefix, such as 3 for `v3`, without consuming the id.
    pub(super) fn peek_id(&self, prefix: &str) -> Option<u32> {
        let digits = self.peek_word()?.strip_prefix(prefix)?;
        // `parse` alone would accept a leading `+`.
        if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
    }

    /// Consumes a required id.
    pub(super) fn id(&mut self, prefix: &str) -> Parse<u32> {
        let id = self.peek_id(prefix).ok_or_else(|| self.expected(&format!("an id such as `{prefix}0`")))?;
        self.advance();
        Ok(id)
    }

    /// Consumes a number token and returns its text.
    pub(super) fn number(&mut self, what: &str) -> Parse<&'t str> {
        match *self.peek() {
            TokenKind::Number(number) => {
                self.advance();
                Ok(number)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Consumes a required integer that fits `T`.
    pub(super) fn integer<T: TryFrom<i128>>(&mut self) -> Parse<T> {
        let offset = self.offset();
        let number = self.number("an integer")?;
        read_integer(number)
            .and_then(|n| T::try_from(n).ok())
            .ok_or_else(|| self.error_at(offset, format!("{number} is not an integer in the allowed range")))
    }

    /// Consumes an optional string; returns an empty string if there is none.
    pub(super) fn name(&mut self) -> String {
        match self.peek() {
            TokenKind::Text(text) => {
                let text = text.clone();
                self.advance();
                text
            }
            _ => String::new(),
        }
    }

    /// Consumes the end of the line.
    pub(super) fn end_line(&mut self) -> Parse<()> {
        match self.peek() {
            TokenKind::Newline => {
                self.advance();
                Ok(())
            }
            TokenKind::End => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    /// Consumes the id in the definition of an entity. It must be `next`, because ids are consecutive.
    pub(super) fn next_id(&mut self, prefix: &str, next: usize) -> Parse<()> {
        let start = self.offset();
        let id = self.id(prefix)?;
        if id as usize == next {
            return Ok(());
        }
        Err(self.error_at(start, format!("expected the next id, `{prefix}{next}`, found `{prefix}{id}`")))
    }

    /// Parses comma-separated items up to and including a closing token.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    /// Increments the nesting depth at the start of a type or constant; fails at [`MAX_DEPTH`].
    pub(super) fn enter(&mut self) -> Parse<()> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("more than {MAX_DEPTH} levels of nesting")));
        }
        self.depth += 1;
        Ok(())
    }

    /// Decrements the nesting depth, after [`enter`](Self::enter).
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Consumes a word that must be the name of one of the values in `all`.
    pub(super) fn named<T: Copy>(
        &mut self,
        what: &str,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Parse<T> {
        let found = self.peek_word().and_then(|word| all.iter().copied().find(|&v| name(v) == word));
        match found {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => {
                let names: Vec<_> = all.iter().map(|&v| name(v)).collect();
                Err(self.expected(&format!("{what} ({})", names.join(", "))))
            }
        }
    }
}

/// Parses a decimal or hexadecimal integer of up to 64 bits.
pub(super) fn read_integer(number: &str) -> Option<i128> {
    let (negative, digits) = match number.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, number),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok()?,
        None => digits.parse::<u64>().ok()?,
    };
    Some(if negative { -i128::from(value) } else { i128::from(value) })
}
