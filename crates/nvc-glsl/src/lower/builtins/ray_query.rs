//! Lowers ray queries (GL_EXT_ray_query) and acceleration structures. Each ray query function is one opaque
//! SPIR-V instruction on a pointer to a query.

use crate::lower::context::{ExprHandle, Lowerer, Resource};
use crate::lower::types::ray_query::{query_code, query_type};
use crate::lower::values::rvalue::Rvalue;
use crate::types::{Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::types::TypeKind as IrKind;
use nvc_ir::{Op, Spirv, SpirvInst, SpirvOperand, Type as IrType, Types, Value};

/// `OpTypeAccelerationStructureKHR`.
const TYPE_ACCELERATION_STRUCTURE: u32 = 5341;
/// `OpConvertUToAccelerationStructureKHR`.
const TO_ACCELERATION_STRUCTURE: u32 = 4447;
/// `OpTypeMatrix`.
const TYPE_MATRIX: u32 = 24;
/// `OpCompositeExtract`.
const COMPOSITE_EXTRACT: u32 = 81;

/// `OpRayQueryInitializeKHR`.
const INITIALIZE: u32 = 4473;
/// `RayTraversalPrimitiveCullingKHR`.
const PRIMITIVE_CULLING: u32 = 4478;
/// `RayTracingOpacityMicromapEXT`.
const OPACITY_MICROMAP: u32 = 5381;

/// Opcodes that need a capability and an extension in addition to those of ray queries. Each row has the
/// opcodes, the capability and the extension.
const EXTENSIONS: &[(&[u32], u32, &str)] = &[
    (&[5340], 5391, "SPV_KHR_ray_tracing_position_fetch"),
    (&[5345], 5437, "SPV_NV_cluster_acceleration_structure"),
    (&[5427, 5428, 5438], 5418, "SPV_NV_linear_swept_spheres"),
    (&[5429, 5430, 5431, 5439], 5419, "SPV_NV_linear_swept_spheres"),
];

/// Returns the IR type of `accelerationStructureEXT`.
pub(in crate::lower) fn structure_type(types: &mut Types) -> IrType {
    types.intern(IrKind::Spirv(query_code(TYPE_ACCELERATION_STRUCTURE, Vec::new())))
}

impl Lowerer<'_, '_> {
    /// Lowers a function on a ray query, given its SPIR-V opcode.
    pub(super) fn ray_query(&mut self, opcode: u32, args: &[ExprHandle], ty: Type) -> Rvalue {
        let mut operands = Vec::new();
        let mut values = Vec::new();
        for &arg in args {
            match *self.kind(self.body.exprs[arg].ty) {
                TypeKind::RayQuery => values.extend(self.query_pointer(arg)),
                TypeKind::AccelerationStructure => {
                    let structure = self.acceleration_structure(arg);
                    values.push(structure);
                }
                // `committed` selects an intersection. SPIR-V takes it as an integer constant.
                TypeKind::Scalar(crate::types::scalar::BOOL) => {
                    let committed = self.known_bits(arg).unwrap_or(0);
                    operands.push(SpirvOperand::Constant(Types::I32, committed));
                    continue;
                }
                // An output array is the result of the SPIR-V instruction, not an operand.
                TypeKind::Array(..) => continue,
                _ => values.push(self.value(arg)),
            }
            operands.push(SpirvOperand::Value);
        }
        let mut code = query_code(opcode, operands);
        for (_, capability, extension) in EXTENSIONS.iter().filter(|(opcodes, ..)| opcodes.contains(&opcode))
        {
            code.capabilities.push(*capability);
            code.extensions.push((*extension).to_owned());
        }
        if opcode == INITIALIZE {
            let program = self.module.program;
            code.capabilities.extend(program.primitive_culling.then_some(PRIMITIVE_CULLING));
            if program.extensions.contains(&"GL_EXT_opacity_micromap") {
                code.capabilities.push(OPACITY_MICROMAP);
                code.extensions.push("SPV_EXT_opacity_micromap".to_owned());
            }
        }
        let name = crate::builtins::name_of(crate::builtins::Operation::RayQuery(opcode));
        let inst = SpirvInst { name: name.to_owned(), set: None, code };
        match (self.kind(ty), args.last()) {
            (&TypeKind::Matrix { columns, .. }, _) => self.matrix_result(inst, &values, ty, columns as u32),
            (TypeKind::Void, Some(&out))
                if matches!(self.kind(self.body.exprs[out].ty), TypeKind::Array(..)) =>
            {
                let ty = self.value_type(self.body.exprs[out].ty);
                let array = self.spirv_value(Op::Spirv, inst, &values, ty);
                self.write_out(out, array);
                Rvalue::void()
            }
            _ => self.opaque_inst(inst, true, &values, ty),
        }
    }

    /// Emits an instruction whose result is a SPIR-V matrix, and extracts the columns.
    fn matrix_result(&mut self, inst: SpirvInst, values: &[Value], ty: Type, columns: u32) -> Rvalue {
        let array = self.value_type(ty);
        let IrKind::Array { element: column, .. } = *self.b.types.kind(array) else { return Rvalue::void() };
        let operands = vec![SpirvOperand::Type(column), SpirvOperand::Literal(columns)];
        let matrix = Spirv { number: TYPE_MATRIX, operands, ..Spirv::default() };
        let matrix = self.b.types.intern(IrKind::Spirv(matrix));
        let result = self.spirv_value(Op::Spirv, inst, values, matrix);
        let parts: Vec<Rvalue> = (0..columns)
            .map(|index| {
                let operands = vec![SpirvOperand::Value, SpirvOperand::Literal(index)];
                let code = Spirv { number: COMPOSITE_EXTRACT, operands, ..Spirv::default() };
                let inst = SpirvInst { name: "OpCompositeExtract".to_owned(), set: None, code };
                self.spirv_value(Op::SpirvPure, inst, &[result], column).into()
            })
            .collect();
        Rvalue::composite(parts)
    }

    /// Returns a pointer to a ray query.
    fn query_pointer(&mut self, arg: ExprHandle) -> Option<Value> {
        let Resource::Global(global, indices) = self.resource(arg) else {
            self.internal_error("a ray query that is not a variable");
            return None;
        };
        let variable = self.module.variable(self.b.types, global)?;
        let pointer = self.b.global_addr(variable.global, variable.space, variable.ty);
        if indices.is_empty() {
            return Some(pointer);
        }
        let ty = query_type(self.b.types);
        Some(self.access(pointer, &indices, ty))
    }

    /// Returns an acceleration structure, loaded from a descriptor or converted from an address.
    pub(in crate::lower) fn acceleration_structure(&mut self, arg: ExprHandle) -> Value {
        let ty = structure_type(self.b.types);
        match self.resource(arg) {
            Resource::Handle(address) => {
                let code = query_code(TO_ACCELERATION_STRUCTURE, vec![SpirvOperand::Value]);
                let inst = SpirvInst { name: "accelerationStructureEXT".to_owned(), set: None, code };
                self.spirv_value(Op::Spirv, inst, &[address], ty)
            }
            resource => self.load_descriptor(&resource, ty),
        }
    }

    /// Emits an opaque instruction with a result of type `ty`.
    fn spirv_value(&mut self, op: Op, inst: SpirvInst, values: &[Value], ty: IrType) -> Value {
        let imm = Imm::Index(self.module.spirv_inst(inst));
        self.b.inst_with_type(op, imm, values, ty)
    }
}
