//! Test support: builds straight-line functions, runs passes on them, and evaluates them for all lanes of a warp.

use crate::{Context, Options, Pass, fold};
use nvc_diag::Diagnostics;
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Builder, Const, Function, Module, Op, OwnedInst, Terminator, Type, Types, Value};
use rustc_hash::FxHashMap;

/// The number of lanes in a warp.
pub(crate) const LANES: usize = 32;

/// A module with one function of one block, which returns the value that `build` computes from the parameters.
pub(crate) fn module_of(params: &[Type], build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value) -> Module {
    let mut module = Module::new();
    let mut func = Function::new("main");
    let entry = func.new_block();
    func.params = params.to_vec();
    let args: Vec<Value> = params.iter().map(|&ty| func.add_param(entry, ty)).collect();
    let mut b = Builder::new(&mut func, &mut module.types);
    b.enter(entry);
    let result = build(&mut b, &args);
    b.terminate(Terminator::Return(Some(result)));
    func.result = Some(func.ty(result));
    module.functions.push(func);
    module
}

/// Runs a pass and asserts that it reports no errors.
pub(crate) fn apply(pass: &Pass, module: &mut Module) {
    apply_with(pass, module, &Options::default());
}

/// Like [`apply`], with options.
pub(crate) fn apply_with(pass: &Pass, module: &mut Module, options: &Options) {
    let mut diags = Diagnostics::new();
    pass.apply(module, &mut Context { options, diags: &mut diags });
    assert!(!diags.has_errors(), "{:?}", diags.iter().collect::<Vec<_>>());
}

/// The operations of the first function, in layout order.
pub(crate) fn ops(module: &Module) -> Vec<Op> {
    let Some(func) = module.functions.values().next() else { return Vec::new() };
    func.insts().map(|(_, data)| data.op).collect()
}

/// A value in one lane: a constant, or `None` if its bits are undefined.
type Cell = Option<Value>;

/// The bits that the first function returns in each lane; `None` if they are undefined. `input` returns the bits of a
/// parameter, given the lane and the parameter's index.
pub(crate) fn evaluate(module: &Module, input: impl Fn(usize, usize) -> u64) -> Vec<Option<u64>> {
    let (mut func, types) = (module.functions.values().next().expect("a function").clone(), &module.types);
    let entry = func.layout[0];
    let mut cells: FxHashMap<Value, Vec<Cell>> = FxHashMap::default();
    for (i, param) in func.blocks[entry].params.clone().into_iter().enumerate() {
        let ty = func.ty(param);
        let lanes = (0..LANES).map(|lane| Some(func.constant(ty, Const::Bits(input(lane, i))))).collect();
        cells.insert(param, lanes);
    }
    for inst in func.blocks[entry].insts.clone() {
        let data = func.copy_inst(inst);
        let args: Vec<Vec<Cell>> = data.args.iter().map(|&arg| cells_of(&cells, arg)).collect();
        let result = data.result.expect("an operation with a result");
        let lanes = step(&mut func, types, &data, &args);
        cells.insert(result, lanes);
    }
    let Terminator::Return(Some(result)) = func.blocks[entry].term else { panic!("no result") };
    cells_of(&cells, result).into_iter().map(|cell| cell.and_then(|value| func.as_bits(value))).collect()
}

fn cells_of(cells: &FxHashMap<Value, Vec<Cell>>, value: Value) -> Vec<Cell> {
    cells.get(&value).cloned().unwrap_or_else(|| vec![Some(value); LANES])
}

fn step(func: &mut Function, types: &Types, data: &OwnedInst, args: &[Vec<Cell>]) -> Vec<Cell> {
    let ty = func.ty(data.result.expect("an operation with a result"));
    let bits = |func: &Function, arg: usize, lane: usize| args[arg][lane].and_then(|v| func.as_bits(v));
    // Operand 0 in each lane as a bool, the same as a mask, and whether it is equal in all lanes.
    let votes: Vec<bool> =
        (0..LANES).map(|lane| !args.is_empty() && bits(func, 0, lane) == Some(1)).collect();
    let word = votes.iter().enumerate().fold(0u64, |mask, (lane, &t)| mask | u64::from(t) << lane);
    let equal = args.first().is_some_and(|cells| cells.iter().all(|&cell| cell == cells[0]));
    let mut lanes = Vec::with_capacity(LANES);
    for lane in 0..LANES {
        let from = |source: i64| usize::try_from(source).ok().and_then(|s| args[0].get(s).copied()).flatten();
        let own = lane as i64;
        let by = |func: &Function| bits(func, 1, lane).map_or(i64::MAX / 2, |n| i64::from(n as u32));
        lanes.push(match (data.op, data.imm()) {
            (Op::Builtin, Imm::Builtin(Builtin::SubgroupLane)) => {
                Some(func.constant(ty, Const::Bits(lane as u64)))
            }
            (Op::SubgroupShuffle, _) => from(by(func)),
            (Op::SubgroupShuffleXor, _) => from(own ^ by(func)),
            (Op::SubgroupShuffleUp, _) => from(own - by(func)),
            (Op::SubgroupShuffleDown, _) => from(own + by(func)),
            (Op::SubgroupAll, _) => Some(func.constant(ty, Const::Bits(u64::from(votes.iter().all(|&t| t))))),
            (Op::SubgroupAny, _) => Some(func.constant(ty, Const::Bits(u64::from(votes.iter().any(|&t| t))))),
            (Op::SubgroupAllEqual, _) => Some(func.constant(ty, Const::Bits(u64::from(equal)))),
            (Op::SubgroupPartition | Op::SubgroupBallot, _) => {
                let same = |&other: &usize| args[0][other] == args[0][lane];
                let mask = match data.op {
                    Op::SubgroupBallot => word,
                    _ => (0..LANES).filter(same).fold(0, |mask, other| mask | 1 << other),
                };
                let part = func.constant(Types::I32, Const::Bits(mask));
                let zero = func.constant(Types::I32, Const::Bits(0));
                Some(func.constant(ty, Const::Composite(vec![part, zero, zero, zero])))
            }
            (Op::Extract, Imm::Index(index)) => args[0][lane].and_then(|v| match func.as_const(v) {
                Some(Const::Composite(parts)) => parts.get(index as usize).copied(),
                _ => None,
            }),
            (Op::Construct, _) => {
                let parts: Option<Vec<Value>> = args.iter().map(|cells| cells[lane]).collect();
                parts.map(|parts| func.constant(ty, Const::Composite(parts)))
            }
            // The operand that is not selected may be undefined.
            (Op::Select, _) => bits(func, 0, lane).and_then(|t| args[if t == 1 { 1 } else { 2 }][lane]),
            (op, _) => {
                let operands: Option<Vec<Value>> = args.iter().map(|cells| cells[lane]).collect();
                operands.and_then(|operands| fold::fold(func, types, op, &operands, ty))
            }
        });
    }
    lanes
}
