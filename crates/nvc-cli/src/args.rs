//! The command line. Each group of options is a struct in a file of its own.

mod backend;
mod dependencies;
mod glslc;
mod messages;
mod source;
mod specialise;
mod target;
mod warnings;

use crate::coopmat::Coopmat;
use crate::extract::Extract;
use crate::generate::{Completions, Man};
use crate::reflect::{Reflect, ReflectFile};
use crate::report;
use crate::run::Run;
use crate::status::Status;
use crate::supports::Supports;
use backend::Backend;
use clap::{Args as ClapArgs, Parser, Subcommand};
use dependencies::Dependencies;
use glslc::Glslc;
pub(crate) use messages::Messages;
use nvc::{Code, Diagnostic, Diagnostics, Emit, SourceMap, render};
use source::Reading;
pub(crate) use specialise::{Specialise, size as group_size};
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
    after_help = "Exit status: 0 done, 1 an input is wrong, 2 the command line, a file or the \
                  environment is wrong. A word @FILE stands for the words in FILE."
)]
pub(crate) struct Args {
    /// Print the version
    #[arg(short = 'V', long)]
    pub version: bool,

    /// With --version: print the versions of the grammar, the libraries and the validator too
    #[arg(short, long, requires = "version")]
    pub verbose: bool,

    /// End with status 0 if an extension is supported, with 1 if not
    #[arg(long, value_name = "EXTENSION")]
    pub supports: Vec<String>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders
    Compile(Box<Compile>),
    /// Report what is wrong with shaders, and write nothing
    Check(Box<Check>),
    /// Print a shader's interface as JSON
    Reflect(Box<Reflect>),
    /// Run a shader on the built-in interpreter or a Vulkan device
    Run(Box<Run>),
    /// List what shaders can run on
    Devices,
    /// Say what a diagnostic means; without a code, list all of them
    Explain(Explain),
    /// Write the listing in an OpenGL program binary
    Extract(Extract),
    /// End with status 0 if extensions are supported, with 1 if one is not; without any, list all
    Supports(Supports),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man(Man),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Compile {
    /// GLSL or assembly texts, OpenGL program binaries, or folders with such; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Output file; `-` is standard output. Without it, INPUT's name with a new extension in the
    /// current directory; standard output if INPUT is `-`
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Directory for the outputs of one or more inputs, which compile in parallel. Folders below
    /// the inputs' common parent are kept: a/x.nvcp b/x.nvcp give DIR/a/x.spv DIR/b/x.spv
    #[arg(long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,

    /// Output form: spirv, spvasm, ir, rust, c, wgsl, hlsl, msl or glsl
    #[arg(long, value_name = "FORM", default_value = "spirv")]
    pub emit: Emit,

    /// Only preprocess GLSL, and write the text to standard output if there is no `-o`
    #[arg(short = 'E', conflicts_with = "emit")]
    pub preprocess: bool,

    /// Print the module behind a pass to standard error; `all` for every pass
    #[arg(long, value_name = "PASS")]
    pub print_after: Vec<String>,

    /// Inputs that compile at the same time [default: as many as there are processors]
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
    /// GLSL or assembly texts, OpenGL program binaries, or folders with such; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Inputs that are checked at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<u16>,

    #[command(flatten)]
    pub specialise: Specialise,
    #[command(flatten)]
    pub common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Explain {
    /// The code or the name of a warning, such as N0201 or unknown-option
    pub code: Option<String>,
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
    glslc: Glslc,
    #[command(flatten)]
    coopmat: Coopmat,
}

impl Common {
    /// What the library is told. `emit` and `print_after` are the caller's.
    pub fn options(&self) -> nvc::Options {
        let options = nvc::Options::new()
            .with_language(self.reading.lang)
            .with_target_env(self.glslc.target_env(self.target.target_env))
            .with_warnings(self.warnings.warnings().0)
            .with_opt_level(self.target.opt_level())
            .with_bindings(self.target.bindings())
            .with_coopmat(self.coopmat.matrices())
            .with_validate(!self.target.no_validate)
            .with_quirks(self.reading.quirks())
            .with_macros(self.reading.macros())
            .with_glsl_flavour(self.reading.flavour())
            .with_glsl_version(self.glslc.glsl_version);
        self.backend.apply(options)
    }

    /// What is to be said of the options before anything is read: options that contradict one
    /// another, warnings that do not exist.
    pub fn check(&self) -> anyhow::Result<Status> {
        self.glslc.check(self.target.target_env)?;
        let (warnings, unknown) = self.warnings.warnings();
        let mut found = Diagnostics::with(warnings);
        for warning in unknown {
            let finding = Diagnostic::new(Code::W0001, None, warning.to_string());
            found.add(match warning.near {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("`nvc explain` lists the names"),
            });
        }
        report::print(&render::all(&found, &SourceMap::new(), self.style()));
        Ok(if found.has_errors() { Status::Environment } else { Status::Done })
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
    use nvc::{BindingMap, OptLevel};

    fn compile(args: &[&str]) -> Result<Box<Compile>, clap::Error> {
        let line = ["nvc", "compile"].iter().chain(args);
        match Args::try_parse_from(line)?.command {
            Some(Command::Compile(compile)) => Ok(compile),
            other => panic!("parsed as {other:?}"),
        }
    }

    #[test]
    fn definition_is_consistent() {
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
    fn bind_changes_the_flat_map() {
        let compile = compile(&["--flat-bindings", "--bind", "image=2:5", "x"]).expect("it parses");
        let mut expected = BindingMap::flat();
        let base = nvc::Binding { set: 2, binding: 5 };
        assert!(expected.set(nvc::ResourceClass::Image, base));
        assert_eq!(compile.common.options().bindings(), &expected);
    }

    #[test]
    fn macros_keep_their_order() {
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
    fn mistakes_are_found() {
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
