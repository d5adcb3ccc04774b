//! Options that say what is compiled for, and how hard.

use clap::Args;
use nvc::{BindRule, BindingMap, OptLevel, TargetEnv};

#[derive(Args, Debug)]
#[command(next_help_heading = "Target")]
pub(crate) struct Target {
    /// What to compile for: vulkan1.0 to vulkan1.4 [default: vulkan1.2]
    #[arg(long, value_name = "ENV", value_parser = target_env)]
    pub target_env: Option<TargetEnv>,

    /// Optimise, which is the default; -O0 does not, -Os leaves out names, too
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
    pub no_validate: bool,
}

impl Target {
    /// Where resources are bound.
    pub fn bindings(&self) -> BindingMap {
        let mut bindings = if self.flat_bindings { BindingMap::flat() } else { BindingMap::default() };
        for rule in &self.bind {
            rule.apply(&mut bindings);
        }
        bindings
    }

    /// How hard to try for small and fast output.
    pub fn opt_level(&self) -> OptLevel {
        match (self.zero, self.small) {
            (true, _) => OptLevel::None,
            (_, true) => OptLevel::Size,
            _ => OptLevel::Full,
        }
    }
}

fn target_env(name: &str) -> Result<TargetEnv, String> {
    // As other compilers have it, no number means the first.
    let name = if name == "vulkan" { TargetEnv::Vulkan1_0.name() } else { name };
    TargetEnv::ALL.into_iter().find(|env| env.name() == name).ok_or_else(|| {
        let names = TargetEnv::ALL.map(TargetEnv::name).join(", ");
        format!("the target environments are {names}")
    })
}
