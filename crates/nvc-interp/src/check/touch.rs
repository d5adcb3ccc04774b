//! Who touched a byte, and what orders touches: barriers and memory barriers.

use nvc_ir::imm::Scope;
use rustc_hash::FxHashMap;

/// An access to a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    /// The invocation, its work group in the upper half; 0 is none.
    pub who: u64,
    /// Memory barriers of the dispatch before it.
    pub time: u64,
    /// Barriers of the group before it.
    pub epoch: u32,
    pub warp: u32,
    /// It was meant to meet others.
    pub shared: bool,
}

impl Touch {
    /// The work group, as the checks count them.
    pub fn group(self) -> u64 {
        self.who >> 32
    }

    /// Whether no barrier orders the two, and they are not both meant to meet.
    pub fn conflicts(self, other: Touch) -> bool {
        let ordered = self.group() == other.group() && self.epoch != other.epoch;
        self.who != 0 && self.who != other.who && !ordered && !(self.shared && other.shared)
    }
}

/// The shadow of a byte.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shadow {
    /// The last write.
    pub write: Touch,
    /// Reads of two invocations: whoever writes is another than one of them.
    pub reads: [Touch; 2],
}

impl Shadow {
    /// A read. It takes the place of one that no later write can conflict with any more than with it;
    /// where there is none, two other invocations stand for it.
    pub fn read(&mut self, me: Touch, fences: &Fences) {
        let covered = |old: &Touch| {
            let again = old.who == me.who && (old.epoch != me.epoch || old.shared || !me.shared);
            let behind_barrier = old.group() == me.group() && old.epoch != me.epoch && !me.shared;
            old.who == 0 || again || behind_barrier || fences.published_to_all(*old)
        };
        let place = self.reads.iter().position(covered);
        let place = place.or_else(|| self.reads.iter().position(|old| old.shared && !me.shared));
        if let Some(place) = place {
            self.reads[place] = me;
        }
    }
}

/// The last memory barriers of an invocation, as times: one that orders more orders less, too.
#[derive(Clone, Copy, Debug, Default)]
struct Passed {
    subgroup: u64,
    group: u64,
    device: u64,
}

/// The memory barriers of a dispatch.
#[derive(Debug, Default)]
pub(super) struct Fences {
    now: u64,
    passed: FxHashMap<u64, Passed>,
}

impl Fences {
    /// Memory barriers so far.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// An invocation passes a memory barrier.
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

    /// Whether the invocation of a touch has passed a memory barrier since whose scope holds the other
    /// one. What orders that one behind it (a flag, the lockstep of a warp) is not looked for.
    pub fn published(&self, touch: Touch, other: Touch) -> bool {
        let passed = self.passed.get(&touch.who).copied().unwrap_or_default();
        let last = match touch.group() == other.group() {
            true if touch.warp == other.warp => passed.subgroup,
            true => passed.group,
            false => passed.device,
        };
        last > touch.time
    }

    /// Whether it is published to every invocation.
    fn published_to_all(&self, touch: Touch) -> bool {
        self.passed.get(&touch.who).is_some_and(|passed| passed.device > touch.time)
    }
}
