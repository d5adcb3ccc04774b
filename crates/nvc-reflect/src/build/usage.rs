//! Collects device requirements of instructions, beyond those of the capabilities.

use super::vulkan::{
    CLOCKS, EXTENDED_TYPES, FLOAT_ATOMICS, FLOAT_ATOMICS2, FMA, INT64_ATOMICS, ROTATION, Requirement,
    Structure, VULKAN_12,
};
use nvc_ir::function::InstRef;
use nvc_ir::imm::{AtomicOp, Imm, Scope};
use nvc_ir::{Environment, Function, Module, Op, Space, Type, TypeKind};

/// Returns the features that `OpFmaKHR` requires for the float types that the module uses it with.
pub(super) fn fused(module: &Module) -> Vec<Requirement> {
    let instructions =
        module.functions.values().flat_map(|func| func.insts().map(move |(_, data)| (func, data)));
    let fused = instructions.filter(|(_, data)| data.op == Op::Fma);
    let widths =
        fused.filter_map(|(func, data)| Some(module.types.kind(module.types.scalar(func.ty(data.result?)))));
    let features = widths.filter_map(|kind| match kind {
        TypeKind::Float(16) => Some("shaderFmaFloat16"),
        TypeKind::Float(32) => Some("shaderFmaFloat32"),
        TypeKind::Float(64) => Some("shaderFmaFloat64"),
        _ => None,
    });
    features.map(|feature| Requirement::Feature(&FMA, feature)).collect()
}

/// Returns the requirements of all instructions.
pub(super) fn collect(module: &Module, env: Environment) -> Vec<Requirement> {
    let mut requirements = Vec::new();
    for func in module.functions.values() {
        for (_, data) in func.insts() {
            add_requirements(module, env, func, data, &mut requirements);
        }
    }
    requirements
}

fn add_requirements(
    module: &Module,
    env: Environment,
    func: &Function,
    data: InstRef<'_>,
    requirements: &mut Vec<Requirement>,
) {
    let ty = |value| func.ty(func.resolve(value));
    match (data.op, data.imm()) {
        (Op::Atomic, Imm::Atomic(op, _)) => {
            let pointer = data.args.first().and_then(|&pointer| module.types.pointee(ty(pointer)));
            let place = pointer.map(|(space, _)| Place::of(space));
            let kind = data.result.map(|result| module.types.kind(func.ty(result)));
            if let (Some(place), Some(kind)) = (place, kind) {
                requirements.extend(
                    atomic(op, kind, place)
                        .map(|(structure, member)| Requirement::Feature(structure, member)),
                );
            }
        }
        (Op::ReadClock, Imm::Scope(scope)) => {
            let device = scope == Scope::Device;
            let member = if device { "shaderDeviceClock" } else { "shaderSubgroupClock" };
            requirements.push(Requirement::Feature(&CLOCKS, member));
        }
        _ => {}
    }
    if data.op == Op::SubgroupRotate && data.args.len() == 3 {
        requirements.push(Requirement::Feature(&ROTATION, "shaderSubgroupRotateClustered"));
        requirements.push(Requirement::Subgroup("VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT"));
    }
    // In SPIR-V 1.3 and 1.4, a shuffle replaces a broadcast from a non-constant lane.
    if data.op == Op::SubgroupBroadcast
        && env.spirv_version() >= (1, 5)
        && data.args.get(1).is_some_and(|&lane| func.as_bits(func.resolve(lane)).is_none())
    {
        requirements.push(Requirement::Feature(&VULKAN_12, "subgroupBroadcastDynamicId"));
    }
    let mut operands = data.args.iter().map(|&arg| ty(arg)).chain(data.result.map(|result| func.ty(result)));
    if data.op.info().name.starts_with("subgroup.") && operands.any(|ty| is_extended(module, ty)) {
        requirements.push(Requirement::Feature(&EXTENDED_TYPES, "shaderSubgroupExtendedTypes"));
    }
}

/// Returns whether subgroup operations on a type, or on a vector of it, require
/// `shaderSubgroupExtendedTypes`.
fn is_extended(module: &Module, ty: Type) -> bool {
    let scalar = module.types.scalar(ty);
    matches!(module.types.kind(scalar), TypeKind::Int(8 | 16 | 64) | TypeKind::Float(16))
}

/// Kinds of memory for which atomics have separate features.
#[derive(Clone, Copy)]
enum Place {
    Buffer,
    Shared,
    Image,
}

impl Place {
    fn of(space: Space) -> Self {
        match space {
            Space::Workgroup => Place::Shared,
            Space::Image => Place::Image,
            _ => Place::Buffer,
        }
    }
}

/// Kinds of atomics that have separate features.
enum Family {
    Plain,
    Add,
    MinMax,
}

/// Returns the feature for an atomic on 64-bit integers or on floats; `None` if there is no feature.
fn atomic(op: AtomicOp, kind: &TypeKind, place: Place) -> Option<(&'static Structure, &'static str)> {
    use Family::{Add, MinMax, Plain};
    use Place::{Buffer, Image, Shared};
    let family = match op {
        AtomicOp::FAdd => Add,
        AtomicOp::FMin | AtomicOp::FMax => MinMax,
        _ => Plain,
    };
    let (first, second) = (&FLOAT_ATOMICS, &FLOAT_ATOMICS2);
    Some(match (kind, family, place) {
        (TypeKind::Int(64), _, Buffer) => (&INT64_ATOMICS, "shaderBufferInt64Atomics"),
        (TypeKind::Int(64), _, Shared) => (&INT64_ATOMICS, "shaderSharedInt64Atomics"),
        (TypeKind::Float(16), Plain, Buffer) => (second, "shaderBufferFloat16Atomics"),
        (TypeKind::Float(16), Add, Buffer) => (second, "shaderBufferFloat16AtomicAdd"),
        (TypeKind::Float(16), MinMax, Buffer) => (second, "shaderBufferFloat16AtomicMinMax"),
        (TypeKind::Float(16), Plain, Shared) => (second, "shaderSharedFloat16Atomics"),
        (TypeKind::Float(16), Add, Shared) => (second, "shaderSharedFloat16AtomicAdd"),
        (TypeKind::Float(16), MinMax, Shared) => (second, "shaderSharedFloat16AtomicMinMax"),
        (TypeKind::Float(32), Plain, Buffer) => (first, "shaderBufferFloat32Atomics"),
        (TypeKind::Float(32), Add, Buffer) => (first, "shaderBufferFloat32AtomicAdd"),
        (TypeKind::Float(32), MinMax, Buffer) => (second, "shaderBufferFloat32AtomicMinMax"),
        (TypeKind::Float(32), Plain, Shared) => (first, "shaderSharedFloat32Atomics"),
        (TypeKind::Float(32), Add, Shared) => (first, "shaderSharedFloat32AtomicAdd"),
        (TypeKind::Float(32), MinMax, Shared) => (second, "shaderSharedFloat32AtomicMinMax"),
        (TypeKind::Float(32), Plain, Image) => (first, "shaderImageFloat32Atomics"),
        (TypeKind::Float(32), Add, Image) => (first, "shaderImageFloat32AtomicAdd"),
        (TypeKind::Float(32), MinMax, Image) => (second, "shaderImageFloat32AtomicMinMax"),
        (TypeKind::Float(64), Plain, Buffer) => (first, "shaderBufferFloat64Atomics"),
        (TypeKind::Float(64), Add, Buffer) => (first, "shaderBufferFloat64AtomicAdd"),
        (TypeKind::Float(64), MinMax, Buffer) => (second, "shaderBufferFloat64AtomicMinMax"),
        (TypeKind::Float(64), Plain, Shared) => (first, "shaderSharedFloat64Atomics"),
        (TypeKind::Float(64), Add, Shared) => (first, "shaderSharedFloat64AtomicAdd"),
        (TypeKind::Float(64), MinMax, Shared) => (second, "shaderSharedFloat64AtomicMinMax"),
        _ => return None,
    })
}
