//! Validates modules with SPIRV-Tools, if the feature `validate` is enabled.

use nvc_ir::Environment;
use std::fmt;
use std::path::PathBuf;

/// Version of the crate that contains SPIRV-Tools. The workspace requires exactly this version.
const SPIRV_TOOLS: &str = "0.13.3";

/// A SPIR-V validator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Validator {
    /// SPIRV-Tools, compiled in.
    BuiltIn {
        /// Version of the crate `spirv-tools`.
        version: &'static str,
    },
    /// An installed `spirv-val` program. This crate never runs one, but its callers can.
    Installed {
        /// Path of the program.
        path: PathBuf,
        /// First line of the program's output for `--version`.
        version: String,
    },
}

impl fmt::Display for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Validator::BuiltIn { version } => write!(f, "spirv-tools {version}, built in"),
            Validator::Installed { path, version } => write!(f, "{} ({version})", path.display()),
        }
    }
}

/// The result of validating a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Validation {
    /// The module is valid for its environment.
    Valid(Validator),
    /// The module is invalid.
    Invalid {
        /// The validator that rejected it.
        validator: Validator,
        /// The validator's message.
        message: String,
    },
    /// The module was not validated.
    Unavailable {
        /// The reason.
        reason: String,
    },
}

/// Returns the validator that is compiled in, if there is one.
pub fn built_in_validator() -> Option<Validator> {
    cfg!(feature = "validate").then_some(Validator::BuiltIn { version: SPIRV_TOOLS })
}

/// Returns the module without `OpName` and `OpMemberName`. SPIRV-Tools makes names unique for its messages, which takes time
/// quadratic in the number of equal names; all values of one variable have the same name.
pub fn without_names(words: &[u32]) -> Vec<u32> {
    const HEADER: usize = 5;
    let named =
        |word: u32| [spirv::Op::Name, spirv::Op::MemberName].iter().any(|op| *op as u32 == word & 0xffff);
    let mut kept = words.get(..HEADER).unwrap_or(words).to_vec();
    let mut rest = words.get(HEADER..).unwrap_or_default();
    while let [first, ..] = rest {
        // A malformed length leaves the rest as it is, for the validator to reject.
        let length = (first >> 16) as usize;
        if length == 0 || length > rest.len() {
            kept.extend_from_slice(rest);
            break;
        }
        let (inst, after) = rest.split_at(length);
        if !named(*first) {
            kept.extend_from_slice(inst);
        }
        rest = after;
    }
    kept
}

/// Validates a module for an environment, with the validator that is compiled in.
#[cfg(feature = "validate")]
pub fn validate(words: &[u32], env: Environment) -> Validation {
    use nvc_ir::TargetEnv;
    use spirv_tools::TargetEnv as Env;
    use spirv_tools::error::SpirvResult;
    use spirv_tools::val::{Validator as _, ValidatorOptions};

    if let Some(what) = newer_than_validator(words) {
        return Validation::Unavailable { reason: format!("the built-in validator does not support {what}") };
    }
    let env = match env.vulkan() {
        _ if env.needs_spirv_1_4_extension() => Env::Vulkan_1_1_Spirv_1_4,
        TargetEnv::Vulkan1_0 => Env::Vulkan_1_0,
        TargetEnv::Vulkan1_1 => Env::Vulkan_1_1,
        TargetEnv::Vulkan1_2 => Env::Vulkan_1_2,
        TargetEnv::Vulkan1_3 => Env::Vulkan_1_3,
        TargetEnv::Vulkan1_4 => Env::Vulkan_1_4,
        _ => return Validation::Unavailable { reason: format!("the validator has no {}", env.name()) },
    };
    // GLSL's `scalar` blocks are valid on devices with the feature `scalarBlockLayout`.
    let options = ValidatorOptions { scalar_block_layout: true, ..ValidatorOptions::default() };
    let tools = spirv_tools::val::create(Some(env));
    let check = |words: &[u32]| {
        let result = tools.validate(words, Some(options.clone()));
        if result.is_ok() || !has_shared_blocks(words) {
            return result;
        }
        // The crate has no option for scalar layout in workgroup memory, so validate everything but block
        // layouts.
        tools.validate(words, Some(ValidatorOptions { skip_block_layout: true, ..options.clone() }))
    };
    let mut result = check(&without_names(words));
    if result.is_err() && words.len() < NAMED_WORDS {
        // Validates again, so that the message shows the names.
        result = check(words);
    }
    let validator = Validator::BuiltIn { version: SPIRV_TOOLS };
    match result {
        Ok(()) => Validation::Valid(validator),
        Err(error) if error.inner == SpirvResult::OutOfMemory => {
            Validation::Unavailable { reason: "the validator ran out of memory".into() }
        }
        Err(error) => Validation::Invalid {
            validator,
            message: match error.diagnostic {
                Some(found) if found.notes.is_empty() => found.message,
                Some(found) => format!("{}\n{}", found.message, found.notes.trim_end()),
                None => error.to_string(),
            },
        },
    }
}

/// Maximum size, in words, of an invalid module that is validated again for a message with its names.
#[cfg(feature = "validate")]
const NAMED_WORDS: usize = 1 << 16;

/// SPIR-V extensions that the compiled-in SPIRV-Tools does not support, although its tables or the [`spirv`]
/// crate already contain their numbers.
#[cfg(feature = "validate")]
const NEWER_EXTENSIONS: &[&str] = &[
    "SPV_EXT_split_barrier",
    "SPV_NV_push_constant_bank",
    "SPV_EXT_long_vector",
    "SPV_KHR_fma",
    "SPV_EXT_shader_64bit_indexing",
    "SPV_EXT_descriptor_heap",
];

/// Names an opcode, capability, extension or other feature that is newer than the validator, if the module has one. The
/// [`spirv`] crate dates from the same year as the validator, so the validator does not know numbers that the crate does
/// not have.
#[cfg(feature = "validate")]
fn newer_than_validator(words: &[u32]) -> Option<String> {
    let module = crate::reader::Module::read(words).ok()?;
    if let Some(name) = module.extensions().find(|name| NEWER_EXTENSIONS.contains(&name.as_str())) {
        return Some(name);
    }
    if has_unsized_uniform_block(&module) {
        return Some("unsized arrays in uniform blocks".to_owned());
    }
    let mut rest = words.get(5..)?;
    while let [first, ..] = *rest {
        let (opcode, count) = (first & 0xffff, (first >> 16) as usize);
        if opcode == spirv::Op::ArrayLength as u32
            && let Some(ty) = rest.get(1).and_then(|&id| module.declaration(id))
            && ty.operand(0) == Some(64)
        {
            return Some("array lengths of 64 bits".to_owned());
        }
        if spirv::Op::from_u32(opcode).is_none() {
            return Some(format!("opcode {opcode}"));
        }
        if opcode == spirv::Op::Capability as u32
            && let Some(&capability) = rest.get(1)
            && spirv::Capability::from_u32(capability).is_none()
        {
            return Some(format!("capability {capability}"));
        }
        rest = rest.get(count.max(1)..)?;
    }
    None
}

/// Returns whether a uniform block ends in an array without a length (GL_EXT_uniform_buffer_unsized_array).
#[cfg(feature = "validate")]
fn has_unsized_uniform_block(module: &crate::reader::Module) -> bool {
    use spirv::{Op, StorageClass};
    let mut uniforms = module.variables().filter(|variable| variable.class == StorageClass::Uniform);
    uniforms.any(|variable| {
        let mut block = module.declaration(variable.pointee);
        while let Some(array) = block.filter(|ty| matches!(ty.op, Op::TypeArray | Op::TypeRuntimeArray)) {
            block = array.operand(0).and_then(|element| module.declaration(element));
        }
        let last = block.and_then(|block| block.operands.last().copied());
        last.and_then(|last| module.declaration(last)).is_some_and(|last| last.op == Op::TypeRuntimeArray)
    })
}

/// Returns whether a module has workgroup memory with explicit layout.
#[cfg(feature = "validate")]
fn has_shared_blocks(words: &[u32]) -> bool {
    use spirv::Capability;
    let explicit = Capability::WorkgroupMemoryExplicitLayoutKHR;
    crate::reader::Module::read(words)
        .is_ok_and(|module| module.capabilities().any(|capability| capability == explicit))
}

/// Does not validate, because no validator is compiled in.
#[cfg(not(feature = "validate"))]
pub fn validate(_words: &[u32], _env: Environment) -> Validation {
    Validation::Unavailable { reason: "this build of nvc has no validator compiled in".into() }
}

#[cfg(test)]
mod tests {
    use super::without_names;

    #[test]
    fn only_names_are_left_out() {
        let header = [0x0723_0203, 0x0001_0500, 0, 9, 0];
        let (name, member) = ([3 << 16 | 5, 1, 0x0061], [4 << 16 | 6, 1, 0, 0x0061]);
        let void = [2 << 16 | 19, 1];
        let whole = [&header[..], &name, &member, &void].concat();
        assert_eq!(without_names(&whole), [&header[..], &void].concat());
        // Malformed modules stay malformed: a length of 0, one past the end, no header.
        for rest in [&[5][..], &[9 << 16 | 19, 1]] {
            let broken = [&header[..], rest].concat();
            assert_eq!(without_names(&broken), broken);
        }
        assert_eq!(without_names(&header[..3]), header[..3]);
    }
}
