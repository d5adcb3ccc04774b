//! Options one after the other: [`Options`] grows, so that its users cannot list all of its fields.

use crate::{
    BindRule, BindingMap, Emit, GlslOptions, Language, OptLevel, Options, Specialization, TargetEnv, Warnings,
};

impl Options {
    /// The default: what `nvc compile` does without options.
    ///
    /// ```
    /// use nvc::{Emit, Options, TargetEnv};
    ///
    /// let options = Options::new().emit(Emit::SpvAsm).target_env(TargetEnv::Vulkan1_3).validate(false);
    /// let source = nvc::Source::new("empty.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
    /// let artifact = nvc::compile(&source, &options).artifact;
    /// assert!(artifact.is_some_and(|text| text.to_bytes().starts_with(b"; SPIR-V\n; Version: 1.6\n")));
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`Options::language`].
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// Sets [`Options::emit`].
    #[must_use]
    pub fn emit(mut self, emit: Emit) -> Self {
        self.emit = emit;
        self
    }

    /// Sets [`Options::target_env`].
    #[must_use]
    pub fn target_env(mut self, env: TargetEnv) -> Self {
        self.target_env = env;
        self
    }

    /// Sets [`Options::opt_level`].
    #[must_use]
    pub fn opt_level(mut self, level: OptLevel) -> Self {
        self.opt_level = level;
        self
    }

    /// Sets [`Options::bindings`].
    #[must_use]
    pub fn bindings(mut self, bindings: BindingMap) -> Self {
        self.bindings = bindings;
        self
    }

    /// Changes [`Options::bindings`] for one class of resources.
    ///
    /// ```
    /// let text = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\n\
    ///             STORAGE a[] = { program.storage[2] };\nSTB.U32 {7, 0, 0, 0}, a[0];\nEND\n";
    /// let source = nvc::Source::new("seven.nvcp", text);
    /// let rule = "storage=0:10".parse()?;
    /// let options = nvc::Options::new().bind(rule).reflect(true).validate(false);
    /// let interface = nvc::compile(&source, &options).reflection.ok_or("it compiles")?;
    /// let places: Vec<_> = interface.resources.iter().map(|r| (r.set, r.binding)).collect();
    /// assert_eq!(places, [(0, 12)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bind(mut self, rule: BindRule) -> Self {
        rule.apply(&mut self.bindings);
        self
    }

    /// Sets [`Options::validate`].
    #[must_use]
    pub fn validate(mut self, validate: bool) -> Self {
        self.validate = validate;
        self
    }

    /// Sets [`Options::reflect`].
    #[must_use]
    pub fn reflect(mut self, reflect: bool) -> Self {
        self.reflect = reflect;
        self
    }

    /// Sets [`Options::glsl`].
    #[must_use]
    pub fn glsl(mut self, glsl: GlslOptions) -> Self {
        self.glsl = glsl;
        self
    }

    /// Sets [`Options::warnings`].
    #[must_use]
    pub fn warnings(mut self, warnings: Warnings) -> Self {
        self.warnings = warnings;
        self
    }

    /// Sets [`Options::specialization`].
    #[must_use]
    pub fn specialization(mut self, specialization: Specialization) -> Self {
        self.specialization = specialization;
        self
    }

    /// Sets [`Options::print_after`].
    #[must_use]
    pub fn print_after<T: Into<String>>(mut self, passes: impl IntoIterator<Item = T>) -> Self {
        self.print_after = passes.into_iter().map(Into::into).collect();
        self
    }
}
