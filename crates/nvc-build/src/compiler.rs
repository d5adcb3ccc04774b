//! What to compile, how, and what to make of it.

use crate::cargo::Directives;
use crate::environment::Environment;
use crate::inputs::{self, Input};
use crate::job::{self, Compiled};
use crate::{Error, output};
use nvc::{Binding, BindingMap, Folders, OptLevel, Options, ResourceClass, TargetEnv};
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
    includes: Vec<PathBuf>,
    variables: Vec<String>,
    options: Options,
    rust: Option<PathBuf>,
    /// A class that was to be bound and cannot be.
    unbound: Option<&'static str>,
}

/// What a build made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The names of the modules, in their order in the file.
    pub modules: Vec<String>,
    /// The files that hold them.
    pub files: Vec<PathBuf>,
}

impl Compiler {
    /// Compiles nothing yet, as `nvc compile` does without options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles all `.nvcp`, `.comp` and `.comp.glsl` files in a folder and in the folders within. Others
    /// are there to be included, or to be named ([`Compiler::file`]).
    pub fn dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Compiles a file.
    pub fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.files.push(file.into());
        self
    }

    /// Looks for what GLSL includes in a folder, behind that of the file that includes.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Defines a macro for GLSL, such as `("TILE", "16")` or `("SQUARE(x)", "x * x")`.
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options = self.options.define(name, value);
        self
    }

    /// Undefines a macro for GLSL.
    pub fn undefine(mut self, name: impl Into<String>) -> Self {
        self.options = self.options.undefine(name);
        self
    }

    /// Defines a macro as the environment variable of the same name says, if it is set; the build runs
    /// again when it changes.
    pub fn define_from_env(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        if let Ok(value) = std::env::var(&name) {
            self.options = self.options.define(name.clone(), value);
        }
        self.variables.push(name);
        self
    }

    /// What to compile for; the default is Vulkan 1.2.
    pub fn target_env(mut self, env: TargetEnv) -> Self {
        self.options = self.options.with_target_env(env);
        self
    }

    /// How hard to optimise.
    pub fn opt_level(mut self, level: OptLevel) -> Self {
        self.options = self.options.with_opt_level(level);
        self
    }

    /// Binds element n of a class of resources at `base + n` of a set. The class must have descriptors.
    pub fn bind(mut self, class: ResourceClass, set: u32, base: u32) -> Self {
        let mut bindings = self.options.bindings().clone();
        if !bindings.set(class, Binding { set, binding: base }) {
            self.unbound = Some(class.name());
        }
        self.options = self.options.with_bindings(bindings);
        self
    }

    /// Binds everything in set 0.
    pub fn flat_bindings(mut self) -> Self {
        self.options = self.options.with_bindings(BindingMap::flat());
        self
    }

    /// Any other option of the compiler. The form of the result is the builder's to choose.
    pub fn options(mut self, change: impl FnOnce(Options) -> Options) -> Self {
        self.options = change(self.options);
        self
    }

    /// Writes a module for each shader into a file of `OUT_DIR`, to be included with
    /// `include!(concat!(env!("OUT_DIR"), "/shaders.rs"))`.
    pub fn emit_rust(mut self, file: impl Into<PathBuf>) -> Self {
        self.rust = Some(file.into());
        self
    }

    /// Compiles and writes, tells cargo what to watch, and shows warnings. On an error it shows the
    /// whole report and ends the build script, which fails.
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

    /// The same for scripts that go on behind an error or name what was made: the error is returned and
    /// not shown.
    ///
    /// # Errors
    /// What kept the build from being made; nothing is written then.
    pub fn try_run(self) -> Result<Built, Error> {
        let (outcome, directives) = self.outcome();
        directives.print();
        outcome
    }

    /// What was made, and what cargo is to be told in any case.
    fn outcome(self) -> (Result<Built, Error>, Directives) {
        let mut directives = Directives::default();
        let built = Environment::of_cargo().and_then(|environment| self.build(&environment, &mut directives));
        (built, directives)
    }

    /// Compiles all that was named.
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
        let inputs = self.inputs()?;
        let modules = inputs::modules(&inputs)?;
        let options = self.options.with_emit(nvc::Emit::Spirv).with_reflect(true);
        let compiler = nvc::Compiler::new(options).with_loader(Folders::new(&*self.includes));
        let jobs: Vec<_> = std::iter::zip(&inputs, &modules).collect();
        let compiled = job::all(&jobs, &compiler, environment.jobs)?;
        let text = conclude(&compiled, directives)?;
        output::write(&rust, &text)?;
        Ok(Built { modules, files: vec![rust] })
    }

    /// What a build depends on before anything is read. A folder is watched with all in it: a file that
    /// is added may be a shader, or hide one that was included from further back.
    fn watch(&self, directives: &mut Directives) {
        for folder in self.folders.iter().chain(self.includes.iter().filter(|folder| folder.is_dir())) {
            directives.watch(folder);
        }
        for file in &self.files {
            directives.watch(file);
        }
        for variable in &self.variables {
            directives.watch_variable(variable);
        }
    }

    /// All shaders, each once: files in the order in which they were named, then those of the folders.
    fn inputs(&self) -> Result<Vec<Input>, Error> {
        let mut inputs: Vec<Input> = self.files.iter().cloned().map(Input::file).collect();
        for folder in &self.folders {
            inputs.extend(inputs::in_folder(folder)?);
        }
        let mut seen = std::collections::BTreeSet::new();
        inputs.retain(|input| seen.insert(input.path.clone()));
        if inputs.is_empty() { Err(Error::NoShaders) } else { Ok(inputs) }
    }
}

/// Tells what was read and found; the text of all modules, if there was no error.
fn conclude(compiled: &[Compiled], directives: &mut Directives) -> Result<String, Error> {
    let (mut text, mut report) = (String::new(), String::new());
    for shader in compiled {
        for path in &shader.read {
            directives.watch(path);
        }
        match &shader.module {
            Some(module) => {
                directives.warn(&shader.messages);
                text.push_str(module);
                text.push('\n');
            }
            None => report.push_str(&shader.messages),
        }
    }
    if report.is_empty() { Ok(text) } else { Err(Error::Shaders { report }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    const EMPTY: &str = "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n";

    /// Shaders in a folder, and an empty folder for what is made of them.
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
    fn every_input_is_watched_and_becomes_a_module() {
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
        assert!(!first.contains(&*shaders.to_string_lossy()), "the text depends on where the tree lies");
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
    fn all_shaders_report_and_nothing_is_written() {
        let wrong = "!!NVcp5.0\nGROUP_SIZE 32;\nNOPE R0;\nEND\n";
        let (_folder, shaders, out) = folders(&[("a.nvcp", wrong), ("b.nvcp", EMPTY), ("c.nvcp", wrong)]);
        let (built, _) = build(Compiler::new().dir(&shaders).emit_rust("s.rs"), &out, 2);
        let report = built.expect_err("an error").to_string();
        let place = |file: &str| report.find(&format!("{}:3:1", shaders.join(file).display()));
        assert!(place("a.nvcp").is_some() && place("a.nvcp") < place("c.nvcp"), "{report}");
        assert!(!out.exists());
    }

    #[test]
    fn what_cannot_be_built_is_told() {
        let (_folder, shaders, out) = folders(&[("a.nvcp", EMPTY)]);
        let told = |compiler: Compiler| build(compiler, &out, 1).0.expect_err("an error");
        let here = || Compiler::new().dir(&shaders);
        assert!(matches!(told(here()), Error::NoOutput));
        assert!(matches!(told(Compiler::new().emit_rust("s.rs")), Error::NoShaders));
        assert!(matches!(told(here().emit_rust("../s.rs")), Error::OutsideOutDir(_)));
        assert!(matches!(told(here().file("none.comp").emit_rust("s.rs")), Error::Read { .. }));
        assert!(matches!(told(Compiler::new().dir("none").emit_rust("s.rs")), Error::Read { .. }));
        let shared = here().bind(ResourceClass::Shared, 0, 0).emit_rust("s.rs");
        assert!(matches!(told(shared), Error::NoDescriptors("shared")));
        assert!(!out.exists());
    }
}
