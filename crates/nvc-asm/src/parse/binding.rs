//! Parses bindings: `invocation.*`, `program.*`, `texture[n]`, `image[n]`.

use nvc_diag::{Code, Diagnostic, Reported, Span};

use super::raw::{Part, Path, RawIndex};
use super::{Cx, keywords};
use crate::ast::{Binding, BindingKind, BoundArray, Range};
use nvc_diag::suggest::nearest;

/// Returns whether a path that starts with this name is a binding, or would be one in another kind of
/// program.
pub(super) fn is_root(name: &str) -> bool {
    matches!(
        name,
        "program"
            | "state"
            | "invocation"
            | "texture"
            | "image"
            | "result"
            | "vertex"
            | "fragment"
            | "primitive"
    )
}

/// Returns whether a path that starts like a binding is a variable after all. Of the names that can start a binding, only
/// `image`, `vertex`, `fragment` and `primitive` can be variables. A variable can be followed only by a swizzle or mask.
pub(super) fn is_variable(path: &Path<'_>) -> bool {
    let Some((first, rest)) = path.parts.split_first() else { return false };
    let suffix = match rest {
        [] => true,
        [part] if part.index.is_empty() => {
            keywords::swizzle(part.name.text).is_ok() || keywords::write_mask(part.name.text).is_ok()
        }
        _ => false,
    };
    let free = matches!(first.name.text, "image" | "vertex" | "fragment" | "primitive");
    free && suffix && first.index.is_empty()
}

/// Returns whether brackets may directly follow this first name of a path.
pub(super) fn is_unit(name: &str) -> bool {
    matches!(name, "texture" | "image" | "result")
}

impl<'t> Cx<'t, '_> {
    pub(super) fn bad_binding<T>(
        &mut self,
        span: Span,
        message: String,
        help: String,
    ) -> Result<T, Reported> {
        Err(self.report(Diagnostic::new(Code::N0205, span, message).help(help)))
    }

    /// Parses the binding at the start of a path. Also returns the number of path components that belong to
    /// the binding. Only a declaration can bind a whole matrix.
    pub(super) fn binding(
        &mut self,
        path: &Path<'t>,
        declaration: bool,
    ) -> Result<(Binding, usize), Reported> {
        let parts = path.parts.as_slice();
        let Some(root) = parts.first() else {
            return self.bad_binding(
                path.span,
                "a binding is missing".into(),
                "write one, such as `program.local[0]`".into(),
            );
        };
        let (kind, used) = match root.name.text {
            "invocation" => (self.attrib(path)?, 2),
            "program" => (self.program_array(path)?, 2),
            "texture" => (self.unit(root, BoundArray::Texture)?, 1),
            "image" => (self.unit(root, BoundArray::Image)?, 1),
            "state" => self.state(path, declaration)?,
            other => {
                let message = format!("`{other}` has no bindings in compute programs");
                let help = "compute programs have invocation.*, program.*, state.*, texture and image".into();
                return self.bad_binding(path.span, message, help);
            }
        };
        let last = parts.get(used - 1).map_or(path.span, Part::span);
        Ok((Binding { kind, span: root.name.span.to(last) }, used))
    }

    fn attrib(&mut self, path: &Path<'t>) -> Result<BindingKind, Reported> {
        let Some(part) = path.parts.get(1) else {
            return self.bad_binding(
                path.span,
                "a binding name is missing".into(),
                "write one, such as `invocation.localid`".into(),
            );
        };
        match keywords::attrib(part.name.text) {
            Some(attrib) if part.index.is_empty() => Ok(BindingKind::Attrib(attrib)),
            Some(_) => self.bad_binding(
                part.span(),
                "an attribute is not an array".into(),
                "remove the brackets".into(),
            ),
            None => {
                let help = match nearest(part.name.text, keywords::ATTRIBS.iter().map(|(name, _)| *name)) {
                    Some(near) => format!("did you mean `invocation.{near}`?"),
                    None => "`invocation` has localid, globalid, groupid, groupcount, groupsize, localindex, thread*, warpid and smid".into(),
                };
                self.bad_binding(part.name.span, format!("`invocation` has no `{}`", part.name.text), help)
            }
        }
    }

    fn program_array(&mut self, path: &Path<'t>) -> Result<BindingKind, Reported> {
        let Some(part) = path.parts.get(1) else {
            return self.bad_binding(
                path.span,
                "a binding name is missing".into(),
                "write one, such as `program.local[0]`".into(),
            );
        };
        let Some(array) = keywords::program_array(part.name.text) else {
            let help = match nearest(part.name.text, keywords::PROGRAM_ARRAYS.iter().map(|(name, _)| *name)) {
                Some(near) => format!("did you mean `program.{near}`?"),
                None => {
                    "`program` has storage, local, env, buffer, storagelen, sharedmem, counter and subroutine"
                        .into()
                }
            };
            return self.bad_binding(part.name.span, format!("`program` has no `{}`", part.name.text), help);
        };
        let (min, max) = match array {
            BoundArray::SharedMem => (0, 1),
            BoundArray::Buffer | BoundArray::Storage | BoundArray::Counter => (1, 2),
            _ => (1, 1),
        };
        let [first, second] = self.ranges(part, min, max)?;
        Ok(BindingKind::Array { array, first, second })
    }

    fn unit(&mut self, part: &Part<'t>, array: BoundArray) -> Result<BindingKind, Reported> {
        let [first, second] = self.ranges(part, 0, 1)?;
        Ok(BindingKind::Array { array, first, second })
    }

    /// Parses the brackets of a binding, whose indices must be constant.
    pub(super) fn ranges(
        &mut self,
        part: &Part<'_>,
        min: usize,
        max: usize,
    ) -> Result<[Option<Range>; 2], Reported> {
        let name = part.name.text;
        if part.index.len() < min {
            return self.bad_binding(
                part.span(),
                format!("`{name}` needs an index"),
                format!("write `{name}[n]`"),
            );
        }
        if part.index.len() > max {
            return self.bad_binding(
                part.span(),
                format!("`{name}` has too many brackets"),
                format!("it takes at most {max}"),
            );
        }
        let mut ranges = [None; 2];
        for (range, index) in ranges.iter_mut().zip(&part.index) {
            *range = Some(self.constant_range(index)?);
        }
        Ok(ranges)
    }

    pub(super) fn constant_range(&mut self, index: &RawIndex<'_>) -> Result<Range, Reported> {
        match *index {
            RawIndex::Range(range) if range.first > range.last => {
                let message = format!("the range {}..{} runs backwards", range.first, range.last);
                self.bad_binding(range.span, message, format!("write `[{}..{}]`", range.last, range.first))
            }
            RawIndex::Range(range) => Ok(range),
            RawIndex::Register { span, .. } => {
                let help = "declare an array variable with this binding and index that".into();
                self.bad_binding(span, "an index of a binding must be constant".into(), help)
            }
        }
    }
}
