//! Macros that are defined, and what a name means to the preprocessor.

use super::lexeme::Lexeme;
use crate::extensions::Extension;
use crate::name::{Name, Names};
use crate::options::Flavour;
use crate::version::{Profile, Version};
use nvc_diag::Span;
use std::cell::Cell;
use std::rc::Rc;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub name: Name,
    /// Parameters of a function-like macro.
    pub params: Option<Vec<Name>>,
    pub body: Vec<Piece>,
    /// Where its name stands in the definition; `None` for predefined ones and the command line's.
    pub definition: Option<Span>,
    /// It is being expanded, so that its own name in it is left alone.
    pub active: Cell<bool>,
}

/// A token of a macro's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub lexeme: Lexeme,
    /// The parameter that it names.
    pub param: Option<usize>,
    /// `##` stands behind it.
    pub pastes: bool,
}

impl Macro {
    /// Whether another definition says the same (C++ 15.6.1): white space counts as there or not.
    pub fn same(&self, other: &Macro) -> bool {
        let piece =
            |(i, p): (usize, &Piece)| (p.lexeme.kind, p.param, p.pastes, i > 0 && p.lexeme.flags.space);
        self.params == other.params
            && self.body.len() == other.body.len()
            && self.body.iter().enumerate().map(piece).eq(other.body.iter().enumerate().map(piece))
    }
}

/// What a name means to the preprocessor.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Nothing.
    Plain,
    /// Nothing, since `#undef` or `-U` say so.
    Undefined,
    Macro(Rc<Macro>),
    /// A predefined macro that is just a number.
    Number(u32),
    Line,
    File,
}

/// The meanings of names: by the name's number, and `None` where nobody asked yet.
#[derive(Debug, Default)]
pub(super) struct Table {
    meanings: Vec<Option<Meaning>>,
}

/// What predefined macros depend on.
#[derive(Clone, Copy)]
pub(super) struct Predefined {
    pub version: Version,
    pub flavour: Flavour,
}

impl Table {
    /// What a name means. Predefined macros need no entry before someone asks.
    pub fn get(&mut self, name: Name, names: &Names, predefined: Predefined) -> &Meaning {
        let slot = self.slot(name);
        slot.get_or_insert_with(|| predefined.meaning(names.text(name)))
    }

    /// Whether a name is known to mean nothing: most are asked for often.
    pub fn is_plain(&self, name: Name) -> bool {
        matches!(self.meanings.get(name.index()), Some(Some(Meaning::Plain)))
    }

    pub fn set(&mut self, name: Name, meaning: Meaning) {
        *self.slot(name) = Some(meaning);
    }

    /// Forgets what was asked for under another version.
    pub fn forget_predefined(&mut self) {
        for slot in &mut self.meanings {
            if !matches!(slot, Some(Meaning::Macro(_) | Meaning::Undefined)) {
                *slot = None;
            }
        }
    }

    fn slot(&mut self, name: Name) -> &mut Option<Meaning> {
        let index = name.index();
        if index >= self.meanings.len() {
            self.meanings.resize(index + 1 + index / 2, None);
        }
        &mut self.meanings[index]
    }
}

impl Predefined {
    /// What a name means before any definition (GLSL 3.3).
    fn meaning(self, text: &str) -> Meaning {
        let Version { number, profile, .. } = self.version;
        let when = |holds: bool, value: u32| if holds { Meaning::Number(value) } else { Meaning::Plain };
        match text {
            "__LINE__" => Meaning::Line,
            "__FILE__" => Meaning::File,
            "__VERSION__" => Meaning::Number(u32::from(number)),
            "VULKAN" => when(self.flavour != Flavour::OpenGl, 100),
            "GL_core_profile" => when(profile != Profile::Es, 1),
            "GL_compatibility_profile" => when(profile == Profile::Compatibility, 1),
            "GL_ES" | "GL_es_profile" => when(profile == Profile::Es, 1),
            // Every name of an extension begins so; the check spares the search for most names.
            _ if text.starts_with("GL_") => when(Extension::find(text).is_some(), 1),
            _ => Meaning::Plain,
        }
    }
}

/// Macros that a program may not define itself.
pub(super) fn is_predefined(text: &str) -> bool {
    matches!(text, "__LINE__" | "__FILE__" | "__VERSION__" | "VULKAN")
}
