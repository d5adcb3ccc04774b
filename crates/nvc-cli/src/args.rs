//! The command line. Each group of options is a struct in a file of its own.

mod backend;
mod compatibility;
mod dependencies;
mod messages;
mod source;
mod specialise;
pub(crate) mod target;
mod warnings;

use crate::coopmat::Coopmat;
use crate::extract::Extract;
use crate::generate::{Completions, Man};
use crate::permutations::Permutations;
use crate::reflect::{Reflect, ReflectFile};
use crate::report;
use crate::run::Run;
use crate::status::Status;
use crate::supports::Supports;
use backend::Backend;
use clap::{Args as ClapArgs, Parser, Subcommand};
use compatibility::Compatibility;
use dependencies::Dependencies;
pub(crate) use messages::Messages;
use nvc::{Code, Diagnostic, Diagnostics, Emit, SourceMap, render};
use source::Reading;
pub(crate) use specialise::{Specialise, size as group_size};
use std::ffi::OsString;
use std::path::PathBuf;
use target::Target;
use warnings::WarningArgs;

/// Compiles NVIDIA shader dialects to SPIR-V for Vulkan.
#[derive(Debug, Parser)]
#[command(
    name = "nvc",
    version,
    disable_version_flag = true,
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = "Exit status: 0 success, 1 an input has errors, 2 usage, I/O or environment error.\n\
                  @FILE expands to the arguments in FILE."
)]
pub(crate) struct Args {
    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,

    /// With --version, also print the versions of the grammar, libraries and validator
    #[arg(short, long, requires = "version")]
    pub verbose: bool,

    /// Exit with status 0 if EXTENSION is supported, 1 if not
    #[arg(long, value_name = "EXTENSION")]
    pub supports: Vec<String>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders to SPIR-V or another output format
    Compile(Box<Compile>),
    /// Report errors and warnings without writing output
    Check(Box<Check>),
    /// Compile the shader permutations that a manifest lists
    Batch(Box<Permutations>),
    /// Print a shader's reflection as JSON
    Reflect(Box<Reflect>),
    /// Run a shader on the built-in interpreter or a Vulkan device
    Run(Box<Run>),
    /// List the devices that shaders can run on
    Devices,
    /// Explain a diagnostic code, or list all codes
    Explain(Explain),
    /// Extract the assembly listing from an OpenGL program binary
    Extract(Extract),
    /// Compile with the command line of glslc; also without this word if nvc is called as `glslc`
    Glslc(Glslc),
    /// Check whether extensions are supported, or list all supported extensions
    Supports(Supports),
    /// Generate a shell completion script
    Completions(Completions),
    /// Generate manual pages
    Man(Man),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Compile {
    /// GLSL files, assembly listings, OpenGL program binaries, or directories of these; `-` for stdin
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Write output to FILE; `-` for stdout [default: INPUT with a new extension, in the current
    /// directory; stdout if INPUT is `-`]
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Write outputs to DIR, keeping directories below the inputs' common parent
    #[arg(long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,

    /// Output format: spirv, spvasm, ir, rust, c, wgsl, hlsl, msl or glsl
    #[arg(long, value_name = "FORMAT", default_value = "spirv")]
    pub emit: Emit,

    /// Preprocess GLSL only; write the result to stdout unless -o is given
    #[arg(short = 'E', conflicts_with = "emit")]
    pub preprocess: bool,

    /// Link the inputs, compilation units of one GLSL program, to one module
    #[arg(long)]
    pub link: bool,

    /// Print the IR after PASS to stderr; `all` for every pass
    #[arg(long, value_name = "PASS")]
    pub print_after: Vec<String>,

    /// Number of inputs to compile in parallel [default: number of CPUs]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub dependencies: Dependencies,
    #[command(flatten)]
    pub reflect: ReflectFile,
    #[command(flatten)]
    pub specialise: Specialise,
    #[command(flatten)]
    pub common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    /// GLSL files, assembly listings, OpenGL program binaries, or directories of these; `-` for stdin
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Number of inputs to check in parallel [default: number of CPUs]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub specialise: Specialise,
    #[command(flatten)]
    pub common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Explain {
    /// Diagnostic code or warning name, such as N0201 or unknown-option
    pub code: Option<String>,
}

#[derive(ClapArgs, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Glslc {
    /// Arguments of glslc; --help lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    pub arguments: Vec<OsString>,
}

/// Options of `compile`, `check` and `run`.
#[derive(ClapArgs, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub target: Target,
    #[command(flatten)]
    pub backend: Backend,
    #[command(flatten)]
    pub messages: Messages,
    #[command(flatten)]
    warnings: WarningArgs,
    #[command(flatten)]
    compatibility: Compatibility,
    #[command(flatten)]
    coopmat: Coopmat,
}

impl Common {
    /// The library's options. The caller sets `emit` and `print_after`.
    pub fn options(&self) -> nvc::Options {
        let options = nvc::Options::new()
            .with_language(self.reading.lang)
            .with_target_env(self.target.environment())
            .with_warnings(self.warnings.warnings().0)
            .with_opt_level(self.target.opt_level())
            .with_bindings(self.target.bindings())
            .with_bind_rules(self.target.bind.clone())
            .with_coopmat(self.coopmat.matrices())
            .with_validate(!self.target.no_validate)
            .with_quirks(self.reading.quirks())
            .with_macros(self.reading.macros())
            .with_glsl_flavour(self.reading.flavour())
            .with_glsl_version(self.compatibility.glsl_version);
        self.backend.apply(options)
    }

    /// Reports unknown warning names, before any input is read.
    pub fn check(&self) -> Status {
        let (warnings, unknown) = self.warnings.warnings();
        let mut found = Diagnostics::with(warnings);
        for warning in unknown {
            let finding = Diagnostic::new(Code::W0001, None, warning.to_string());
            found.add(match warning.near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("run `nvc explain` for a list of warnings"),
            });
        }
        report::print(&render::all(&found, &SourceMap::new(), self.style()));
        if found.has_errors() { Status::Environment } else { Status::Done }
    }

    /// How diagnostics are shown.
    pub fn style(&self) -> render::Style {
        self.messages.style()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use nvc::{BindingMap, Language, OptLevel};

    fn compile(args: &[&str]) -> Result<Box<Compile>, clap::Error> {
        let line = ["nvc", "compile"].iter().chain(args);
        match Args::try_parse_from(line)?.command {
            Some(Command::Compile(compile)) => Ok(compile),
            other => panic!("parsed as {other:?}"),
        }
    }

    #[test]
    fn command_definition_passes_claps_checks() {
        Args::command().debug_assert();
    }

    #[test]
    fn optimisation_levels_do_not_swallow_inputs() {
        let level = |args: &[&str]| {
            let compile = compile(args).expect("it parses");
            assert_eq!(compile.inputs, [PathBuf::from("x.nvcp")]);
            compile.common.options().opt_level()
        };
        assert_eq!(level(&["x.nvcp"]), OptLevel::Full);
        assert_eq!(level(&["-O", "x.nvcp"]), OptLevel::Full);
        assert_eq!(level(&["-O0", "x.nvcp"]), OptLevel::None);
        assert_eq!(level(&["-Os", "x.nvcp"]), OptLevel::Size);
        assert!(compile(&["-O7", "x"]).is_err());
        assert!(compile(&["-0", "x"]).is_err());
        assert!(compile(&["-O0", "-Os", "x"]).is_err());
    }

    #[test]
    fn bind_overrides_flat_bindings() {
        let compile = compile(&["--flat-bindings", "--bind", "image=2:5", "x"]).expect("it parses");
        let mut expected = BindingMap::flat();
        let base = nvc::Binding { set: 2, binding: 5 };
        assert!(expected.set(nvc::ResourceClass::Image, base));
        assert_eq!(compile.common.options().binding_map(Language::Glsl), expected);
    }

    #[test]
    fn macro_options_keep_their_order() {
        use nvc::MacroOption::{Define, Undefine};
        let compile = compile(&["-DA", "-U", "B", "-DF(x)=x+1", "-UA", "-I", "inc", "x"]).expect("it parses");
        let expected = [
            Define("A".into(), "1".into()),
            Undefine("B".into()),
            Define("F(x)".into(), "x+1".into()),
            Undefine("A".into()),
        ];
        assert_eq!(compile.common.options().macros(), &expected);
        assert_eq!(compile.common.reading.include, [PathBuf::from("inc")]);
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        for wrong in [
            &["--emit", "exe", "x"][..],
            &["--target-env", "vulkan2.0", "x"],
            &["--bind", "shared=0", "x"],
            &["-o", "a", "--out-dir", "b", "x"],
            &[],
        ] {
            assert!(compile(wrong).is_err(), "{wrong:?}");
        }
    }
}
