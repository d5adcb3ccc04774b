//! Builds the call graph, and limits the recursion depth and the size of the program after inlining.
//!
//! SPIR-V has no recursion, so lowering inlines every call. A cycle of CALs is inlined up to a maximum depth
//! ([`DEPTHS`]); the effect of a deeper call is undefined (NV_gpu_program4 §2.X.5). A cycle through a CALI is
//! an error (ARB_shader_subroutine §2.X.8). Subroutine types are separate nodes between a CALI and the labels
//! that it may call, so the graph is linear in the size of the program.

use nvc_diag::{Code, Diagnostic, Limit, Limits, Span};
use rustc_hash::FxHashMap;

use crate::ast::Ident;
use crate::resolve::limits::DEPTHS;
use crate::resolve::{CallId, LabelId, Recursion, Resolver, SubroutineTypeId};

/// A node of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// The code before the first label.
    Start,
    Label(LabelId),
    Type(SubroutineTypeId),
}

/// An edge of the call graph: a call, or the membership of a label in a subroutine type.
#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    /// The span of the call instruction; `None` for a membership.
    span: Option<Span>,
    /// The number of open blocks around the call.
    depth: usize,
}

/// What a call calls.
#[derive(Clone, Copy)]
enum Callee<'t> {
    /// The label that a CAL names.
    Label(Ident<'t>),
    /// The type of the variable of a CALI.
    Type(SubroutineTypeId),
}

/// A call that is not in the graph yet, because its label may be defined later.
struct FoundCall<'t> {
    /// The node of the caller.
    caller: usize,
    callee: Callee<'t>,
    span: Span,
    /// The number of open blocks around the call.
    depth: usize,
}

/// The call graph. The resolver's walk over the statements builds its nodes and collects the calls; the edges are added after
/// the walk.
#[derive(Default)]
pub(in crate::resolve) struct Calls<'t> {
    ids: FxHashMap<Node, usize>,
    nodes: Vec<Node>,
    edges: Vec<Vec<Edge>>,
    /// Number of instructions of each node, without its callees.
    sizes: Vec<u64>,
    /// The node of the current statement; `None` before the first instruction and label.
    current: Option<usize>,
    /// The calls in source order.
    found: Vec<FoundCall<'t>>,
    /// The number of CALs.
    direct: u32,
    /// The CALs and CALIs in source order: caller, callee, span.
    calls: Vec<(usize, usize, Span)>,
}

/// The size of a call after inlining.
#[derive(Clone, Copy, Default)]
struct Expansion {
    instructions: u64,
    /// Maximum number of nested blocks, including those that lowering opens around inlined calls.
    nesting: usize,
}

/// Number of constructs that lowering may open around an inlined call: one for its condition, and one that
/// RET leaves.
const CALL_NESTING: usize = 2;

/// Maximum number of calls of a cycle shown in a message.
const MAX_SHOWN: usize = 8;

impl<'t> Calls<'t> {
    fn node(&mut self, node: Node) -> usize {
        let next = self.edges.len();
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
            self.edges.push(Vec::new());
            self.sizes.push(0);
        }
        id
    }

    /// Returns the node of the current statement.
    fn here(&mut self) -> usize {
        let here = self.current.unwrap_or_else(|| self.node(Node::Start));
        self.current = Some(here);
        here
    }

    /// Sets the current label.
    pub(in crate::resolve) fn enter(&mut self, label: LabelId) {
        self.current = Some(self.node(Node::Label(label)));
    }

    /// Adds instructions, or work of equal cost, to the current node.
    pub(in crate::resolve) fn count(&mut self, instructions: u64) {
        let here = self.here();
        if let Some(size) = self.sizes.get_mut(here) {
            *size = size.saturating_add(instructions);
        }
    }

    /// Adds a CAL with `depth` open blocks around it.
    pub(in crate::resolve) fn direct(&mut self, label: Ident<'t>, depth: usize) -> CallId {
        let id = CallId(self.direct);
        self.direct += 1;
        let caller = self.here();
        self.found.push(FoundCall { caller, callee: Callee::Label(label), span: label.span, depth });
        id
    }

    /// Adds a CALI with `depth` open blocks around it.
    pub(in crate::resolve) fn indirect(&mut self, ty: SubroutineTypeId, span: Span, depth: usize) {
        let caller = self.here();
        self.found.push(FoundCall { caller, callee: Callee::Type(ty), span, depth });
    }

    /// Adds the edge of a call.
    fn link(&mut self, to: Node, FoundCall { caller, span, depth, .. }: FoundCall<'t>) {
        let to = self.node(to);
        if let Some(edges) = self.edges.get_mut(caller) {
            edges.push(Edge { to, span: Some(span), depth });
        }
        self.calls.push((caller, to, span));
    }

    /// Adds a label to a subroutine type.
    pub(in crate::resolve) fn member(&mut self, ty: SubroutineTypeId, label: LabelId) {
        let (from, to) = (self.node(Node::Type(ty)), self.node(Node::Label(label)));
        if let Some(edges) = self.edges.get_mut(from) {
            edges.push(Edge { to, span: None, depth: 0 });
        }
    }

    /// Returns the strongly connected component of each node (Tarjan's algorithm without recursion). The
    /// component of a callee has the same number as the caller's, or a lower one.
    fn components(&self) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let n = self.edges.len();
        let mut index = vec![UNSEEN; n];
        let mut low = vec![0; n];
        let mut component = vec![UNSEEN; n];
        let mut stack = Vec::new();
        let (mut next, mut components) = (0, 0);
        for root in 0..n {
            if index[root] != UNSEEN {
                continue;
            }
            // Each frame is a node and the index of its next edge to visit.
            let mut frames = vec![(root, 0)];
            while let Some(frame) = frames.last_mut() {
                let (node, edge) = *frame;
                if edge == 0 {
                    index[node] = next;
                    low[node] = next;
                    next += 1;
                    stack.push(node);
                }
                if let Some(&Edge { to, .. }) = self.edges[node].get(edge) {
                    frame.1 += 1;
                    if index[to] == UNSEEN {
                        frames.push((to, 0));
                    } else if component[to] == UNSEEN {
                        low[node] = low[node].min(index[to]);
                    }
                    continue;
                }
                if low[node] == index[node] {
                    while let Some(member) = stack.pop() {
                        component[member] = components;
                        if member == node {
                            break;
                        }
                    }
                    components += 1;
                }
                frames.pop();
                if let Some(&(parent, _)) = frames.last() {
                    low[parent] = low[parent].min(low[node]);
                }
            }
        }
        component
    }

    /// Returns a shortest path between two nodes of a component, as callees with the spans of the calls.
    fn path(&self, from: usize, to: usize, component: &[usize]) -> Vec<(usize, Option<Span>)> {
        let mut reached: FxHashMap<usize, (usize, Option<Span>)> = FxHashMap::default();
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            if node == to {
                break;
            }
            for edge in &self.edges[node] {
                if component[edge.to] == component[to] && edge.to != from && !reached.contains_key(&edge.to) {
                    reached.insert(edge.to, (node, edge.span));
                    queue.push(edge.to);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while let Some(&(before, span)) = reached.get(&at).filter(|_| at != from) {
            path.push((at, span));
            at = before;
        }
        path.reverse();
        path
    }

    /// Returns whether the nodes of a component form a cycle. A single node does so only if it calls itself.
    fn is_cycle(&self, members: &[usize], component: &[usize]) -> bool {
        members.iter().any(|&node| self.edges[node].iter().any(|edge| component[edge.to] == component[node]))
    }

    /// Returns the expansion of each node for a maximum recursion depth.
    fn expansions(&self, component: &[usize], depth: u32) -> Vec<Expansion> {
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|&node| component[node]);
        let mut expansions = vec![Expansion::default(); order.len()];
        for members in order.chunk_by(|a, b| component[*a] == component[*b]) {
            // At the maximum depth, recursive calls are dropped, so they start with an empty expansion.
            let rounds = if self.is_cycle(members, component) { depth } else { 1 };
            for _ in 0..rounds {
                let next: Vec<Expansion> =
                    members.iter().map(|&node| self.expansion(node, &expansions)).collect();
                for (&node, expansion) in members.iter().zip(next) {
                    expansions[node] = expansion;
                }
            }
        }
        expansions
    }

    /// Returns the expansion of a node, given the expansions of its callees.
    fn expansion(&self, node: usize, callees: &[Expansion]) -> Expansion {
        let mut sum = Expansion { instructions: self.sizes[node], nesting: 0 };
        let around = if matches!(self.nodes[node], Node::Type(_)) { 0 } else { CALL_NESTING };
        for edge in &self.edges[node] {
            let callee = callees[edge.to];
            sum.instructions = sum.instructions.saturating_add(callee.instructions);
            sum.nesting = sum.nesting.max(callee.nesting.saturating_add(edge.depth + around));
        }
        sum
    }
}

impl Expansion {
    fn fits(&self, added: u64, limits: &Limits) -> bool {
        added <= limits.get(Limit::CalledInstructions) && self.nesting as u64 <= limits.get(Limit::Blocks)
    }
}

impl Resolver<'_, '_> {
    /// Resolves the labels of the CALs, and adds all calls to the graph. Returns the label of each CAL.
    pub(in crate::resolve) fn link_calls(&mut self) -> Vec<LabelId> {
        let mut callees = Vec::new();
        for call in std::mem::take(&mut self.calls.found) {
            // The search for a similar name takes time.
            if self.diags.is_full() || self.diags.poll().is_err() {
                break;
            }
            let to = match call.callee {
                Callee::Type(ty) => Node::Type(ty),
                Callee::Label(name) => {
                    // An error has been reported, so there will be no program whose calls could have wrong labels.
                    let Ok(label) = self.label(name) else { continue };
                    callees.push(label);
                    Node::Label(label)
                }
            };
            self.calls.link(to, call);
        }
        callees
    }

    /// Reports recursion through CALI, or calls that expand to too many instructions or nested blocks. Without
    /// such errors, sets the depth of recursive labels.
    pub(in crate::resolve) fn check_calls(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        let component = calls.components();
        let recursive = self.check_recursion(&calls, &component);
        if recursive {
            return;
        }
        let at = self.labels.find("main").and_then(|id| self.labels.at(id)).unwrap_or(0);
        // If several labels mark the same instruction, its size was counted for the last label.
        let entry = self.labels.list.iter().rposition(|label| label.at == at);
        let entry =
            entry.map_or(Node::Start, |id| Node::Label(LabelId(u32::try_from(id).unwrap_or(u32::MAX))));
        let Some(&id) = calls.ids.get(&entry) else { return };
        // An error is reported at the first call of the entry.
        let first = calls.calls.iter().find(|(from, ..)| *from == id);
        let Some(&(.., span)) = first else { return };
        let mut depths = DEPTHS.into_iter();
        let (depth, whole, added) = loop {
            let Some(depth) = depths.next() else { return };
            let whole = calls.expansions(&component, depth)[id];
            let added = whole.instructions.saturating_sub(calls.sizes[id]);
            if whole.fits(added, self.diags.limits()) || depths.len() == 0 {
                break (depth, whole, added);
            }
        };
        let limits = self.diags.limits();
        let (max_added, max_nesting) = (limits.get(Limit::CalledInstructions), limits.get(Limit::Blocks));
        let finding = if added > max_added {
            let message = format!("the calls expand to {added} instructions, more than {max_added}");
            limits
                .exceeded(Limit::CalledInstructions, span, message)
                .help("call large subroutines in a loop instead of many times")
        } else if whole.nesting as u64 > max_nesting {
            let message = format!("with calls, more than {max_nesting} blocks are nested");
            limits
                .exceeded(Limit::Blocks, span, message)
                .note(format!("a call counts as {CALL_NESTING} blocks: for its condition, and for RET"))
                .help("call less deeply, or outside blocks")
        } else {
            return self.set_depths(&calls, &component, depth);
        };
        self.report(finding);
    }

    /// Sets the recursion depth of each label that calls itself directly or indirectly.
    fn set_depths(&mut self, calls: &Calls<'_>, component: &[usize], depth: u32) {
        let within = calls.calls.iter().filter(|(from, to, _)| component[*from] == component[*to]);
        let cycles: rustc_hash::FxHashSet<usize> = within.map(|&(from, ..)| component[from]).collect();
        for (node, kind) in calls.nodes.iter().enumerate() {
            if let Node::Label(id) = kind
                && cycles.contains(&component[node])
                && let Some(label) = self.labels.list.get_mut(id.0 as usize)
            {
                let group = u32::try_from(component[node]).unwrap_or(u32::MAX);
                label.recursion = Some(Recursion { group, depth });
            }
        }
    }

    /// Reports each cycle that contains a CALI once, at its first call. Returns whether there are any.
    fn check_recursion(&mut self, calls: &Calls<'_>, component: &[usize]) -> bool {
        let types = calls.nodes.iter().zip(component).filter(|(node, _)| matches!(node, Node::Type(_)));
        let indirect: rustc_hash::FxHashSet<usize> = types.map(|(_, &component)| component).collect();
        let mut seen = rustc_hash::FxHashSet::default();
        for &(from, to, span) in &calls.calls {
            let cycle = component[from] == component[to] && indirect.contains(&component[from]);
            if !cycle || !seen.insert(component[from]) {
                continue;
            }
            let indirect = matches!(calls.nodes[to], Node::Type(_));
            let message =
                if indirect { "this indirect call may be recursive" } else { "this call is recursive" };
            let mut finding = Diagnostic::new(Code::N0404, span, message);
            let mut names = vec![self.node_name(calls.nodes[from]), self.node_name(calls.nodes[to])];
            for &(callee, place) in calls.path(to, from, component).iter().take(MAX_SHOWN) {
                let name = self.node_name(calls.nodes[callee]);
                if let Some(place) = place {
                    finding = finding.secondary(place, format!("which calls {name}"));
                }
                names.push(name);
            }
            finding = finding.note(format!("the cycle: {}", names.join(", then ")));
            self.report(finding.help("call the subroutine with CAL, or replace the recursion by a REP loop"));
        }
        !seen.is_empty()
    }

    fn node_name(&self, node: Node) -> String {
        match node {
            Node::Start => "the start of the program".to_owned(),
            Node::Label(id) => self
                .labels
                .list
                .get(id.0 as usize)
                .map_or_else(String::new, |label| format!("`{}`", label.name)),
            Node::Type(id) => self
                .labels
                .types
                .get(id.0 as usize)
                .map_or_else(String::new, |ty| format!("the type `{}`", ty.name)),
        }
    }
}
