//! Options of glslangValidator and glslc that `nvc compile` also accepts, hidden from the help.
//! `docs/command.md` lists them. `nvc glslc` accepts the whole command line of glslc.

use clap::Args;
use nvc::GlslVersion;

#[derive(Args, Debug)]
pub(crate) struct Compatibility {
    /// Compile without linking; no effect
    #[arg(short = 'c', hide = true)]
    compile_only: bool,

    /// Target Vulkan; no effect
    #[arg(short = 'V', hide = true)]
    vulkan: bool,

    /// Shader stage; only compute is accepted (`-fshader-stage=`, `-S STAGE`)
    #[arg(long, hide = true, value_name = "STAGE", value_parser = stage)]
    shader_stage: Option<()>,

    /// Override `#version`, such as 460 or 310es (`-std=`)
    #[arg(long, hide = true, value_name = "VERSION", value_parser = version)]
    pub glsl_version: Option<GlslVersion>,
}

impl Compatibility {
    /// Returns whether an option declares the inputs to be compute shaders.
    pub fn is_compute(&self) -> bool {
        self.shader_stage.is_some()
    }
}

fn stage(name: &str) -> Result<(), &'static str> {
    match name {
        "comp" | "compute" => Ok(()),
        _ => Err("only compute shaders are supported"),
    }
}

fn version(text: &str) -> Result<GlslVersion, &'static str> {
    GlslVersion::parse(text).ok_or("expected 140 to 460, 310es or 320es")
}
