//! The table of glslc's options.
//!
//! One row per option: its spelling, the form of its argument, and its effect, or the reason why it has no
//! effect or is rejected.

use super::limits;
use super::line::{Dependencies, Emit, Language, Line};
use crate::args::target::{spirv_version, target_env};
use crate::encoding::Encoding;
use crate::stage::Stage;
use nvc::{GlslVersion, MacroOption, OptLevel, ResourceClass};
use std::ffi::OsStr;

/// A message about an error in the command line.
pub(super) type UsageError = String;
type Done = Result<(), UsageError>;

/// An option.
#[derive(Debug)]
pub(super) struct Row {
    pub spelling: &'static str,
    pub form: Form,
    /// Placeholder of the argument in the help.
    pub argument: &'static str,
    pub help: &'static str,
}

/// The form of an option's argument, with the function that applies the option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// No argument.
    Flag(fn(&mut Line) -> Done),
    /// No argument and no effect; the help says so.
    NoEffect,
    /// No argument; the option is rejected for this reason.
    Refused(&'static str),
    /// The argument is the rest of the word, which may be empty.
    Joined(fn(&mut Line, &str) -> Done),
    /// The argument is the rest of the word. The option has no effect; the help says so.
    JoinedNoEffect,
    /// The argument is the rest of the word or, if that is empty, the next word.
    Value(fn(&mut Line, &OsStr) -> Done),
    /// The argument is the next word.
    Next(fn(&mut Line, &OsStr) -> Done),
    /// The argument follows `=` or is the next word.
    Long(fn(&mut Line, &str) -> Done),
    /// The arguments are an optional stage and an offset to add to the bindings of some resources.
    BindingBase(Based),
    /// The arguments are an optional stage, then one or more triples of register, set and binding. Applies
    /// to HLSL only.
    Registers,
    /// Prints this text on standard output instead of compiling.
    Text(Page),
}

/// A text that the command prints instead of compiling.
#[derive(Clone, Copy, Debug)]
pub(super) enum Page {
    Help,
    Limits,
    Version,
}

/// The resources to which a binding offset applies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Based {
    /// A class of resources.
    Class(ResourceClass),
    /// Separate textures or separate samplers. nvc has one class for both, so the only supported offset is
    /// 0.
    Separate,
    /// Resources that exist only in HLSL.
    Hlsl,
}

impl Form {
    /// Returns whether an argument is this option, perhaps with an attached value.
    fn matches(self, spelling: &str, word: &str) -> bool {
        match self {
            Form::Joined(_) | Form::JoinedNoEffect | Form::Value(_) => word.starts_with(spelling),
            Form::Long(_) => {
                word.strip_prefix(spelling).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
            }
            _ => word == spelling,
        }
    }
}

/// Returns the option that an argument starting with `-` sets.
pub(super) fn find(word: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.form.matches(row.spelling, word))
}

/// Returns all options, in the order of the help.
pub(super) fn rows() -> &'static [Row] {
    ROWS
}

const fn row(spelling: &'static str, form: Form, argument: &'static str, help: &'static str) -> Row {
    Row { spelling, form, argument, help }
}

/// An option whose spelling starts with that of another must come before it.
static ROWS: &[Row] = &[
    row("-c", Form::Flag(compile_only), "", "Compile each input to a file of its own"),
    row("-D", Form::Joined(define), "NAME[=VALUE]", "Define a macro"),
    row("-E", Form::Flag(preprocess), "", "Preprocess only; to standard output without -o"),
    row("-fauto-bind-uniforms", Form::NoEffect, "", "No effect: resources without a binding always get one"),
    row("-fauto-map-locations", Form::NoEffect, "", "No effect: compute shaders have no locations"),
    row(
        "-fauto-combined-image-sampler",
        Form::Refused("textures and samplers that are declared apart cannot be combined"),
        "",
        "Rejected: combine separate textures and samplers",
    ),
    row(
        "-fcbuffer-binding-base",
        Form::BindingBase(Based::Class(ResourceClass::Uniform)),
        "[STAGE] N",
        "As -fubo-binding-base",
    ),
    row("-fentry-point=", Form::JoinedNoEffect, "NAME", "No effect: names the entry point of HLSL"),
    row("-fhlsl-16bit-types", Form::NoEffect, "", "No effect: concerns HLSL"),
    row("-fhlsl_functionality1", Form::NoEffect, "", "No effect: concerns HLSL"),
    row("-fhlsl-functionality1", Form::NoEffect, "", "No effect: concerns HLSL"),
    row("-fhlsl-iomap", Form::NoEffect, "", "No effect: concerns HLSL"),
    row(
        "-fhlsl-offsets",
        Form::Refused("blocks have the layout that GLSL defines, not HLSL's"),
        "",
        "Rejected: lay out blocks by the rules of HLSL",
    ),
    row(
        "-fimage-binding-base",
        Form::BindingBase(Based::Class(ResourceClass::Image)),
        "[STAGE] N",
        "Add N to the bindings of images",
    ),
    row("-finvert-y", Form::NoEffect, "", "No effect: concerns vertex shaders"),
    row("-flimit=", Form::Joined(limit), "'NAME N ...'", "Set implementation limits"),
    row("-flimit-file", Form::Value(limit_file), "FILE", "Set the implementation limits in FILE"),
    row("-fnan-clamp", Form::NoEffect, "", "No effect: min, max and clamp always prefer a number to a NaN"),
    row(
        "-fpreserve-bindings",
        Form::Refused("resources that the shader does not use are not declared in the module"),
        "",
        "Rejected: keep unused resources",
    ),
    row(
        "-fresource-set-binding",
        Form::Registers,
        "[STAGE] REGISTER SET BINDING ...",
        "No effect: concerns HLSL",
    ),
    row(
        "-fsampler-binding-base",
        Form::BindingBase(Based::Separate),
        "[STAGE] N",
        "Rejected unless N is 0: add N to the bindings of separate samplers",
    ),
    row(
        "-fshader-stage=",
        Form::Joined(shader_stage),
        "STAGE",
        "The stage of the inputs that follow; only compute is supported",
    ),
    row(
        "-fssbo-binding-base",
        Form::BindingBase(Based::Class(ResourceClass::Storage)),
        "[STAGE] N",
        "Add N to the bindings of storage buffers",
    ),
    row(
        "-ftexture-binding-base",
        Form::BindingBase(Based::Separate),
        "[STAGE] N",
        "Rejected unless N is 0: add N to the bindings of separate textures",
    ),
    row("-fuav-binding-base", Form::BindingBase(Based::Hlsl), "[STAGE] N", "No effect: concerns HLSL"),
    row(
        "-fubo-binding-base",
        Form::BindingBase(Based::Class(ResourceClass::Uniform)),
        "[STAGE] N",
        "Add N to the bindings of uniform buffers",
    ),
    row("-g", Form::Flag(debug), "", "Emit source-level debug information"),
    row("-h", Form::Text(Page::Help), "", "Print this help"),
    row("--help", Form::Text(Page::Help), "", "Print this help"),
    row("-I", Form::Value(include), "DIR", "Search DIR for includes"),
    row(
        "-mfmt=",
        Form::Joined(format),
        "bin|num|c",
        "Write the module as words, hexadecimal numbers, or a C initializer",
    ),
    row("-MD", Form::Flag(depfile_also), "", "Write a dependency file beside the output"),
    row("-MF", Form::Next(depfile), "FILE", "Write the dependency file to FILE"),
    row("-MT", Form::Next(depfile_target), "TARGET", "The target of the dependency rule"),
    row("-MM", Form::Flag(depfile_only), "", "Same as -M"),
    row("-M", Form::Flag(depfile_only), "", "Write the dependency rule only"),
    row("-o", Form::Value(output), "FILE", "Write the output to FILE; - is standard output"),
    row(
        "-O",
        Form::Joined(optimise),
        "[0|s]",
        "Optimise, which is the default; 0: do not; s: also omit debug names",
    ),
    row("--show-limits", Form::Text(Page::Limits), "", "Print the implementation limits"),
    row("-std=", Form::Joined(standard), "VERSION", "The GLSL version, overriding #version"),
    row("-S", Form::Flag(assembly), "", "Write SPIR-V assembly"),
    row(
        "--target-env",
        Form::Long(environment),
        "ENV",
        "Target environment: vulkan1.0 (the default) to vulkan1.4; vulkan is vulkan1.0",
    ),
    row(
        "--target-spv",
        Form::Long(spirv),
        "VERSION",
        "SPIR-V version: spv1.0 to spv1.6; by default that of the environment",
    ),
    row("-U", Form::Value(undefine), "NAME", "Undefine a macro; glslc does not have this option"),
    row("--version", Form::Text(Page::Version), "", "Print the version"),
    row("-Werror", Form::Flag(warnings_are_errors), "", "Make warnings errors"),
    row("-w", Form::Flag(silence), "", "Disable warnings"),
    row(
        "--workarounds",
        Form::Long(workarounds),
        "LIST",
        "Driver workarounds, as for nvc compile; glslc does not have this option",
    ),
    row(
        "-x",
        Form::Value(language),
        "LANGUAGE",
        "The language of the inputs that follow: glsl; hlsl is refused",
    ),
];

fn compile_only(line: &mut Line) -> Done {
    line.linked = false;
    Ok(())
}

fn assembly(line: &mut Line) -> Done {
    if line.emit != Emit::Preprocessed {
        line.emit = Emit::Assembly;
    }
    compile_only(line)
}

fn preprocess(line: &mut Line) -> Done {
    line.emit = Emit::Preprocessed;
    compile_only(line)
}

fn depfile_only(line: &mut Line) -> Done {
    line.silent = true;
    preprocess(line)?;
    dependencies(line, Dependencies::Only)
}

fn depfile_also(line: &mut Line) -> Done {
    dependencies(line, Dependencies::Also)
}

fn dependencies(line: &mut Line, wanted: Dependencies) -> Done {
    if line.dependencies != Dependencies::None {
        return Err("`-M` (or `-MM`) and `-MD` exclude each other".to_owned());
    }
    line.dependencies = wanted;
    Ok(())
}

fn depfile(line: &mut Line, path: &OsStr) -> Done {
    line.depfile = Some(path.into());
    Ok(())
}

fn depfile_target(line: &mut Line, target: &OsStr) -> Done {
    line.depfile_target = Some(text(target)?.to_owned());
    Ok(())
}

fn output(line: &mut Line, path: &OsStr) -> Done {
    line.output = Some(path.into());
    Ok(())
}

fn include(line: &mut Line, dir: &OsStr) -> Done {
    line.include.push(dir.into());
    Ok(())
}

fn define(line: &mut Line, macro_: &str) -> Done {
    let (name, value) = macro_.split_once('=').unwrap_or((macro_, ""));
    if name.is_empty() {
        return Err("argument to '-D' is missing".to_owned());
    }
    if name.starts_with("GL_") {
        return Err(format!("names beginning with 'GL_' cannot be defined: -D{macro_}"));
    }
    if name.contains("__") {
        let warning = format!("names containing consecutive underscores are reserved: -D{macro_}");
        line.warnings.push(warning);
    }
    line.macros.push(MacroOption::Define(name.to_owned(), value.to_owned()));
    Ok(())
}

fn undefine(line: &mut Line, name: &OsStr) -> Done {
    line.macros.push(MacroOption::Undefine(text(name)?.to_owned()));
    Ok(())
}

fn limit(line: &mut Line, settings: &str) -> Done {
    limits::set(&mut line.limits, settings).map_err(|wrong| format!("-flimit error: {wrong}"))
}

fn limit_file(line: &mut Line, path: &OsStr) -> Done {
    let shown = path.to_string_lossy();
    let settings = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read limits file: {shown}: {error}"))?;
    limits::set(&mut line.limits, &settings).map_err(|wrong| format!("-flimit-file error: {wrong}"))
}

fn shader_stage(line: &mut Line, name: &str) -> Done {
    line.stage = Some(Stage::named(name).ok_or_else(|| format!("stage not recognized: '{name}'"))?);
    Ok(())
}

fn debug(line: &mut Line) -> Done {
    line.debug = true;
    Ok(())
}

fn format(line: &mut Line, name: &str) -> Done {
    line.encoding = Some(match name {
        "bin" => Encoding::Binary,
        "num" => Encoding::Numbers,
        "c" => Encoding::CInitializer,
        _ => return Err(invalid(name, "-mfmt=")),
    });
    Ok(())
}

fn optimise(line: &mut Line, level: &str) -> Done {
    line.opt_level = match level {
        "" => OptLevel::Full,
        "0" => OptLevel::None,
        "s" => OptLevel::Size,
        _ => return Err(invalid(level, "-O")),
    };
    Ok(())
}

fn standard(line: &mut Line, version: &str) -> Done {
    line.version = Some(GlslVersion::parse(version).ok_or_else(|| invalid(version, "-std="))?);
    Ok(())
}

fn environment(line: &mut Line, name: &str) -> Done {
    if name == "opengl" || name == "opengl4.5" {
        return Err(format!("'--target-env={name}' is not supported: modules are for Vulkan"));
    }
    line.target_env = target_env(name).map_err(|expected| wrong_value(name, "--target-env=", &expected))?;
    Ok(())
}

fn spirv(line: &mut Line, name: &str) -> Done {
    let version = spirv_version(name).map_err(|expected| wrong_value(name, "--target-spv=", &expected))?;
    line.target_spv = Some(version);
    Ok(())
}

fn warnings_are_errors(line: &mut Line) -> Done {
    line.warnings_are_errors = true;
    Ok(())
}

fn silence(line: &mut Line) -> Done {
    line.silent = true;
    Ok(())
}

fn workarounds(line: &mut Line, list: &str) -> Done {
    line.workarounds = list.parse().map_err(|error: nvc::UnknownWorkaround| error.to_string())?;
    Ok(())
}

fn language(line: &mut Line, name: &OsStr) -> Done {
    line.language = Some(match text(name)? {
        "glsl" => Language::Glsl,
        "hlsl" => Language::Hlsl,
        other => return Err(format!("language not recognized: '{other}'")),
    });
    Ok(())
}

fn invalid(value: &str, option: &str) -> UsageError {
    format!("invalid value '{value}' in '{option}{value}'")
}

fn wrong_value(value: &str, option: &str, expected: &str) -> UsageError {
    format!("{}: {expected}", invalid(value, option))
}

fn text(word: &OsStr) -> Result<&str, UsageError> {
    word.to_str().ok_or_else(|| format!("'{}' is not UTF-8", word.to_string_lossy()))
}
