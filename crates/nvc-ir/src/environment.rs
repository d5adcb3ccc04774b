//! The target environment of a module: a Vulkan version and a SPIR-V version.
//!
//! The default SPIR-V version is the newest that drivers of the Vulkan version accept. The SPIR-V version can
//! be set separately, because tools may support an older version than the drivers do, and because an
//! extension brings SPIR-V 1.4 to Vulkan 1.1.

use crate::TargetEnv;

/// Major and minor version of SPIR-V.
pub type SpirvVersion = (u8, u8);

/// All SPIR-V versions, oldest first.
pub const SPIRV_VERSIONS: [SpirvVersion; 7] = [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6)];

/// The SPIR-V version that VK_KHR_spirv_1_4 adds to Vulkan 1.1.
const SPIRV_1_4: SpirvVersion = (1, 4);

/// A target environment: a Vulkan version and a SPIR-V version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Environment {
    /// The requested Vulkan version.
    named: TargetEnv,
    /// The SPIR-V version of the module.
    spirv: SpirvVersion,
}

impl Environment {
    /// Returns a Vulkan version combined with any SPIR-V version; `None` if there is no such SPIR-V version.
    pub fn with_spirv_version(env: TargetEnv, spirv: SpirvVersion) -> Option<Self> {
        SPIRV_VERSIONS.contains(&spirv).then_some(Environment { named: env, spirv })
    }

    /// Returns the oldest environment that accepts a SPIR-V version without an extension; `None` if there is no
    /// such SPIR-V version.
    pub fn of_spirv_version(spirv: SpirvVersion) -> Option<Self> {
        let env = TargetEnv::ALL.into_iter().find(|env| env.spirv_version() >= spirv)?;
        Self::with_spirv_version(env, spirv)
    }

    /// Returns the name of the Vulkan version on the command line.
    pub fn name(self) -> &'static str {
        self.named.name()
    }

    /// Returns the SPIR-V version of the module.
    pub fn spirv_version(self) -> SpirvVersion {
        self.spirv
    }

    /// Returns whether the SPIR-V version is the default of the Vulkan version.
    pub fn has_own_spirv_version(self) -> bool {
        self.spirv == self.named.spirv_version()
    }

    /// Returns the oldest Vulkan version, starting from the requested one, whose drivers can accept the
    /// SPIR-V version.
    pub fn vulkan(self) -> TargetEnv {
        if self.spirv == SPIRV_1_4 {
            return self.named.max(TargetEnv::Vulkan1_1);
        }
        let accepts = |env: &TargetEnv| *env >= self.named && env.spirv_version() >= self.spirv;
        TargetEnv::ALL.into_iter().find(accepts).unwrap_or(self.named)
    }

    /// Returns whether the module needs VK_KHR_spirv_1_4, because it uses SPIR-V 1.4 and the Vulkan version
    /// lacks it.
    pub fn needs_spirv_1_4_extension(self) -> bool {
        self.spirv == SPIRV_1_4 && self.vulkan().spirv_version() < SPIRV_1_4
    }

    /// Returns the environment's name in the options of SPIRV-Tools, such as `--target-env`.
    pub fn validator_name(self) -> &'static str {
        match self.needs_spirv_1_4_extension() {
            true => "vulkan1.1spv1.4",
            false => self.vulkan().name(),
        }
    }
}

impl Default for Environment {
    fn default() -> Self {
        TargetEnv::default().into()
    }
}

impl From<TargetEnv> for Environment {
    /// Combines a Vulkan version with its default SPIR-V version.
    fn from(env: TargetEnv) -> Self {
        Environment { named: env, spirv: env.spirv_version() }
    }
}

impl std::fmt::Display for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        match self.spirv {
            _ if self.has_own_spirv_version() => Ok(()),
            (major, minor) => write!(f, " with SPIR-V {major}.{minor}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(env: TargetEnv, spirv: SpirvVersion) -> Environment {
        Environment::with_spirv_version(env, spirv).expect("a version")
    }

    #[test]
    fn a_vulkan_version_has_its_own_spirv_version() {
        for env in TargetEnv::ALL {
            let own = Environment::from(env);
            assert_eq!((own.vulkan(), own.validator_name()), (env, env.name()));
            assert_eq!(own.to_string(), env.name());
            assert!(!own.needs_spirv_1_4_extension());
        }
    }

    #[test]
    fn lower_and_higher_spirv_versions() {
        use TargetEnv::{Vulkan1_0, Vulkan1_1, Vulkan1_2, Vulkan1_3, Vulkan1_4};
        for (env, spirv, vulkan, validator) in [
            (Vulkan1_0, (1, 1), Vulkan1_1, "vulkan1.1"),
            (Vulkan1_0, (1, 4), Vulkan1_1, "vulkan1.1spv1.4"),
            (Vulkan1_0, (1, 6), Vulkan1_3, "vulkan1.3"),
            (Vulkan1_1, (1, 0), Vulkan1_1, "vulkan1.1"),
            (Vulkan1_1, (1, 5), Vulkan1_2, "vulkan1.2"),
            (Vulkan1_2, (1, 4), Vulkan1_2, "vulkan1.2"),
            (Vulkan1_4, (1, 3), Vulkan1_4, "vulkan1.4"),
        ] {
            let both = with(env, spirv);
            assert_eq!((both.vulkan(), both.validator_name()), (vulkan, validator), "{both}");
        }
        assert_eq!(with(Vulkan1_3, (1, 0)).to_string(), "vulkan1.3 with SPIR-V 1.0");
        assert_eq!(Environment::with_spirv_version(Vulkan1_0, (1, 7)), None);
    }

    #[test]
    fn a_spirv_version_has_an_oldest_environment() {
        let oldest =
            |spirv| Environment::of_spirv_version(spirv).map(|env| (env.name(), env.spirv_version()));
        assert_eq!(oldest((1, 0)), Some(("vulkan1.0", (1, 0))));
        assert_eq!(oldest((1, 2)), Some(("vulkan1.1", (1, 2))));
        assert_eq!(oldest((1, 4)), Some(("vulkan1.2", (1, 4))));
        assert_eq!(oldest((2, 0)), None);
    }
}
