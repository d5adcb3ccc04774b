//! Compilation phases: which operations a module may contain. The operation table gives each
//! operation's last phase.

/// The compilation phase of a module. Each phase allows fewer operations than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Phase {
    /// As built by a front end: NVIDIA's operations, byte-addressed memory, condition codes.
    #[default]
    Built,
    /// Operations have SPIR-V's semantics; memory is typed.
    Lowered,
    /// Only operations that SPIR-V emission and the target environment support.
    Legal,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Phase; 3] = [Phase::Built, Phase::Lowered, Phase::Legal];

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Built => "built",
            Phase::Lowered => "lowered",
            Phase::Legal => "legal",
        }
    }
}
