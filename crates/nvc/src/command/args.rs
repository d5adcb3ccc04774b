//! The command line. Each group of options is a struct in a file of its own.

mod backend;
mod messages;
mod source;
mod target;

use super::run::Run;
use backend::Backend;
use clap::{Args as ClapArgs, Parser, Subcommand};
use messages::Messages;
use nvc::{Emit, render};
use source::Reading;
use std::path::PathBuf;
use target::Target;

/// Behind the version number in `--version`; scripts read the first line only.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nreads NVcp5.0 assembly and GLSL; writes SPIR-V 1.0 to 1.6 for Vulkan 1.0 to 1.4"
);

/// Compiles NVIDIA shader dialects to SPIR-V for Vulkan.
#[derive(Debug, Parser)]
#[command(
    name = "nvc",
    version,
    long_version = VERSION,
    arg_required_else_help = true,
    after_help = "Exit status: 0 done, 1 an input is wrong, 2 the command line, a file or the \
                  environment is wrong."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compile shaders
    Compile(Compile),
    /// Report what is wrong with shaders, and write nothing
    Check(Check),
    /// Run a shader on the built-in interpreter
    Run(Box<Run>),
    /// Say what a diagnostic means; without a code, list all of them
    Explain(Explain),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Compile {
    /// GLSL or assembly texts, or OpenGL program binaries; `-` is standard input
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

    /// Output form: spirv, spvasm, ir, wgsl, hlsl, msl or glsl
    #[arg(long, value_name = "FORM", default_value = "spirv")]
    pub emit: Emit,

    /// Only preprocess GLSL, and write the text to standard output if there is no `-o`
    #[arg(short = 'E', conflicts_with = "emit")]
    pub preprocess: bool,

    /// Print the module behind a pass to standard error; `all` for every pass
    #[arg(long, value_name = "PASS")]
    pub print_after: Vec<String>,

    #[command(flatten)]
    pub common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    /// GLSL or assembly texts, or OpenGL program binaries; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub common: Common,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Explain {
    /// The code, such as N0201
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
}

impl Common {
    /// What the library is told. `emit` and `print_after` are the caller's.
    pub fn options(&self) -> nvc::Options {
        self.backend.apply(nvc::Options {
            language: self.reading.lang,
            target_env: self.target.target_env,
            opt_level: self.target.opt_level(),
            bindings: self.target.bindings(),
            validate: !self.target.no_validate,
            glsl: self.reading.glsl(),
            ..nvc::Options::default()
        })
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

    fn compile(args: &[&str]) -> Result<Compile, clap::Error> {
        let line = ["nvc", "compile"].iter().chain(args);
        match Args::try_parse_from(line)?.command {
            Command::Compile(compile) => Ok(compile),
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
            compile.common.options().opt_level
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
        assert_eq!(compile.common.options().bindings, expected);
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
        assert_eq!(compile.common.options().glsl.macros, expected);
        assert_eq!(compile.common.reading.include, [PathBuf::from("inc")]);
    }

    #[test]
    fn mistakes_are_found() {
        for wrong in [
            &["--emit", "rust", "x"][..],
            &["--target-env", "vulkan2.0", "x"],
            &["--bind", "shared=0", "x"],
            &["-o", "a", "--out-dir", "b", "x"],
            &[],
        ] {
            assert!(compile(wrong).is_err(), "{wrong:?}");
        }
    }
}
