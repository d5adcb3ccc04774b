//! Analyses GLSL, from the tokens and the name index of nvc-glsl.

use crate::analysis::{Analysis, MAIN, Token, TokenKind};
use nvc::{Loader, Options};
use nvc_diag::Diagnostics;
use nvc_diag::index::NameKind;
use nvc_glsl::analysis::analyze;
use nvc_glsl::builtins::{functions, variables};
use nvc_glsl::preprocess::token::{self, Inclusion};
use nvc_glsl::type_names;
use std::collections::HashMap;

pub(crate) fn analyse(analysis: &mut Analysis, options: &Options, loader: &dyn Loader) {
    let options = nvc::internals::glsl_options(options);
    let mut diags = Diagnostics::new();
    let found = analyze(&mut analysis.sources, MAIN, &options, loader, &mut diags);
    analysis.includes = found.output.inclusions.iter().map(|Inclusion { file, at }| (*at, *file)).collect();
    let mut names: HashMap<_, NameKind> = HashMap::new();
    for (_, definition) in found.index.definitions() {
        names.insert(definition.span, definition.kind);
    }
    for usage in found.index.uses() {
        if let Some(definition) = found.index.get(usage.definition) {
            names.insert(usage.span, definition.kind);
        }
    }
    let keywords: Vec<&str> = nvc_glsl::parse::keywords().collect();
    for token in found.output.tokens.iter().filter(|token| token.span.file == MAIN) {
        let kind = match token.kind {
            token::TokenKind::Number(_) if token.expansion.is_none() => TokenKind::Number,
            token::TokenKind::Name(name) if token.expansion.is_none() => match names.remove(&token.span) {
                Some(kind) => TokenKind::Name(kind),
                None => match word(found.names.text(name), &keywords) {
                    Some(kind) => kind,
                    None => continue,
                },
            },
            _ => continue,
        };
        analysis.tokens.push(Token { span: token.span, kind });
    }
    // The names that are left: macros, names in macro arguments, and names in included files, which `Analysis::new` drops.
    let rest = names.into_iter().map(|(span, kind)| Token { span, kind: TokenKind::Name(kind) });
    analysis.tokens.extend(rest);
    analysis.index = found.index;
}

/// Classifies a word of the language. Returns `None` for other names.
pub(crate) fn word(text: &str, keywords: &[&str]) -> Option<TokenKind> {
    if type_names::find(text).is_some() {
        Some(TokenKind::Type)
    } else if keywords.contains(&text) {
        Some(TokenKind::Keyword)
    } else if functions::named(text).next().is_some() {
        Some(TokenKind::Builtin)
    } else if variables::named(text).is_some() {
        Some(TokenKind::Predefined)
    } else {
        None
    }
}
