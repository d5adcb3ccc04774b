//! The size of a dispatch and the specialization of its pipeline.

use std::collections::BTreeMap;

/// The size of a dispatch and the specialization of its pipeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dispatch {
    /// The number of workgroups in x, y and z.
    pub groups: [u32; 3],
    /// The workgroup size, for programs that leave it open. Sets the specialization constants 65533 to 65535.
    pub group_size: Option<[u32; 3]>,
    /// The bits of specialization constants, by id. Other constants have their defaults.
    pub specialization: BTreeMap<u32, u64>,
}
