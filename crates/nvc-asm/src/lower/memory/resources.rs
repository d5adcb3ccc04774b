//! Creates the globals of the module at their first use, and computes the locations of elements of buffers.

use crate::lower::Lowerer;
use crate::lower::memory::parameters::{ROW_BYTES, parameters};
use crate::resolve::{ParamItem, Place, Program, SrcBase, VarKind, Window};
use nvc_ir::imm::{Access, BytesAccess, Imm};
use nvc_ir::interface::StructLayout;
use nvc_ir::types::Types;
use nvc_ir::{
    BindlessHeap, Global, GlobalData, GlobalKind, Op, ResourceClass, ResourceRef, SpecConst, Type, Value,
};
use rustc_hash::FxHashMap;

/// The globals created so far, and the layout of the parameter block.
pub(in crate::lower) struct Resources {
    bytes: FxHashMap<ResourceRef, Global>,
    heaps: [Option<Global>; 4],
    units: FxHashMap<(ResourceRef, Type), Global>,
    /// The specialization constants of `program.subroutine`.
    pub(in crate::lower) subroutines: FxHashMap<u32, SpecConst>,
    /// Number of rows of `program.local`, which come first in the parameter block. A row has [`ROW_BYTES`] bytes.
    local_rows: u32,
    /// Number of rows of `program.env`, which follow those of `program.local`.
    env_rows: u32,
    /// Number of rows of `state.*`, which follow those of `program.env`.
    state_rows: u32,
}

impl Resources {
    pub(in crate::lower) fn new(program: &Program) -> Self {
        let declared = program.vars.iter().flat_map(|var| match &var.kind {
            VarKind::Param { items, .. } => &items[..],
            _ => &[],
        });
        let used = program.body.srcs().filter_map(|src| match &src.base {
            SrcBase::Param(item) => Some(item),
            _ => None,
        });
        let (mut local_rows, mut env_rows) = (0, 0);
        for item in declared.chain(used) {
            match item {
                ParamItem::Local(n) => local_rows = local_rows.max(n.saturating_add(1)),
                ParamItem::Env(n) => env_rows = env_rows.max(n.saturating_add(1)),
                _ => {}
            }
        }
        Resources {
            bytes: FxHashMap::default(),
            heaps: [None; 4],
            units: FxHashMap::default(),
            subroutines: FxHashMap::default(),
            local_rows,
            env_rows,
            state_rows: u32::try_from(program.state.len()).unwrap_or(u32::MAX),
        }
    }

    /// Returns the row of the n-th vector of fixed-function state in the parameter block.
    pub(in crate::lower) fn state_row(&self, n: u32) -> u32 {
        self.local_rows.saturating_add(self.env_rows).saturating_add(n)
    }

    /// Returns the row of `program.env[n]` in the parameter block.
    pub(in crate::lower) fn env_row(&self, n: u32) -> u32 {
        self.local_rows.saturating_add(n)
    }
}

impl<'a> Lowerer<'a> {
    /// Returns the byte-addressed global of a resource. The first use determines the global's name.
    fn bytes_global(&mut self, resource: ResourceRef, bytes: u32, name: &str) -> Global {
        let globals = &mut *self.globals;
        *self.resources.bytes.entry(resource).or_insert_with(|| {
            globals.push(GlobalData { name: name.into(), kind: GlobalKind::Bytes { resource, bytes } })
        })
    }

    /// Returns the global of the parameter block: `program.local`, then `program.env`, then `state.*`.
    pub(in crate::lower) fn parameter_block(&mut self) -> Global {
        let rows = self.resources.state_row(self.resources.state_rows);
        let bytes = rows.saturating_mul(ROW_BYTES);
        let resource = ResourceRef { class: ResourceClass::Parameter, index: 0, count: 1 };
        let global = self.bytes_global(resource, bytes, "parameters");
        let (local_rows, env_rows) = (self.resources.local_rows, self.resources.env_rows);
        let program = self.program;
        self.interface.blocks.entry(global).or_insert_with(|| StructLayout {
            name: "parameters".into(),
            bytes: bytes.into(),
            members: parameters(local_rows, env_rows, &program.state),
        });
        global
    }

    /// Returns the global of a bindless heap.
    pub(in crate::lower) fn heap(&mut self, heap: BindlessHeap) -> Global {
        let globals = &mut *self.globals;
        *self.resources.heaps[heap as usize].get_or_insert_with(|| {
            globals.push(GlobalData { name: heap.name().into(), kind: GlobalKind::Heap(heap) })
        })
    }

    /// Returns the global of the textures or images of type `ty` at the units of `resource`.
    pub(in crate::lower) fn units(&mut self, resource: ResourceRef, ty: Type, name: &str) -> Global {
        let globals = &mut *self.globals;
        *self.resources.units.entry((resource, ty)).or_insert_with(|| {
            globals.push(GlobalData {
                name: name.into(),
                kind: GlobalKind::Units { resource, ty, restrict: false },
            })
        })
    }

    /// Returns the global, binding point and byte offset of an element. `unit` is the number of bytes per
    /// index step.
    pub(in crate::lower) fn buffer_place(
        &mut self,
        place: &Place,
        window: &Window,
        unit: u32,
    ) -> (Global, Value, Value) {
        let program = self.program;
        let (class, name) = match program.var(place.var) {
            Some(var) => {
                let class = match var.kind {
                    VarKind::Storage(_) => ResourceClass::Storage,
                    VarKind::Shared(_) => ResourceClass::Shared,
                    VarKind::Counter(_) => ResourceClass::Counter,
                    _ => ResourceClass::Uniform,
                };
                (class, &*var.name)
            }
            None => (ResourceClass::Storage, ""),
        };
        let (index, bytes) = match class {
            ResourceClass::Shared => (0, program.shared_bytes.unwrap_or(0)),
            _ => (window.first_point, 0),
        };
        let resource = ResourceRef { class, index, count: window.points.max(1) };
        let global = self.bytes_global(resource, bytes, name);
        let indices = program.body.indices(place);
        let point = self.indexed(indices.point);
        let point = self.element_value(point);
        let element = self.indexed(indices.element);
        let element = self.element_value(element);
        let scale = self.b.i32(unit.trailing_zeros());
        let offset = match self.b.func.as_bits(element) {
            Some(n) => self.b.i32((n as u32).wrapping_mul(unit)),
            None if unit == 1 => element,
            None => self.b.op(Op::Shl, &[element, scale]),
        };
        (global, point, self.add_constant(offset, window.first.wrapping_mul(unit)))
    }

    /// Loads a scalar or vector at a byte offset.
    pub(in crate::lower) fn load_bytes(
        &mut self,
        global: Global,
        point: Value,
        offset: Value,
        ty: Type,
        access: Access,
    ) -> Value {
        self.b.inst_with_type(Op::BytesLoad, Imm::Bytes(BytesAccess { global, access }), &[point, offset], ty)
    }

    /// Returns the storage variable that declares all of the given binding points: its first point, number of
    /// points and name.
    fn storage_over(&self, first: u32, count: usize) -> Option<(u32, u32, &'a str)> {
        let program = self.program;
        let count = u32::try_from(count).ok()?;
        program.vars.iter().find_map(|var| match &var.kind {
            VarKind::Storage(w)
                if first.checked_sub(w.first_point).is_some_and(|i| i.saturating_add(count) <= w.points) =>
            {
                Some((w.first_point, w.points, &*var.name))
            }
            _ => None,
        })
    }

    /// Returns whether a single storage variable declares all of the given binding points.
    pub(in crate::lower) fn is_storage(&self, first: u32, count: usize) -> bool {
        self.storage_over(first, count).is_some()
    }

    /// Loads a component of the four-word row at a byte offset. The whole row is loaded, so that its
    /// components share the load. This is safe, because a row is never partly out of bounds. Later passes
    /// narrow the load to the used components.
    pub(in crate::lower) fn load_row(
        &mut self,
        global: Global,
        point: Value,
        offset: Value,
        component: u8,
        word: Type,
    ) -> Value {
        let row = self.b.types.vector(word, 4);
        let row = self.load_bytes(global, point, offset, row, Access::default());
        self.b.extract(row, u32::from(component))
    }

    /// Returns the length in bytes of the buffer at storage binding point `first + index`, where `index` is
    /// less than `count`. The buffer is an element of the variable that declares all these points; without
    /// such a variable, only `first` is accessible.
    pub(in crate::lower) fn storage_length(&mut self, first: u32, count: usize, index: Value) -> Value {
        let (start, points, name) = self.storage_over(first, count).unwrap_or((first, 1, "storage"));
        let resource = ResourceRef { class: ResourceClass::Storage, index: start, count: points.max(1) };
        let global = self.bytes_global(resource, 0, name);
        let element = self.add_constant(index, first - start);
        self.b.inst_with_type(Op::BytesLength, Imm::Global(global), &[element], Types::I32)
    }
}
