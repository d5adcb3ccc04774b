//! Shadow memory for race detection: the recorded accesses to a byte, and the barriers that order them.

use nvc_ir::imm::Scope;
use rustc_hash::FxHashMap;

/// A recorded access to a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    /// The invocation, with its work group in the upper half; 0 if there was no access.
    pub who: u64,
    /// Number of memory barriers executed in the dispatch before the access.
    pub time: u64,
    /// Number of barriers executed in the work group before the access.
    pub epoch: u32,
    pub warp: u32,
    /// Whether the access is coherent, volatile or atomic.
    pub coherent: bool,
}

impl Touch {
    /// Returns the number of the invocation's work group.
    pub fn group(self) -> u64 {
        self.who >> 32
    }

    /// Returns whether two accesses conflict: they are by different invocations, no barrier orders them, and
    /// they are not both `coherent`.
    pub fn conflicts(self, other: Touch) -> bool {
        let ordered = self.group() == other.group() && self.epoch != other.epoch;
        self.who != 0 && self.who != other.who && !ordered && !(self.coherent && other.coherent)
    }
}

/// The recorded accesses to a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shadow {
    /// The last write.
    pub write: Touch,
    /// Reads by two different invocations. A writer differs from at least one of them.
    pub reads: [Touch; 2],
}

impl Shadow {
    /// Records a read. It replaces an old read if every later write that conflicts with the old read also
    /// conflicts with the new one. If there is no such read, a read that is not coherent replaces a coherent one,
    /// because it conflicts with more writes. Otherwise the new read is not recorded: the two recorded reads are
    /// by other invocations, so a conflict is still found.
    pub fn read(&mut self, me: Touch, fences: &Fences) {
        let replaceable = |old: &Touch| {
            let again = old.who == me.who && (old.epoch != me.epoch || old.coherent || !me.coherent);
            let after_barrier = old.group() == me.group() && old.epoch != me.epoch && !me.coherent;
            old.who == 0 || again || after_barrier || fences.published_to_all(*old)
        };
        let index = self.reads.iter().position(replaceable);
        let index = index.or_else(|| self.reads.iter().position(|old| old.coherent && !me.coherent));
        if let Some(index) = index {
            self.reads[index] = me;
        }
    }
}

/// Times of the last memory barriers of an invocation, by scope. A barrier of a wider scope counts for the
/// narrower ones.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    subgroup: u64,
    group: u64,
    device: u64,
}

/// The memory barriers of a dispatch. A time is the number of memory barriers executed before.
#[derive(Debug, Default)]
pub(super) struct Fences {
    now: u64,
    passed: FxHashMap<u64, Passed>,
}

impl Fences {
    /// Returns the number of memory barriers so far.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Records that an invocation executes a memory barrier.
    pub fn pass(&mut self, who: u64, scope: Scope) {
        self.now += 1;
        let passed = self.passed.entry(who).or_default();
        match scope {
            Scope::Invocation => {}
            Scope::Subgroup => passed.subgroup = self.now,
            Scope::Workgroup => (passed.subgroup, passed.group) = (self.now, self.now),
            Scope::Device => *passed = Passed { subgroup: self.now, group: self.now, device: self.now },
        }
    }

    /// Returns whether the invocation of an earlier access (`touch`) has since executed a memory barrier
    /// whose scope includes the invocation of `other`. Whether the program also synchronizes the two, by
    /// flags or lockstep execution, is not checked.
    pub fn published(&self, touch: Touch, other: Touch) -> bool {
        let passed = self.passed.get(&touch.who).copied().unwrap_or_default();
        let last = match touch.group() == other.group() {
            true if touch.warp == other.warp => passed.subgroup,
            true => passed.group,
            false => passed.device,
        };
        last > touch.time
    }

    /// Returns whether an access is published to every invocation.
    fn published_to_all(&self, touch: Touch) -> bool {
        self.passed.get(&touch.who).is_some_and(|passed| passed.device > touch.time)
    }
}
