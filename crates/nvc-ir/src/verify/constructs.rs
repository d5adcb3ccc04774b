//! Verifies structured control flow (invariants 15 to 17).
//!
//! Each block is assigned to the innermost construct that contains it, which follows from its immediate
//! structural dominator: a construct contains the blocks that its header dominates, up to the merge block.
//! Then every branch is checked once.

use super::cfg::Cfg;
use super::error::{Check, Errors, Invariant, fault};
use crate::entity::{Block, FuncId};
use crate::function::{Function, Target, Terminator};
use crate::text::Place;

/// Checks the order of blocks.
pub(super) fn check_order(id: FuncId, func: &Function, cfg: &Cfg, errors: &mut Errors) {
    for (position, &block) in (0u32..).zip(&func.layout) {
        let place = Place::Block(id, block);
        if !cfg.structure.is_reachable(position) {
            let message = "the block is neither reachable nor a merge or continue block";
            errors.add(Invariant::Order, place, message);
        }
        let dominators = [cfg.structure.immediate(position), cfg.branches.immediate(position)];
        if dominators.into_iter().flatten().any(|dominator| dominator > position) {
            errors.add(Invariant::Order, place, "the block comes before its dominator");
        }
    }
}

/// Checks constructs and their exits. The order of the blocks must be valid.
pub(super) fn check(id: FuncId, func: &Function, cfg: &Cfg, errors: &mut Errors) {
    let mut nest = Nest::new(func, cfg);
    nest.assign_roles(id, errors);
    for position in 0..func.layout.len() as u32 {
        nest.place_block(id, position, errors);
    }
    for (position, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
        let place = Place::Terminator(id, block);
        for to in data.term.targets().filter_map(|target| cfg.position(target.block)) {
            errors.check(place, nest.check_branch(position, to));
        }
        let returns = matches!(data.term, Terminator::Return(_) | Terminator::Unreachable);
        if returns && nest.outer[position as usize].is_some_and(|c| nest.constructs[c].in_continue) {
            errors.add(Invariant::Exits, place, "only the back edge may leave a continue construct");
        }
    }
    for (position, (block, data)) in (0usize..).zip(func.blocks_in_order()) {
        let count = nest.back_edges[position];
        if matches!(data.term, Terminator::Loop { .. }) && count != 1 {
            let message = format!("the loop has {count} back edges");
            errors.add(Invariant::Constructs, Place::Terminator(id, block), message);
        }
    }
}

/// Kinds of constructs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Selection,
    Switch,
    /// One case of a switch, with its index in the order of cases; `None` for the default case.
    Case(Option<u32>),
    Loop,
    Continue,
}

struct Construct {
    kind: Kind,
    /// Position of the header.
    header: u32,
    /// Position of the merge block.
    merge: u32,
    /// The enclosing construct.
    parent: Option<usize>,
    /// The loop that a break or continue in this construct refers to.
    innermost_loop: Option<usize>,
    /// The switch that a break in this construct refers to.
    innermost_switch: Option<usize>,
    in_continue: bool,
}

/// The roles that headers assign to a block. Blocks are identified by position in the layout.
#[derive(Clone, Copy, Default)]
struct Role {
    merge_of: Option<u32>,
    continue_of: Option<u32>,
    /// The switch that has the block as a case, and the index of that case. If there are several such switches, the last
    /// one; the branches from the others are reported as invalid.
    case_of: Option<(u32, Option<u32>)>,
}

struct Nest<'a> {
    func: &'a Function,
    cfg: &'a Cfg,
    constructs: Vec<Construct>,
    roles: Vec<Role>,
    /// The construct that contains each block. A header is not in its own construct.
    outer: Vec<Option<usize>>,
    /// The construct from which each block's branches leave. For a header, that is its own construct.
    inner: Vec<Option<usize>>,
    back_edges: Vec<u32>,
    /// For each case block, the number of branches from other cases.
    fall_throughs: Vec<u32>,
}

impl<'a> Nest<'a> {
    fn new(func: &'a Function, cfg: &'a Cfg) -> Self {
        let count = func.layout.len();
        Nest {
            func,
            cfg,
            constructs: Vec::new(),
            roles: vec![Role::default(); count],
            outer: vec![None; count],
            inner: vec![None; count],
            back_edges: vec![0; count],
            fall_throughs: vec![0; count],
        }
    }

    /// Records the header of each merge and continue block. Each block may belong to only one header.
    fn assign_roles(&mut self, id: FuncId, errors: &mut Errors) {
        for (header, (block, data)) in (0u32..).zip(self.func.blocks_in_order()) {
            let place = Place::Terminator(id, block);
            let mut claim = |named: Block, is_merge: bool| {
                let Some(position) = self.cfg.position(named) else { return };
                let role = &mut self.roles[position as usize];
                let taken = role.merge_of.is_some() || role.continue_of.is_some();
                if taken || position == header {
                    let message =
                        format!("b{position} is already a merge or continue block, or this block itself");
                    errors.add(Invariant::Constructs, place, message);
                } else if self.cfg.structure.immediate(position) != Some(header) {
                    let message = format!("this header does not dominate b{position}");
                    errors.add(Invariant::Constructs, place, message);
                }
                let slot = if is_merge { &mut role.merge_of } else { &mut role.continue_of };
                *slot = Some(header);
            };
            if let Some(merge) = data.term.merge() {
                claim(merge, true);
            }
            if let Terminator::Loop { cont, .. } = data.term {
                claim(cont, false);
            }
        }
    }

    /// Determines the construct of a block. The constructs of its dominators are already known.
    fn place_block(&mut self, id: FuncId, position: u32, errors: &mut Errors) {
        let Role { merge_of, continue_of, case_of } = self.roles[position as usize];
        let outer = if let Some(header) = merge_of {
            self.outer[header as usize]
        } else if let Some(header) = continue_of {
            let own = self.inner[header as usize];
            let merge = own.map_or(u32::MAX, |own| self.constructs[own].merge);
            Some(self.construct(Kind::Continue, header, merge, self.outer[header as usize]))
        } else if let Some(dominator) = self.cfg.structure.immediate(position) {
            let parent = self.inner[dominator as usize];
            match (case_of, parent) {
                (Some((header, index)), Some(switch)) if header == dominator => {
                    let merge = self.constructs[switch].merge;
                    Some(self.construct(Kind::Case(index), header, merge, parent))
                }
                _ => parent,
            }
        } else {
            None
        };
        self.outer[position as usize] = outer;
        if outer.is_some_and(|c| self.constructs[c].merge <= position) {
            let place = Place::Block(id, self.func.layout[position as usize]);
            errors.add(Invariant::Order, place, "the block comes after the merge block of its construct");
        }
        self.inner[position as usize] = self.open(position).or(outer);
    }

    /// Creates the construct that the block is the header of, if it is a header.
    fn open(&mut self, position: u32) -> Option<usize> {
        let term = &self.func.blocks[self.func.layout[position as usize]].term;
        let merge = self.cfg.position(term.merge()?)?;
        let kind = match term {
            Terminator::Loop { .. } => Kind::Loop,
            Terminator::Switch { cases, default, .. } => {
                let mut index = 0;
                let mut before = None;
                let position_of = |target: &Target| self.cfg.position(target.block);
                if let Some(at) = position_of(default) {
                    self.roles[at as usize].case_of = Some((position, None));
                }
                for (_, target) in cases {
                    // The literals of one case are adjacent.
                    index += u32::from(before.is_some_and(|before| before != target.block));
                    before = Some(target.block);
                    if let Some(at) = position_of(target).filter(|_| target.block != default.block) {
                        self.roles[at as usize].case_of = Some((position, Some(index)));
                    }
                }
                Kind::Switch
            }
            _ => Kind::Selection,
        };
        Some(self.construct(kind, position, merge, self.outer[position as usize]))
    }

    fn construct(&mut self, kind: Kind, header: u32, merge: u32, parent: Option<usize>) -> usize {
        let own = self.constructs.len();
        let above = parent.map(|parent| &self.constructs[parent]);
        let innermost_loop = match kind {
            Kind::Loop => Some(own),
            Kind::Continue => None,
            _ => above.and_then(|above| above.innermost_loop),
        };
        let innermost_switch = match kind {
            Kind::Switch => Some(own),
            Kind::Loop | Kind::Continue => None,
            _ => above.and_then(|above| above.innermost_switch),
        };
        let in_continue = kind == Kind::Continue || above.is_some_and(|above| above.in_continue);
        self.constructs.push(Construct {
            kind,
            header,
            merge,
            parent,
            innermost_loop,
            innermost_switch,
            in_continue,
        });
        own
    }

    /// Checks one branch.
    fn check_branch(&mut self, from: u32, to: u32) -> Check {
        let inner = self.inner[from as usize];
        let construct = inner.map(|inner| &self.constructs[inner]);
        if to <= from {
            return self.check_back_edge(from, to);
        }
        let role = self.roles[to as usize];
        if let Some(header) = role.merge_of {
            let left = self.inner[header as usize];
            let exits = construct.is_some_and(|c| c.innermost_loop == left || c.innermost_switch == left);
            if inner == left || exits {
                return Ok(());
            }
            let message = format!(
                "b{to}, the merge block of b{header}, is not a valid exit from {}",
                self.describe(inner)
            );
            return fault(Invariant::Exits, message);
        }
        if let Some(header) = role.continue_of {
            let of = self.inner[header as usize];
            if construct.is_some_and(|c| c.innermost_loop.is_some() && c.innermost_loop == of) {
                return Ok(());
            }
            let message = format!(
                "b{to} is the continue block of b{header}, which is not the innermost loop of {}",
                self.describe(inner)
            );
            return fault(Invariant::Exits, message);
        }
        let outer = self.outer[to as usize];
        if outer == inner {
            return Ok(());
        }
        let Some(Construct { kind: Kind::Case(index), header, parent, .. }) =
            outer.map(|o| &self.constructs[o])
        else {
            let message =
                format!("b{to} is in {}, the branch in {}", self.describe(outer), self.describe(inner));
            return fault(Invariant::Exits, message);
        };
        if *header == from {
            return Ok(());
        }
        // Fall-through from one case to the next (SPIR-V §2.11.2: at most one branch into each case).
        let falls = construct.is_some_and(|c| {
            let next = match (c.kind, *index) {
                (Kind::Case(Some(a)), Some(b)) => b == a + 1,
                (Kind::Case(_), _) => true,
                _ => false,
            };
            next && c.parent == *parent
        });
        self.fall_throughs[to as usize] += 1;
        if falls && self.fall_throughs[to as usize] == 1 {
            return Ok(());
        }
        let message = match falls {
            true => format!("more than one branch falls through to the case b{to}"),
            false => {
                format!(
                    "b{to} is a case, and the branch is neither from its switch nor from the previous case"
                )
            }
        };
        fault(Invariant::Exits, message)
    }

    /// Describes a construct in a message. Listings number blocks by position.
    fn describe(&self, construct: Option<usize>) -> String {
        let Some(construct) = construct.map(|c| &self.constructs[c]) else {
            return "the function's outermost blocks".to_owned();
        };
        let what = match construct.kind {
            Kind::Selection => "the selection",
            Kind::Switch => "the switch",
            Kind::Case(_) => "a case of the switch",
            Kind::Loop => "the loop",
            Kind::Continue => "the continue construct",
        };
        format!("{what} of b{}", construct.header)
    }

    fn check_back_edge(&mut self, from: u32, to: u32) -> Check {
        let term = |position: u32| &self.func.blocks[self.func.layout[position as usize]].term;
        if !matches!(term(to), Terminator::Loop { .. }) {
            return fault(
                Invariant::Order,
                format!("the branch leads back to b{to}, which is not a loop header"),
            );
        }
        self.back_edges[to as usize] += 1;
        let in_continue = self.outer[from as usize]
            .is_some_and(|c| self.constructs[c].kind == Kind::Continue && self.constructs[c].header == to);
        if in_continue && matches!(term(from), Terminator::Jump(_)) {
            return Ok(());
        }
        let message = format!("the back edge to b{to} is not a jump at the end of its continue construct");
        fault(Invariant::Constructs, message)
    }
}
