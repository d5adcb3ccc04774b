//! Target options: environment, optimisation level, bindings, validation.

use clap::Args;
use nvc::{BindRule, BindingScheme, Environment, OptLevel, SPIRV_VERSIONS, SpirvVersion, TargetEnv};

#[derive(Args, Debug)]
#[command(next_help_heading = "Target")]
pub(crate) struct Target {
    /// Target environment: vulkan1.0 to vulkan1.4 [default: vulkan1.2]
    #[arg(long, value_name = "ENV", value_parser = target_env)]
    target_env: Option<TargetEnv>,

    /// SPIR-V version: spv1.0 to spv1.6 [default: that of the target environment]; without --target-env, for
    /// the oldest environment that accepts it
    #[arg(long, value_name = "VERSION", value_parser = spirv_version)]
    target_spv: Option<SpirvVersion>,

    /// Optimise (the default); -O0 disables optimisation, -Os also omits debug names
    #[arg(short = 'O', overrides_with = "optimise")]
    optimise: bool,

    // clap parses `-O0` as `-O -0`, and `-Os` as `-O -s`. An optional value of `-O` would not work, because
    // a plain `-O` would take the following input as its value.
    #[arg(short = '0', hide = true, requires = "optimise", conflicts_with = "small")]
    zero: bool,
    #[arg(short = 's', hide = true, requires = "optimise")]
    small: bool,

    /// Descriptor bindings: `vulkan` (set 0 and the binding as written), `classes` (a set per resource class,
    /// as in OpenGL), or `flat` (set 0, a range of bindings per class) [default: vulkan for GLSL, classes for
    /// assembly]
    #[arg(long, value_name = "SCHEME", conflicts_with = "flat_bindings")]
    bindings: Option<BindingScheme>,

    /// Bind element n of a resource class (uniform, storage, counter, texture, image, bindless) at
    /// binding BASE + n of SET
    #[arg(long, value_name = "CLASS=SET[:BASE]")]
    pub bind: Vec<BindRule>,

    /// `--bindings flat`
    #[arg(long, hide = true)]
    flat_bindings: bool,

    /// Skip the SPIR-V validator
    #[arg(long)]
    pub no_validate: bool,
}

impl Target {
    /// Returns the target environment.
    pub fn environment(&self) -> Environment {
        environment(self.target_env, self.target_spv)
    }

    /// Returns the scheme that maps resources to bindings, if one is given.
    pub fn bindings(&self) -> Option<BindingScheme> {
        self.bindings.or(self.flat_bindings.then_some(BindingScheme::Flat))
    }

    /// Returns the optimisation level.
    pub fn opt_level(&self) -> OptLevel {
        match (self.zero, self.small) {
            (true, _) => OptLevel::None,
            (_, true) => OptLevel::Size,
            _ => OptLevel::Full,
        }
    }
}

/// Combines `--target-env` and `--target-spv`.
fn environment(env: Option<TargetEnv>, spirv: Option<SpirvVersion>) -> Environment {
    let chosen = match (env, spirv) {
        (_, None) => None,
        (None, Some(spirv)) => Environment::of_spirv_version(spirv),
        (Some(env), Some(spirv)) => Environment::with_spirv_version(env, spirv),
    };
    chosen.unwrap_or_else(|| env.unwrap_or_default().into())
}

/// Parses the value of `--target-env`.
pub(crate) fn target_env(name: &str) -> Result<TargetEnv, String> {
    // As in other compilers, `vulkan` without a version means Vulkan 1.0.
    let name = if name == "vulkan" { TargetEnv::Vulkan1_0.name() } else { name };
    TargetEnv::ALL.into_iter().find(|env| env.name() == name).ok_or_else(|| {
        let names = TargetEnv::ALL.map(TargetEnv::name).join(", ");
        format!("expected one of {names}")
    })
}

/// Parses the value of `--target-spv`, such as `spv1.5`.
pub(crate) fn spirv_version(name: &str) -> Result<SpirvVersion, String> {
    let spelled = |(major, minor): SpirvVersion| format!("spv{major}.{minor}");
    SPIRV_VERSIONS.into_iter().find(|&version| spelled(version) == name).ok_or_else(|| {
        let names = SPIRV_VERSIONS.map(spelled).join(", ");
        format!("expected one of {names}")
    })
}
