//! The size of a dispatch and what its pipeline is specialized with.

use std::collections::BTreeMap;

/// The work groups of a dispatch, and the specialization of its pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dispatch {
    /// Work groups in x, y and z.
    pub groups: [u32; 3],
    /// Size of a work group where the program leaves it open: specialization constants 65533 to
    /// 65535.
    pub group_size: Option<[u32; 3]>,
    /// Bits of specialization constants by their ids; others keep their defaults.
    pub specialization: BTreeMap<u32, u64>,
}
