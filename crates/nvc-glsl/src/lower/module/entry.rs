//! Lowers the entry point: initialisation of global variables, then `main`.

use crate::lower::context::InstanceKey;
use crate::lower::context::{Lowerer, ModuleLowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::tree::{Function as Body, GlobalKind};
use naga::Handle;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use nvc_ir::imm::{Barrier, Imm, MemoryKinds, Scope};
use nvc_ir::{Const, EntryPoint, Extent, Function, Op, SpecConstData, SpecConstKind, Types};

impl<'p> ModuleLowerer<'p> {
    /// Lowers the entry point; `None` for a program without `main`, which checking has reported.
    pub(in crate::lower) fn entry(&mut self, types: &mut Types) -> Option<EntryPoint> {
        let program = self.program;
        let main = program.entry?;
        let workgroup_size = self.workgroup_size();
        let id = self.functions.push(Function::new("main"));
        let mut func = Function::new("main");
        Lowerer::new(self, &mut func, types, &program.functions[main]).main();
        self.functions[id] = func;
        let (derivatives, khr_derivatives) = (program.derivatives, program.khr_derivatives);
        let modes = program.modes.clone();
        Some(EntryPoint {
            name: "main".into(),
            function: id,
            workgroup_size,
            derivatives,
            khr_derivatives,
            modes,
        })
    }

    /// Returns the workgroup size. A variable group size (chosen at dispatch) consists of specialization
    /// constants, unless the options fix it.
    fn workgroup_size(&mut self) -> [Extent; 3] {
        match self.program.local_size {
            Some(size) => size.map(|size| match self.specs.get(&size) {
                Some(&spec) => Extent::Spec(spec),
                None => {
                    let context = self.layout_context();
                    let size = context.length(crate::types::Length::Spec(size));
                    Extent::Fixed(u32::try_from(size).unwrap_or(1).max(1))
                }
            }),
            None if let Some(size) = self.options.specialization.local_size => size.map(Extent::Fixed),
            None => [("x", 0), ("y", 1), ("z", 2)].map(|(axis, number): (&str, usize)| {
                Extent::Spec(self.spec_constants.push(SpecConstData {
                    name: format!("group_size_{axis}"),
                    ty: Types::I32,
                    default: 1,
                    kind: SpecConstKind::Id(GROUP_SIZE_SPEC_IDS[number]),
                }))
            }),
        }
    }
}

impl<'p> Lowerer<'_, 'p> {
    fn main(mut self) {
        self.allocate_locals(&mut |_| None);
        self.initialise_globals();
        if let Some(prologue) = self.module.program.prologue {
            self.call_plain(prologue);
        }
        self.lower_body();
    }

    /// Calls a function that has neither parameters nor a result.
    fn call_plain(&mut self, function: Handle<Body>) {
        let key = InstanceKey { function, shapes: Vec::new(), decodes: false };
        let id = self.module.function(self.b.types, key, None);
        self.b.effect(Op::Call, Imm::Function(id), &[]);
    }

    /// Stores the constant initial values of globals. Shared variables that need zeroing are zeroed by all
    /// invocations, which then wait at a barrier.
    fn initialise_globals(&mut self) {
        let program = self.module.program;
        let mut shared = false;
        for (handle, global) in program.globals.iter() {
            let value = match global.kind {
                GlobalKind::Private(Some(value)) => self.constant(value),
                GlobalKind::Shared { zeroed: true } => {
                    shared = true;
                    let ty = self.value_type(global.ty);
                    Rvalue::Single(self.b.func.constant(ty, Const::Null))
                }
                _ => continue,
            };
            if let Some(memory) = self.global_memory(handle) {
                self.store(memory, &value);
            }
        }
        if shared {
            let kinds = MemoryKinds { workgroup: true, ..MemoryKinds::default() };
            let scope = Scope::Workgroup;
            let barrier = Barrier { execution: Some(scope), memory: scope, kinds };
            self.b.effect(Op::Barrier, Imm::Barrier(barrier), &[]);
        }
    }
}
