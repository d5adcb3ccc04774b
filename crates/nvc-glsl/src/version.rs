//! Language versions and profiles, which `#version` and `-std` select (GLSL §3.3).

use nvc_diag::Span;

/// The supported desktop versions.
pub(crate) const VERSIONS: &[u16] = &[140, 150, 330, 400, 410, 420, 430, 440, 450, 460];
/// The supported ES versions.
pub(crate) const ES_VERSIONS: &[u16] = &[310, 320];

/// A language version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version {
    /// The version number, such as 460.
    pub number: u16,
    /// The profile.
    pub profile: Profile,
    /// The span of the `#version` directive, if there is one.
    pub span: Option<Span>,
}

impl Default for Version {
    /// Returns the version that is assumed for a source without a valid `#version`.
    fn default() -> Self {
        Version { number: 460, profile: Profile::Core, span: None }
    }
}

impl Version {
    /// Parses `460`, `450core`, `310es`; `None` if the version is unknown or unsupported.
    pub fn parse(word: &str) -> Option<Version> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, profile) = word.split_at_checked(digits)?;
        let number = number.parse().ok()?;
        let (profile, known) = match profile {
            "" | "core" => (Profile::Core, VERSIONS),
            "compatibility" => (Profile::Compatibility, VERSIONS),
            "es" => (Profile::Es, ES_VERSIONS),
            _ => return None,
        };
        let known = known.contains(&number) && (profile_allowed(number) || digits == word.len());
        known.then_some(Version { number, profile, span: None })
    }
}

/// Returns whether `#version` can name a profile, as it can since GLSL 1.50.
pub(crate) fn profile_allowed(number: u16) -> bool {
    number >= 150
}

/// A version's profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// `core`, the default.
    #[default]
    Core,
    /// `compatibility`
    Compatibility,
    /// `es`
    Es,
}
