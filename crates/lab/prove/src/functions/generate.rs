//! Random functions: arithmetic, memory, structured control flow and other effects, in the phase that front ends build.

mod operands;
mod statements;

use crate::rng::Rng;
use crate::universe::Universe;
use nvc_ir::function::LocalData;
use nvc_ir::globals::VariableAccess;
use nvc_ir::ssa::Variable;
use nvc_ir::types::Member;
use nvc_ir::{
    Binding, EntryPoint, Extent, FuncId, Function, Global, GlobalData, GlobalKind, Imm, Local, Module, Op,
    ResourceClass, ResourceRef, Space, StructuredBuilder, Type, TypeKind, Types, Value,
};

/// Minimum (inclusive) and maximum (exclusive) number of random statements outside of constructs.
const STATEMENTS: (usize, usize) = (3, 12);
/// Maximum number of random statements in all, including those in constructs.
const BUDGET: usize = 26;

/// The resources of every random module.
struct Resources {
    /// Byte-addressed storage buffers. The first contains the results.
    storage: [Global; 2],
    uniform: Global,
    shared: Global,
    /// A typed storage buffer: a block with a word and a runtime array of words.
    typed: Global,
    block: Type,
    private: Global,
}

/// An instruction that may be repeated.
#[derive(Clone)]
struct Past {
    op: Op,
    imm: Imm,
    args: Vec<Value>,
    ty: Type,
}

/// The state of generating the entry point.
struct Generator<'a, 'b> {
    rng: Rng,
    b: &'a mut StructuredBuilder<'b>,
    resources: &'a Resources,
    universe: &'a Universe,
    /// Values that dominate the current block.
    pool: Vec<Value>,
    /// Instructions that dominate the current block.
    past: Vec<Past>,
    variables: Vec<Variable>,
    /// A variable of type bool.
    flag: Option<Variable>,
    scalar: Local,
    array: Local,
    helper: Option<FuncId>,
    /// Merge block and continue block of the loop that jumps leave or continue; `None` outside of loops, and in a switch
    /// unless it contains the loop.
    innermost: Option<(nvc_ir::Block, nvc_ir::Block)>,
    budget: usize,
    depth: usize,
}

/// Generates the module of a seed. `universe` contains the operations to choose from.
pub fn module(universe: &Universe, seed: u64) -> Module {
    let mut module = Module::new();
    module.types = universe.types.clone();
    let resources = declare(&mut module);
    let mut rng = Rng(seed);
    let helper = rng.chance(30).then(|| {
        let func = helper(&mut module.types, &resources, &mut rng);
        module.functions.push(func)
    });
    let mut func = Function::new("main");
    let array = module.types.array(Types::I32, 4);
    let scalar = func.locals.push(LocalData { name: "scalar".into(), ty: Types::I32 });
    let array = func.locals.push(LocalData { name: "array".into(), ty: array });
    let mut b = StructuredBuilder::new(&mut func, &mut module.types);
    let mut generator = Generator {
        rng,
        b: &mut b,
        resources: &resources,
        universe,
        pool: Vec::new(),
        past: Vec::new(),
        variables: Vec::new(),
        flag: None,
        scalar,
        array,
        helper,
        innermost: None,
        budget: BUDGET,
        depth: 0,
    };
    generator.body();
    b.finish();
    let function = module.functions.push(func);
    module.entry = Some(EntryPoint {
        name: "main".into(),
        function,
        workgroup_size: [Extent::Fixed(4), Extent::Fixed(2), Extent::Fixed(1)],
        derivatives: None,
        khr_derivatives: false,
        modes: Vec::new(),
    });
    module
}

fn declare(module: &mut Module) -> Resources {
    let mut bytes = |class, index, bytes| {
        let resource = ResourceRef { class, index, count: 1 };
        let kind = GlobalKind::Bytes { resource, bytes };
        module.globals.push(GlobalData { name: format!("{}{index}", class.name()), kind })
    };
    let storage = [bytes(ResourceClass::Storage, 0, 0), bytes(ResourceClass::Storage, 1, 0)];
    let uniform = bytes(ResourceClass::Uniform, 0, 0);
    let shared = bytes(ResourceClass::Shared, 0, 256);
    let array = module.types.intern(TypeKind::RuntimeArray { element: Types::I32, stride: 4 });
    let members = vec![Member::new(Types::I32, 0), Member::new(array, 16)];
    let block = module.types.intern(TypeKind::Struct { members, block: true });
    let mut variable = |name: &str, space, ty, binding| {
        let access = VariableAccess::default();
        let kind = GlobalKind::Variable { space, ty, binding, of: None, access };
        module.globals.push(GlobalData { name: name.into(), kind })
    };
    let typed = variable("typed", Space::StorageBuffer, block, Some(Binding { set: 7, binding: 0 }));
    let private = variable("private", Space::Private, Types::I32, None);
    Resources { storage, uniform, shared, typed, block, private }
}

/// Generates a function to call. In a branch, it may store to a buffer and may return early.
fn helper(types: &mut Types, resources: &Resources, rng: &mut Rng) -> Function {
    let mut func = Function::new("helper");
    func.params = vec![Types::I32, Types::I32];
    func.result = Some(Types::I32);
    let mut b = StructuredBuilder::new(&mut func, types);
    let entry = b.block();
    let (x, y) = (b.func.add_param(entry, Types::I32), b.func.add_param(entry, Types::I32));
    let ops = [Op::IAdd, Op::Xor, Op::UMin, Op::ISub];
    let sum = b.op(*rng.pick(&ops).unwrap_or(&Op::IAdd), &[x, y]);
    let bound = b.i32(rng.below(20) as u32);
    let small = b.op(Op::ULt, &[sum, bound]);
    let construct = b.begin_if(small);
    if rng.chance(50) {
        let (zero, at) = (b.i32(0), b.i32(4 * rng.below(8) as u32));
        b.effect(Op::BytesStore, operands::bytes(resources.storage[1]), &[zero, at, x]);
    }
    if rng.chance(70) {
        b.return_(Some(y));
    }
    b.end_if(construct);
    let product = b.op(Op::And, &[sum, x]);
    b.return_(Some(product));
    b.finish();
    func
}
