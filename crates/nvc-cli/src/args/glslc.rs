//! Compatibility options of glslc and glslangValidator, hidden from the help. `docs/command.md` lists them.

use anyhow::{Result, bail};
use clap::Args;
use nvc::{GlslVersion, TargetEnv};

#[derive(Args, Debug)]
pub(crate) struct Glslc {
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

    /// SPIR-V version; selects the oldest target environment with it
    #[arg(long, hide = true, value_name = "VERSION", value_parser = spirv)]
    target_spv: Option<(u8, u8)>,
}

impl Glslc {
    /// The environment to compile for: that of `--target-env`, or the oldest with the SPIR-V version of
    /// `--target-spv`.
    pub fn target_env(&self, named: Option<TargetEnv>) -> TargetEnv {
        let by_version = || {
            let version = self.target_spv?;
            TargetEnv::ALL.into_iter().find(|env| env.spirv_version() == version)
        };
        named.or_else(by_version).unwrap_or_default()
    }

    /// Fails if `--target-spv` is not the environment's SPIR-V version.
    pub fn check(&self, named: Option<TargetEnv>) -> Result<()> {
        let env = self.target_env(named);
        match self.target_spv {
            Some((major, minor)) if env.spirv_version() != (major, minor) => {
                let (own_major, own_minor) = env.spirv_version();
                bail!(
                    "`--target-spv=spv{major}.{minor}` conflicts with {}, which has SPIR-V {own_major}.{own_minor}",
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
        _ => Err("only compute shaders are supported"),
    }
}

fn version(text: &str) -> Result<GlslVersion, &'static str> {
    GlslVersion::parse(text).ok_or("expected 140 to 460, 310es or 320es")
}

/// A SPIR-V version, such as `spv1.5`.
fn spirv(text: &str) -> Result<(u8, u8), String> {
    let mut versions: Vec<(u8, u8)> = TargetEnv::ALL.map(TargetEnv::spirv_version).to_vec();
    versions.dedup();
    let name = |(major, minor): &(u8, u8)| format!("spv{major}.{minor}");
    versions.iter().find(|version| name(version) == text).copied().ok_or_else(|| {
        let names: Vec<String> = versions.iter().map(name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
