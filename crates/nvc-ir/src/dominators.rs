//! Dominator trees by the algorithm of Lengauer and Tarjan 1979 ("A Fast Algorithm for Finding Dominators in
//! a Flowgraph"). The implementation is iterative, because a chain of blocks can be too long for recursion.

/// A directed graph over the nodes `0..len` whose entry is node 0, in compressed sparse row form.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The edges of node `n` are `edges[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Graph {
    /// Builds a graph from `(from, to)` pairs and keeps the order of each node's edges. Pairs with a node
    /// outside the graph are ignored.
    pub fn new(len: usize, pairs: &[(u32, u32)]) -> Self {
        let valid = |&&(from, to): &&(u32, u32)| (from as usize) < len && (to as usize) < len;
        let mut starts = vec![0u32; len + 1];
        for &(from, _) in pairs.iter().filter(valid) {
            starts[from as usize + 1] += 1;
        }
        for node in 0..len {
            starts[node + 1] += starts[node];
        }
        let mut edges = vec![0; starts[len] as usize];
        let mut next = starts.clone();
        for &(from, to) in pairs.iter().filter(valid) {
            let slot = &mut next[from as usize];
            edges[*slot as usize] = to;
            *slot += 1;
        }
        Graph { starts, edges }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns whether the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the successors of a node.
    pub fn successors(&self, node: u32) -> &[u32] {
        let at = |index: usize| self.starts.get(index).map_or(0, |&start| start as usize);
        self.edges.get(at(node as usize)..at(node as usize + 1)).unwrap_or(&[])
    }
}

/// Marks a missing node or search number.
const NONE: u32 = u32::MAX;

/// The dominator tree of a graph. Node `a` dominates `b` if every path from node 0 to `b` contains `a`.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator of each node; `NONE` for node 0 and unreachable nodes.
    parent: Vec<u32>,
    /// The preorder number of each node in the tree; `NONE` if unreachable.
    start: Vec<u32>,
    /// The number of nodes that each node dominates, including itself.
    size: Vec<u32>,
}

impl Dominators {
    /// Computes the dominator tree of a graph.
    pub fn new(graph: &Graph) -> Self {
        let search = Search::new(graph);
        let parents = search.immediate_dominators(graph);
        let count = parents.len();
        // Indexed by search number. A dominator has a smaller number than the nodes that it dominates.
        let mut size = vec![1u32; count];
        for n in (1..count).rev() {
            size[parents[n] as usize] += size[n];
        }
        let mut start = vec![0u32; count];
        let mut next: Vec<u32> = vec![1; count];
        for n in 1..count {
            let parent = parents[n] as usize;
            start[n] = next[parent];
            next[parent] += size[n];
            next[n] = start[n] + 1;
        }
        let len = graph.len();
        let mut tree = Dominators { parent: vec![NONE; len], start: vec![NONE; len], size: vec![0; len] };
        for (n, &node) in search.nodes.iter().enumerate() {
            let node = node as usize;
            tree.parent[node] = if n == 0 { NONE } else { search.nodes[parents[n] as usize] };
            tree.start[node] = start[n];
            tree.size[node] = size[n];
        }
        tree
    }

    /// Returns whether a path from node 0 reaches the node.
    pub fn is_reachable(&self, node: u32) -> bool {
        self.start.get(node as usize).is_some_and(|&start| start != NONE)
    }

    /// Returns the immediate dominator; `None` for node 0 and unreachable nodes.
    pub fn immediate(&self, node: u32) -> Option<u32> {
        self.parent.get(node as usize).copied().filter(|&parent| parent != NONE)
    }

    /// Returns whether `a` dominates `b`; `false` if either is unreachable.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (Some(&from), Some(&at)) = (self.start.get(a as usize), self.start.get(b as usize)) else {
            return false;
        };
        from != NONE && at != NONE && from <= at && at - from < self.size[a as usize]
    }
}

/// A depth-first search from node 0.
struct Search {
    /// Nodes in preorder: the index is the search number.
    nodes: Vec<u32>,
    /// Search number of each node; `NONE` if unreachable.
    numbers: Vec<u32>,
    /// Search number of each node's parent in the depth-first tree, indexed by search number.
    parents: Vec<u32>,
}

impl Search {
    fn new(graph: &Graph) -> Self {
        let count = graph.len();
        let mut search = Search {
            nodes: Vec::with_capacity(count),
            numbers: vec![NONE; count],
            parents: Vec::with_capacity(count),
        };
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if !graph.is_empty() {
            search.visit(0, 0);
            stack.push((0, 0));
        }
        while let Some((node, next)) = stack.last_mut() {
            let from = *node;
            let Some(&to) = graph.successors(from).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if search.numbers[to as usize] == NONE {
                search.visit(to, search.numbers[from as usize]);
                stack.push((to, 0));
            }
        }
        search
    }

    fn visit(&mut self, node: u32, parent: u32) {
        self.numbers[node as usize] = self.nodes.len() as u32;
        self.nodes.push(node);
        self.parents.push(parent);
    }

    /// Returns the search number of each node's immediate dominator, indexed by search number.
    fn immediate_dominators(&self, graph: &Graph) -> Vec<u32> {
        let count = self.nodes.len();
        let pairs: Vec<(u32, u32)> = (0..count as u32)
            .flat_map(|n| graph.successors(self.nodes[n as usize]).iter().map(move |&to| (to, n)))
            .map(|(to, n)| (self.numbers[to as usize], n))
            .collect();
        let predecessors = Graph::new(count, &pairs);
        let mut forest = Forest::new(count);
        let mut dominators: Vec<u32> = vec![0; count];
        // Linked lists of the nodes with the same semidominator: first node by semidominator, next node by
        // node.
        let mut first = vec![NONE; count];
        let mut following = vec![NONE; count];
        for w in (1..count).rev() {
            for &v in predecessors.successors(w as u32) {
                let best = forest.eval(v);
                forest.semi[w] = forest.semi[w].min(forest.semi[best as usize]);
            }
            let semi = forest.semi[w] as usize;
            following[w] = first[semi];
            first[semi] = w as u32;
            let parent = self.parents[w];
            forest.ancestor[w] = parent;
            let mut v = std::mem::replace(&mut first[parent as usize], NONE);
            while v != NONE {
                let best = forest.eval(v);
                let lower = forest.semi[best as usize] < forest.semi[v as usize];
                dominators[v as usize] = if lower { best } else { parent };
                v = following[v as usize];
            }
        }
        for w in 1..count {
            if dominators[w] != forest.semi[w] {
                dominators[w] = dominators[dominators[w] as usize];
            }
        }
        dominators
    }
}

/// The forest of processed nodes, with path compression (LINK and EVAL of the paper). All nodes are search
/// numbers.
struct Forest {
    /// Semidominator of each node; the node itself until it is processed.
    semi: Vec<u32>,
    /// Compressed parent of each node; `NONE` for a root.
    ancestor: Vec<u32>,
    /// Node with the smallest semidominator on the compressed part of each node's path.
    label: Vec<u32>,
    /// Scratch space of [`eval`](Self::eval).
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let numbers: Vec<u32> = (0..count as u32).collect();
        Forest { semi: numbers.clone(), ancestor: vec![NONE; count], label: numbers, path: Vec::new() }
    }

    /// Returns the node with the smallest semidominator on the path from `v` to the root of its tree,
    /// excluding the root.
    fn eval(&mut self, v: u32) -> u32 {
        let mut at = v;
        while self.ancestor[at as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        let root = at;
        // From the root down, so that each node's ancestor is already compressed.
        while let Some(node) = self.path.pop() {
            let above = self.ancestor[node as usize];
            if above != root {
                let label = self.label[above as usize];
                if self.semi[label as usize] < self.semi[self.label[node as usize] as usize] {
                    self.label[node as usize] = label;
                }
                self.ancestor[node as usize] = root;
            }
        }
        self.label[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominance by definition: `b` is unreachable if `a` is removed.
    fn dominates_slowly(graph: &Graph, a: u32, b: u32) -> bool {
        let mut seen = vec![false; graph.len()];
        let mut work = if a == 0 { vec![] } else { vec![0] };
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                work.extend(graph.successors(node).iter().filter(|&&to| to != a));
            }
        }
        !seen[b as usize]
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for round in 0..300 {
            let len = 1 + random(12);
            let pairs: Vec<_> = (0..random(3 * len)).map(|_| (random(len), random(len))).collect();
            let graph = Graph::new(len as usize, &pairs);
            let tree = Dominators::new(&graph);
            for b in (0..len).filter(|&b| tree.is_reachable(b)) {
                for a in (0..len).filter(|&a| tree.is_reachable(a)) {
                    assert_eq!(
                        tree.dominates(a, b),
                        dominates_slowly(&graph, a, b),
                        "round {round}: {a} over {b} in {pairs:?}"
                    );
                }
                if let Some(idom) = tree.immediate(b) {
                    assert!(idom != b && tree.dominates(idom, b));
                }
            }
        }
    }

    #[test]
    fn long_chains_with_breaks_are_fast() {
        // Every second node also has an edge to the last one, like a `break`.
        let len = 200_000u32;
        let mut pairs: Vec<(u32, u32)> = (0..len - 1).map(|n| (n, n + 1)).collect();
        pairs.extend((0..len).step_by(2).map(|n| (n, len - 1)));
        let tree = Dominators::new(&Graph::new(len as usize, &pairs));
        assert_eq!(tree.immediate(len - 1), Some(0));
        assert!(tree.dominates(1000, len - 2));
    }

    #[test]
    fn an_empty_graph_is_fine() {
        let tree = Dominators::new(&Graph::new(0, &[]));
        assert!(!tree.is_reachable(0));
    }
}
