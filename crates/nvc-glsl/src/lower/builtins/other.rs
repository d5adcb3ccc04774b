//! Lowers built-in variables, `clock` functions, `debugPrintfEXT`, `abortEXT` and saturating conversions.

use crate::builtins::Variable;
use crate::escape::unescape;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::types::component;
use crate::lower::values::rvalue::Rvalue;
use crate::types::{ScalarKind, Type, TypeKind, scalar};
use nvc_ir::imm::{Builtin, Imm, Scope};
use nvc_ir::{Op, Types, Value};

impl Lowerer<'_, '_> {
    /// Reads a built-in variable.
    pub(in crate::lower) fn variable(&mut self, variable: Variable, ty: Type) -> Rvalue {
        let ty = self.value_type(ty);
        match variable {
            Variable::Input(builtin) => self.b.builtin(builtin, ty),
            Variable::WarpMask(op) => {
                let lane = self.warp_lane();
                self.lane_mask(op, lane)
            }
            Variable::LowLanes(mask) => self.low_lanes(mask),
        }
        .into()
    }

    /// Returns the bits of a built-in lane mask for the first 64 lanes, as a 64-bit integer (GL_ARB_shader_ballot).
    fn low_lanes(&mut self, mask: Builtin) -> Value {
        let mask_type = self.b.types.vector(Types::I32, 4);
        let mask = self.b.builtin(mask, mask_type);
        let words = [self.b.extract(mask, 0), self.b.extract(mask, 1)];
        let words = self.vector(&words);
        self.b.bitcast(words, Types::I64)
    }

    /// Lowers `saturatedConvertEXT`.
    pub(super) fn saturated_convert(&mut self, args: &[ExprHandle]) -> Rvalue {
        let &[target, source] = args else {
            self.internal_error("`saturatedConvertEXT` has two arguments");
            return Rvalue::void();
        };
        let value = self.value(source);
        let ty = self.value_type(self.body.exprs[target].ty);
        let from = component(self.kind(self.body.exprs[source].ty));
        let op = match from.map(|scalar| scalar.kind) {
            Some(ScalarKind::Sint) => Op::SToFSat,
            Some(ScalarKind::Uint) => Op::UToFSat,
            _ => Op::FConvertSat,
        };
        let value = self.b.inst_with_type(op, Imm::None, &[value], ty);
        self.write_out(target, value);
        Rvalue::void()
    }

    /// Reads the shader clock at a scope.
    pub(super) fn clock(&mut self, scope: Scope, ty: Type) -> Rvalue {
        let ty = self.value_type(ty);
        self.b.inst_with_type(Op::ReadClock, Imm::Scope(scope), &[], ty).into()
    }

    /// Lowers `debugPrintfEXT`: a format string, followed by scalars and vectors.
    pub(super) fn printf(&mut self, args: &[ExprHandle]) -> Rvalue {
        let Some((&text, rest)) = args.split_first() else { return Rvalue::void() };
        let Some(text) = self.string_literal(text) else {
            self.internal_error("`debugPrintfEXT` without a string literal");
            return Rvalue::void();
        };
        let mut format = unescape(self.module.names.text(text));
        let strings: Vec<Option<String>> = rest
            .iter()
            .map(|&arg| Some(unescape(self.module.names.text(self.string_literal(arg)?))))
            .collect();
        if strings.iter().any(Option::is_some) {
            format = with_strings(&format, &strings);
        }
        let values: Vec<Value> = rest
            .iter()
            .zip(strings)
            .filter(|(_, string)| string.is_none())
            .map(|(&arg, _)| self.printed(arg))
            .collect();
        let number = self.module.strings.len() as u32;
        self.module.strings.push(format);
        self.b.effect(Op::DebugPrintf, Imm::Index(number), &values);
        Rvalue::void()
    }

    /// Evaluates a value to print, or an operand of an abort message. Bools become integers, and floats with
    /// other encodings than IEEE's become single-precision floats.
    fn printed(&mut self, arg: ExprHandle) -> Value {
        use TypeKind as K;
        let kind = self.kind(self.body.exprs[arg].ty);
        if let K::Struct(_)
        | K::Array(..)
        | K::Matrix { .. }
        | K::CoopMatrix(_)
        | K::CoopVector(_)
        | K::SpecVector(..)
        | K::String = kind
        {
            self.unsupported(
                "a message with a struct, an array, a matrix or a vector of specialized length, or with a string after \
                 other arguments",
                "pass members, elements, columns or components, and the string first",
            );
            return self.b.i32(0);
        }
        let value = self.value(arg);
        let is_bool = self.b.types.is_bool(self.b.func.ty(value));
        // Consumers of `printf` output support IEEE floats only.
        if let Some(scalar) = component(kind).filter(|scalar| scalar.encoding().is_some()) {
            return self.convert(value, scalar, scalar::F32);
        }
        if is_bool { self.bool_as_int(value) } else { value }
    }

    /// Lowers `abortEXT`, which ends the invocation.
    pub(super) fn abort(&mut self, args: &[ExprHandle]) -> Rvalue {
        let text = args.first().and_then(|&arg| self.string_literal(arg));
        let values = args.get(usize::from(text.is_some())..).unwrap_or_default();
        let values: Vec<Value> = values.iter().map(|&arg| self.printed(arg)).collect();
        let text = text.map_or_else(String::new, |text| unescape(self.module.names.text(text)));
        let number = self.module.strings.len() as u32;
        self.module.strings.push(text);
        self.b.effect(Op::Abort, Imm::Index(number), &values);
        self.b.unreachable();
        Rvalue::void()
    }
}

/// Replaces each conversion, such as `%s`, whose argument is a string literal by that string.
fn with_strings(format: &str, strings: &[Option<String>]) -> String {
    let mut strings = strings.iter();
    let mut result = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (before, conversion) = rest.split_at(at);
        result.push_str(before);
        // The conversion is `%%`, or extends over flags, width, precision, vector size and length up to its
        // letter.
        let end = conversion
            .char_indices()
            .skip(1)
            .find(|&(_, c)| c == '%' || (c.is_ascii_alphabetic() && !matches!(c, 'v' | 'l' | 'h')))
            .map_or(conversion.len(), |(at, c)| at + c.len_utf8());
        let (conversion, after) = conversion.split_at(end);
        let argument = if conversion == "%%" { None } else { strings.next() };
        match argument {
            Some(Some(text)) => result.push_str(&text.replace('%', "%%")),
            _ => result.push_str(conversion),
        }
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::with_strings;

    #[test]
    fn string_arguments_become_part_of_the_format() {
        let strings = [None, Some("50%".to_owned()), None];
        assert_eq!(with_strings("100%% %v4f %s %ld.", &strings), "100%% %v4f 50%% %ld.");
    }
}
