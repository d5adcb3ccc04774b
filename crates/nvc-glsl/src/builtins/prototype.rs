//! Formats rows of built-ins as prototypes in the notation of the GLSL specification, for editors.
//!
//! `genType` is a scalar or vector of one of the row's component types; `genIType` and `genUType` are integers of
//! the same width and size (GLSL §8). `bvecN`, `ivecN` and so on are scalars or vectors of one component type. For
//! some functions, all of these are vectors only.

use super::signature::{Component, Flow, Needs, Param, Pattern, Row, Size, VariableRow, VariableValue};
use crate::type_names;
use crate::types::{ScalarKind, TypeKind};

impl Row {
    /// Returns the prototype, such as `genType shuffleNV(genType, uint, uint, [out bool])`.
    pub fn prototype(&self) -> String {
        let mut params: Vec<String> = self.params.iter().map(param).collect();
        if self.variadic {
            params.push("...".to_owned());
        }
        format!("{} {}({})", pattern(self.result), self.name, params.join(", "))
    }

    /// Returns the component types that `T` and `genType` range over.
    pub fn component_types(&self) -> Vec<&'static str> {
        self.scalars.iter().map(|choice| type_names::of_scalar(choice.scalar)).collect()
    }
}

impl VariableRow {
    /// Returns the declaration, such as `in uvec3 gl_WorkGroupID`.
    pub fn prototype(&self) -> String {
        let ty = match self.size {
            1 => type_names::of_scalar(self.scalar).to_owned(),
            size => type_names::show(&TypeKind::Vector(size.into(), self.scalar)),
        };
        match self.value {
            VariableValue::Input(_) => format!("in {ty} {}", self.name),
            VariableValue::Constant(_) | VariableValue::WorkGroupSize => format!("const {ty} {}", self.name),
        }
    }
}

impl Needs {
    /// Returns the versions and extensions that provide the built-in, each of which suffices. Empty if there is no
    /// requirement.
    pub fn ways(&self) -> Vec<String> {
        if *self == Needs::NOTHING {
            return Vec::new();
        }
        let number = |version: u16| format!("{}.{:02}", version / 100, version % 100);
        let desktop = (self.desktop != 0).then(|| format!("GLSL {}", number(self.desktop)));
        let es = (self.es != 0).then(|| format!("GLSL ES {}", number(self.es)));
        let extensions = self.extensions.iter().map(|name| (*name).to_owned());
        desktop.into_iter().chain(es).chain(extensions).collect()
    }
}

fn param(param: &Param) -> String {
    let flow = match param.flow {
        Flow::In | Flow::ConstUnless(_) => "",
        Flow::Const => "const ",
        Flow::Out => "out ",
        Flow::InOut | Flow::Reference | Flow::Memory => "inout ",
    };
    let shown = format!("{flow}{}", pattern(param.pattern));
    if param.optional { format!("[{shown}]") } else { shown }
}

fn value(component: Component, size: Size) -> String {
    let generic = |prefix: &str, scalar: &str| match size {
        Size::Fixed(1) => scalar.to_owned(),
        Size::Fixed(size) => format!("g{prefix}vec{size}"),
        Size::N | Size::Vec | Size::Long | Size::M => format!("gen{}Type", prefix.to_uppercase()),
    };
    match (component, size) {
        (Component::Fixed(scalar), Size::Fixed(1)) => type_names::of_scalar(scalar).to_owned(),
        (Component::Fixed(scalar), Size::Fixed(size)) => type_names::show(&TypeKind::Vector(size, scalar)),
        (Component::Fixed(scalar), _) => match type_names::show(&TypeKind::Vector(2, scalar)) {
            vector if vector.ends_with("vec2") => format!("{}N", vector.trim_end_matches('2')),
            other => other,
        },
        (Component::T, _) => generic("", "T"),
        (Component::Same(ScalarKind::Sint), _) => generic("i", "int"),
        (Component::Same(ScalarKind::Uint), _) => generic("u", "uint"),
        (Component::Same(ScalarKind::Bool), _) => generic("b", "bool"),
        (Component::Same(_), _) => generic("", "T"),
    }
}

fn pattern(pattern: Pattern) -> String {
    let texel = |component: Component| match component {
        Component::Fixed(scalar) => match (scalar.kind, scalar.width) {
            (ScalarKind::Sint, 8) => "i64",
            (ScalarKind::Uint, 8) => "u64",
            (ScalarKind::Sint, _) => "i",
            (ScalarKind::Uint, _) => "u",
            _ => "",
        },
        Component::T | Component::Same(_) => "g",
    };
    let fixed = match pattern {
        Pattern::Value(component, size) => return value(component, size),
        Pattern::Matrix(columns, rows, component) => {
            let size = |size| match size {
                Size::Fixed(count) => count.to_string(),
                Size::N | Size::Vec | Size::Long => "N".to_owned(),
                Size::M => "M".to_owned(),
            };
            let prefix = match component {
                Component::Fixed(scalar) if type_names::of_scalar(scalar) == "double" => "d",
                _ => "",
            };
            let (columns, rows) = (size(columns), size(rows));
            return if columns == rows {
                format!("{prefix}mat{columns}")
            } else {
                format!("{prefix}mat{columns}x{rows}")
            };
        }
        Pattern::Array(component, size) => return format!("{}[]", value(component, size)),
        Pattern::Offsets(component, size, length) => {
            return format!("{}[{length}]", value(component, size));
        }
        Pattern::Texture { component, dim, arrayed, multi, shadow, combined } => {
            let dims = type_names::dimension(dim, arrayed, multi, shadow);
            return format!("{}{}{dims}", texel(component), if combined { "sampler" } else { "texture" });
        }
        Pattern::Image { component, dim, arrayed, multi } => {
            return format!("{}image{}", texel(component), type_names::dimension(dim, arrayed, multi, false));
        }
        Pattern::Pointer(component, size) => return format!("{}*", value(component, size)),
        Pattern::Void => "void",
        Pattern::Counter => "atomic_uint",
        Pattern::RayQuery => "rayQueryEXT",
        Pattern::AccelerationStructure => "accelerationStructureEXT",
        Pattern::CoopMatrix(_) => "coopmat<T, ...>",
        Pattern::CoopVector | Pattern::AnyCoopVector => "coopvecNV<T, ...>",
        Pattern::AnyArray => "array",
        Pattern::Element => "uint",
        Pattern::TensorLayout | Pattern::NewTensorLayout => "tensorLayoutNV<...>",
        Pattern::TensorView | Pattern::NewTensorView => "tensorViewNV<...>",
        Pattern::Function => "function",
        Pattern::VoidPointer => "void*",
        Pattern::Reference => "reference",
        Pattern::String => "string",
        Pattern::Any => "any",
    };
    fixed.to_owned()
}

#[cfg(test)]
mod tests {
    use crate::builtins::{functions, variables};

    #[test]
    fn prototypes_have_the_notation_of_the_specifications() {
        let of = |name: &str| functions::named(name).map(|row| row.prototype()).collect::<Vec<_>>();
        assert_eq!(of("shuffleNV"), ["genType shuffleNV(genType, uint, uint, [out bool])"]);
        assert_eq!(of("ballotThreadNV"), ["uint ballotThreadNV(bool)"]);
        assert!(of("texelFetch").contains(&"gvec4 texelFetch(gsampler2D, ivec2, int)".to_owned()));
        assert!(of("cross").contains(&"gvec3 cross(gvec3, gvec3)".to_owned()), "{:?}", of("cross"));
        let id = variables::named("gl_WorkGroupID").map(|row| row.prototype());
        assert_eq!(id.as_deref(), Some("in uvec3 gl_WorkGroupID"));
        for name in functions::names() {
            assert!(of(name).iter().all(|text| !text.contains('?')), "{name}: {:?}", of(name));
        }
    }
}
