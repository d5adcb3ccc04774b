//! Ray queries (GL_EXT_ray_query): each function is one opaque instruction on the pointer to a query.

use crate::lower::context::{ExprHandle, Lowerer, Resource};
use crate::lower::spirv::{query_code, query_type};
use crate::lower::values::rvalue::Rvalue;
use crate::types::{Type, TypeKind};
use nvc_ir::imm::Imm;
use nvc_ir::types::TypeKind as IrKind;
use nvc_ir::{Op, Spirv, SpirvInst, SpirvOperand, Type as IrType, Types, Value};

/// `RayQueryPositionFetchKHR`.
const POSITION_FETCH: u32 = 5391;
/// `OpTypeAccelerationStructureKHR`.
const TYPE_ACCELERATION_STRUCTURE: u32 = 5341;
/// `OpConvertUToAccelerationStructureKHR`.
const TO_ACCELERATION_STRUCTURE: u32 = 4447;
/// `OpTypeMatrix`.
const TYPE_MATRIX: u32 = 24;
/// `OpCompositeExtract`.
const COMPOSITE_EXTRACT: u32 = 81;
/// `OpRayQueryGetIntersectionTriangleVertexPositionsKHR`.
const VERTEX_POSITIONS: u32 = 5340;

/// The IR type of `accelerationStructureEXT`.
fn structure_type(types: &mut Types) -> IrType {
    types.intern(IrKind::Spirv(query_code(TYPE_ACCELERATION_STRUCTURE, Vec::new())))
}

impl Lowerer<'_, '_> {
    /// A function on a ray query, by its opcode.
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
                // Which intersection: a constant, as an integer.
                TypeKind::Scalar(crate::types::scalar::BOOL) => {
                    let committed = self.known_bits(arg).unwrap_or(0);
                    operands.push(SpirvOperand::Constant(Types::I32, committed));
                    continue;
                }
                // The positions are the result of the instruction.
                TypeKind::Array(..) => continue,
                _ => values.push(self.value(arg)),
            }
            operands.push(SpirvOperand::Value);
        }
        let mut code = query_code(opcode, operands);
        if opcode == VERTEX_POSITIONS {
            code.capabilities.push(POSITION_FETCH);
            code.extensions.push("SPV_KHR_ray_tracing_position_fetch".to_owned());
        }
        let inst = SpirvInst { name: name(opcode), set: None, code };
        match (self.kind(ty), args.last()) {
            (&TypeKind::Matrix { columns, .. }, _) => self.matrix_result(inst, &values, ty, columns as u32),
            (TypeKind::Void, Some(&out)) if opcode == VERTEX_POSITIONS => {
                let ty = self.value_type(self.body.exprs[out].ty);
                let positions = self.spirv_value(Op::Spirv, inst, &values, ty);
                self.write_out(out, positions);
                Rvalue::void()
            }
            _ => self.opaque_inst(inst, true, &values, ty),
        }
    }

    /// An instruction whose result is a SPIR-V matrix: its columns.
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

    /// A pointer to a ray query.
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

    /// The value of an acceleration structure: of a descriptor, or from an address.
    fn acceleration_structure(&mut self, arg: ExprHandle) -> Value {
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

    /// An opaque instruction with a result of an IR type.
    fn spirv_value(&mut self, op: Op, inst: SpirvInst, values: &[Value], ty: IrType) -> Value {
        let imm = Imm::Index(self.module.spirv_inst(inst));
        self.b.inst_with_type(op, imm, values, ty)
    }
}

/// The GLSL function of an opcode.
fn name(opcode: u32) -> String {
    let rows = crate::builtins::functions::FAMILIES.iter().flat_map(|family| family.rows);
    let mut rows = rows.filter(|row| row.operation == crate::builtins::Operation::RayQuery(opcode));
    rows.next().map_or_else(String::new, |row| row.name.to_owned())
}
