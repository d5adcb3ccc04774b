//! Validation of finished modules by SPIRV-Tools, compiled in with the feature `validate`.

use nvc_ir::TargetEnv;

/// What the validator says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validation {
    /// The module keeps the rules of its environment.
    Valid,
    /// It breaks one; the validator's words.
    Invalid(String),
    /// No validator could be asked; why not.
    Unavailable(String),
}

/// Checks a module against the rules of SPIR-V and of a Vulkan version.
#[cfg(feature = "validate")]
pub fn validate(words: &[u32], env: TargetEnv) -> Validation {
    use spirv_tools::TargetEnv as Env;
    use spirv_tools::error::SpirvResult;
    use spirv_tools::val::{Validator, ValidatorOptions};

    let env = match env {
        TargetEnv::Vulkan1_0 => Env::Vulkan_1_0,
        TargetEnv::Vulkan1_1 => Env::Vulkan_1_1,
        TargetEnv::Vulkan1_2 => Env::Vulkan_1_2,
        TargetEnv::Vulkan1_3 => Env::Vulkan_1_3,
        TargetEnv::Vulkan1_4 => Env::Vulkan_1_4,
    };
    // What GLSL's `scalar` blocks need is a feature that the device has to have.
    let options = ValidatorOptions { scalar_block_layout: true, ..ValidatorOptions::default() };
    let validator = spirv_tools::val::create(Some(env));
    let mut verdict = validator.validate(words, Some(options.clone()));
    if verdict.is_err() && has_shared_blocks(words) {
        // The crate has no option for scalar layout in shared memory: the rest is looked at.
        verdict = validator.validate(words, Some(ValidatorOptions { skip_block_layout: true, ..options }));
    }
    match verdict {
        Ok(()) => Validation::Valid,
        Err(error) if error.inner == SpirvResult::OutOfMemory => {
            Validation::Unavailable("the validator ran out of memory".into())
        }
        Err(error) => Validation::Invalid(match error.diagnostic {
            Some(found) if found.notes.is_empty() => found.message,
            Some(found) => format!("{}\n{}", found.message, found.notes.trim_end()),
            None => error.to_string(),
        }),
    }
}

/// Whether a module has shared memory of explicit layout: the capabilities stand in front of all else.
#[cfg(feature = "validate")]
fn has_shared_blocks(words: &[u32]) -> bool {
    use rspirv::spirv::{Capability, Op};
    const CAPABILITY: u32 = 2 << 16 | Op::Capability as u32;
    let pairs = words.get(5..).unwrap_or_default().chunks_exact(2);
    let mut capabilities = pairs.take_while(|pair| pair[0] == CAPABILITY);
    capabilities.any(|pair| pair[1] == Capability::WorkgroupMemoryExplicitLayoutKHR as u32)
}

/// Says that this build has no validator.
#[cfg(not(feature = "validate"))]
pub fn validate(_words: &[u32], _env: TargetEnv) -> Validation {
    Validation::Unavailable("this build of nvc has no validator compiled in".into())
}
