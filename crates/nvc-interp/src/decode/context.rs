//! State that is shared by the decoding of all functions: registers and memory of the whole module.

use super::error::{Result, limit};
use super::resources::Globals;
use crate::column::{Column, Slot, WIDTH};
use crate::config::Config;
use crate::layout::{Layouts, Leaf, MAX_LEAVES};
use nvc_diag::Limit;
use nvc_ir::Type;
use rustc_hash::FxHashMap;

/// Maximum number of columns of a warp. At this limit, a warp's registers occupy 64 MiB.
const MAX_COLUMNS: usize = 1 << 18;

/// Allocates columns and records their initial values.
#[derive(Default)]
pub(super) struct Columns {
    /// The initial values of all columns.
    pub initial: Vec<Column>,
    constants: FxHashMap<u64, Slot>,
    /// The column of undefined values, once it is allocated.
    undefined: Option<Slot>,
}

impl Columns {
    /// Allocates a column whose initial values are 0.
    pub fn fresh(&mut self) -> Slot {
        self.with_values([0; WIDTH])
    }

    /// Allocates a column with these initial values, one for each lane.
    pub fn with_values(&mut self, values: Column) -> Slot {
        self.initial.push(values);
        (self.initial.len() - 1) as Slot
    }

    /// Returns the column of undefined values. It contains zeros, but is distinct from the column of the
    /// constant 0.
    pub fn undefined(&mut self) -> Slot {
        if let Some(slot) = self.undefined {
            return slot;
        }
        let slot = self.fresh();
        self.undefined = Some(slot);
        slot
    }

    /// Returns whether a column is that of undefined values.
    pub fn is_undefined(&self, slot: Slot) -> bool {
        self.undefined == Some(slot)
    }

    /// Returns the column with a constant in every lane.
    pub fn constant(&mut self, bits: u64) -> Slot {
        if let Some(&slot) = self.constants.get(&bits) {
            return slot;
        }
        let slot = self.with_values([bits; WIDTH]);
        self.constants.insert(bits, slot);
        slot
    }
}

/// Module-wide state of decoding.
pub(super) struct ModuleContext<'m> {
    pub layouts: Layouts<'m>,
    pub config: &'m Config,
    pub globals: Globals,
    pub columns: Columns,
    /// Size of an invocation's private memory in bytes.
    pub lane_bytes: u32,
}

impl ModuleContext<'_> {
    /// Returns the scalars of a type, with their offsets.
    pub fn leaves(&self, ty: Type) -> Result<Vec<Leaf>> {
        self.layouts.leaves(ty).ok_or_else(|| {
            let note = format!("values may have at most {MAX_LEAVES} scalars");
            limit("a value is too large to be interpreted".into(), &note)
        })
    }

    /// Checks the limits on columns and memory.
    pub fn check_size(&self) -> Result<()> {
        if self.columns.initial.len() > MAX_COLUMNS {
            let message = "the program has too many values to be interpreted";
            return Err(limit(message.into(), &format!("the limit is {MAX_COLUMNS} scalars")));
        }
        let shared = self.globals.shared.iter().fold(0, |n: u32, &m| n.saturating_add(m));
        let memory = [
            (shared, Limit::RunSharedBytes, "shared memory"),
            (self.lane_bytes, Limit::RunPrivateBytes, "private memory"),
        ];
        for (bytes, limit, kind) in memory {
            if u64::from(bytes) > self.config.limits.get(limit) {
                let message = format!("the program has {bytes} bytes of {kind}");
                return Err(Box::new(self.config.limits.exceeded(limit, None, message)));
            }
        }
        Ok(())
    }
}
