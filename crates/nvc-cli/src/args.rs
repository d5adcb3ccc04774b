//! Defines the command line for clap. Each group of options is a struct in its own file.

mod backend;
pub(crate) mod common;
mod compatibility;
pub(crate) mod deferred;
mod dependencies;
pub(crate) mod limits;
pub(crate) mod messages;
mod source;
pub(crate) mod specialise;
pub(crate) mod target;
mod warnings;

use crate::extract::Extract;
use crate::fmt::Fmt;
use crate::generate::{Completions, Man};
use crate::lsp::Lsp;
use crate::permutations::Permutations;
use crate::reflect::{Reflect, ReflectFile};
use crate::run::Run;
use crate::supports::Supports;
use clap::{Args as ClapArgs, Parser, Subcommand};
use common::Common;
use deferred::Deferred;
use dependencies::Dependencies;
use nvc::Emit;
use specialise::Specialise;
use std::ffi::OsString;
use std::path::PathBuf;

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
    Compile(Deferred<Compile>),
    /// Report errors and warnings without writing output
    Check(Deferred<Check>),
    /// Compile the shader permutations that a manifest lists
    Batch(Deferred<Permutations>),
    /// Print a shader's reflection as JSON
    Reflect(Deferred<Reflect>),
    /// Run a shader on the built-in interpreter or a Vulkan device
    Run(Deferred<Run>),
    /// List the devices that shaders can run on
    Devices,
    /// Explain a diagnostic code, or list all codes
    Explain(Deferred<Explain>),
    /// Extract the assembly listing from an OpenGL program binary
    Extract(Deferred<Extract>),
    /// Format assembly files
    Fmt(Deferred<Fmt>),
    /// Serve an editor (Language Server Protocol) on stdin and stdout
    Lsp(Deferred<Lsp>),
    /// Compile with the command line of glslc; also without this word if nvc is called as `glslc`
    Glslc(Deferred<Glslc>),
    /// Check whether extensions are supported, or list all supported extensions
    Supports(Deferred<Supports>),
    /// Generate a shell completion script
    Completions(Deferred<Completions>),
    /// Generate manual pages
    Man(Deferred<Man>),
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

    /// Compile again whenever an input or an included file changes, until interrupted
    #[arg(long, conflicts_with_all = ["depfile_only", "preprocess"])]
    pub watch: bool,

    /// Number of inputs to compile in parallel [default: number of CPUs]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
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

/// Parses the value of `--jobs`.
pub(crate) fn jobs(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "expected a number up to 65535; 0 is the number of CPUs")
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Check {
    /// GLSL files, assembly listings, OpenGL program binaries, or directories of these; `-` for stdin
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Number of inputs to check in parallel [default: number of CPUs]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use nvc::{BindingMap, Language, OptLevel};

    fn compile(args: &[&str]) -> Result<Deferred<Compile>, clap::Error> {
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
    fn optimisation_levels_do_not_consume_inputs() {
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

    /// Every option that the library can set by name must have the same effect as the corresponding
    /// command-line option.
    #[test]
    fn options_by_name_match_those_of_the_command_line() {
        let cases = [
            ("lang", "glsl", "--lang=glsl"),
            ("target-env", "vulkan1.1", "--target-env=vulkan1.1"),
            ("target-spv", "spv1.4", "--target-spv=spv1.4"),
            ("opt-level", "0", "-O0"),
            ("opt-level", "s", "-Os"),
            ("opt-level", "full", "-O"),
            ("debug", "true", "-g"),
            ("validate", "false", "--no-validate"),
            ("coopmat", "khr", "--coopmat=khr"),
            ("coopmat", "nv2", "--coopmat=nv2"),
            ("coopmat", "emulate", "--coopmat=emulate"),
            ("warp", "emulate", "--warp=emulate"),
            ("workarounds", "all,-abs-sign", "--workarounds=all,-abs-sign"),
            ("allow-extension", "SPV_KHR_fma", "--allow-extension=SPV_KHR_fma"),
            ("deny-extension", "SPV_KHR_integer_dot_product", "--deny-extension=SPV_KHR_integer_dot_product"),
            ("bindings", "flat", "--bindings=flat"),
            ("bind", "image=2:5", "--bind=image=2:5"),
            ("define", "A", "-DA"),
            ("define", "F(x)=x=1", "-DF(x)=x=1"),
            ("undefine", "A", "-UA"),
            ("flavour", "vulkan", "--flavour=vulkan"),
            ("quirks", "driver", "--quirks=driver"),
            ("std", "310es", "--glsl-version=310es"),
            ("warnings", "error=portability", "-Werror=portability"),
            ("limits", "tokens=5,time=9", "--limits=tokens=5,time=9"),
            ("spec", "3=7", "--spec=3=7"),
            ("freeze-spec", "true", "--freeze-spec"),
            ("local-size", "8,4", "--local-size=8,4"),
            ("remap-path-prefix", "a=b", "--remap-path-prefix=a=b"),
        ];
        let shown = |options: &nvc::Options| format!("{options:?}");
        for (name, value, argument) in cases {
            // Each option is combined with a target environment, because `--target-spv` alone selects the
            // oldest one.
            let compile =
                compile(&["--target-env=vulkan1.2", argument, "x"][usize::from(name == "target-env")..]);
            let compile = compile.unwrap_or_else(|error| panic!("{argument}: {error}"));
            let command = compile.common.options().with_specialization(compile.specialise.specialization());
            let mut options = nvc::Options::new();
            options.set(name, value).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(shown(&options), shown(&command), "{name}");
            let is_default = shown(&options) == shown(&nvc::Options::new());
            assert_eq!(is_default, (name, value) == ("opt-level", "full"), "{name} does nothing");
        }
        // The command sets these options from other arguments.
        let others = ["emit", "reflect"];
        for name in nvc::option_names().filter(|name| !others.contains(name)) {
            assert!(cases.iter().any(|case| case.0 == name), "{name} is not tested");
        }
    }
}
