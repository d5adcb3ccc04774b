//! The IR type of ray queries, and the capability and extension that ray queries require. The IR represents
//! ray queries as opaque SPIR-V constructs.

use nvc_ir::{Spirv, SpirvOperand, Type, TypeKind, Types};

/// The capability `RayQueryKHR`.
const RAY_QUERY: u32 = 4472;
/// `OpTypeRayQueryKHR`, whose number happens to equal that of the capability.
const TYPE_RAY_QUERY: u32 = 4472;

/// Returns an opaque SPIR-V construct that requires ray queries.
pub(in crate::lower) fn query_code(number: u32, operands: Vec<SpirvOperand>) -> Spirv {
    let extensions = vec!["SPV_KHR_ray_query".to_owned()];
    Spirv { number, operands, capabilities: vec![RAY_QUERY], extensions }
}

/// Returns the IR type of `rayQueryEXT`.
pub(in crate::lower) fn query_type(types: &mut Types) -> Type {
    types.intern(TypeKind::Spirv(query_code(TYPE_RAY_QUERY, Vec::new())))
}
