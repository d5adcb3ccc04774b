//! Formats types for diagnostics.

use crate::ast::{TypeBase, TypeSpec};
use crate::check::Checker;
use crate::check::scope::Symbol;
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{Length, Type, TypeKind};
use naga::Handle;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Returns the name of a type, in backquotes.
    pub(in crate::check) fn show(&self, ty: Type) -> String {
        format!("`{}`", self.show_plain(ty))
    }

    /// Returns the name of a type as it is written in GLSL.
    pub(in crate::check) fn show_plain(&self, ty: Type) -> String {
        let types = &self.program.types;
        match *types.kind(ty) {
            TypeKind::Array(mut element, length) => {
                let mut dimensions = self.show_length(length);
                while let TypeKind::Array(inner, length) = *types.kind(element) {
                    dimensions.push_str(&self.show_length(length));
                    element = inner;
                }
                self.show_plain(element) + &dimensions
            }
            TypeKind::Struct(id) | TypeKind::Reference(id) | TypeKind::Buffer { block: id, .. } => {
                types.get_struct(id).map_or_else(String::new, |def| self.names.text(def.name).to_string())
            }
            TypeKind::Pointer(target) => format!("{}*", self.show_plain(target)),
            TypeKind::CoopMatrix(matrix) => {
                let number = |constant| self.show_constant(constant);
                let sizes =
                    format!("{}, {}, {}", number(matrix.scope), number(matrix.rows), number(matrix.columns));
                match matrix.usage {
                    Some(usage) => {
                        let component = type_names::of_scalar(matrix.scalar);
                        format!("coopmat<{component}, {sizes}, {}>", number(usage))
                    }
                    None => {
                        let prefix = match matrix.scalar.kind {
                            crate::types::ScalarKind::Float => "f",
                            crate::types::ScalarKind::Sint => "i",
                            _ => "u",
                        };
                        format!("{prefix}coopmatNV<{}, {sizes}>", matrix.scalar.width * 8)
                    }
                }
            }
            TypeKind::SpecVector(length, scalar) => {
                format!("vector<{}, {}>", type_names::of_scalar(scalar), self.show_constant(length))
            }
            TypeKind::CoopVector(vector) => {
                let component = type_names::of_scalar(vector.scalar);
                format!("coopvecNV<{component}, {}>", self.show_constant(vector.length))
            }
            TypeKind::TensorLayout(layout) => {
                let number = |constant| self.show_constant(constant);
                format!("tensorLayoutNV<{}, {}>", number(layout.dimensions), number(layout.clamp))
            }
            TypeKind::TensorView(ref view) => {
                let own = match self.program.constants[view.has_dimensions] {
                    Const::Scalar(_, bits) => (bits != 0).to_string(),
                    _ => self.show_constant(view.has_dimensions),
                };
                let mut numbers = vec![self.show_constant(view.dimensions), own];
                numbers.extend(view.permutation.iter().map(|&number| self.show_constant(number)));
                format!("tensorViewNV<{}>", numbers.join(", "))
            }
            TypeKind::Function => "a function".to_string(),
            ref kind => type_names::show(kind),
        }
    }

    /// Returns whether a type specifier names a type in the current scope: its name may be hidden by a variable or
    /// function, or undeclared.
    pub(in crate::check) fn names_type(&self, ty: &TypeSpec) -> bool {
        match &ty.base {
            TypeBase::Struct(_) | TypeBase::Spirv(..) => true,
            TypeBase::Name(ident) => match self.scopes.find(ident.name) {
                Some(entry) => matches!(entry.symbol, Symbol::Type(_)),
                None => type_names::find(self.names.text(ident.name)).is_some(),
            },
        }
    }

    /// Returns the value of an integer constant, or a description of the specialization constants that it depends on.
    fn show_constant(&self, constant: Handle<Const>) -> String {
        if let Some(value) = self.integer(constant) {
            return value.to_string();
        }
        let (mut names, mut seen) = (Vec::new(), FxHashSet::default());
        let mut stack = vec![constant];
        let (mut constants, mut operations) = (0, 0);
        while let Some(constant) = stack.pop() {
            if !seen.insert(constant) {
                continue;
            }
            match &self.program.constants[constant] {
                Const::Spec(spec) => names.push(self.names.text(self.program.spec_constants[*spec].name)),
                // Sign conversions are implicit: the source does not show them.
                Const::Op { op: nvc_ir::Op::Bitcast, operands, .. } => stack.extend(operands),
                Const::Op { operands, .. } => {
                    operations += 1;
                    stack.extend(operands.iter().rev());
                }
                _ => constants += 1,
            }
        }
        match names[..] {
            [name] if operations == 0 && constants == 0 => name.to_string(),
            [] => "a specialization constant".to_string(),
            _ => format!("an expression in {}", names.join(" and ")),
        }
    }

    fn show_length(&self, length: Length) -> String {
        match length {
            Length::Fixed(count) => format!("[{count}]"),
            Length::Spec(constant) => format!("[{}]", self.show_constant(constant)),
            Length::Unsized => "[]".to_string(),
        }
    }
}
