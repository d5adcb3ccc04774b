//! IR types of GLSL types, both of values and of memory.
//!
//! Values have no layout: a matrix is an array of its columns, and a `bool` is a bool. In memory with
//! explicit layout, such as blocks and buffers, a `bool` is a 32-bit integer and a row-major matrix is an array
//! of its rows.

pub(super) mod image;
pub(super) mod ray_query;

use crate::layout::Rules;
use crate::lower::analysis::bindings::descriptor_count;
use crate::lower::analysis::packed_half::packed_type;
use crate::lower::context::{Lowerer, ModuleLowerer};
use crate::types::constant::{Const, default_bits};
use crate::types::{CoopMatrix, Layout, Length, Scalar, ScalarKind, StructId, Type, TypeKind};
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::globals::VariableAccess;
use nvc_ir::tensor::{TensorLayoutType, TensorViewType};
use nvc_ir::types::{self as ir, CoopMatrixType, IdVectorType, Member};
use nvc_ir::{Type as IrType, Types};
use ray_query::query_type;

/// The allowed scopes of a cooperative matrix: `gl_ScopeWorkgroup` and `gl_ScopeSubgroup`.
const MATRIX_SCOPES: [u64; 2] = [2, 3];

/// Returns the IR type of a scalar.
pub(in crate::lower) fn scalar_type(scalar: Scalar) -> IrType {
    match scalar.kind {
        ScalarKind::Bool => Types::BOOL,
        ScalarKind::Float => Types::float(scalar.width * 8),
        ScalarKind::Encoded(encoding) => Types::encoded_float(encoding),
        ScalarKind::Sint | ScalarKind::Uint => Types::int(scalar.width * 8),
    }
}

/// Returns the IR type of a scalar in memory with explicit layout.
fn memory_scalar(scalar: Scalar) -> IrType {
    if scalar.kind == ScalarKind::Bool { Types::I32 } else { scalar_type(scalar) }
}

/// Returns the IR type of a vector in memory with explicit layout.
fn memory_vector(types: &mut Types, size: u16, scalar: Scalar, rules: Rules) -> IrType {
    match packed_type(&TypeKind::Vector(size, scalar)) {
        Some(packed) if rules.layout == Layout::PackedHalf => packed,
        _ => types.vector(memory_scalar(scalar), size),
    }
}

/// Returns the component type of a scalar, vector, matrix, cooperative matrix or cooperative vector; `None` for
/// other types.
pub(in crate::lower) fn component(kind: &TypeKind) -> Option<Scalar> {
    match *kind {
        TypeKind::Scalar(scalar)
        | TypeKind::Vector(_, scalar)
        | TypeKind::SpecVector(_, scalar)
        | TypeKind::Matrix { scalar, .. } => Some(scalar),
        TypeKind::CoopMatrix(matrix) => Some(matrix.scalar),
        TypeKind::CoopVector(vector) => Some(vector.scalar),
        _ => None,
    }
}

/// Returns the number of components of a vector; 1 for other types.
pub(in crate::lower) fn size(kind: &TypeKind) -> u16 {
    match *kind {
        TypeKind::Vector(size, _) => size,
        _ => 1,
    }
}

impl ModuleLowerer<'_> {
    /// Returns the IR type of values of a type. The recursion is bounded, because types nest no deeper than
    /// expressions.
    pub(in crate::lower) fn value_type(&mut self, types: &mut Types, ty: Type) -> IrType {
        if let Some(&known) = self.types.values.get(&ty) {
            return known;
        }
        let made = match *self.program.types.kind(ty) {
            TypeKind::Void | TypeKind::Error | TypeKind::String | TypeKind::Function => Types::VOID,
            TypeKind::Scalar(scalar) => scalar_type(scalar),
            TypeKind::Vector(size, scalar) => types.vector(scalar_type(scalar), size),
            TypeKind::Matrix { columns, rows, scalar } => {
                let column = types.vector(scalar_type(scalar), rows);
                types.array(column, columns as u32)
            }
            TypeKind::Array(element, length) => {
                let element = self.value_type(types, element);
                let length = self.length(length);
                types.intern(ir::TypeKind::Array { element, length, stride: 0 })
            }
            TypeKind::Struct(id) => {
                let members = self.program.types.get_struct(id).map_or(&[][..], |def| &def.members);
                let members = members
                    .iter()
                    .map(|member| Member::without_offset(self.value_type(types, member.ty)))
                    .collect();
                types.intern(ir::TypeKind::Struct { members, block: false })
            }
            // Addresses and bindless handles.
            TypeKind::Reference(_)
            | TypeKind::Pointer(_)
            | TypeKind::Texture(_)
            | TypeKind::Sampler(_)
            | TypeKind::Image(_)
            | TypeKind::AccelerationStructure
            | TypeKind::Buffer { .. } => Types::I64,
            TypeKind::AtomicCounter => Types::I32,
            TypeKind::RayQuery => query_type(types),
            TypeKind::Spirv(ref code) => {
                let code = self.spirv_code(types, code);
                types.intern(ir::TypeKind::Spirv(code))
            }
            TypeKind::CoopMatrix(matrix) => self.coop_matrix(types, ty, matrix),
            TypeKind::SpecVector(length, scalar) => {
                let (component, length) = (scalar_type(scalar), self.constant_length(length));
                types.intern(ir::TypeKind::IdVector(IdVectorType { component, length, cooperative: false }))
            }
            TypeKind::CoopVector(vector) => {
                let component = scalar_type(vector.scalar);
                let length = self.constant_length(vector.length);
                types.intern(ir::TypeKind::IdVector(IdVectorType { component, length, cooperative: true }))
            }
            TypeKind::TensorLayout(layout) => {
                let dimensions = self.constant_number(layout.dimensions);
                let clamp = self.constant_number(layout.clamp);
                types.intern(ir::TypeKind::TensorLayout(TensorLayoutType { dimensions, clamp }))
            }
            TypeKind::TensorView(ref view) => {
                let view = TensorViewType {
                    dimensions: self.constant_number(view.dimensions),
                    has_dimensions: self.constant_number(view.has_dimensions),
                    permutation: view
                        .permutation
                        .iter()
                        .map(|&number| self.constant_number(number))
                        .collect(),
                };
                types.intern(ir::TypeKind::TensorView(view))
            }
        };
        self.types.values.insert(ty, made);
        made
    }

    /// Returns the IR type of memory with explicit layout that stores a value of a type.
    pub(in crate::lower) fn memory_type(&mut self, types: &mut Types, ty: Type, rules: Rules) -> IrType {
        if let Some(&known) = self.types.memory.get(&(ty, rules)) {
            return known;
        }
        let made = match *self.program.types.kind(ty) {
            TypeKind::Scalar(scalar) => memory_scalar(scalar),
            TypeKind::Vector(size, scalar) => memory_vector(types, size, scalar, rules),
            TypeKind::Matrix { columns, rows, scalar } => {
                let stride = match rules.layout {
                    Layout::PackedHalf => 0,
                    _ => self.layouts.matrix_stride(columns, rows, scalar, rules),
                };
                let (count, size) = if rules.row_major { (rows, columns) } else { (columns, rows) };
                let element = memory_vector(types, size, scalar, rules);
                let length = ir::Length::Fixed(count as u32);
                types.intern(ir::TypeKind::Array { element, length, stride })
            }
            TypeKind::Array(element, _) if self.is_block(ty) && self.innermost(element) != element => {
                let block = self.memory_type(types, self.innermost(ty), rules);
                self.flat_array(types, ty, block)
            }
            TypeKind::Array(element, length) => {
                let stride = self.array_stride(element, rules);
                let element = self.memory_type(types, element, rules);
                types.intern(match length {
                    Length::Unsized => ir::TypeKind::RuntimeArray { element, stride },
                    _ => ir::TypeKind::Array { element, length: self.length(length), stride },
                })
            }
            TypeKind::Struct(id) => self.struct_type(types, id, rules),
            _ => self.value_type(types, ty),
        };
        self.types.memory.insert((ty, rules), made);
        made
    }

    fn struct_type(&mut self, types: &mut Types, id: StructId, rules: Rules) -> IrType {
        let context = self.layout_context();
        let layout = self.layouts.of_struct(context, id, rules);
        let Some(def) = self.program.types.get_struct(id) else { return Types::VOID };
        let members = def.members.iter().zip(&layout.offsets).map(|(member, &offset)| {
            let rules = Rules { row_major: rules.row_major || member.row_major, ..rules };
            let offset = (rules.layout != Layout::PackedHalf).then_some(offset);
            Member {
                ty: self.memory_type(types, member.ty, rules),
                offset,
                access: self.member_access(id, member),
            }
        });
        let members = members.collect();
        types.intern(ir::TypeKind::Struct { members, block: def.layout.is_some() })
    }

    /// Returns the memory qualifiers of a member. A member that is read to modify it loses `writeonly`.
    fn member_access(&self, id: StructId, member: &crate::types::Member) -> VariableAccess {
        let memory = self.program.types.member_memory(member);
        VariableAccess {
            read_only: memory.readonly,
            write_only: memory.writeonly && !self.program.modified_blocks.contains(&id),
            restrict: memory.restrict,
            // Accesses are coherent and volatile one by one.
            ..VariableAccess::default()
        }
    }

    /// Returns the stride of an array in bytes; 0 for arrays of blocks, which are arrays of descriptors, and
    /// for memory without explicit layout.
    pub(in crate::lower) fn array_stride(&mut self, element: Type, rules: Rules) -> u32 {
        if self.is_block(element) || rules.layout == Layout::PackedHalf {
            return 0;
        }
        let context = self.layout_context();
        let stride = self.layouts.array_stride(context, element, rules);
        u32::try_from(stride).unwrap_or(u32::MAX)
    }

    /// Returns whether a type is a block or an array of blocks.
    pub(in crate::lower) fn is_block(&self, mut ty: Type) -> bool {
        loop {
            match *self.program.types.kind(ty) {
                TypeKind::Array(element, _) => ty = element,
                TypeKind::Struct(id) => {
                    return self.program.types.get_struct(id).is_some_and(|def| def.layout.is_some());
                }
                _ => return false,
            }
        }
    }

    /// Returns the innermost element type of nested arrays; other types are returned unchanged.
    pub(in crate::lower) fn innermost(&self, mut ty: Type) -> Type {
        while let TypeKind::Array(element, _) = *self.program.types.kind(ty) {
            ty = element;
        }
        ty
    }

    /// Returns the one-dimensional array that nested arrays of descriptors are flattened to. Bindings are
    /// one-dimensional (VUID-StandaloneSpirv-OpTypeArray-06807): `a[2][3]` has 6 descriptors, and `a[i][j]`
    /// has index `i * 3 + j` (GL_KHR_vulkan_glsl).
    pub(in crate::lower) fn flat_array(&mut self, types: &mut Types, ty: Type, descriptor: IrType) -> IrType {
        match *self.program.types.kind(ty) {
            TypeKind::Array(_, Length::Unsized) => {
                types.intern(ir::TypeKind::RuntimeArray { element: descriptor, stride: 0 })
            }
            TypeKind::Array(..) => types.array(descriptor, descriptor_count(self.program, ty)),
            _ => descriptor,
        }
    }

    fn coop_matrix(&mut self, types: &mut Types, ty: Type, matrix: CoopMatrix) -> IrType {
        let usage = matrix.usage.and_then(|usage| match self.program.constants[usage] {
            Const::Scalar(_, bits) => u8::try_from(bits).ok(),
            _ => None,
        });
        let kind = CoopMatrixType {
            component: scalar_type(matrix.scalar),
            signed: matrix.scalar.kind == ScalarKind::Sint,
            scope: self.matrix_scope(ty, matrix.scope),
            rows: self.matrix_size(ty, matrix.rows, "rows"),
            columns: self.matrix_size(ty, matrix.columns, "columns"),
            usage,
        };
        types.intern(ir::TypeKind::CoopMatrix(kind))
    }

    /// Returns the number of rows or columns of a cooperative matrix. GL_NV_cooperative_matrix sets no lower
    /// bound, but no device supports an empty matrix.
    fn matrix_size(&mut self, ty: Type, size: Handle<Const>, what: &str) -> ir::Length {
        let program = self.program;
        let bits = default_bits(&program.constants, &program.spec_constants, size);
        let count = bits.map_or(0, |bits| bits as u32 as i32);
        // The default of a specialization constant is not checked, because the API may set another value.
        if count > 0 || self.specs.contains_key(&size) {
            return self.constant_length(size);
        }
        let message = format!("a cooperative matrix has {count} {what}, but needs at least 1");
        self.diags.report(Diagnostic::new(Code::N0308, self.matrix_span(ty), message));
        ir::Length::Fixed(1)
    }

    /// Returns the scope of a cooperative matrix. GL_NV_cooperative_matrix does not restrict it, but Vulkan
    /// does (VUID-StandaloneSpirv-Scope-12243).
    fn matrix_scope(&mut self, ty: Type, scope: Handle<Const>) -> ir::Length {
        let program = self.program;
        let bits = default_bits(&program.constants, &program.spec_constants, scope).unwrap_or(0);
        if !self.specs.contains_key(&scope) && !MATRIX_SCOPES.contains(&bits) {
            let message = format!("a cooperative matrix cannot have the scope {}", bits as u32 as i32);
            let help = "write `gl_ScopeSubgroup` or `gl_ScopeWorkgroup`";
            let finding = Diagnostic::new(Code::N0308, self.matrix_span(ty), message);
            self.diags.report(finding.help(help));
        }
        self.constant_length(scope)
    }

    /// Returns the span of the first local variable of a cooperative matrix type, for diagnostics; `None` if there
    /// is none.
    fn matrix_span(&self, ty: Type) -> Option<Span> {
        let mut locals = self.program.functions.iter().flat_map(|(_, function)| &function.locals);
        locals.find(|local| local.ty == ty).map(|local| local.span)
    }

    /// Returns the length of an array; 1 if it is unsized.
    fn length(&mut self, length: Length) -> ir::Length {
        match length {
            Length::Fixed(count) => ir::Length::Fixed(count),
            Length::Spec(count) => self.constant_length(count),
            Length::Unsized => ir::Length::Fixed(1),
        }
    }

    /// Returns a constant parameter of a type. Unlike a length, it may be 0.
    fn constant_number(&self, number: Handle<Const>) -> ir::Length {
        let program = self.program;
        match self.specs.get(&number) {
            Some(&spec) => ir::Length::Spec(spec),
            None => {
                let bits = default_bits(&program.constants, &program.spec_constants, number);
                ir::Length::Fixed(bits.unwrap_or(0) as u32)
            }
        }
    }

    /// Returns a length that is given by a constant. A default value that is not positive counts as 1.
    pub(in crate::lower) fn constant_length(&self, count: Handle<Const>) -> ir::Length {
        match self.specs.get(&count) {
            Some(&spec) => ir::Length::Spec(spec),
            None => {
                let context = self.layout_context();
                let count = context.length(Length::Spec(count));
                ir::Length::Fixed(u32::try_from(count).unwrap_or(u32::MAX))
            }
        }
    }
}

impl<'p> Lowerer<'_, 'p> {
    /// Returns the kind of a type.
    pub(in crate::lower) fn kind(&self, ty: Type) -> &'p TypeKind {
        self.module.program.types.kind(ty)
    }

    /// Returns the id of a constituent type. It was interned together with the composite type.
    pub(in crate::lower) fn find_type(&mut self, kind: &TypeKind) -> Type {
        match self.module.program.types.find(kind) {
            Some(ty) => ty,
            None => {
                self.internal_error("a type that was not interned");
                self.body.result
            }
        }
    }

    /// Returns the IR type of values of a type.
    pub(in crate::lower) fn value_type(&mut self, ty: Type) -> IrType {
        self.module.value_type(self.b.types, ty)
    }

    /// Returns the IR type of memory: with explicit layout if `rules` is given, else the type of values.
    pub(in crate::lower) fn memory_type(&mut self, ty: Type, rules: Option<Rules>) -> IrType {
        match rules {
            Some(rules) => self.module.memory_type(self.b.types, ty, rules),
            None => self.module.value_type(self.b.types, ty),
        }
    }

    /// Returns the IR types of a composite's columns, elements or members; `None` for other
    /// types, including vectors, and for arrays of unknown length.
    pub(in crate::lower) fn constituent_types(&mut self, ty: IrType) -> Option<Vec<IrType>> {
        match self.b.types.kind(ty) {
            &ir::TypeKind::Array { element, length: ir::Length::Fixed(count), .. } => {
                Some(vec![element; count as usize])
            }
            ir::TypeKind::Struct { members, .. } => Some(members.iter().map(|member| member.ty).collect()),
            _ => None,
        }
    }
}
