//! The size of a dispatch and the specialization of its pipeline.

use std::collections::BTreeMap;

/// The size of a dispatch and the specialization of its pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dispatch {
    /// Number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// Workgroup size for programs with a variable one: sets the specialization constants 65533 to 65535.
    pub group_size: Option<[u32; 3]>,
    /// Bits of specialization constants by id; others keep their defaults.
    pub specialization: BTreeMap<u32, u64>,
}
