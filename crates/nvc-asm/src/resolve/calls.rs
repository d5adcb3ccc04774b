//! The call graph, to reject indirect recursion (ARB_shader_subroutine 2.X.5).
//!
//! Subroutine types are nodes between a CALI and the labels that it may reach, so that the graph
//! stays linear in the text. A CALI recurses if its subroutine and its type lie on one cycle.

use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::{LabelId, Resolver, SubroutineTypeId};

/// A node of the call graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// The code before the first label.
    Start,
    Label(LabelId),
    Type(SubroutineTypeId),
}

/// The call graph as it is found.
#[derive(Default)]
pub(super) struct Calls {
    ids: FxHashMap<Node, usize>,
    edges: Vec<Vec<usize>>,
    /// The subroutine that the walk is in.
    current: Option<LabelId>,
    /// CALI: from which node to which type, and where.
    indirect: Vec<(usize, usize, Span)>,
}

impl Calls {
    fn node(&mut self, node: Node) -> usize {
        let next = self.edges.len();
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.edges.push(Vec::new());
        }
        id
    }

    fn edge(&mut self, from: Node, to: Node) -> (usize, usize) {
        let (from, to) = (self.node(from), self.node(to));
        if let Some(edges) = self.edges.get_mut(from) {
            edges.push(to);
        }
        (from, to)
    }

    fn here(&self) -> Node {
        self.current.map_or(Node::Start, Node::Label)
    }

    /// The walk reaches a label.
    pub(super) fn enter(&mut self, label: LabelId) {
        self.current = Some(label);
    }

    /// CAL.
    pub(super) fn direct(&mut self, label: LabelId) {
        self.edge(self.here(), Node::Label(label));
    }

    /// CALI.
    pub(super) fn indirect(&mut self, ty: SubroutineTypeId, span: Span) {
        let (from, to) = self.edge(self.here(), Node::Type(ty));
        self.indirect.push((from, to, span));
    }

    /// A label of a type.
    pub(super) fn member(&mut self, ty: SubroutineTypeId, label: LabelId) {
        self.edge(Node::Type(ty), Node::Label(label));
    }

    /// The number of the strongly connected component of each node (Tarjan, without recursion).
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
            // Each frame is a node and the next edge of it to look at.
            let mut frames = vec![(root, 0)];
            while let Some(frame) = frames.last_mut() {
                let (node, edge) = *frame;
                if edge == 0 {
                    index[node] = next;
                    low[node] = next;
                    next += 1;
                    stack.push(node);
                }
                if let Some(&to) = self.edges[node].get(edge) {
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
}

impl Resolver<'_, '_> {
    /// Reports each CALI that may reach a subroutine that is still running.
    pub(super) fn check_indirect_recursion(&mut self) {
        let component = self.calls.components();
        for (from, to, span) in std::mem::take(&mut self.calls.indirect) {
            if component.get(from) == component.get(to) {
                let finding =
                    Diagnostic::new(Code::N0404, span, "this indirect call may recurse without bound");
                let finding = finding.note("a label of the type leads back here");
                self.report(finding.help("remove the label from the type, or call it directly"));
            }
        }
    }
}
