//! The options of a compilation.

use crate::Language;
use nvc_diag::{Limits, Warnings};
use nvc_glsl::options::{Flavour, Limits as GlslLimits, MacroOption, Version};
use nvc_ir::{Binding, BindingMap, BindingScheme, Environment, Quirks, ResourceClass, Specialization};
use nvc_passes::{CoopMatrices, OptLevel, Warp, Workarounds};
use std::str::FromStr;

/// Declares [`Options`]: for each field, a chainable setter and a getter.
macro_rules! options {
    ($($(#[$doc:meta])* $field:ident / $with:ident($given:ty): $ty:ty = $default:expr, $get:ident;)*) => {
        /// The options of a compilation. The defaults are those of `nvc compile`.
        ///
        /// ```
        /// use nvc::{Compiler, Emit, Options, Source, TargetEnv};
        ///
        /// let options = Options::new().with_emit(Emit::SpvAsm).with_target_env(TargetEnv::Vulkan1_3);
        /// let source = Source::new("empty.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
        /// let compiled = Compiler::new(options).compile(&source)?;
        /// assert!(compiled.artifact.to_bytes().starts_with(b"; SPIR-V\n; Version: 1.6\n"));
        /// # Ok::<(), nvc::CompileError>(())
        /// ```
        #[derive(Clone, Debug)]
        pub struct Options {
            $(pub(crate) $field: $ty,)*
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $($field: $default,)* }
            }
        }

        impl Options {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $with(mut self, $field: $given) -> Self {
                    self.$field = $field.into();
                    self
                }

                options! {
                    @$get $field: $ty,
                    concat!("The value set by [`Options::", stringify!($with), "`], or the default.")
                }
            )*
        }
    };
    (@copy $field:ident: $ty:ty, $doc:expr) => {
        #[doc = $doc]
        pub fn $field(&self) -> $ty {
            self.$field
        }
    };
    (@borrow $field:ident: $ty:ty, $doc:expr) => {
        #[doc = $doc]
        pub fn $field(&self) -> &$ty {
            &self.$field
        }
    };
}

options! {
    /// Sets the language of the source. By default it is detected from the source ([`Language::of`]).
    language / with_language(impl Into<Option<Language>>): Option<Language> = None, copy;
    /// Sets the output format. The default is a binary SPIR-V module.
    emit / with_emit(Emit): Emit = Emit::default(), copy;
    /// Sets the target environment: a Vulkan version, optionally with a SPIR-V version other than the
    /// highest one it supports. The default is Vulkan 1.2.
    target_env / with_target_env(impl Into<Environment>): Environment = Environment::default(), copy;
    /// Sets the optimization level. The default is the whole pipeline.
    opt_level / with_opt_level(OptLevel): OptLevel = OptLevel::default(), copy;
    /// Sets how resources are mapped to descriptor bindings. The default is [`BindingScheme::Vulkan`] for
    /// GLSL and [`BindingScheme::Classes`] for assembly.
    bindings / with_bindings(impl Into<Option<BindingScheme>>): Option<BindingScheme> = None, copy;
    /// Sets the rules that change the bindings of [`Options::with_bindings`] for single resource classes.
    /// They apply in order.
    bind_rules / with_bind_rules(Vec<BindRule>): Vec<BindRule> = Vec::new(), borrow;
    /// Sets which cooperative-matrix instructions to emit. The default is those of the extension that the
    /// source uses.
    coopmat / with_coopmat(CoopMatrices): CoopMatrices = CoopMatrices::default(), copy;
    /// Sets whether the module is validated, which requires the feature `validate`. On by default.
    validate / with_validate(bool): bool = true, copy;
    /// Sets whether to fill [`Compiled::reflection`](crate::Compiled::reflection). Off by default. Rust and
    /// C output always includes reflection.
    reflect / with_reflect(bool): bool = false, copy;
    /// Sets whether to follow the specification or NVIDIA's driver where they differ.
    quirks / with_quirks(Quirks): Quirks = Quirks::default(), copy;
    /// Sets the GLSL macros to define and undefine before the source, in order (`-D`, `-U`).
    macros / with_macros(Vec<MacroOption>): Vec<MacroOption> = Vec::new(), borrow;
    /// Sets whether the GLSL rules of OpenGL or of Vulkan apply. By default, the features of both are accepted.
    glsl_flavour / with_glsl_flavour(Flavour): Flavour = Flavour::default(), copy;
    /// Overrides the `#version` of GLSL sources (`-std`).
    glsl_version / with_glsl_version(impl Into<Option<Version>>): Option<Version> = None, copy;
    /// Sets the values of GLSL implementation limits, such as `gl_MaxComputeWorkGroupSize`.
    glsl_limits / with_glsl_limits(GlslLimits): GlslLimits = GlslLimits::default(), borrow;
    /// Sets the limits that bound the time and memory of a compilation: [`Limit`](crate::Limit) is the table. With
    /// [`Limit::Time`](crate::Limit::Time), each compilation has a deadline.
    ///
    /// ```
    /// use nvc::{Code, Compiler, Limit, Limits, Options, Source};
    ///
    /// let options = Options::new().with_limits(Limits::new().with(Limit::Time, 0));
    /// let source = Source::new("empty.comp", "#version 460\nvoid main() {}\n");
    /// let error = Compiler::new(options).compile(&source).unwrap_err();
    /// assert!(error.is_interrupted());
    /// ```
    limits / with_limits(Limits): Limits = Limits::default(), borrow;
    /// Sets how warnings are reported.
    warnings / with_warnings(Warnings): Warnings = Warnings::default(), borrow;
    /// Sets the values of specialization constants and the work-group size.
    specialization / with_specialization(Specialization): Specialization = Specialization::default(), borrow;
    /// Sets how warp operations are emitted.
    warp / with_warp(Warp): Warp = Warp::default(), copy;
    /// Sets the SPIR-V extensions that must not be used ([`extension_names`](crate::extension_names)). A
    /// feature of such an extension is expanded into other instructions, or reported as unavailable, even if
    /// it is core in the target environment.
    denied_extensions / with_denied_extensions(Vec<String>): Vec<String> = Vec::new(), borrow;
    /// Sets the SPIR-V extensions that may be used even though other instructions have the same meaning.
    /// There is one such extension: `SPV_KHR_fma`, whose `OpFmaKHR` replaces `Fma` of GLSL.std.450. A denied
    /// extension is not used.
    allowed_extensions / with_allowed_extensions(Vec<String>): Vec<String> = Vec::new(), borrow;
    /// Sets which driver workarounds are applied. The default is those that are cheap or prevent a crash.
    ///
    /// ```
    /// let options = nvc::Options::new().with_workarounds("nvidia,-abs-sign".parse()?);
    /// assert!(!options.workarounds().contains(nvc::Workaround::AbsSign));
    /// # Ok::<(), nvc::UnknownWorkaround>(())
    /// ```
    workarounds / with_workarounds(Workarounds): Workarounds = Workarounds::default(), copy;
    /// Sets whether the SPIR-V contains source-level debug information. Off by default.
    debug / with_debug(bool): bool = false, copy;
    /// Sets the path prefixes to replace in debug information, as pairs of old and new prefix. The last rule
    /// whose old prefix matches applies.
    remap / with_remap(Vec<(String, String)>): Vec<(String, String)> = Vec::new(), borrow;
    /// Sets the passes after which the IR is dumped as text ([`Report::dumps`](crate::Report::dumps)).
    /// [`pass_names`](crate::pass_names) lists them; unknown names are ignored.
    print_after / with_print_after(Vec<String>): Vec<String> = Vec::new(), borrow;
}

impl Options {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Binds a resource class to another descriptor set, optionally at another first binding.
    ///
    /// ```
    /// use nvc::{Compiler, Options, Source};
    ///
    /// let text = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\n\
    ///             STORAGE a[] = { program.storage[2] };\nSTB.U32 {7, 0, 0, 0}, a[0];\nEND\n";
    /// let options = Options::new().bind("storage=0:10".parse()?).with_reflect(true);
    /// let compiled = Compiler::new(options).compile(&Source::new("seven.nvcp", text))?;
    /// let interface = compiled.reflection.ok_or("asked for")?;
    /// let places: Vec<_> = interface.resources.iter().map(|r| (r.set, r.binding)).collect();
    /// assert_eq!(places, [(0, 12)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bind(mut self, rule: BindRule) -> Self {
        self.bind_rules.push(rule);
        self
    }

    /// Returns the bindings of the resources of a source in `language`.
    ///
    /// ```
    /// use nvc::{Binding, Language, Options, ResourceClass};
    ///
    /// let storage = |options: &Options| options.binding_map(Language::Glsl).get(ResourceClass::Storage, 3);
    /// let options = Options::new();
    /// assert_eq!(storage(&options), Some(Binding { set: 0, binding: 3 }));
    /// let options = options.with_bindings(nvc::BindingScheme::Classes);
    /// assert_eq!(storage(&options), Some(Binding { set: 1, binding: 3 }));
    /// ```
    pub fn binding_map(&self, language: Language) -> BindingMap {
        let scheme = self.bindings.unwrap_or(match language {
            Language::Glsl => BindingScheme::Vulkan,
            Language::NvAsm => BindingScheme::Classes,
        });
        let mut map = BindingMap::from(scheme);
        for rule in &self.bind_rules {
            rule.apply(&mut map);
        }
        map
    }

    /// Sets the size of a work group that the source leaves variable, or does not declare (GLSL only).
    ///
    /// ```
    /// use nvc::{Compiler, Options, Source};
    ///
    /// let source = Source::new("empty.comp", "#version 460\nvoid main() {}\n");
    /// let options = Options::new().with_local_size([8, 8, 1]).with_reflect(true);
    /// let interface = Compiler::new(options).compile(&source)?.reflection.ok_or("asked for")?;
    /// assert_eq!(interface.workgroup_size, [8, 8, 1].map(nvc::reflect::Extent::Fixed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_local_size(mut self, size: impl Into<Option<[u32; 3]>>) -> Self {
        self.specialization.local_size = size.into();
        self
    }

    /// Defines a GLSL macro, such as `("TILE", "16")` or `("SQUARE(x)", "x * x")`.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.macros.push(MacroOption::Define(name.into(), value.into()));
        self
    }

    /// Undefines a GLSL macro.
    #[must_use]
    pub fn undefine(mut self, name: impl Into<String>) -> Self {
        self.macros.push(MacroOption::Undefine(name.into()));
        self
    }

    /// Returns the options of the GLSL front end.
    pub(crate) fn glsl(&self) -> nvc_glsl::options::Options {
        nvc_glsl::options::Options {
            macros: self.macros.clone(),
            flavour: self.glsl_flavour,
            quirks: self.quirks,
            version: self.glsl_version,
            limits: self.glsl_limits.clone(),
            // The front end needs specialization constants, because memory layouts depend on their values.
            specialization: self.specialization.clone(),
        }
    }
}

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Emit {
    /// A binary SPIR-V module.
    #[default]
    Spirv,
    /// SPIR-V assembly text.
    SpvAsm,
    /// nvc's IR after the last pass, as text.
    Ir,
    /// A Rust module with the SPIR-V module and its interface.
    Rust,
    /// A C and C++ header with the SPIR-V module and its interface.
    C,
    /// WGSL.
    Wgsl,
    /// HLSL.
    Hlsl,
    /// Metal Shading Language.
    Msl,
    /// Desktop GLSL 4.60.
    Glsl,
    /// Preprocessed GLSL (`-E`). `--emit` does not accept this format.
    Preprocessed,
}

/// The error for an unknown output format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEmit(());

impl Emit {
    /// All formats that `--emit` accepts.
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

    /// Returns the name on the command line.
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

    /// Returns whether the format is a shading language, which is translated from the SPIR-V module.
    pub fn is_translated(self) -> bool {
        matches!(self, Emit::Wgsl | Emit::Hlsl | Emit::Msl | Emit::Glsl)
    }

    /// Returns the file name extension of the output.
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
        write!(f, "expected one of {}", Emit::ALL.map(Emit::name).join(", "))
    }
}

impl std::error::Error for UnknownEmit {}

/// A change of a [`BindingMap`], written as `CLASS=SET[:BASE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindRule {
    class: ResourceClass,
    base: Binding,
}

/// The error for an invalid binding rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBindRule(&'static str);

impl BindRule {
    /// Creates a rule that binds element `n` of a class at binding `base.binding + n` of set `base.set`.
    /// Returns `None` for a class without descriptors.
    pub fn new(class: ResourceClass, base: Binding) -> Option<BindRule> {
        BindRule::classes().any(|known| known == class).then_some(BindRule { class, base })
    }

    /// Applies the rule to a map.
    pub fn apply(self, map: &mut BindingMap) {
        // The constructors accept only classes with descriptors, so this cannot fail.
        map.set(self.class, self.base);
    }

    /// Returns the classes that have descriptors.
    fn classes() -> impl Iterator<Item = ResourceClass> {
        let has_descriptors = |&c: &ResourceClass| BindingMap::classes().get(c, 0).is_some();
        ResourceClass::ALL.into_iter().filter(has_descriptors)
    }
}

impl FromStr for BindRule {
    type Err = InvalidBindRule;
    fn from_str(s: &str) -> Result<Self, InvalidBindRule> {
        let (class, place) = s.split_once('=').ok_or(InvalidBindRule("missing `=`"))?;
        let class =
            BindRule::classes().find(|c| c.name() == class).ok_or(InvalidBindRule("unknown class"))?;
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
        write!(f, "{}; write CLASS=SET or CLASS=SET:BASE, where CLASS is one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for InvalidBindRule {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bind_rules() {
        let mut map = BindingMap::classes();
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
    fn output_format_names() {
        assert_eq!("ir".parse(), Ok(Emit::Ir));
        let message = |s: &str| s.parse::<Emit>().expect_err("not a form").to_string();
        assert_eq!(message("exe"), "expected one of spirv, spvasm, ir, rust, c, wgsl, hlsl, msl, glsl");
    }
}
