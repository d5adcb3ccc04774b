//! Parses bindings of `state.*`.

use nvc_diag::Reported;

use super::raw::{Part, Path};
use super::{Cx, keywords};
use crate::ast::{BindingKind, FixedState, Range};

impl<'t> Cx<'t, '_> {
    /// Parses `state.*` (NV_gpu_program4 §2.X.3.3). Fixed-function state is only checked for valid syntax and
    /// stored as a name.
    pub(super) fn state(
        &mut self,
        path: &Path<'t>,
        declaration: bool,
    ) -> Result<(BindingKind, usize), Reported> {
        let names: Vec<&str> = path.parts.iter().map(|part| part.name.text).collect();
        if let ["state", "thread", name, ..] = names.as_slice() {
            return match keywords::thread_state(name) {
                Some(state) => Ok((BindingKind::Thread(state), 3)),
                None => {
                    let help = "`state.thread` has warpsize, warpspersm and smcount".into();
                    self.bad_binding(path.span, format!("`state.thread` has no `{name}`"), help)
                }
            };
        }
        let Some(used) = fixed_length(names.get(1..).unwrap_or_default()) else {
            return self.bad_binding(
                path.span,
                "unknown state variable".into(),
                "see NV_gpu_program4, section 2.X.3.3, for the names".into(),
            );
        };
        let mut used = used + 1;
        let mut rows = None;
        let name = self.state_name(path.parts.get(..used).unwrap_or_default())?;
        if names.get(1) == Some(&"matrix") {
            let whole = Range { first: 0, last: 3, range: true, span: path.span };
            match path.parts.get(used) {
                Some(part) if part.name.text == "row" => {
                    let [range, _] = self.ranges(part, 1, 1)?;
                    rows = range;
                    used += 1;
                }
                _ if declaration => rows = Some(whole),
                _ => {
                    return self.bad_binding(
                        path.span,
                        "a matrix is not an operand".into(),
                        "select a row: `.row[0]`".into(),
                    );
                }
            }
        }
        Ok((BindingKind::Fixed(FixedState { path: name.into(), rows }), used))
    }

    /// Returns the canonical name of a state variable, in which an omitted face is `front` and an omitted number is 0.
    fn state_name(&mut self, parts: &[Part<'t>]) -> Result<String, Reported> {
        let mut name = String::new();
        for (part, next) in parts.iter().zip(parts.iter().skip(1).map(Some).chain([None])) {
            let (text, next) = (part.name.text, next.map_or("", |next| next.name.text));
            if !name.is_empty() {
                name.push('.');
            }
            name.push_str(text);
            if let Some((_, min)) = NUMBERED.iter().find(|(numbered, _)| *numbered == text) {
                let number = self.element(part, *min)?;
                name.push_str(&format!("[{number}]"));
            } else if !part.index.is_empty() {
                let message = format!("`{text}` has no elements");
                return self.bad_binding(part.span(), message, "remove the brackets".into());
            }
            let sided = match text {
                "material" | "lightprod" => !matches!(next, "front" | "back"),
                "lightmodel" => next == "scenecolor",
                _ => false,
            };
            if sided {
                name.push_str(".front");
            }
        }
        Ok(name)
    }

    /// Returns the number in the brackets of a path component. If there are no brackets and `min` is 0,
    /// returns 0.
    fn element(&mut self, part: &Part<'t>, min: usize) -> Result<u64, Reported> {
        match self.ranges(part, min, 1)? {
            [Some(range), _] if range.range => self.bad_binding(
                range.span,
                "this binding takes a single element, not a range".into(),
                "write one number".into(),
            ),
            [range, _] => Ok(range.map_or(0, |range| range.first)),
        }
    }
}

/// The path components that take a number in brackets, and the minimum number of brackets (NV_gpu_program4
/// §2.X.2).
const NUMBERED: [(&str, usize); 8] = [
    ("light", 1),
    ("lightprod", 1),
    ("clip", 1),
    ("program", 1),
    ("texgen", 0),
    ("texenv", 0),
    ("modelview", 0),
    ("texture", 0),
];

/// Returns how many names after `state` belong to the state variable; `None` if there is no such variable.
fn fixed_length(names: &[&str]) -> Option<usize> {
    let face = |at: usize| usize::from(matches!(names.get(at), Some(&"front" | &"back")));
    let one_of = |at: usize, set: &[&str]| names.get(at).is_some_and(|n| set.contains(n)).then_some(at + 1);
    match *names.first()? {
        "material" => one_of(1 + face(1), &["ambient", "diffuse", "specular", "emission", "shininess"]),
        "light" if names.get(1) == Some(&"spot") => one_of(2, &["direction"]),
        "light" => one_of(1, &["ambient", "diffuse", "specular", "position", "attenuation", "half"]),
        "lightmodel" if names.get(1) == Some(&"ambient") => Some(2),
        "lightmodel" => one_of(1 + face(1), &["scenecolor"]),
        "lightprod" => one_of(1 + face(1), &["ambient", "diffuse", "specular"]),
        "fog" => one_of(1, &["color", "params"]),
        "texgen" => one_of(1, &["eye", "object"]).and_then(|at| one_of(at, &["s", "t", "r", "q"])),
        "clip" => one_of(1, &["plane"]),
        "point" => one_of(1, &["size", "attenuation"]),
        "texenv" => one_of(1, &["color"]),
        "depth" => one_of(1, &["range"]),
        "matrix" => {
            let at = one_of(1, &["modelview", "projection", "mvp", "texture", "program"])?;
            Some(one_of(at, &["inverse", "transpose", "invtrans"]).unwrap_or(at))
        }
        _ => None,
    }
}
