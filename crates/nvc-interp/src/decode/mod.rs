//! From the IR to the compact form.
//!
//! Each value of a function gets a column per scalar. Columns are not shared between values: a
//! dispatch needs no more of them than the function has values, and SSA then needs no copies.

mod coop;
mod flow;
mod function;
mod image;
mod memory;
mod ops;
mod resources;
mod spec;
mod vector;

use crate::code::{Code, Program};
use crate::column::{Column, Slot, WIDTH};
use crate::config::Config;
use crate::layout::Layouts;
use function::Decoder;
use nvc_diag::{Code as ErrorCode, Diagnostic};
use nvc_exec::Dispatch;
use nvc_ir::entity::Entity;
use nvc_ir::{Extent, Module, Op};
use resources::Globals;
use rustc_hash::FxHashMap;

/// A fault that ends the run before it starts.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Columns of a warp; a warp then takes 64 MiB.
const MAX_COLUMNS: usize = 1 << 18;

/// Shared memory of a work group.
const MAX_SHARED_BYTES: u32 = 1 << 24;

/// Memory of an invocation's own; a warp has it for each lane.
const MAX_LANE_BYTES: u32 = 1 << 17;

/// Invocations of a work group, as devices have them.
const MAX_GROUP: u64 = 2048;

/// The columns made so far.
#[derive(Default)]
struct Columns {
    initial: Vec<Column>,
    constants: FxHashMap<u64, Slot>,
    /// The column of what nothing defines, if it has one of its own.
    undefined: Option<Slot>,
}

impl Columns {
    /// A new column.
    pub fn fresh(&mut self) -> Slot {
        self.initial.push([0; WIDTH]);
        (self.initial.len() - 1) as Slot
    }

    /// A column that holds a value of its own in every lane.
    pub fn varying(&mut self, values: Column) -> Slot {
        self.initial.push(values);
        (self.initial.len() - 1) as Slot
    }

    /// The column of what nothing defines: zeros, but not the constant's.
    pub fn undefined(&mut self) -> Slot {
        if let Some(slot) = self.undefined {
            return slot;
        }
        let slot = self.fresh();
        self.undefined = Some(slot);
        slot
    }

    /// Whether a column is that of what nothing defines.
    pub fn is_undefined(&self, slot: Slot) -> bool {
        self.undefined == Some(slot)
    }

    /// The column that holds a constant in every lane.
    pub fn constant(&mut self, bits: u64) -> Slot {
        if let Some(&slot) = self.constants.get(&bits) {
            return slot;
        }
        self.initial.push([bits; WIDTH]);
        let slot = (self.initial.len() - 1) as Slot;
        self.constants.insert(bits, slot);
        slot
    }
}

/// What decoding shares between functions.
struct Shared<'m> {
    pub layouts: Layouts<'m>,
    pub config: &'m Config,
    pub globals: Globals,
    pub columns: Columns,
    pub lane_bytes: u32,
}

/// Makes the program of a module.
pub(crate) fn decode(module: &Module, dispatch: &Dispatch, config: &Config) -> Result<Program> {
    let Some(entry) = &module.entry else { return Err(fault("the module has no entry point")) };
    let layouts = Layouts::new(module, spec::values(module, dispatch, config.lanes)?, config.lanes);
    let group_size = entry.workgroup_size.map(|extent| match extent {
        Extent::Fixed(n) => n,
        Extent::Spec(id) => layouts.spec.get(id.index()).map_or(1, |&n| n as u32),
    });
    let invocations = group_size.iter().fold(1, |n: u64, &m| n.saturating_mul(m.into()));
    if !(1..=MAX_GROUP).contains(&invocations) {
        let message = format!("a work group of {invocations} invocations cannot run");
        return Err(limit(message, &format!("work groups have 1 to {MAX_GROUP} invocations")));
    }
    check_quads(&layouts)?;
    let globals = Globals::new(&layouts, config)?;
    let lane_bytes = globals.private_bytes;
    let mut shared = Shared { layouts, config, globals, columns: Columns::default(), lane_bytes };
    let mut functions: Vec<Code> = Vec::with_capacity(module.functions.len());
    check_size(&shared)?;
    coop::check(&shared)?;
    let interfaces = function::interfaces(&mut shared)?;
    for (id, _) in module.functions.iter() {
        functions.push(Decoder::new(&mut shared, &interfaces, id).run()?);
    }
    Ok(Program {
        columns: shared.columns.initial,
        functions,
        entry: entry.function.index(),
        group_size,
        derivatives: entry.derivatives,
        shared: shared.globals.shared,
        lane_bytes: shared.lane_bytes,
        regions: shared.globals.regions,
        tables: shared.globals.tables,
    })
}

/// Differences are taken among four lanes in a row, which no two warps share.
fn check_quads(layouts: &Layouts<'_>) -> Result<()> {
    let differs = |op| {
        use Op::{Ddx, DdxCoarse, DdxFine, Ddy, DdyCoarse, DdyFine, TexQueryLod};
        matches!(op, Ddx | DdxCoarse | DdxFine | Ddy | DdyCoarse | DdyFine | TexQueryLod)
    };
    let lanes = layouts.lanes();
    let mut insts = layouts.module.functions.values().flat_map(|func| func.insts.values());
    if !lanes.is_multiple_of(4) && insts.any(|inst| differs(inst.op)) {
        let message = format!("differences cannot be taken in warps of {lanes} lanes");
        return Err(limit(
            message,
            "four invocations of a warp stand for a quad: warps need a multiple of four",
        ));
    }
    Ok(())
}

fn check_size(shared: &Shared<'_>) -> Result<()> {
    if shared.columns.initial.len() > MAX_COLUMNS {
        let message = "the program has too many values to be interpreted";
        return Err(limit(message.into(), &format!("{MAX_COLUMNS} scalars at most")));
    }
    let group = shared.globals.shared.iter().fold(0, |n: u32, &m| n.saturating_add(m));
    for (bytes, most, what) in
        [(group, MAX_SHARED_BYTES, "shared"), (shared.lane_bytes, MAX_LANE_BYTES, "private")]
    {
        if bytes > most {
            let message = format!("the program has too much {what} memory to be interpreted");
            return Err(limit(message, &format!("{most} bytes at most, {bytes} here")));
        }
    }
    Ok(())
}

/// A limit is exceeded.
fn limit(message: String, note: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(ErrorCode::N0501, None, message).note(note))
}

/// A module that the verifier would have refused, or a gap of the interpreter.
pub(super) fn fault(message: impl Into<String>) -> Box<Diagnostic> {
    let message = format!("internal fault: {}", message.into());
    Box::new(Diagnostic::new(ErrorCode::N0901, None, message))
}
