//! What a run watches for when it is told to: accesses out of bounds, uninitialised reads, races,
//! divergent barriers, shuffles from inactive lanes, undefined divisions and shifts.
//!
//! Each byte of memory has a shadow: who wrote it last, who read it, and between which barriers.

mod touch;

use crate::layout::Leaf;
use crate::machine::{Memory, Site, State};
use crate::trace::Invocation;
use nvc_diag::{Code, Diagnostic, Diagnostics, counted};
use nvc_ir::Module;
use nvc_ir::imm::Scope;
use rustc_hash::{FxHashMap, FxHashSet};
use touch::{Fences, Shadow, Touch};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    Atomic,
}

/// An access of one lane.
pub(crate) struct Access<'a> {
    pub site: Site,
    pub invocation: Invocation,
    pub warp: u32,
    pub kind: Kind,
    pub memory: Memory,
    /// Where the lane's own variables start in the warp's memory.
    pub own: usize,
    /// The memory in words.
    pub what: &'a dyn Fn() -> String,
    pub offset: u64,
    pub bytes: u32,
    /// The scalars of the access: between them may lie bytes that it leaves alone.
    pub leaves: &'a [Leaf],
    pub align: u32,
    /// Bytes of the memory.
    pub size: usize,
    /// Coherent, volatile or atomic: meant to meet others.
    pub shared: bool,
    /// A write of the value that is there already.
    pub unchanged: bool,
}

impl Access<'_> {
    /// The bytes that it reads or writes; it lies inside of its memory.
    fn touched(&self) -> impl Iterator<Item = usize> {
        let start = self.offset as usize;
        self.leaves.iter().flat_map(move |leaf| {
            let first = start + leaf.offset as usize;
            first..first + leaf.bytes()
        })
    }
}

/// What was found at one place.
struct Finding {
    site: Site,
    diagnostic: Diagnostic,
    more: u64,
}

/// The state of all checks.
pub(crate) struct Checks {
    buffers: Vec<Vec<Shadow>>,
    sizes: Vec<usize>,
    shared: Vec<Vec<Shadow>>,
    /// Bytes of lanes' own variables that have been written, by warp.
    own: FxHashSet<(u32, usize)>,
    findings: Vec<Finding>,
    ids: FxHashMap<(Code, Site), usize>,
    fences: Fences,
    /// Work groups entered so far.
    group: u32,
    epoch: u32,
}

impl Checks {
    /// Nothing is found yet; `sizes` are the lengths of the buffers.
    pub fn new(sizes: impl Iterator<Item = usize>, shared: &[u32]) -> Self {
        let sizes: Vec<usize> = sizes.collect();
        Checks {
            buffers: vec![Vec::new(); sizes.len()],
            sizes,
            shared: shared.iter().map(|&n| vec![Shadow::default(); n as usize]).collect(),
            own: FxHashSet::default(),
            findings: Vec::new(),
            ids: FxHashMap::default(),
            fences: Fences::default(),
            group: 0,
            epoch: 0,
        }
    }

    /// What was found, in the order of first sight.
    pub fn findings(self, module: &Module) -> Diagnostics {
        let mut out = Diagnostics::new();
        for finding in self.findings {
            let func = module.functions.values().nth(finding.site.function);
            let inst = func.and_then(|func| func.insts.get(finding.site.inst));
            let mut diagnostic = finding.diagnostic;
            diagnostic.span = inst.and_then(|inst| inst.loc);
            if finding.more > 0 {
                diagnostic = diagnostic.note(format!("{} more of the same here", finding.more));
            }
            out.report(diagnostic);
        }
        out
    }

    /// Another work group starts: its shared memory and its lanes' variables hold nothing.
    pub fn enter_group(&mut self) {
        self.group += 1;
        self.epoch = 0;
        self.shared.iter_mut().for_each(|memory| memory.fill(Shadow::default()));
        self.own.clear();
    }

    fn report(&mut self, code: Code, site: Site, make: impl FnOnce() -> Diagnostic) {
        if let Some(&known) = self.ids.get(&(code, site)) {
            self.findings[known].more += 1;
            return;
        }
        self.ids.insert((code, site), self.findings.len());
        self.findings.push(Finding { site, diagnostic: make(), more: 0 });
    }

    /// An invocation passes a memory barrier of this scope.
    pub fn fence(&mut self, who: Invocation, scope: Scope) {
        self.fences.pass(self.identity(who), scope);
    }

    /// An invocation's number in the dispatch, from 1 on; its work group is in the upper half.
    fn identity(&self, who: Invocation) -> u64 {
        u64::from(self.group) << 32 | u64::from(who.local + 1)
    }

    /// Some lanes of a warp reach a barrier, `all` are those that belong to invocations: one that has
    /// ended does not come here any more.
    pub fn at_barrier(&mut self, mask: u32, all: u32, site: Site) {
        if mask != all {
            self.report(Code::N0802, site, || {
                Diagnostic::new(Code::N0802, None, "a barrier is reached by a part of the work group")
                    .note(format!("{} of {} lanes of a warp are here", mask.count_ones(), all.count_ones()))
                    .help("move the barrier to where all invocations pass")
            });
        }
    }

    /// All warps have ended or wait.
    pub fn barrier(&mut self, states: impl Iterator<Item = State>) {
        self.epoch += 1;
        let mut sites = Vec::new();
        let mut ended = 0;
        for state in states {
            match state {
                State::Waiting(site) => sites.push(site),
                _ => ended += 1,
            }
        }
        let Some(&first) = sites.first() else { return };
        if ended > 0 {
            self.report(Code::N0802, first, || {
                Diagnostic::new(Code::N0802, None, "a barrier is reached by a part of the work group")
                    .note(format!("warps of the group that have ended: {ended} of {}", ended + sites.len()))
                    .help("let all invocations pass the barrier before any returns")
            });
        }
        if let Some(&other) = sites.iter().find(|&&site| site != first) {
            self.report(Code::N0802, other, || {
                Diagnostic::new(Code::N0802, None, "warps wait at different barriers")
                    .help("move the barrier to where all invocations pass")
            });
        }
    }

    /// A shuffle reads a lane that does not take part, or that is none of the warp's.
    pub fn shuffle(&mut self, site: Site, who: Invocation, source: i64, there: bool) {
        let why = if there { "is inactive" } else { "belongs to no invocation" };
        self.report(Code::N0806, site, || {
            Diagnostic::new(Code::N0806, None, format!("a shuffle reads lane {source}, which {why}"))
                .note(by(who))
                .help("shuffle where all lanes are active, or read active lanes only")
        });
    }

    /// A value that nothing defines reaches memory.
    pub fn undefined(&mut self, site: Site, who: Invocation) {
        self.report(Code::N0804, site, || {
            Diagnostic::new(Code::N0804, None, "stores a value that was never written")
                .note(by(who))
                .help("give the variable a value first")
        });
    }

    /// A division without a defined quotient.
    pub fn division(&mut self, site: Site, who: Invocation, by_zero: bool) {
        let what = if by_zero { "a division by zero" } else { "a quotient that overflows" };
        self.report(Code::N0807, site, || Diagnostic::new(Code::N0807, None, what).note(by(who)));
    }

    /// A shift by more than there is.
    pub fn amount(&mut self, site: Site, who: Invocation, amount: u64, width: u8) {
        self.report(Code::N0807, site, || {
            let message = format!("a shift of {width} bits by {amount}");
            Diagnostic::new(Code::N0807, None, message).note(by(who))
        });
    }

    /// An index outside an array or a vector.
    pub fn index(&mut self, site: Site, who: Invocation, index: i64, bound: u32) {
        self.report(Code::N0803, site, || {
            let message = format!("index {index} of {}", counted(bound, "element"));
            Diagnostic::new(Code::N0803, None, message).note(by(who))
        });
    }

    /// An access of one lane.
    pub fn access(&mut self, a: Access<'_>) {
        if a.offset.checked_add(a.bytes.into()).is_none_or(|end| end > a.size as u64) {
            let verb = if a.kind == Kind::Read { "reads" } else { "writes" };
            self.report(Code::N0803, a.site, || {
                let message = format!("{verb} outside {}", (a.what)());
                let place = match a.memory {
                    Memory::Image(_) => "no texel has these coordinates".to_owned(),
                    Memory::Element => "no buffer has this index".to_owned(),
                    _ => format!("{} at offset {} of {}", counted(a.bytes, "byte"), a.offset as i64, a.size),
                };
                Diagnostic::new(Code::N0803, None, message).note(place).note(by(a.invocation))
            });
            return;
        }
        if a.align > 1 && !a.offset.is_multiple_of(a.align.into()) {
            self.report(Code::N0803, a.site, || {
                let message = format!("an access to {} is not aligned", (a.what)());
                Diagnostic::new(Code::N0803, None, message)
                    .note(format!("offset {} is no multiple of {}", a.offset, a.align))
                    .note(by(a.invocation))
            });
        }
        self.initialised(&a);
        self.races(&a);
    }

    /// Shared memory and variables of functions hold nothing until they are written.
    fn initialised(&mut self, a: &Access<'_>) {
        let unwritten = match a.memory {
            Memory::Shared(n) => {
                let shadow = self.shared.get(n);
                let blank = |at: usize| shadow.and_then(|m| m.get(at)).is_some_and(|b| b.write.who == 0);
                a.kind != Kind::Write && a.touched().any(blank)
            }
            Memory::Lane(start, _) => {
                let mut bytes = a.touched().map(|at| (a.warp, a.own + start + at));
                if a.kind == Kind::Read {
                    bytes.any(|at| !self.own.contains(&at))
                } else {
                    self.own.extend(bytes);
                    false
                }
            }
            _ => false,
        };
        if unwritten {
            self.report(Code::N0804, a.site, || {
                Diagnostic::new(Code::N0804, None, format!("reads {} where nothing was written", (a.what)()))
                    .note(format!("{} at offset {}", counted(a.bytes, "byte"), a.offset))
                    .note(by(a.invocation))
                    .help("write it first; of shared memory, with a barrier between")
            });
        }
    }

    fn races(&mut self, a: &Access<'_>) {
        let memory = match a.memory {
            Memory::Shared(n) => self.shared.get_mut(n),
            Memory::Buffer(n) => self.buffers.get_mut(n).map(|memory| {
                // Only buffers that are accessed get a shadow.
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
            shared: a.shared,
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
        true => format!("local index {} of the same work group", (touch.who & 0xffff_ffff).saturating_sub(1)),
        false => "another work group".to_owned(),
    };
    let what = (a.what)();
    Diagnostic::new(Code::N0805, None, format!("a race: {verb} {what} that another invocation has {how}"))
        .note(format!("{how} by {whose}, with no barrier between"))
        .note(format!("{} at offset {}", counted(a.bytes, "byte"), a.offset))
        .note(by(a.invocation))
        .help("put a barrier between, or use atomics")
}

fn by(who: Invocation) -> String {
    let [x, y, z] = who.group;
    format!("by local index {} of work group {x},{y},{z}", who.local)
}
