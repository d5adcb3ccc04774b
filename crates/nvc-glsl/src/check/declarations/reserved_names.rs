//! Rejects declarations of reserved names: those that begin with `gl_`, and the keywords of enabled types
//! (GLSL §3.6, §3.7).

use crate::check::Checker;
use crate::check::types::{cooperative, tensor};
use crate::name::Name;
use crate::type_names;
use nvc_diag::{Code, Span};

impl Checker<'_> {
    /// Rejects names that begin with `gl_`, which are reserved (GLSL §3.7), and type names, which are
    /// keywords.
    pub(in crate::check) fn check_reserved(&mut self, name: Name, span: Span) {
        let text = self.names.text(name);
        if text.starts_with("gl_") {
            let message = format!("`{text}` is reserved: names must not begin with `gl_`");
            self.error(Code::N0203, span, message);
            return;
        }
        let needs = type_names::find(text).map(|(_, needs)| needs);
        let needs = needs.or(cooperative::needs(text)).or(tensor::needs(text));
        if needs.is_some_and(|needs| self.features.satisfies(needs)) {
            let message = format!("`{text}` is a keyword");
            self.error(Code::N0203, span, message);
        }
    }
}
