//! [`Compiler`]: the entry point of the library.

use crate::{
    Cancellation, CompileError, Compiled, Loader, NoIncludes, Options, Report, Source, decode, loaded,
    pipeline,
};
use std::sync::Arc;

/// Compiles programs. Its only state is its options, its loader and its cancellation switch: it can be shared between
/// threads, and the same source always gives the same result unless the compilation is interrupted.
///
/// One compilation reports all errors of a source:
///
/// ```
/// use nvc::{Compiler, Options, Source};
///
/// let text = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP r;\nMOVE.U r.x, 1;\nADD.U r.x, r.x;\nEND\n";
/// let error = Compiler::default().compile(&Source::new("wrong.nvcp", text)).unwrap_err();
/// let found: Vec<_> = error.diagnostics().iter().map(|d| (d.code.as_str(), d.message.as_str())).collect();
/// assert_eq!(found, [("N0301", "unknown instruction `MOVE`"), ("N0302", "`ADD` takes 3 operands, 2 given")]);
/// assert_eq!(
///     error.to_string().lines().next(),
///     Some("wrong.nvcp:4:1: error[N0301]: unknown instruction `MOVE`")
/// );
/// ```
#[derive(Clone)]
pub struct Compiler {
    pub(crate) options: Options,
    pub(crate) loader: Arc<dyn Loader + Send + Sync>,
    pub(crate) cancellation: Option<Cancellation>,
}

impl Compiler {
    /// Creates a compiler that rejects includes.
    pub fn new(options: Options) -> Self {
        Compiler { options, loader: Arc::new(NoIncludes), cancellation: None }
    }

    /// Sets the loader for includes. Only the loader [`Folders`](crate::Folders) reads files.
    ///
    /// ```
    /// use nvc::{Compiler, LoadError, Loader, Options, Source};
    ///
    /// struct Table;
    ///
    /// impl Loader for Table {
    ///     fn load(&self, path: &str, _system: bool, _from: &str) -> Result<Source, LoadError> {
    ///         match path {
    ///             "size.glsl" => Ok(Source::new("lib/size.glsl", "#define SIZE 128\n")),
    ///             _ => Err(LoadError::NotFound { searched: vec!["the table".into()] }),
    ///         }
    ///     }
    /// }
    ///
    /// let text = "#version 460\n#extension GL_GOOGLE_include_directive : require\n\
    ///             #include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
    /// let compiler = Compiler::new(Options::new().with_reflect(true)).with_loader(Table);
    /// let compiled = compiler.compile(&Source::new("main.comp", text))?;
    /// assert_eq!(compiled.dependencies().collect::<Vec<_>>(), ["main.comp", "lib/size.glsl"]);
    /// let interface = compiled.reflection.ok_or("asked for")?;
    /// assert_eq!(interface.workgroup_size.map(|size| size.default_value()), [128, 1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_loader(mut self, loader: impl Loader + Send + Sync + 'static) -> Self {
        self.loader = Arc::new(loader);
        self
    }

    /// Sets a switch with which another thread stops compilations; they then fail with
    /// [`CompileError::is_interrupted`]. The compiler checks it before and after each phase and pass, and in long loops.
    ///
    /// ```
    /// use nvc::{Cancellation, Compiler, Source};
    ///
    /// let switch = Cancellation::new();
    /// let compiler = Compiler::default().with_cancellation(switch.clone());
    /// let source = Source::new("empty.comp", "#version 460\nvoid main() {}\n");
    /// assert!(compiler.compile(&source).is_ok());
    /// switch.cancel();
    /// assert!(compiler.compile(&source).is_err_and(|error| error.is_interrupted()));
    /// ```
    #[must_use]
    pub fn with_cancellation(mut self, cancellation: Cancellation) -> Self {
        self.cancellation = Some(cancellation);
        self
    }

    /// Replaces the options and keeps the loader and the cancellation switch.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Returns the compiler's options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Compiles a source.
    ///
    /// # Errors
    /// If the source has an error or a warning that the options turn into an error, exceeds a limit, or if the
    /// compilation is interrupted.
    pub fn compile(&self, source: &Source) -> Result<Compiled, CompileError> {
        self.link(source, &[])
    }

    /// Compiles several compilation units of one GLSL program to one module: functions that one unit declares may be
    /// defined in another, and globals with the same name are one variable. Each unit has its own `#version` and
    /// extensions. The output is named after the first.
    ///
    /// ```
    /// use nvc::{Compiler, Source};
    ///
    /// let main = "#version 460\nlayout(local_size_x = 32) in;\nuint twice(uint x);\n\
    ///             layout(std430, binding = 0) buffer B { uint b[]; };\n\
    ///             void main() { b[gl_LocalInvocationIndex] = twice(gl_LocalInvocationIndex); }\n";
    /// let library = "#version 430\nuint twice(uint x) { return x * 2; }\n";
    /// let library = Source::new("library.comp", library);
    /// let compiled = Compiler::default().link(&Source::new("main.comp", main), &[library])?;
    /// assert_eq!(compiled.dependencies().collect::<Vec<_>>(), ["main.comp", "library.comp"]);
    /// # Ok::<(), nvc::CompileError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Compiler::compile`]; also if the units do not fit together, or one of several is not GLSL.
    pub fn link(&self, first: &Source, others: &[Source]) -> Result<Compiled, CompileError> {
        let mut report = Report::new(first.clone(), &self.options, self.cancellation.as_ref());
        others.iter().for_each(|source| report.add(source));
        let recorder = loaded::Recorder::new(report.inputs.clone(), &*self.loader);
        let made = pipeline::compile(first, others, &self.options, &recorder, &mut report);
        report.inputs = recorder.into_names();
        report.diagnostics.sort();
        match made {
            Ok(made) if !report.diagnostics.has_errors() => Ok(Compiled {
                artifact: made.artifact,
                reflection: made.reflection,
                validator: made.validator,
                report,
            }),
            _ => Err(CompileError::new(report)),
        }
    }

    /// Compiles the content of a file: source text, or an OpenGL program binary that contains exactly one
    /// compute listing. `name` is the name of the file in diagnostics. Line numbers in a listing count from
    /// the first line of the listing.
    ///
    /// ```
    /// let binary = b"\x01\x00\xffwhat a driver writes\x00!!NVcp5.0\nGROUP_SIZE 32;\nEND\n\x00and more";
    /// let compiled = nvc::Compiler::default().compile_bytes("program.bin", binary)?;
    /// assert!(compiled.artifact.words().is_some());
    /// # Ok::<(), nvc::CompileError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Compiler::compile`]; also if the bytes are neither text nor such a program binary.
    pub fn compile_bytes(&self, name: &str, bytes: &[u8]) -> Result<Compiled, CompileError> {
        self.compile(&self.decode(name, bytes)?)
    }

    /// Links the contents of several files, each with its name, like [`Compiler::link`].
    ///
    /// # Errors
    /// As for [`Compiler::link`]; also if the bytes are neither text nor a program binary with one listing.
    pub fn link_bytes(
        &self,
        first: (&str, &[u8]),
        others: &[(&str, &[u8])],
    ) -> Result<Compiled, CompileError> {
        let first = self.decode(first.0, first.1)?;
        let others = others.iter().map(|(name, bytes)| self.decode(name, bytes));
        self.link(&first, &others.collect::<Result<Vec<_>, _>>()?)
    }

    /// Extracts the source text from the content of a file.
    pub(crate) fn decode(&self, name: &str, bytes: &[u8]) -> Result<Source, CompileError> {
        decode::source(name, bytes, &self.options.limits).map_err(|(source, diagnostic)| {
            let mut report = Report::new(source, &self.options, None);
            report.diagnostics.report(*diagnostic);
            CompileError::new(report)
        })
    }
}

impl Default for Compiler {
    /// Creates a compiler with the default options.
    fn default() -> Self {
        Compiler::new(Options::default())
    }
}

impl std::fmt::Debug for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiler").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::{CompileError, Compiler, LoadError, Loader, Options, Source, Warnings};

    /// A loader with one file per letter. Each file includes that of the next letter, up to `d`.
    struct Letters;

    impl Loader for Letters {
        fn load(&self, path: &str, _: bool, from: &str) -> Result<Source, LoadError> {
            let next = path.bytes().next().map_or(b'd', |byte| byte + 1);
            if path == "none" {
                return Err(LoadError::Other(format!("{from} includes a file that does not exist")));
            }
            let text = if next > b'd' { String::new() } else { format!("#include \"{}\"\n", next as char) };
            Ok(Source::new(format!("inc/{path}"), text))
        }
    }

    #[test]
    fn warning_options_disable_warnings_and_make_them_errors() {
        let source = Source::new("x.nvcp", "!!NVcp5.0\nOPTION NV_none;\nGROUP_SIZE 1;\nEND\n");
        let compiled = |settings: &[&str]| {
            let mut warnings = Warnings::default();
            for setting in settings {
                warnings.set(setting).expect("a warning");
            }
            let compiler = Compiler::new(Options::new().with_validate(false).with_warnings(warnings));
            match compiler.compile(&source) {
                Ok(compiled) => (true, compiled.warnings().len()),
                Err(error) => (false, error.diagnostics().len()),
            }
        };
        assert_eq!(compiled(&[]), (true, 1));
        assert_eq!(compiled(&["no-unknown-option"]), (true, 0));
        assert_eq!(compiled(&["error"]), (false, 1));
        assert_eq!(compiled(&["error", "no-error=unknown-option"]), (true, 1));
    }

    fn dependencies(includes: &str) -> Vec<String> {
        let head = "#version 460\n#extension GL_GOOGLE_include_directive : require\n";
        let text = format!("{head}{includes}layout(local_size_x = 1) in;\nvoid main() {{}}\n");
        let compiled = Compiler::default().with_loader(Letters).compile(&Source::new("main.comp", text));
        let report = compiled.map_or_else(CompileError::into_report, |compiled| compiled.report);
        report.dependencies().map(str::to_owned).collect()
    }

    #[test]
    fn dependencies_are_the_files_read_in_order_of_first_use() {
        assert_eq!(dependencies(""), ["main.comp"]);
        let both = "#include \"c\"\n#include \"b\"\n#include <c>\n";
        assert_eq!(dependencies(both), ["main.comp", "inc/c", "inc/d", "inc/b"]);
        assert_eq!(dependencies("#include \"d\"\n#include \"none\"\n"), ["main.comp", "inc/d"]);
        assert_eq!(dependencies("#if 0\n#include \"d\"\n#endif\n"), ["main.comp"]);
    }
}
