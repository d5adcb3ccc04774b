//! Optional run-time checks of the interpreter: out-of-bounds and misaligned accesses, uninitialized reads, stores
//! of undefined values, races, divergent barriers and matrix operations, shuffles from inactive lanes, undefined
//! divisions and shifts.
//!
//! For race detection, shadow memory records the last write and up to two reads of each byte, and the number of
//! barriers before each access.

mod touch;

use crate::layout::Leaf;
use crate::site::{Memory, Site, State};
use crate::trace::Invocation;
use nvc_diag::{Code, Diagnostic, Diagnostics, counted};
use nvc_ir::Module;
use nvc_ir::imm::Scope;
use rustc_hash::{FxHashMap, FxHashSet};
use touch::{Fences, Shadow, Touch};

/// Kinds of accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    Atomic,
}

/// A memory access by one lane.
pub(crate) struct Access<'a> {
    pub site: Site,
    pub invocation: Invocation,
    pub warp: u32,
    pub kind: Kind,
    pub memory: Memory,
    /// Offset of the lane's private memory in the private memory of the warp.
    pub private_start: usize,
    /// Returns a description of the memory for messages.
    pub describe: &'a dyn Fn() -> String,
    pub offset: u64,
    pub bytes: u32,
    /// The accessed scalars. There may be gaps between them.
    pub leaves: &'a [Leaf],
    pub align: u32,
    /// Size of the memory in bytes.
    pub size: usize,
    /// Whether the access is coherent, volatile or atomic. Such accesses do not race with each other.
    pub coherent: bool,
    /// Whether this is a write that does not change the value.
    pub unchanged: bool,
}

impl Access<'_> {
    /// Returns the offsets of the accessed bytes. The access must be in bounds.
    fn touched(&self) -> impl Iterator<Item = usize> {
        let start = self.offset as usize;
        self.leaves.iter().flat_map(move |leaf| {
            let first = start + leaf.offset as usize;
            first..first + leaf.bytes()
        })
    }
}

/// A finding at a site (an instruction of the module). Repetitions at the same site are only counted, in `more`.
struct Finding {
    site: Site,
    diagnostic: Diagnostic,
    more: u64,
}

/// The state of the checks.
pub(crate) struct Checks {
    buffers: Vec<Vec<Shadow>>,
    sizes: Vec<usize>,
    shared: Vec<Vec<Shadow>>,
    /// Bytes of private memory that have been written, by warp and offset.
    private: FxHashSet<(u32, usize)>,
    findings: Vec<Finding>,
    /// Indices into `findings`.
    ids: FxHashMap<(Code, Site), usize>,
    fences: Fences,
    /// Number of work groups started so far.
    group: u32,
    /// Number of barriers executed so far in the work group.
    epoch: u32,
}

impl Checks {
    /// Creates the state, without findings. `sizes` are the sizes of the buffers, `shared` those of the
    /// shared variables.
    pub fn new(sizes: impl Iterator<Item = usize>, shared: &[u32]) -> Self {
        let sizes: Vec<usize> = sizes.collect();
        Checks {
            buffers: vec![Vec::new(); sizes.len()],
            sizes,
            shared: shared.iter().map(|&n| vec![Shadow::default(); n as usize]).collect(),
            private: FxHashSet::default(),
            findings: Vec::new(),
            ids: FxHashMap::default(),
            fences: Fences::default(),
            group: 0,
            epoch: 0,
        }
    }

    /// Returns the findings, in the order of their first occurrence.
    pub fn findings(self, module: &Module) -> Diagnostics {
        let mut out = Diagnostics::new();
        for finding in self.findings {
            let func = module.functions.values().nth(finding.site.function);
            let inst = func.and_then(|func| func.get_inst(finding.site.inst));
            let mut diagnostic = finding.diagnostic;
            diagnostic.span = inst.and_then(|inst| inst.loc());
            if finding.more > 0 {
                diagnostic = diagnostic.note(format!("{} here", counted(finding.more, "more occurrence")));
            }
            out.report(diagnostic);
        }
        out
    }

    /// Starts a work group. Its shared and private memory is uninitialized.
    pub fn enter_group(&mut self) {
        self.group += 1;
        self.epoch = 0;
        self.shared.iter_mut().for_each(|memory| memory.fill(Shadow::default()));
        self.private.clear();
    }

    fn report(&mut self, code: Code, site: Site, make: impl FnOnce() -> Diagnostic) {
        if let Some(&known) = self.ids.get(&(code, site)) {
            self.findings[known].more += 1;
            return;
        }
        self.ids.insert((code, site), self.findings.len());
        self.findings.push(Finding { site, diagnostic: make(), more: 0 });
    }

    /// Records that an invocation executes a memory barrier.
    pub fn fence(&mut self, who: Invocation, scope: Scope) {
        self.fences.pass(self.identity(who), scope);
    }

    /// Returns a nonzero number that identifies an invocation in the dispatch. The upper half is the work
    /// group.
    fn identity(&self, who: Invocation) -> u64 {
        u64::from(self.group) << 32 | u64::from(who.local + 1)
    }

    /// Checks that all lanes of a warp reach a barrier. `all` is the mask of lanes that have invocations,
    /// including ended ones.
    pub fn at_barrier(&mut self, mask: u32, all: u32, site: Site) {
        if mask != all {
            self.report(Code::N0802, site, || {
                Diagnostic::new(Code::N0802, None, "a barrier is not reached by the whole workgroup")
                    .note(format!("{} of {} lanes of a warp reach it", mask.count_ones(), all.count_ones()))
                    .help("move the barrier to uniform control flow")
            });
        }
    }

    /// Checks that all lanes of a warp execute an operation on cooperative matrices, because the elements are
    /// distributed over all lanes.
    pub fn at_matrix(&mut self, mask: u32, all: u32, site: Site) {
        if mask != all {
            self.report(Code::N0802, site, || {
                Diagnostic::new(Code::N0802, None, "a matrix operation is not reached by the whole subgroup")
                    .note(format!("{} of {} lanes of a warp reach it", mask.count_ones(), all.count_ones()))
                    .help("move the operation to uniform control flow")
            });
        }
    }

    /// Checks that all warps of a work group reach the same barrier. Called when every warp has ended or is
    /// waiting. With `gathers`, they wait at an operation on work-group matrices instead, which does not
    /// order memory.
    pub fn barrier(&mut self, states: impl Iterator<Item = State>, gathers: bool) {
        self.epoch += u32::from(!gathers);
        let mut sites = Vec::new();
        let mut ended = 0;
        for state in states {
            match state {
                State::Waiting(site) | State::Gathering(site) => sites.push(site),
                _ => ended += 1,
            }
        }
        let Some(&first) = sites.first() else { return };
        let what = if gathers { "matrix operation" } else { "barrier" };
        if ended > 0 {
            self.report(Code::N0802, first, || {
                Diagnostic::new(Code::N0802, None, format!("a {what} is not reached by the whole workgroup"))
                    .note(format!("{ended} of {} warps have ended", ended + sites.len()))
                    .help(format!("make all invocations pass the {what} before any of them returns"))
            });
        }
        if let Some(&other) = sites.iter().find(|&&site| site != first) {
            self.report(Code::N0802, other, || {
                Diagnostic::new(Code::N0802, None, format!("warps of a workgroup wait at different {what}s"))
                    .help(format!("move the {what} to uniform control flow"))
            });
        }
    }

    /// Reports a shuffle that reads a lane that is inactive or, if `exists` is false, has no invocation.
    pub fn shuffle(&mut self, site: Site, who: Invocation, source: i64, exists: bool) {
        let why = if exists { "is inactive" } else { "belongs to no invocation" };
        self.report(Code::N0806, site, || {
            Diagnostic::new(Code::N0806, None, format!("a shuffle reads lane {source}, which {why}"))
                .note(by_invocation(who))
                .help("shuffle in uniform control flow, or read only active lanes")
        });
    }

    /// Reports a store of an undefined value.
    pub fn undefined(&mut self, site: Site, who: Invocation) {
        self.report(Code::N0804, site, || {
            Diagnostic::new(Code::N0804, None, "stores an undefined value")
                .note(by_invocation(who))
                .help("initialize the variable")
        });
    }

    /// Reports a division whose result is undefined.
    pub fn division(&mut self, site: Site, who: Invocation, by_zero: bool) {
        let message = if by_zero { "division by zero" } else { "division overflows" };
        self.report(Code::N0807, site, || {
            Diagnostic::new(Code::N0807, None, message).note(by_invocation(who))
        });
    }

    /// Reports a shift by at least the width.
    pub fn shift(&mut self, site: Site, who: Invocation, amount: u64, width: u8) {
        self.report(Code::N0807, site, || {
            let message = format!("shift of a {width}-bit integer by {amount}");
            Diagnostic::new(Code::N0807, None, message).note(by_invocation(who))
        });
    }

    /// Reports an index that is out of bounds of an array or vector.
    pub fn index(&mut self, site: Site, who: Invocation, index: i64, bound: u32) {
        self.report(Code::N0803, site, || {
            let message = format!("index {index} is out of bounds for {}", counted(bound, "element"));
            Diagnostic::new(Code::N0803, None, message).note(by_invocation(who))
        });
    }

    /// Checks a memory access by one lane.
    pub fn access(&mut self, a: Access<'_>) {
        if a.offset.checked_add(a.bytes.into()).is_none_or(|end| end > a.size as u64) {
            let verb = if a.kind == Kind::Read { "reads" } else { "writes" };
            self.report(Code::N0803, a.site, || {
                let message = format!("{verb} out of bounds of {}", (a.describe)());
                let note = match a.memory {
                    Memory::Image(_) => "the coordinates are outside the image".to_owned(),
                    Memory::Element => "the index is outside the array of buffers".to_owned(),
                    _ => format!("{} at offset {} of {}", counted(a.bytes, "byte"), a.offset as i64, a.size),
                };
                Diagnostic::new(Code::N0803, None, message).note(note).note(by_invocation(a.invocation))
            });
            return;
        }
        if a.align > 1 && !a.offset.is_multiple_of(a.align.into()) {
            self.report(Code::N0803, a.site, || {
                let message = format!("misaligned access to {}", (a.describe)());
                Diagnostic::new(Code::N0803, None, message)
                    .note(format!("offset {} is not a multiple of {}", a.offset, a.align))
                    .note(by_invocation(a.invocation))
            });
        }
        self.check_initialized(&a);
        self.check_races(&a);
    }

    /// Reports reads of shared and private memory that has not been written. Records writes to private memory.
    fn check_initialized(&mut self, a: &Access<'_>) {
        let unwritten = match a.memory {
            Memory::Shared(n) => {
                let shadow = self.shared.get(n);
                let blank = |at: usize| shadow.and_then(|m| m.get(at)).is_some_and(|b| b.write.who == 0);
                a.kind != Kind::Write && a.touched().any(blank)
            }
            Memory::Lane(start, _) => {
                let mut bytes = a.touched().map(|at| (a.warp, a.private_start + start + at));
                if a.kind == Kind::Read {
                    bytes.any(|at| !self.private.contains(&at))
                } else {
                    self.private.extend(bytes);
                    false
                }
            }
            _ => false,
        };
        if unwritten {
            self.report(Code::N0804, a.site, || {
                Diagnostic::new(Code::N0804, None, format!("reads uninitialized bytes of {}", (a.describe)()))
                    .note(format!("{} at offset {}", counted(a.bytes, "byte"), a.offset))
                    .note(by_invocation(a.invocation))
                    .help("write the memory before reading it; for shared memory, with a barrier in between")
            });
        }
    }

    /// Reports conflicting accesses that no barrier orders, and updates the shadow memory.
    fn check_races(&mut self, a: &Access<'_>) {
        let memory = match a.memory {
            Memory::Shared(n) => self.shared.get_mut(n),
            Memory::Buffer(n) => self.buffers.get_mut(n).map(|memory| {
                // The shadow memory is allocated at the first access.
                if memory.is_empty() {
                    *memory = vec![Shadow::default(); self.sizes.get(n).copied().unwrap_or(0)];
                }
                memory
            }),
            _ => None,
        };
        let Some(memory) = memory else { return };
        let me = Touch {
            who: u64::from(self.group) << 32 | u64::from(a.invocation.local + 1),
            warp: a.warp,
            epoch: self.epoch,
            time: self.fences.now(),
            coherent: a.coherent,
        };
        let mut other = None;
        let changes = a.kind != Kind::Read && !a.unchanged;
        for at in a.touched() {
            let Some(byte) = memory.get_mut(at) else { continue };
            let conflicts = |touch: Touch| touch.conflicts(me) && !self.fences.published(touch, me);
            if conflicts(byte.write) && !(a.unchanged && a.kind == Kind::Write) {
                other = other.or(Some(("written", byte.write)));
            }
            if let (true, Some(&read)) = (changes, byte.reads.iter().find(|&&read| conflicts(read))) {
                other = other.or(Some(("read", read)));
            }
            if changes || (a.kind == Kind::Write && byte.write.who == 0) {
                byte.write = me;
            } else {
                byte.read(me, &self.fences);
            }
        }
        if let Some((how, touch)) = other {
            self.report(Code::N0805, a.site, || race(a, how, touch, me));
        }
    }
}

fn race(a: &Access<'_>, how: &str, touch: Touch, me: Touch) -> Diagnostic {
    let verb = if a.kind == Kind::Read { "reads" } else { "writes" };
    let whose = match touch.group() == me.group() {
        true => format!("local index {} of the same workgroup", (touch.who & 0xffff_ffff).saturating_sub(1)),
        false => "another workgroup".to_owned(),
    };
    let what = (a.describe)();
    Diagnostic::new(Code::N0805, None, format!("race: {verb} {what} that another invocation has {how}"))
        .note(format!("{how} by {whose}, without a barrier in between"))
        .note(format!("{} at offset {}", counted(a.bytes, "byte"), a.offset))
        .note(by_invocation(a.invocation))
        .help("put a barrier between the accesses, or use atomics")
}

fn by_invocation(who: Invocation) -> String {
    let [x, y, z] = who.group;
    format!("by local index {} of workgroup {x},{y},{z}", who.local)
}
