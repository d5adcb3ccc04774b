//! The macro table, which maps each name to its meaning in the preprocessor.

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
    /// The span of the name in the definition; `None` for macros from the command line.
    pub definition: Option<Span>,
    /// Whether the macro is being expanded. Its name is then not expanded again.
    pub active: Cell<bool>,
}

/// A token of a macro body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub lexeme: Lexeme,
    /// The index of the parameter that the token names, if any.
    pub param: Option<usize>,
    /// Whether `##` follows.
    pub pastes: bool,
}

impl Macro {
    /// Returns whether two definitions are equal (C++23 §15.6.1). The amount of white space does not matter.
    pub fn same(&self, other: &Macro) -> bool {
        let piece =
            |(i, p): (usize, &Piece)| (p.lexeme.kind, p.param, p.pastes, i > 0 && p.lexeme.flags.space);
        self.params == other.params
            && self.body.len() == other.body.len()
            && self.body.iter().enumerate().map(piece).eq(other.body.iter().enumerate().map(piece))
    }
}

/// The meaning of a name in the preprocessor.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Not a macro.
    Plain,
    /// Not a macro, because of `#undef` or `-U`.
    Undefined,
    Macro(Rc<Macro>),
    /// A predefined macro that expands to a number.
    Number(u32),
    Line,
    File,
}

/// The meanings of names, indexed by name; `None` if not looked up yet.
#[derive(Debug, Default)]
pub(super) struct Table {
    meanings: Vec<Option<Meaning>>,
}

/// The state that predefined macros depend on.
#[derive(Clone, Copy)]
pub(super) struct Predefined {
    pub version: Version,
    pub flavour: Flavour,
}

impl Table {
    /// Returns the meaning of a name. Entries of predefined macros are created on demand.
    pub fn get(&mut self, name: Name, names: &Names, predefined: Predefined) -> &Meaning {
        let slot = self.slot(name);
        slot.get_or_insert_with(|| predefined.meaning(names.text(name)))
    }

    /// Returns whether a name is known not to be a macro: a fast path for most names.
    pub fn is_plain(&self, name: Name) -> bool {
        matches!(self.meanings.get(name.index()), Some(Some(Meaning::Plain)))
    }

    pub fn set(&mut self, name: Name, meaning: Meaning) {
        *self.slot(name) = Some(meaning);
    }

    /// Discards predefined macros that were computed for another version.
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
    /// Returns the initial meaning of a name (GLSL §3.3).
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
            // All extension names start with `GL_`; the check avoids most lookups.
            _ if text.starts_with("GL_") => {
                when(Extension::find(text).is_some_and(|extension| extension.is_available(self.version)), 1)
            }
            _ => Meaning::Plain,
        }
    }
}

/// Returns whether a macro is predefined and must not be redefined. All macros that begin with `GL_` are reserved
/// too, but not included here.
pub(super) fn is_predefined(text: &str) -> bool {
    matches!(text, "__LINE__" | "__FILE__" | "__VERSION__" | "VULKAN")
}
