//! Webs: sets of matrices that must have the same use, by union-find (union by size), with the uses claimed for them.

use nvc_ir::function::Loc;

/// Names of the uses, indexed by SPIR-V's `Cooperative Matrix Use`.
pub(super) const ROLES: [&str; 3] = ["the left factor (A)", "the right factor (B)", "the sum (accumulator)"];

/// The use of a matrix that no product uses.
const ACCUMULATOR: u8 = 2;

/// A use, and the location of the product that requires it; no location if the type of the matrix states the use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub role: u8,
    pub loc: Loc,
}

/// Two claims of different uses on one web.
pub(super) struct Conflict {
    pub first: Claim,
    pub second: Claim,
}

/// A web, as the id that it was created with. After a merge several ids denote the same set.
pub(super) type Web = u32;

/// Disjoint sets of matrices.
#[derive(Default)]
pub(super) struct Webs {
    parents: Vec<Web>,
    /// The number of members; meaningful for roots.
    sizes: Vec<u32>,
    /// The first claim of each use; meaningful for roots.
    claims: Vec<[Option<Claim>; 3]>,
}

impl Webs {
    /// Creates a web.
    pub fn fresh(&mut self) -> Web {
        let web = self.parents.len() as Web;
        self.parents.push(web);
        self.sizes.push(1);
        self.claims.push([None; 3]);
        web
    }

    /// The root of a web.
    pub fn find(&self, mut web: Web) -> Web {
        while let Some(&parent) = self.parents.get(web as usize) {
            if parent == web {
                break;
            }
            web = parent;
        }
        web
    }

    /// Merges two webs.
    pub fn unite(&mut self, a: Web, b: Web) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        // Union by size keeps paths logarithmic.
        let size = |web: Web| self.sizes.get(web as usize).copied().unwrap_or(0);
        let (root, part) = if size(a) >= size(b) { (a, b) } else { (b, a) };
        let sum = size(a).saturating_add(size(b));
        if let Some(size) = self.sizes.get_mut(root as usize) {
            *size = sum;
        }
        let joined = self.claims.get(part as usize).copied().unwrap_or_default();
        if let Some(parent) = self.parents.get_mut(part as usize) {
            *parent = root;
        }
        for claim in joined.into_iter().flatten() {
            self.claim(root, claim);
        }
    }

    /// Claims a use for a web.
    pub fn claim(&mut self, web: Web, claim: Claim) {
        let root = self.find(web);
        if let Some(slot) =
            self.claims.get_mut(root as usize).and_then(|claims| claims.get_mut(usize::from(claim.role)))
        {
            slot.get_or_insert(claim);
        }
    }

    /// The claimed use of a web, if any; the one with the lowest number if several are claimed.
    pub fn claimed(&self, web: Web) -> Option<u8> {
        let claims = self.claims.get(self.find(web) as usize)?;
        claims.iter().flatten().map(|claim| claim.role).next()
    }

    /// The use of a web; accumulator if none is claimed.
    pub fn role(&self, web: Web) -> u8 {
        self.claimed(web).unwrap_or(ACCUMULATOR)
    }

    /// Whether different uses are claimed for a web.
    pub fn conflicting(&self, web: Web) -> bool {
        self.claims.get(self.find(web) as usize).is_some_and(|claims| claims.iter().flatten().count() > 1)
    }

    /// The conflicts of all webs.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let conflict = |claims: &[Option<Claim>; 3]| {
            let mut claims = claims.iter().flatten().copied();
            Some(Conflict { first: claims.next()?, second: claims.next()? })
        };
        let own = self.parents.iter().enumerate().filter(|&(web, &parent)| web as Web == parent);
        own.filter_map(|(web, _)| conflict(self.claims.get(web)?)).collect()
    }
}
