//! Lookahead that distinguishes declarations from expressions without a symbol table. A declaration begins
//! with a qualifier, `struct`, or two consecutive names. A pointer declaration can be ambiguous with a product.

use super::Parser;
use super::keywords::Role;
use crate::extensions::Behavior;
use crate::preprocess::token::{Directive, Punct, TokenKind};

/// Whether pointer declarators follow a type name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pointers {
    /// Yes: the tokens cannot be parsed as an expression.
    Yes,
    /// Ambiguous with a product; checking decides by whether the name is a type.
    OrProduct,
    /// No.
    No,
}

impl Parser<'_> {
    /// Returns whether a declaration begins at the next token: a qualifier, or two consecutive names.
    /// Brackets, stars and `<...>` may follow the first name.
    pub(super) fn begins_declaration(&self) -> bool {
        if !self.is_name_at(0) {
            return false;
        }
        let template = match self.role() {
            Some(
                Role::Qualifier | Role::Layout | Role::Call | Role::Spirv | Role::SpirvType | Role::Struct,
            ) => return true,
            Some(Role::Template) => self.is_template(),
            None | Some(Role::SoftQualifier | Role::Type | Role::Reserved) => false,
            Some(_) => return false,
        };
        let mut ahead = 1;
        if template && self.is_at(ahead, Punct::Less) {
            ahead = self.after_parameters(ahead);
        }
        while self.is_at(ahead, Punct::LeftBracket) {
            ahead = self.after(ahead, Punct::LeftBracket, Punct::RightBracket);
        }
        let stars = ahead;
        while self.is_at(ahead, Punct::Star) {
            ahead += 1;
        }
        // `a * b + c` is an expression, `float * b` a declaration.
        self.is_name_at(ahead)
            && (stars == ahead || self.role() == Some(Role::Type) || self.pointers(stars) != Pointers::No)
    }

    /// Returns whether a `<` after the next name can begin type parameters. `vector` is also a common
    /// variable name, and `<` may then be a comparison. It is a type if its extension is enabled or if the
    /// name of a type follows.
    pub(super) fn is_template(&self) -> bool {
        let Some(TokenKind::Name(name)) = self.peek() else { return false };
        self.keywords.get(name) == Some(Role::Template)
            && (self.names.text(name) != "vector"
                || self.enables("long_vector")
                || self.role_at(2) == Some(Role::Type))
    }

    /// Returns whether the `<` after the next name, the name of a parameterized type, begins type parameters. Such a
    /// name is a keyword only with an extension. Without the extension, `<` is a comparison unless constructor
    /// arguments follow.
    pub(super) fn constructs_template(&self) -> bool {
        if self.enables("cooperative") || self.enables("long_vector") {
            return true;
        }
        let after = self.after_parameters(1);
        self.is_at(after, Punct::LeftParen) || self.is_at(after, Punct::LeftBracket)
    }

    /// Returns whether a directive enables an extension whose name contains `part`.
    fn enables(&self, part: &str) -> bool {
        self.output.directives.iter().any(|directive| match directive {
            Directive::Extension(directive) => {
                directive.behavior != Behavior::Disable
                    && directive.extension.is_some_and(|extension| extension.name().contains(part))
            }
            _ => false,
        })
    }

    /// Returns whether the following tokens can be both pointer declarators and products: `a * b;`,
    /// `a * b[c], d;`.
    pub(super) fn multiplies_or_declares(&self) -> bool {
        let is_plain = matches!(self.role(), None | Some(Role::SoftQualifier));
        is_plain && self.is_name_at(0) && self.pointers(1) == Pointers::OrProduct
    }

    /// Classifies the tokens starting at a `*`.
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
                // `[]` is a dimension, not an index.
                if self.is_at(ahead + 1, Punct::RightBracket) {
                    kind = Pointers::Yes;
                }
                ahead = self.after(ahead, Punct::LeftBracket, Punct::RightBracket);
            }
            if self.is_at(ahead, Punct::Assign) {
                // A product cannot be assigned to, but an expression after a comma can.
                match self.after_value(ahead) {
                    Some(after) if !first => ahead = after,
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

    /// Returns the position of the `,` or `;` after an initialiser; `None` if the initialiser contains a
    /// brace or is not terminated.
    fn after_value(&self, mut ahead: usize) -> Option<usize> {
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

    /// Returns the position after the `>` that matches the `<` at `ahead`, or the position of the first `;`,
    /// brace or unmatched closing bracket if there is no match. Within parentheses and brackets, `<` and `>` are
    /// operators, because type parameters are unary expressions (GL_NV_cooperative_matrix, §9).
    fn after_parameters(&self, mut ahead: usize) -> usize {
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

    /// Returns the position after the bracket that matches the one at `ahead`, or the position of the first
    /// `;` or brace if there is no match.
    fn after(&self, mut ahead: usize, open: Punct, close: Punct) -> usize {
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
