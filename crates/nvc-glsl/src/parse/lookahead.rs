//! What a statement is, told without names: declarations begin with two names in a row, and pointers read
//! as products do.

use super::Parser;
use super::words::Word;
use crate::preprocess::token::{Punct, TokenKind};

/// Whether pointers are declared behind a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pointers {
    /// Nothing but declarators reads so.
    Yes,
    /// A product reads so too: what the name means decides.
    OrProduct,
    /// Not.
    No,
}

impl Parser<'_> {
    /// Whether a declaration begins here: a qualifier, or two names in a row, where brackets, stars and
    /// `<...>` behind the first do not count.
    pub(super) fn begins_declaration(&self) -> bool {
        if !self.is_name_at(0) {
            return false;
        }
        let template = match self.word() {
            Some(Word::Qualifier | Word::Layout | Word::Call | Word::Struct) => return true,
            Some(Word::Template) => true,
            None | Some(Word::SoftQualifier | Word::Type | Word::Reserved) => false,
            Some(_) => return false,
        };
        let mut ahead = 1;
        if template && self.is_at(ahead, Punct::Less) {
            ahead = self.behind_parameters(ahead);
        }
        while self.is_at(ahead, Punct::LeftBracket) {
            ahead = self.behind(ahead, Punct::LeftBracket, Punct::RightBracket);
        }
        let stars = ahead;
        while self.is_at(ahead, Punct::Star) {
            ahead += 1;
        }
        // `a * b + c` multiplies, and `float * b` declares.
        self.is_name_at(ahead)
            && (stars == ahead || self.word() == Some(Word::Type) || self.pointers(stars) != Pointers::No)
    }

    /// Whether what follows reads both as declarators of pointers and as products: `a * b;`, `a * b[c], d;`.
    pub(super) fn multiplies_or_declares(&self) -> bool {
        let is_type = matches!(self.word(), None | Some(Word::SoftQualifier));
        is_type && self.is_name_at(0) && self.pointers(1) == Pointers::OrProduct
    }

    /// What stands from a star on.
    fn pointers(&self, mut ahead: usize) -> Pointers {
        if !self.is_at(ahead, Punct::Star) {
            return Pointers::No;
        }
        while self.is_at(ahead, Punct::Star) {
            ahead += 1;
        }
        let (mut first, mut kind) = (true, Pointers::OrProduct);
        loop {
            if !self.is_name_at(ahead) {
                return Pointers::No;
            }
            ahead += 1;
            while self.is_at(ahead, Punct::LeftBracket) {
                // An empty dimension is no index.
                if self.is_at(ahead + 1, Punct::RightBracket) {
                    kind = Pointers::Yes;
                }
                ahead = self.behind(ahead, Punct::LeftBracket, Punct::RightBracket);
            }
            if self.is_at(ahead, Punct::Assign) {
                // A product is not assigned to; what is behind a comma may be.
                match self.behind_value(ahead) {
                    Some(behind) if !first => ahead = behind,
                    _ => return Pointers::Yes,
                }
            }
            match self.peek_at(ahead) {
                Some(TokenKind::Punct(Punct::Semicolon)) => return kind,
                Some(TokenKind::Punct(Punct::Comma)) => ahead += 1,
                _ => return Pointers::No,
            }
            first = false;
        }
    }

    /// The comma or `;` behind the value of a declarator; nothing for a list in braces.
    fn behind_value(&self, mut ahead: usize) -> Option<usize> {
        let mut depth = 0u32;
        loop {
            match self.peek_at(ahead)? {
                TokenKind::Punct(Punct::LeftBrace | Punct::RightBrace) => return None,
                TokenKind::Punct(Punct::Semicolon) => return Some(ahead),
                TokenKind::Punct(Punct::Comma) if depth == 0 => return Some(ahead),
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => depth += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket) => depth = depth.saturating_sub(1),
                _ => {}
            }
            ahead += 1;
        }
    }

    /// The place behind the `>` that closes the `<` ahead. Within parentheses and brackets both are operators
    /// (GL_NV_cooperative_matrix, 9: a type's parameters are unary expressions); that of a `;` or brace if none
    /// closes.
    fn behind_parameters(&self, mut ahead: usize) -> usize {
        let (mut angles, mut inner) = (0u32, 0u32);
        while let Some(kind) = self.peek_at(ahead) {
            match kind {
                TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => break,
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => inner += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket) if inner == 0 => break,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket) => inner -= 1,
                TokenKind::Punct(Punct::Less) if inner == 0 => angles += 1,
                TokenKind::Punct(Punct::Greater) if inner == 0 => {
                    angles = angles.saturating_sub(1);
                    if angles == 0 {
                        return ahead + 1;
                    }
                }
                _ => {}
            }
            ahead += 1;
        }
        ahead
    }

    /// The place behind the bracket that closes the one `ahead`; that of a `;` or brace if none does.
    fn behind(&self, mut ahead: usize, open: Punct, close: Punct) -> usize {
        let mut depth = 0u32;
        while let Some(kind) = self.peek_at(ahead) {
            match kind {
                TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => break,
                TokenKind::Punct(punct) if punct == open => depth += 1,
                TokenKind::Punct(punct) if punct == close => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return ahead + 1;
                    }
                }
                _ => {}
            }
            ahead += 1;
        }
        ahead
    }
}
