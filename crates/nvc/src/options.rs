//! What a compilation is told beside the source.

use crate::Language;
use nvc_diag::Warnings;
use nvc_ir::{Binding, BindingMap, Quirks, ResourceClass, Specialization, TargetEnv};
use nvc_passes::{CoopMatrices, OptLevel, Warp};
use std::str::FromStr;

/// Options of one compilation. The default is what `nvc compile` does without options. They are set one
/// after the other, as in `Options::new().emit(Emit::SpvAsm)`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The language of the source; told by content and name if not given.
    pub language: Option<Language>,
    /// The form of the result.
    pub emit: Emit,
    /// What to compile for.
    pub target_env: TargetEnv,
    /// How hard to try for small and fast output.
    pub opt_level: OptLevel,
    /// Where resources are bound.
    pub bindings: BindingMap,
    /// Whose cooperative matrices the module has. If not given NVIDIA's, or Khronos's where sums saturate.
    pub coopmat: Option<CoopMatrices>,
    /// Whether the SPIR-V validator sees the module.
    pub validate: bool,
    /// Whether the shader's interface is wanted too ([`crate::Output::reflection`]).
    pub reflect: bool,
    /// Whom to follow where the texts and NVIDIA's driver differ.
    pub quirks: Quirks,
    /// What the GLSL front end alone is told; its `quirks` and `specialization` are those given here.
    pub glsl: nvc_glsl::options::Options,
    /// What becomes of warnings.
    pub warnings: Warnings,
    /// What is decided of specialization constants and of the size of the work group.
    pub specialization: Specialization,
    /// How warp operations are emitted.
    pub warp: Warp,
    /// Whether SPIR-V carries the source, and points into it.
    pub debug: bool,
    /// What debug information calls files: names that begin with the first text begin with the second
    /// there. The last rule that fits holds.
    pub remap: Vec<(String, String)>,
    /// Names of the passes behind which the module is kept as text; [`crate::pass_names`] lists
    /// them. Names that no pass has are ignored.
    pub print_after: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            language: None,
            emit: Emit::default(),
            target_env: TargetEnv::default(),
            opt_level: OptLevel::default(),
            bindings: BindingMap::default(),
            coopmat: None,
            validate: true,
            reflect: false,
            quirks: Quirks::default(),
            glsl: nvc_glsl::options::Options::default(),
            warnings: Warnings::default(),
            specialization: Specialization::default(),
            warp: Warp::default(),
            debug: false,
            remap: Vec::new(),
            print_after: Vec::new(),
        }
    }
}

/// The form of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emit {
    /// A binary SPIR-V module.
    #[default]
    Spirv,
    /// SPIR-V assembly text.
    SpvAsm,
    /// nvc's intermediate language behind the last pass.
    Ir,
    /// A Rust module that holds the SPIR-V module and its interface.
    Rust,
    /// A header for C and C++ that holds them.
    C,
    /// WGSL.
    Wgsl,
    /// HLSL.
    Hlsl,
    /// Metal's shading language.
    Msl,
    /// GLSL for Vulkan.
    Glsl,
    /// The text behind the preprocessor (`-E`). It is no form of a module, and has no name.
    Preprocessed,
}

/// Not the name of a form that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEmit(());

impl Emit {
    /// All that `--emit` names.
    pub const ALL: [Emit; 9] = [
        Emit::Spirv,
        Emit::SpvAsm,
        Emit::Ir,
        Emit::Rust,
        Emit::C,
        Emit::Wgsl,
        Emit::Hlsl,
        Emit::Msl,
        Emit::Glsl,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Emit::Spirv => "spirv",
            Emit::SpvAsm => "spvasm",
            Emit::Ir => "ir",
            Emit::Rust => "rust",
            Emit::C => "c",
            Emit::Wgsl => "wgsl",
            Emit::Hlsl => "hlsl",
            Emit::Msl => "msl",
            Emit::Glsl => "glsl",
            Emit::Preprocessed => "preprocessed",
        }
    }

    /// Whether the form is another shading language, made from the SPIR-V module.
    pub fn is_translated(self) -> bool {
        matches!(self, Emit::Wgsl | Emit::Hlsl | Emit::Msl | Emit::Glsl)
    }

    /// The extension of a file in this form.
    pub fn extension(self) -> &'static str {
        match self {
            Emit::Spirv => "spv",
            Emit::SpvAsm => "spvasm",
            Emit::Ir => "ir",
            Emit::Rust => "rs",
            Emit::C => "h",
            Emit::Wgsl => "wgsl",
            Emit::Hlsl => "hlsl",
            Emit::Msl => "metal",
            Emit::Glsl => "glsl",
            Emit::Preprocessed => "i",
        }
    }
}

impl FromStr for Emit {
    type Err = UnknownEmit;
    fn from_str(s: &str) -> Result<Self, UnknownEmit> {
        Emit::ALL.into_iter().find(|e| e.name() == s).ok_or(UnknownEmit(()))
    }
}

impl std::fmt::Display for UnknownEmit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the forms are {}", Emit::ALL.map(Emit::name).join(", "))
    }
}

impl std::error::Error for UnknownEmit {}

/// One change to a [`BindingMap`], written `CLASS=SET[:BASE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindRule {
    class: ResourceClass,
    base: Binding,
}

/// Not of the form `CLASS=SET[:BASE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBindRule(&'static str);

impl BindRule {
    /// Carries the change out.
    pub fn apply(self, map: &mut BindingMap) {
        // Parsing let only classes through that the map has a place for.
        map.set(self.class, self.base);
    }

    /// Classes that have descriptors.
    fn classes() -> impl Iterator<Item = ResourceClass> {
        let has_descriptors = |&c: &ResourceClass| BindingMap::default().get(c, 0).is_some();
        ResourceClass::ALL.into_iter().filter(has_descriptors)
    }
}

impl FromStr for BindRule {
    type Err = InvalidBindRule;
    fn from_str(s: &str) -> Result<Self, InvalidBindRule> {
        let (class, place) = s.split_once('=').ok_or(InvalidBindRule("there is no `=`"))?;
        let class = BindRule::classes()
            .find(|c| c.name() == class)
            .ok_or(InvalidBindRule("no class has this name"))?;
        let (set, base) = place.split_once(':').unwrap_or((place, "0"));
        let number = |s: &str, what| s.parse().map_err(|_| InvalidBindRule(what));
        let set = number(set, "the set is not a number")?;
        let binding = number(base, "the first binding is not a number")?;
        Ok(BindRule { class, base: Binding { set, binding } })
    }
}

impl std::fmt::Display for InvalidBindRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = BindRule::classes().map(ResourceClass::name).collect();
        write!(f, "{}; write CLASS=SET or CLASS=SET:BASE, with a class of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for InvalidBindRule {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bind_rules() {
        let mut map = BindingMap::default();
        "texture=7:100".parse::<BindRule>().expect("a rule").apply(&mut map);
        "bindless=5".parse::<BindRule>().expect("a rule").apply(&mut map);
        assert_eq!(map.get(ResourceClass::Texture, 3), Some(Binding { set: 7, binding: 103 }));
        assert_eq!(map.get(ResourceClass::Bindless, 0), Some(Binding { set: 5, binding: 0 }));
        assert_eq!(map.get(ResourceClass::Image, 0), Some(Binding { set: 3, binding: 0 }));
        for wrong in ["", "texture", "texture=", "texture=-1", "texture=1:", "shared=0", "x=0", "image=1:2:3"]
        {
            assert!(wrong.parse::<BindRule>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn forms() {
        assert_eq!("ir".parse(), Ok(Emit::Ir));
        let message = |s: &str| s.parse::<Emit>().expect_err("not a form").to_string();
        assert_eq!(message("exe"), "the forms are spirv, spvasm, ir, rust, c, wgsl, hlsl, msl, glsl");
    }
}
