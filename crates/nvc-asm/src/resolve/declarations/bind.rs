//! Checks the bindings of declarations: parameters, parts of buffers, and units.

use nvc_diag::{Code, Diagnostic, Reported, Span};

use crate::ast::{Binding, BindingKind, BoundArray, Declaration, DeclaredName, Ident, Initialiser, Range};
use crate::options::Feature;
use crate::resolve::limits::{
    MAX_BINDING_POINTS, MAX_BUFFER_ELEMENT, MAX_PROGRAM_PARAMETERS, MAX_SUBROUTINE_PARAMETERS, MAX_UNITS,
};
use crate::resolve::{BufferKind, ParamItem, Resolver, Units, Window, array_name};

/// Returns the limit on the number in the first bracket, which is one more than the largest allowed number.
fn limit(array: BoundArray) -> u64 {
    match array {
        BoundArray::Env | BoundArray::Local => MAX_PROGRAM_PARAMETERS,
        BoundArray::StorageLen | BoundArray::Buffer | BoundArray::Storage | BoundArray::Counter => {
            MAX_BINDING_POINTS
        }
        BoundArray::SharedMem => MAX_BUFFER_ELEMENT + 1,
        BoundArray::Subroutine => MAX_SUBROUTINE_PARAMETERS,
        BoundArray::Texture | BoundArray::Image => MAX_UNITS,
    }
}

impl<'t> Resolver<'t, '_> {
    /// Checks a range against the limit of its array and returns its first and last number.
    fn checked_range(&mut self, array: BoundArray, range: Range, limit: u64) -> Result<(u32, u32), Reported> {
        match (u32::try_from(range.first), u32::try_from(range.last)) {
            (Ok(first), Ok(last)) if range.last < limit => Ok((first, last)),
            _ => {
                let name = array_name(array);
                let message = format!("{name}[{}] is beyond the limit", range.last);
                let finding = Diagnostic::new(Code::N0501, range.span, message);
                let finding = finding.note(format!("the last is {name}[{}]", limit.saturating_sub(1)));
                Err(self.report(finding.help("use a smaller number")))
            }
        }
    }

    /// Returns the parameters that a binding names.
    pub(in crate::resolve) fn param_items(&mut self, binding: &Binding) -> Result<Vec<ParamItem>, Reported> {
        match &binding.kind {
            BindingKind::Array { array, first: Some(range), second: None } => {
                let make = match array {
                    BoundArray::Local => ParamItem::Local,
                    BoundArray::Env => ParamItem::Env,
                    BoundArray::StorageLen => ParamItem::StorageLen,
                    other => return self.not_a_parameter(binding.span, *other),
                };
                if *array == BoundArray::StorageLen {
                    self.require_feature(Feature::StorageBuffer, binding.span, "program.storagelen");
                }
                let (first, last) = self.checked_range(*array, *range, limit(*array))?;
                Ok((first..=last).map(make).collect())
            }
            BindingKind::Array { array, .. } => self.not_a_parameter(binding.span, *array),
            BindingKind::Thread(state) => {
                self.require_feature(Feature::ThreadGroup, binding.span, "state.thread");
                Ok(vec![ParamItem::Thread(*state)])
            }
            BindingKind::Fixed(state) => self.state_items(state, binding.span),
            BindingKind::Attrib(_) => self.wrong_binding(binding.span, "a PARAM", "program.local[0]"),
        }
    }

    fn not_a_parameter<T>(&mut self, span: Span, array: BoundArray) -> Result<T, Reported> {
        let keyword = match array {
            BoundArray::Buffer => "CBUFFER",
            BoundArray::Storage => "STORAGE",
            BoundArray::SharedMem => "SHARED",
            BoundArray::Counter => "COUNTER",
            BoundArray::Subroutine => "SUBROUTINE",
            BoundArray::Texture => "TEXTURE",
            BoundArray::Image => "IMAGE",
            BoundArray::Env | BoundArray::Local | BoundArray::StorageLen => "PARAM",
        };
        let message = format!("{} is not a parameter", array_name(array));
        self.fail(Code::N0306, span, message, format!("declare a {keyword} variable for it and use that"))
    }

    /// Returns the ranges of a binding in a declaration. The binding must name the array `wanted`.
    fn binding_ranges(
        &mut self,
        initialiser: &Initialiser,
        wanted: BoundArray,
        name: Ident<'t>,
    ) -> Result<(Option<Range>, Option<Range>, Span), Reported> {
        match initialiser {
            Initialiser::Binding(Binding { kind: BindingKind::Array { array, first, second }, span })
                if *array == wanted =>
            {
                Ok((*first, *second, *span))
            }
            Initialiser::Binding(binding) => {
                self.wrong_binding(binding.span, &format!("`{}`", name.text), array_name(wanted))
            }
            Initialiser::Vector(vector) => {
                self.wrong_binding(vector.span, &format!("`{}`", name.text), array_name(wanted))
            }
            Initialiser::Scalar(literal) => {
                self.wrong_binding(literal.span, &format!("`{}`", name.text), array_name(wanted))
            }
        }
    }

    /// Resolves the bindings of a buffer (BUFFER, BUFFER4, CBUFFER, STORAGE), SHARED or COUNTER variable to a window: the
    /// binding points and elements that the variable covers. All bindings must have the same binding points, and their
    /// elements must be consecutive.
    pub(in crate::resolve) fn window(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
        array: BoundArray,
    ) -> Result<Window, Reported> {
        let mut window: Option<Window> = None;
        for initialiser in &declaration.bindings {
            let (first, second, span) = self.binding_ranges(initialiser, array, item.name)?;
            // program.sharedmem has no binding points.
            let (points, elements) =
                if array == BoundArray::SharedMem { (None, first) } else { (first, second) };
            let (from, to) =
                points.map_or(Ok((0, 0)), |range| self.checked_range(array, range, limit(array)))?;
            let elements = match elements {
                None => None,
                Some(range) => Some(self.checked_range(array, range, MAX_BUFFER_ELEMENT + 1)?),
            };
            let (start, count) = elements.map_or((0, None), |(first, last)| (first, Some(last - first + 1)));
            let Some(known) = &mut window else {
                let array = !item.array.is_empty();
                window =
                    Some(Window { first_point: from, points: to - from + 1, first: start, count, array });
                continue;
            };
            if (known.first_point, known.points) != (from, to - from + 1) {
                let message = "all elements of an array must be in the same buffer";
                return self.fail(
                    Code::N0205,
                    span,
                    message,
                    "declare another variable for the other buffer",
                );
            }
            match (known.count, count) {
                (Some(before), Some(more)) if known.first + before == start => {
                    known.count = Some(before + more)
                }
                _ => {
                    let message = "the elements of an array must be consecutive";
                    return self.fail(Code::N0205, span, message, "bind one range, or several in order");
                }
            }
        }
        let Some(window) = window else {
            return self.wrong_binding(item.name.span, "this variable", array_name(array));
        };
        // A bare `program.sharedmem` binds all bytes (NV_compute_program5 §2.X.3.Y).
        let whole = self.shared_bytes.filter(|_| array == BoundArray::SharedMem);
        self.window_sizes(item, window, whole.filter(|&bytes| bytes != u32::MAX))?;
        Ok(window)
    }

    /// Checks the declared array sizes of a variable against its window. `whole` is the number of elements of a binding
    /// without a range, if known.
    fn window_sizes(
        &mut self,
        item: &DeclaredName<'t>,
        window: Window,
        whole: Option<u32>,
    ) -> Result<(), Reported> {
        let element = match (item.array.as_slice(), window.points) {
            ([], _) => {
                return match window.count {
                    Some(1) => Ok(()),
                    _ => {
                        let help = format!("write `{}[] = {{ ... }}`", item.name.text);
                        self.fail(
                            Code::N0204,
                            item.name.span,
                            "a variable without brackets is a single element",
                            help,
                        )
                    }
                };
            }
            ([_], _) => 0,
            ([_, second, ..], 1) => {
                let message = "a second dimension requires several binding points";
                return self.fail(Code::N0204, second.span, message, "remove it");
            }
            ([_, _, third, ..], _) => {
                return self.fail(
                    Code::N0204,
                    third.span,
                    "an array has at most two dimensions",
                    "remove the third size",
                );
            }
            ([_, _], points) => {
                self.check_array_size(item, 0, u64::from(points))?;
                1
            }
        };
        match window.count.or(whole) {
            Some(count) => self.check_array_size(item, element, u64::from(count)),
            None => Ok(()),
        }
    }

    /// Checks that a binding point is not used by both BUFFER and BUFFER4 variables (NV_gpu_program4
    /// §2.X.3.6).
    pub(in crate::resolve) fn buffer_kind(
        &mut self,
        kind: BufferKind,
        window: Window,
        name: Ident<'t>,
    ) -> Result<(), Reported> {
        if kind == BufferKind::Constant {
            return Ok(());
        }
        for point in window.first_point..window.first_point + window.points {
            let (known, first) = *self.buffer_kinds.entry(point).or_insert((kind, name.span));
            if known != kind {
                let message = format!("program.buffer[{point}] is bound both as BUFFER and as BUFFER4");
                let finding =
                    Diagnostic::new(Code::N0205, name.span, message).secondary(first, "the other variable");
                return Err(self.report(finding.help("use only one of them for this binding point")));
            }
        }
        Ok(())
    }

    /// Resolves the bindings of a TEXTURE, IMAGE or SUBROUTINE to consecutive units.
    pub(in crate::resolve) fn unit_list(
        &mut self,
        declaration: &Declaration<'t>,
        item: &DeclaredName<'t>,
        array: BoundArray,
    ) -> Result<Units, Reported> {
        let mut units: Option<Units> = None;
        for initialiser in &declaration.bindings {
            let (range, _, span) = self.binding_ranges(initialiser, array, item.name)?;
            let Some(range) = range else {
                return self.wrong_binding(span, "a variable", &format!("{}[0]", array_name(array)));
            };
            let (first, last) = self.checked_range(array, range, limit(array))?;
            match &mut units {
                None => units = Some(Units { first, count: last - first + 1, array: !item.array.is_empty() }),
                Some(known) if known.first + known.count == first => known.count += last - first + 1,
                Some(_) => {
                    let message = "the units of an array must be consecutive";
                    return self.fail(Code::N0205, span, message, "bind one range, or several in order");
                }
            }
        }
        let Some(units) = units else {
            return self.wrong_binding(item.name.span, "this variable", array_name(array));
        };
        if let Some(second) = item.array.get(1) {
            return self.fail(
                Code::N0204,
                second.span,
                "this array has only one dimension",
                "remove the second size",
            );
        }
        if !units.array && units.count != 1 {
            let help = format!("write `{}[] = {{ ... }}`", item.name.text);
            return self.fail(
                Code::N0204,
                item.name.span,
                "a variable without brackets is a single unit",
                help,
            );
        }
        self.check_array_size(item, 0, u64::from(units.count))?;
        Ok(units)
    }
}
