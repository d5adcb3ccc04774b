//! Compilation phases, which determine the operations that a module may contain. The operation table lists
//! each operation's last phase.

/// The compilation phase of a module. Each phase allows fewer operations than the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Phase {
    /// Built by a front end: NVIDIA's operations, byte-addressed memory and condition codes are allowed.
    #[default]
    Built,
    /// Operations have SPIR-V's semantics; memory is typed.
    Lowered,
    /// All operations are supported by the SPIR-V back end and by the target environment.
    Legal,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Phase; 3] = [Phase::Built, Phase::Lowered, Phase::Legal];

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Built => "built",
            Phase::Lowered => "lowered",
            Phase::Legal => "legal",
        }
    }
}
