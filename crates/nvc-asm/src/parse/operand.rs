//! Converts untyped operands to the operands of the syntax tree.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use smallvec::SmallVec;

use super::keywords::{self, BadSuffix};
use super::raw::{Group, Part, Path, Primary, Raw, RawIndex, RawValue};
use super::{Cx, binding};
use crate::ast::{
    Base, CcTest, ExtComponent, ExtSource, Ident, Index, IndexRegister, Number, ObjectRef, Offset, Operand,
    ResultRef, Spanned, Swizzle, Target, VarRef,
};
use nvc_diag::suggest::nearest;

impl<'t> Cx<'t, '_> {
    #[cold]
    fn fail<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, Reported> {
        Err(self.report(Diagnostic::new(code, span, message).help(help)))
    }

    /// Parses a suffix of one or four letters.
    pub(super) fn swizzle(&mut self, name: Ident<'_>) -> Result<Spanned<Swizzle>, Reported> {
        let bad = match keywords::swizzle(name.text) {
            Ok(node) => return Ok(Spanned { node, span: name.span }),
            Err(bad) => bad,
        };
        let help = match bad {
            BadSuffix::Mixed => "use letters of either xyzw or rgba, not both",
            BadSuffix::Shape | BadSuffix::Order => "write one or four of the letters xyzw or rgba",
        };
        self.fail(Code::N0303, name.span, format!("`{}` is not a swizzle", name.text), help)
    }

    /// Parses a suffix of one letter.
    fn component(&mut self, name: Ident<'_>) -> Result<u8, Reported> {
        match keywords::swizzle(name.text) {
            Ok(Swizzle { lanes: [lane, ..], single: true }) => Ok(lane),
            _ => {
                let message = format!("`{}` is not a component", name.text);
                self.fail(Code::N0303, name.span, message, "write one of the letters xyzw or rgba")
            }
        }
    }

    /// Converts brackets to an index: `[1]` or `[R0.x + 1]`, but not `[0..1]`.
    fn one_index(&mut self, raw: &RawIndex<'t>) -> Result<Index<'t>, Reported> {
        match *raw {
            RawIndex::Range(range) if range.range => {
                self.fail(Code::N0305, range.span, "a range is not an index", "write one number")
            }
            RawIndex::Range(range) => {
                let offset = i64::try_from(range.first).unwrap_or(i64::MAX);
                Ok(Index { register: None, offset, span: range.span })
            }
            RawIndex::Register { name, component, offset, span } => {
                let component = component.map_or(Ok(0), |c| self.component(c))?;
                Ok(Index { register: Some(IndexRegister { name, component }), offset, span })
            }
        }
    }

    fn var_ref(&mut self, part: &Part<'t>) -> Result<VarRef<'t>, Reported> {
        let mut index = Vec::with_capacity(part.index.len());
        for raw in &part.index {
            index.push(self.one_index(raw)?);
        }
        Ok(VarRef { name: part.name, index, span: part.span() })
    }

    /// Returns the suffix of an operand, which is at most one name.
    fn suffix(&mut self, parts: &[Part<'t>]) -> Result<Option<Ident<'t>>, Reported> {
        match parts {
            [] => Ok(None),
            [part] if part.index.is_empty() => Ok(Some(part.name)),
            [first, .., last] | [first @ last] => {
                let span = first.name.span.to(last.span());
                self.fail(
                    Code::N0102,
                    span,
                    "this cannot follow the operand",
                    "an operand has one suffix, such as `.x`",
                )
            }
        }
    }

    /// Converts a value operand.
    pub(super) fn operand(&mut self, raw: &Raw<'t>) -> Result<Operand<'t>, Reported> {
        let value = match raw {
            Raw::Value(value) => value,
            Raw::Group(group) => {
                return self.fail(
                    Code::N0302,
                    group.span,
                    "an operand cannot be in parentheses",
                    "remove the parentheses",
                );
            }
        };
        self.operand_of(value)
    }

    fn operand_of(&mut self, value: &RawValue<'t>) -> Result<Operand<'t>, Reported> {
        let (base, suffix) = match &value.primary {
            Primary::Vector(vector, suffix) => (Base::Vector(vector.clone()), *suffix),
            Primary::Number(literal) => (Base::Scalar(*literal), None),
            Primary::Target(name) => {
                return self.fail(
                    Code::N0302,
                    name.span,
                    format!("`{}` is a target, not a value", name.text),
                    "write a value here",
                );
            }
            Primary::Path(path) => self.path_base(path)?,
            Primary::Call(call) => {
                let span = call.path.span.to(call.arguments.span);
                return self.fail(
                    Code::N0302,
                    span,
                    "this is not a value",
                    "write a variable, a binding or a constant here",
                );
            }
        };
        let (negate, negate_inner) = (value.sign == Some(true), value.inner_sign == Some(true));
        let signed = value.sign.is_some() || value.inner_sign.is_some();
        let swizzle = suffix.map(|name| self.swizzle(name)).transpose()?;
        Ok(Operand {
            negate,
            absolute: value.absolute,
            negate_inner,
            signed,
            base,
            swizzle,
            span: value.span,
        })
    }

    /// Converts a path to a variable or a binding, and returns its suffix as well.
    fn path_base(&mut self, path: &Path<'t>) -> Result<(Base<'t>, Option<Ident<'t>>), Reported> {
        let Some((first, rest)) = path.parts.split_first() else {
            return self.fail(Code::N0901, path.span, "an empty path", "please report this");
        };
        let name = first.name.text;
        let bound = !rest.is_empty() || binding::is_unit(name);
        if binding::is_root(name) && bound && !binding::is_variable(path) {
            let (binding, used) = self.binding(path, false)?;
            let suffix = self.suffix(path.parts.get(used..).unwrap_or_default())?;
            return Ok((Base::Binding(Box::new(binding)), suffix));
        }
        let suffix = self.suffix(rest)?;
        Ok((Base::Var(self.var_ref(first)?), suffix))
    }

    /// Converts a destination: a variable, a mask and a condition.
    pub(super) fn result(&mut self, raw: &Raw<'t>) -> Result<ResultRef<'t>, Reported> {
        let span = raw.span();
        let expected = "write a temporary, such as `R0.x`";
        let Raw::Value(value) = raw else {
            return self.fail(Code::N0302, span, "the destination is missing", expected);
        };
        if value.sign.is_some() || value.absolute {
            return self.fail(
                Code::N0302,
                span,
                "a destination cannot have a sign or an absolute value",
                expected,
            );
        }
        let (path, condition) = match &value.primary {
            Primary::Path(path) => (path, None),
            Primary::Call(call) if call.suffix.is_none() => {
                (&call.path, Some(self.test_group(&call.arguments)?))
            }
            _ => return self.fail(Code::N0302, span, "this is not a destination", expected),
        };
        let Some((first, rest)) = path.parts.split_first() else {
            return self.fail(Code::N0302, span, "this is not a destination", expected);
        };
        if binding::is_root(first.name.text) && !binding::is_variable(path) {
            let finding =
                Diagnostic::new(Code::N0309, path.span, format!("`{}` cannot be written", first.name.text));
            return Err(self.report(
                finding.note("bindings are read-only; compute programs have no results").help(expected),
            ));
        }
        let mask = match self.suffix(rest)? {
            None => 0b1111,
            Some(name) => self.write_mask(name)?,
        };
        Ok(ResultRef { var: self.var_ref(first)?, mask, condition, span })
    }

    fn write_mask(&mut self, name: Ident<'_>) -> Result<u8, Reported> {
        let bad = match keywords::write_mask(name.text) {
            Ok(mask) => return Ok(mask),
            Err(bad) => bad,
        };
        let help = match bad {
            BadSuffix::Mixed => "use letters of either xyzw or rgba, not both",
            BadSuffix::Order => "write the letters in the order xyzw, each at most once",
            BadSuffix::Shape => "write one to four of the letters xyzw or rgba, in order",
        };
        self.fail(Code::N0303, name.span, format!("`{}` is not a write mask", name.text), help)
    }

    /// Converts a test in parentheses.
    pub(super) fn test_group(&mut self, group: &Group<'t>) -> Result<CcTest, Reported> {
        match group.items.as_slice() {
            [value] if value.plain_path().is_some() => self.test(value),
            _ => self.fail(
                Code::N0302,
                group.span,
                "this is not a condition",
                "write a test, such as `(NE.x)`",
            ),
        }
    }

    /// Converts a test without parentheses.
    pub(super) fn test(&mut self, value: &RawValue<'t>) -> Result<CcTest, Reported> {
        let Some(path) = value.plain_path() else {
            return self.fail(
                Code::N0302,
                value.span,
                "this is not a condition",
                "write a test, such as `NE.x`",
            );
        };
        let (Some(part), rest) = (path.parts.first(), path.parts.get(1..).unwrap_or_default()) else {
            return self.fail(
                Code::N0302,
                value.span,
                "this is not a condition",
                "write a test, such as `NE.x`",
            );
        };
        let name = part.name;
        let Some((rule, register)) = keywords::cc_rule(name.text).filter(|_| part.index.is_empty()) else {
            let finding =
                Diagnostic::new(Code::N0302, name.span, format!("`{}` is not a condition", name.text));
            return Err(self.report(match nearest(name.text, keywords::cc_rule_names()) {
                Some(near) => finding.did_you_mean(near),
                None => finding.help(
                    "the tests are EQ, NE, LT, LE, GT, GE, TR, FL, NAN, LEG, CF, NCF, OF, NOF, SF, NSF, AB, BLE, RESIDENT \
                     and NONRESIDENT",
                ),
            }));
        };
        let swizzle = match self.suffix(rest)? {
            Some(name) => self.swizzle(name)?.node,
            None => Swizzle::IDENTITY,
        };
        Ok(CcTest { rule, register, swizzle, span: path.span })
    }

    /// Converts a memory variable, which has neither a sign nor a suffix.
    pub(super) fn memory(&mut self, raw: &Raw<'t>) -> Result<VarRef<'t>, Reported> {
        let span = raw.span();
        let Raw::Value(value) = raw else {
            return self.fail(
                Code::N0302,
                span,
                "this is not a memory operand",
                "write a variable with an index",
            );
        };
        let Some(path) = value.plain_path() else {
            return self.fail(
                Code::N0302,
                span,
                "a memory operand must be a variable, without a sign or an absolute value",
                "write a variable with an index",
            );
        };
        match path.parts.as_slice() {
            [part] => self.var_ref(part),
            [first, ..] if binding::is_root(first.name.text) => self.fail(
                Code::N0306,
                span,
                "a binding cannot be accessed directly",
                "declare a variable for it and use that",
            ),
            _ => self.fail(Code::N0303, span, "a memory operand takes no swizzle", "remove the suffix"),
        }
    }

    /// Converts a texture, with the component that a gather reads, or an image.
    pub(super) fn object(
        &mut self,
        raw: &Raw<'t>,
        kind: &str,
    ) -> Result<(ObjectRef<'t>, Option<Spanned<u8>>), Reported> {
        let span = raw.span();
        let help = format!("write a {kind} variable, `{kind}[n]` or `handle(R0.x)`");
        let Raw::Value(value) = raw else {
            return self.fail(Code::N0302, span, format!("this is not a {kind}"), help);
        };
        let (part, object_suffix) = match &value.primary {
            Primary::Call(call) if call.path.single().is_some_and(|n| n.text == "handle") => {
                let object = self.handle(&call.arguments, span)?;
                let component = call.suffix.map(|s| self.spanned_component(s)).transpose()?;
                return Ok((object, component));
            }
            Primary::Path(path) if value.sign.is_none() && !value.absolute => path,
            _ => return self.fail(Code::N0302, span, format!("this is not a {kind}"), help),
        }
        .split(self)?;
        let component = object_suffix.map(|s| self.spanned_component(s)).transpose()?;
        let object = match part.index.as_slice() {
            // Only `texture` may be written without brackets (NV_gpu_program4 §2.X.2,
            // EXT_shader_image_load_store §2.X.2). A bare `image` is a variable of that name.
            [] if part.name.text == kind && kind == "texture" => {
                ObjectRef::Unit(Spanned { node: 0, span: part.span() })
            }
            [] if part.name.text == kind => ObjectRef::Var(self.var_ref(part)?),
            [RawIndex::Range(range)] if part.name.text == kind && !range.range => {
                ObjectRef::Unit(Spanned { node: range.first, span: part.span() })
            }
            _ if binding::is_root(part.name.text) => {
                return self.fail(Code::N0302, span, format!("this is not a {kind}"), help);
            }
            _ => ObjectRef::Var(self.var_ref(part)?),
        };
        Ok((object, component))
    }

    fn spanned_component(&mut self, name: Ident<'_>) -> Result<Spanned<u8>, Reported> {
        Ok(Spanned { node: self.component(name)?, span: name.span })
    }

    fn handle(&mut self, group: &Group<'t>, span: Span) -> Result<ObjectRef<'t>, Reported> {
        if let [value] = group.items.as_slice()
            && let Some(path) = value.plain_path()
            && let [variable, component] = path.parts.as_slice()
            && variable.index.is_empty()
            && component.index.is_empty()
        {
            let (name, component) = (variable.name, self.component(component.name)?);
            return Ok(ObjectRef::Handle { name, component, span });
        }
        self.fail(
            Code::N0302,
            group.span,
            "a handle is one component of a variable",
            "write it as `handle(D0.x)`",
        )
    }

    /// Converts a texture or image target.
    pub(super) fn target(&mut self, raw: &Raw<'_>) -> Result<Spanned<Target>, Reported> {
        let span = raw.span();
        let name = match raw {
            Raw::Value(RawValue { primary: Primary::Target(name), sign: None, absolute: false, .. }) => {
                Some(*name)
            }
            Raw::Value(value) => value.plain_path().and_then(Path::single),
            Raw::Group(_) => None,
        };
        if let Some(node) = name.and_then(|name| keywords::target(name.text)) {
            return Ok(Spanned { node, span });
        }
        let near = name.and_then(|name| nearest(name.text, keywords::TARGETS.iter().map(|(name, _)| *name)));
        let finding = Diagnostic::new(Code::N0302, span, "this is not a target");
        Err(self.report(match near {
            Some(near) => finding.did_you_mean(near),
            None => finding.help("write a target, such as `2D`"),
        }))
    }

    /// Returns whether an operand is a texel offset.
    pub(super) fn is_offset(raw: &Raw<'_>) -> bool {
        match raw {
            Raw::Group(_) => true,
            Raw::Value(RawValue { primary: Primary::Call(call), .. }) => {
                call.path.single().is_some_and(|n| n.text == "offset")
            }
            Raw::Value(_) => false,
        }
    }

    /// Converts a texel offset, `(1, -1)` or `offset(v)`.
    pub(super) fn offset(&mut self, raw: &Raw<'t>) -> Result<Offset<'t>, Reported> {
        let span = raw.span();
        let help = "write `(i, j, k)` with integers, or `offset(v)`";
        match raw {
            Raw::Value(RawValue { primary: Primary::Call(call), sign: None, .. })
                if call.suffix.is_none() && call.arguments.items.len() == 1 =>
            {
                let value = &call.arguments.items[0];
                Ok(Offset::Vector(Box::new(self.operand_of(value)?)))
            }
            Raw::Group(group) if group.items.len() <= 3 => {
                let mut numbers = SmallVec::new();
                for item in &group.items {
                    match item.primary {
                        Primary::Number(literal)
                            if !item.absolute && matches!(literal.value, Number::Int(_)) =>
                        {
                            numbers.push(literal);
                        }
                        _ => {
                            return self.fail(
                                Code::N0302,
                                item.span,
                                "a constant offset is an integer",
                                help,
                            );
                        }
                    }
                }
                Ok(Offset::Immediate(numbers, span))
            }
            _ => self.fail(Code::N0302, span, "this is not a texel offset", help),
        }
    }

    /// Converts a selector of SWZ: 0, 1 or a component, with an optional sign.
    pub(super) fn ext_component(&mut self, raw: &Raw<'_>) -> Result<ExtComponent, Reported> {
        let span = raw.span();
        if let Raw::Value(value) = raw
            && !value.absolute
        {
            let source = match &value.primary {
                Primary::Number(literal) => match literal.value {
                    Number::Int(0) => Some(ExtSource::Zero),
                    Number::Int(1) => Some(ExtSource::One),
                    _ => None,
                }
                .map(|source| (source, literal.negative)),
                Primary::Path(path) => path
                    .single()
                    .and_then(|name| keywords::swizzle(name.text).ok())
                    .filter(|swizzle| swizzle.single)
                    .map(|swizzle| (ExtSource::Component(swizzle.lanes[0]), value.sign == Some(true))),
                _ => None,
            };
            if let Some((source, negate)) = source {
                return Ok(ExtComponent { source, negate });
            }
        }
        self.fail(
            Code::N0302,
            span,
            "this is not a selector",
            "write 0, 1 or one of the letters xyzw or rgba",
        )
    }
}

impl<'t> Path<'t> {
    /// Splits a path into its first name, with brackets, and its suffix.
    fn split(&self, cx: &mut Cx<'t, '_>) -> Result<(&Part<'t>, Option<Ident<'t>>), Reported> {
        let suffix = cx.suffix(self.parts.get(1..).unwrap_or_default())?;
        match self.parts.first() {
            Some(part) => Ok((part, suffix)),
            None => cx.fail(Code::N0901, self.span, "an empty path", "please report this"),
        }
    }
}
