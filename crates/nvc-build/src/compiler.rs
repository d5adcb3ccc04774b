//! [`Compiler`]: the builder that configures and runs a build.

use crate::cargo::Directives;
use crate::environment::Environment;
use crate::inputs::{self, Input};
use crate::{Error, output, variants};
use nvc::{BindRule, Binding, BindingScheme, OptLevel, Options, ResourceClass, TargetEnv};
use nvc_batch::{Outcome, Variant};
use std::path::PathBuf;

/// Compiles shaders in a build script.
///
/// ```no_run
/// use nvc_build::{Compiler, TargetEnv};
///
/// Compiler::new()
///     .dir("shaders")
///     .include("shaders/include")
///     .define("TILE", "16")
///     .target_env(TargetEnv::Vulkan1_3)
///     .emit_rust("shaders.rs")
///     .run();
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing happens before `run`"]
pub struct Compiler {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    manifests: Vec<PathBuf>,
    includes: Vec<PathBuf>,
    variables: Vec<String>,
    options: Options,
    rust: Option<PathBuf>,
    /// Name of a resource class without descriptors that was passed to `bind`, which is an error.
    unbound: Option<&'static str>,
}

/// The output of a successful build.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Module names, in the order of the generated file.
    pub modules: Vec<String>,
    /// Paths of the output files.
    pub files: Vec<PathBuf>,
}

impl Compiler {
    /// Creates a compiler without inputs, with the default options of `nvc compile`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles all `.nvcp`, `.comp` and `.comp.glsl` files in a folder and its subfolders. Other files can be
    /// included, or added with [`Compiler::file`].
    pub fn dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Compiles a single file.
    pub fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.files.push(file.into());
        self
    }

    /// Compiles the shader permutations that a manifest lists (`docs/permutations.md`), each to a module
    /// named after the variant. The manifest sets its own options: macros, include folders and options set
    /// on this builder do not apply, and the manifest's keys `output`, `emit` and `reflect` have no effect.
    pub fn manifest(mut self, file: impl Into<PathBuf>) -> Self {
        self.manifests.push(file.into());
        self
    }

    /// Searches a folder for GLSL includes, after the folder of the including file.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Defines a GLSL macro, such as `("TILE", "16")` or `("SQUARE(x)", "x * x")`.
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options = self.options.define(name, value);
        self
    }

    /// Undefines a GLSL macro.
    pub fn undefine(mut self, name: impl Into<String>) -> Self {
        self.options = self.options.undefine(name);
        self
    }

    /// Defines a GLSL macro with the value of the environment variable of the same name, if it is set. The build
    /// script reruns when it changes.
    pub fn define_from_env(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        if let Ok(value) = std::env::var(&name) {
            self.options = self.options.define(name.clone(), value);
        }
        self.variables.push(name);
        self
    }

    /// Sets the target environment. The default is Vulkan 1.2.
    pub fn target_env(mut self, env: TargetEnv) -> Self {
        self.options = self.options.with_target_env(env);
        self
    }

    /// Sets the optimisation level.
    pub fn opt_level(mut self, level: OptLevel) -> Self {
        self.options = self.options.with_opt_level(level);
        self
    }

    /// Binds element n of a resource class to binding `base + n` of a descriptor set. The class must have
    /// descriptors.
    pub fn bind(mut self, class: ResourceClass, set: u32, base: u32) -> Self {
        match BindRule::new(class, Binding { set, binding: base }) {
            Some(rule) => self.options = self.options.bind(rule),
            None => self.unbound = Some(class.name()),
        }
        self
    }

    /// Sets how resources are mapped to descriptor bindings. By default [`BindingScheme::Vulkan`] for GLSL and
    /// [`BindingScheme::Classes`] for assembly.
    pub fn bindings(mut self, scheme: BindingScheme) -> Self {
        self.options = self.options.with_bindings(scheme);
        self
    }

    /// Changes other compiler options. The output format cannot be changed.
    pub fn options(mut self, change: impl FnOnce(Options) -> Options) -> Self {
        self.options = change(self.options);
        self
    }

    /// Writes the modules of all shaders to a file in `OUT_DIR`, to be included with
    /// `include!(concat!(env!("OUT_DIR"), "/shaders.rs"))`.
    pub fn emit_rust(mut self, file: impl Into<PathBuf>) -> Self {
        self.rust = Some(file.into());
        self
    }

    /// Runs the build: compiles, writes the output, and prints warnings and rerun conditions for Cargo. On
    /// an error, prints all diagnostics and exits with status 1, which fails the build.
    pub fn run(self) {
        let (outcome, mut directives) = self.outcome();
        if let Err(error) = &outcome {
            directives.fail(&error.to_string());
        }
        directives.print();
        if outcome.is_err() {
            std::process::exit(1);
        }
    }

    /// Runs the build like [`Compiler::run`], but returns the output or the error. The error is not printed.
    ///
    /// # Errors
    /// If anything fails. The output file is not written in that case.
    pub fn try_run(self) -> Result<Built, Error> {
        let (outcome, directives) = self.outcome();
        directives.print();
        outcome
    }

    /// Runs the build. Returns the result and the instructions for Cargo.
    fn outcome(self) -> (Result<Built, Error>, Directives) {
        let mut directives = Directives::default();
        let built = Environment::of_cargo().and_then(|environment| self.build(&environment, &mut directives));
        (built, directives)
    }

    /// Compiles all inputs and writes the output.
    pub(crate) fn build(
        self,
        environment: &Environment,
        directives: &mut Directives,
    ) -> Result<Built, Error> {
        self.watch(directives);
        if let Some(class) = self.unbound {
            return Err(Error::NoDescriptors(class));
        }
        let rust = self.rust.as_deref().ok_or(Error::NoOutput)?;
        let rust = output::below(&environment.out_dir, rust)?;
        let parts = rust.with_extension("parts");
        let variants = self.variants()?;
        for folder in variants.iter().flat_map(|variant| &variant.include).filter(|folder| folder.is_dir()) {
            directives.watch(folder);
        }
        let outcomes = variants::compile(&variants, &parts, environment.jobs)?;
        check(&outcomes, directives)?;
        let text = variants::collect(&variants, &parts)?;
        output::write(&rust, &text)?;
        let modules = variants.into_iter().map(|variant| variant.name).collect();
        Ok(Built { modules, files: vec![rust] })
    }

    /// Adds rerun conditions for the inputs. Folders are watched as a whole, because an added file may be a
    /// shader, or take precedence over an include in a later folder.
    fn watch(&self, directives: &mut Directives) {
        for folder in self.folders.iter().chain(self.includes.iter().filter(|folder| folder.is_dir())) {
            directives.watch(folder);
        }
        for file in self.files.iter().chain(&self.manifests) {
            directives.watch(file);
        }
        for variable in &self.variables {
            directives.watch_variable(variable);
        }
    }

    /// Returns the compilations: files and folders first, then manifests. The names are module names.
    fn variants(&self) -> Result<Vec<Variant>, Error> {
        let inputs = self.inputs()?;
        let modules = inputs::modules(&inputs)?;
        let mut variants: Vec<Variant> = std::iter::zip(&inputs, modules)
            .map(|(input, module)| {
                variants::module(module, &input.path, self.includes.clone(), self.options.clone())
            })
            .collect();
        for manifest in &self.manifests {
            variants.extend(variants::of_manifest(manifest)?);
        }
        variants::check_names(&variants)?;
        Ok(variants)
    }

    /// Returns all shaders without duplicates: files in the order in which they were added, then those in
    /// folders.
    fn inputs(&self) -> Result<Vec<Input>, Error> {
        let mut inputs: Vec<Input> = self.files.iter().cloned().map(Input::file).collect();
        for folder in &self.folders {
            inputs.extend(inputs::in_folder(folder)?);
        }
        let mut seen = std::collections::BTreeSet::new();
        inputs.retain(|input| seen.insert(input.path.clone()));
        let nothing = inputs.is_empty() && self.manifests.is_empty();
        if nothing { Err(Error::NoShaders) } else { Ok(inputs) }
    }
}

/// Adds the files read and the warnings to the Cargo instructions. Fails if any shader has errors.
fn check(outcomes: &[Outcome], directives: &mut Directives) -> Result<(), Error> {
    let mut report = String::new();
    for outcome in outcomes {
        for path in &outcome.read {
            directives.watch(path);
        }
        match variants::is_done(outcome) {
            true => directives.warn(&outcome.messages),
            false => report.push_str(&outcome.messages),
        }
    }
    if report.is_empty() { Ok(()) } else { Err(Error::Shaders { report }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    const EMPTY: &str = "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n";

    /// Creates a folder with shaders, and returns its path and the path of an output folder that does not
    /// exist yet.
    fn folders(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let (shaders, out) = (folder.path().join("shaders"), folder.path().join("out"));
        for (name, text) in files {
            let path = shaders.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(path, text).expect("written");
        }
        (folder, shaders, out)
    }

    fn build(compiler: Compiler, out: &Path, jobs: usize) -> (Result<Built, Error>, Vec<String>) {
        let mut directives = Directives::default();
        let environment = Environment { out_dir: out.to_owned(), jobs };
        let built = compiler.build(&environment, &mut directives);
        (built, directives.into_lines())
    }

    #[test]
    fn every_input_is_watched_and_compiled_to_a_module() {
        let including = "#version 460\n#extension GL_GOOGLE_include_directive : require\n\
                         #include \"n.h\"\nlayout(local_size_x = N) in;\nvoid main() {}\n";
        let files =
            [("a.nvcp", EMPTY), ("b/c.comp", including), ("inc/n.h", "#define N 8\n"), ("d.txt", "?")];
        let (_folder, shaders, out) = folders(&files);
        let compiler = Compiler::new().dir(&shaders).include(shaders.join("inc")).emit_rust("gen/s.rs");
        let (built, lines) = build(compiler.clone(), &out, 4);
        let built = built.expect("a build");
        assert_eq!(built.modules, ["a", "b_c"]);
        assert_eq!(built.files, [out.join("gen/s.rs")]);
        let watched = |path: &str| format!("cargo::rerun-if-changed={}", shaders.join(path).display());
        for path in ["a.nvcp", "b/c.comp", "inc/n.h", "inc"] {
            assert!(lines.contains(&watched(path)), "{path} {lines:?}");
        }
        let first = fs::read_to_string(out.join("gen/s.rs")).expect("modules");
        fs::remove_file(out.join("gen/s.rs")).expect("removed");
        build(compiler, &out, 1).0.expect("a build");
        assert_eq!(fs::read_to_string(out.join("gen/s.rs")).expect("modules"), first);
        assert!(!first.contains(&*shaders.to_string_lossy()), "the output contains an absolute path");
    }

    #[test]
    fn warnings_are_shown() {
        let (_folder, shaders, out) =
            folders(&[("a.nvcp", "!!NVcp5.0\nOPTION NV_none;\nGROUP_SIZE 1;\nEND\n")]);
        let (built, lines) = build(Compiler::new().dir(&shaders).emit_rust("s.rs"), &out, 1);
        assert!(built.is_ok());
        assert!(lines.iter().any(|line| line.starts_with("cargo::warning=warning[W")), "{lines:?}");
    }

    #[test]
    fn errors_of_all_shaders_are_reported_and_the_output_is_not_written() {
        let wrong = "!!NVcp5.0\nGROUP_SIZE 32;\nNOPE R0;\nEND\n";
        let (_folder, shaders, out) = folders(&[("a.nvcp", wrong), ("b.nvcp", EMPTY), ("c.nvcp", wrong)]);
        let (built, _) = build(Compiler::new().dir(&shaders).emit_rust("s.rs"), &out, 2);
        let report = built.expect_err("an error").to_string();
        let position = |file: &str| report.find(&format!("{}:3:1", shaders.join(file).display()));
        assert!(position("a.nvcp").is_some() && position("a.nvcp") < position("c.nvcp"), "{report}");
        assert!(!out.join("s.rs").exists());
    }

    #[test]
    fn manifests_become_modules() {
        let kernel = "#version 460\nlayout(local_size_x = N) in;\nvoid main() {}\n";
        let manifest = "[[shader]]\nsource = 'k.comp'\naxes.n = [8, 16]\ndefine.N = '{n}'\nemit = 'spvasm'\n";
        let (_folder, shaders, out) =
            folders(&[("a.nvcp", EMPTY), ("p/m.toml", manifest), ("p/k.comp", kernel)]);
        let compiler = || {
            Compiler::new().file(shaders.join("a.nvcp")).manifest(shaders.join("p/m.toml")).emit_rust("s.rs")
        };
        let (built, lines) = build(compiler(), &out, 2);
        assert_eq!(built.expect("a build").modules, ["a", "k_8", "k_16"]);
        let text = fs::read_to_string(out.join("s.rs")).expect("modules");
        assert!(text.contains("pub mod k_16 {") && text.contains("[16, 1, 1]"), "{text}");
        for path in ["a.nvcp", "p/m.toml", "p/k.comp"] {
            let line = format!("cargo::rerun-if-changed={}", shaders.join(path).display());
            assert!(lines.contains(&line), "{path} {lines:?}");
        }
        let (built, _) = build(compiler().file(shaders.join("p/k_8.comp")), &out, 2);
        assert!(matches!(built, Err(Error::Read { .. })));
        fs::write(shaders.join("k_8.comp"), kernel).expect("written");
        let (built, _) = build(compiler().file(shaders.join("k_8.comp")), &out, 2);
        assert!(matches!(built, Err(Error::SameModule { .. })));
        fs::write(shaders.join("p/m.toml"), "x = 1").expect("written");
        let error = build(compiler(), &out, 2).0.expect_err("an error").to_string();
        assert!(error.contains("unknown key `x`") && error.contains("m.toml:1:1"), "{error}");
    }

    #[test]
    fn only_changed_shaders_are_compiled_again() {
        let kernel = |n: u32| format!("#version 460\nlayout(local_size_x = {n}) in;\nvoid main() {{}}\n");
        let (_folder, shaders, out) = folders(&[("a.comp", &kernel(1)), ("b.comp", &kernel(2))]);
        let compiler = || Compiler::new().dir(&shaders).emit_rust("s.rs");
        build(compiler(), &out, 2).0.expect("a build");
        // Modules that are up to date are read from this folder, so its files must not be rewritten.
        let part = out.join("s.parts/a.rs");
        let text = fs::read_to_string(&part).expect("a module");
        fs::write(shaders.join("b.comp"), kernel(4)).expect("written");
        let modified = || fs::metadata(&part).and_then(|m| m.modified()).expect("a date");
        let before = modified();
        build(compiler(), &out, 2).0.expect("a build");
        assert_eq!(modified(), before);
        let all = fs::read_to_string(out.join("s.rs")).expect("modules");
        assert!(all.contains(&text) && all.contains("[4, 1, 1]"), "{all}");
    }

    #[test]
    fn configuration_errors_are_returned() {
        let (_folder, shaders, out) = folders(&[("a.nvcp", EMPTY)]);
        let error = |compiler: Compiler| build(compiler, &out, 1).0.expect_err("an error");
        let here = || Compiler::new().dir(&shaders);
        assert!(matches!(error(here()), Error::NoOutput));
        assert!(matches!(error(Compiler::new().emit_rust("s.rs")), Error::NoShaders));
        assert!(matches!(error(here().emit_rust("../s.rs")), Error::OutsideOutDir(_)));
        assert!(matches!(error(here().file("none.comp").emit_rust("s.rs")), Error::Read { .. }));
        assert!(matches!(error(Compiler::new().dir("none").emit_rust("s.rs")), Error::Read { .. }));
        let shared = here().bind(ResourceClass::Shared, 0, 0).emit_rust("s.rs");
        assert!(matches!(error(shared), Error::NoDescriptors("shared")));
        assert!(!out.exists());
    }
}
