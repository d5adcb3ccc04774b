//! Options of glslc and glslangValidator that build scripts pass and that mean the same here, or
//! nothing. They are not shown in the help; `docs/command.md` lists them.

use anyhow::{Result, bail};
use clap::Args;
use nvc::{GlslVersion, TargetEnv};

#[derive(Args, Debug)]
pub(crate) struct Glslc {
    /// Compile without linking, which is all there is
    #[arg(short = 'c', hide = true)]
    compile_only: bool,

    /// Make SPIR-V for Vulkan, which is all there is
    #[arg(short = 'V', hide = true)]
    vulkan: bool,

    /// The stage of the shader: only compute shaders are compiled (`-fshader-stage=`, `-S STAGE`)
    #[arg(long, hide = true, value_name = "STAGE", value_parser = stage)]
    shader_stage: Option<()>,

    /// Version of GLSL whatever `#version` says, such as 460 or 310es (`-std=`)
    #[arg(long, hide = true, value_name = "VERSION", value_parser = version)]
    pub glsl_version: Option<GlslVersion>,

    /// Version of SPIR-V; the one that goes with the target environment
    #[arg(long, hide = true, value_name = "VERSION", value_parser = spirv)]
    target_spv: Option<(u8, u8)>,
}

impl Glslc {
    /// The environment to compile for: the one that is named, or the oldest that has the version of
    /// SPIR-V that is named.
    pub fn target_env(&self, named: Option<TargetEnv>) -> TargetEnv {
        let by_version = || {
            let version = self.target_spv?;
            TargetEnv::ALL.into_iter().find(|env| env.spirv_version() == version)
        };
        named.or_else(by_version).unwrap_or_default()
    }

    /// Refuses a version of SPIR-V that the environment does not have.
    pub fn check(&self, named: Option<TargetEnv>) -> Result<()> {
        let env = self.target_env(named);
        match self.target_spv {
            Some((major, minor)) if env.spirv_version() != (major, minor) => {
                let (own_major, own_minor) = env.spirv_version();
                bail!(
                    "`--target-spv=spv{major}.{minor}` does not go with {}, which has SPIR-V {own_major}.{own_minor}",
                    env.name()
                )
            }
            _ => Ok(()),
        }
    }
}

fn stage(name: &str) -> Result<(), &'static str> {
    match name {
        "comp" | "compute" => Ok(()),
        _ => Err("nvc compiles compute shaders"),
    }
}

fn version(word: &str) -> Result<GlslVersion, &'static str> {
    GlslVersion::parse(word).ok_or("the versions are 330 to 460, 310es and 320es")
}

/// `spv1.5`.
fn spirv(word: &str) -> Result<(u8, u8), String> {
    let mut versions: Vec<(u8, u8)> = TargetEnv::ALL.map(TargetEnv::spirv_version).to_vec();
    versions.dedup();
    let name = |(major, minor): &(u8, u8)| format!("spv{major}.{minor}");
    versions.iter().find(|version| name(version) == word).copied().ok_or_else(|| {
        let names: Vec<String> = versions.iter().map(name).collect();
        format!("the versions that nvc writes are {}", names.join(", "))
    })
}
