//! The command line.

use super::macros::Macros;
use super::run::Run;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use nvc::{BindRule, BindingMap, Emit, Language, OptLevel, TargetEnv, render};
use std::path::PathBuf;

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
    /// Run a shader on the built-in interpreter or a Vulkan device
    Run(Box<Run>),
    /// List what shaders can run on
    Devices,
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

    /// Output form: spirv, spvasm or ir
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
    /// What to compile for: vulkan1.0 to vulkan1.4
    #[arg(long, value_name = "ENV", default_value = "vulkan1.2", value_parser = target_env)]
    target_env: TargetEnv,

    /// Source language: nvasm or glsl. Told by content and file name if not given
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,

    #[command(flatten)]
    macros: Macros,

    /// Folder that GLSL's `#include` looks in, behind that of the file that includes
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Whose rules of GLSL hold: auto, opengl or vulkan
    #[arg(long, value_enum, value_name = "RULES", default_value_t)]
    flavour: FlavourName,

    /// Whom to follow where NVIDIA's driver differs from the extensions' texts
    #[arg(long, value_enum, value_name = "WHOM", default_value_t)]
    quirks: QuirksName,

    /// Optimise, which is the default; -O0 does not, -Os optimises for size
    #[arg(short = 'O', overrides_with = "optimise")]
    optimise: bool,

    // `-O0` is `-O -0` to the parser, and `-Os` is `-O -s`. A value of `-O` that may be missing
    // would swallow the input behind a plain `-O`.
    #[arg(short = '0', hide = true, requires = "optimise", conflicts_with = "small")]
    zero: bool,
    #[arg(short = 's', hide = true, requires = "optimise")]
    small: bool,

    /// Bind a class of resources: uniform, storage, counter, texture, image or bindless. Element n
    /// of the class is bound at BASE + n of SET
    #[arg(long, value_name = "CLASS=SET[:BASE]")]
    bind: Vec<BindRule>,

    /// Bind everything in set 0: uniform at 0, storage 32, texture 64, image 96, counter 128,
    /// bindless 160; --bind changes it further
    #[arg(long)]
    flat_bindings: bool,

    /// Do not run the SPIR-V validator over the result
    #[arg(long)]
    no_validate: bool,

    /// How diagnostics are printed; json is one object a line
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    message_format: MessageFormat,

    /// Colour in human diagnostics
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FlavourName {
    /// Told by the text
    #[default]
    Auto,
    /// OpenGL's
    Opengl,
    /// Vulkan's
    Vulkan,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum QuirksName {
    /// The texts
    #[default]
    Specification,
    /// The driver
    Driver,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum MessageFormat {
    /// With the source line, notes and help
    #[default]
    Human,
    /// file:line:col: error[code]: text
    Short,
    /// One object a line
    Json,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Common {
    /// What the library is told. `emit` and `print_after` are the caller's.
    pub fn options(&self) -> nvc::Options {
        let mut bindings = if self.flat_bindings { BindingMap::flat() } else { BindingMap::default() };
        for rule in &self.bind {
            rule.apply(&mut bindings);
        }
        nvc::Options {
            language: self.lang,
            target_env: self.target_env,
            opt_level: if self.zero { OptLevel::None } else { OptLevel::Full },
            bindings,
            validate: !self.no_validate,
            glsl: self.glsl(),
            ..nvc::Options::default()
        }
    }

    fn glsl(&self) -> nvc::GlslOptions {
        nvc::GlslOptions {
            macros: self.macros.0.clone(),
            flavour: match self.flavour {
                FlavourName::Auto => nvc::Flavour::Auto,
                FlavourName::Opengl => nvc::Flavour::OpenGl,
                FlavourName::Vulkan => nvc::Flavour::Vulkan,
            },
            quirks: match self.quirks {
                QuirksName::Specification => nvc::Quirks::Specification,
                QuirksName::Driver => nvc::Quirks::Driver,
            },
        }
    }

    /// How diagnostics are shown.
    pub fn style(&self) -> render::Style {
        let format = match self.message_format {
            MessageFormat::Human => render::Format::Human,
            MessageFormat::Short => render::Format::Short,
            MessageFormat::Json => render::Format::Json,
        };
        let color = match self.color {
            Color::Auto => super::report::terminal_wants_color(),
            Color::Always => true,
            Color::Never => false,
        };
        render::Style { format, color }
    }
}

fn target_env(name: &str) -> Result<TargetEnv, String> {
    TargetEnv::ALL.into_iter().find(|env| env.name() == name).ok_or_else(|| {
        let names = TargetEnv::ALL.map(TargetEnv::name).join(", ");
        format!("the target environments are {names}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
        assert_eq!(level(&["-Os", "x.nvcp"]), OptLevel::Full);
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
        assert_eq!(compile.common.include, [PathBuf::from("inc")]);
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
