//! Checks constructors of cooperative vectors and the arguments of functions on them (GL_NV_cooperative_vector).

use crate::builtins::Operation;
use crate::builtins::operation::CoopVectorFunction as F;
use crate::builtins::signature::Row;
use crate::check::types::shape::Shape;
use crate::check::{Checker, ExprId};
use crate::tree::ExprKind;
use crate::type_names;
use crate::types::constant::Const;
use crate::types::{CoopVector, Scalar, Type, TypeKind, scalar};
use nvc_diag::{Code, Diagnostic, Span, counted};
use nvc_ir::coop_vector::{ComponentType, MatrixLayout};
use nvc_ir::limits::ELEMENTS;

/// The required alignment of the offset of a matrix, in bytes.
const MATRIX_ALIGN: i128 = 64;
/// The required alignment of the offsets of vectors, and of strides, in bytes.
const VECTOR_ALIGN: i128 = 16;

/// The extension that defines the functions.
const LANGUAGE: &str = "GL_NV_cooperative_vector";

/// The numbers of component types (SPV_NV_cooperative_vector): 16- and 32-bit floats.
const FLOATS: [i128; 2] = [0, 1];
/// The numbers of the 8-bit floats.
const FLOAT8: [i128; 2] = [1_000_491_002, 1_000_491_003];

/// The argument positions and the alignment of a matrix or vector in memory.
struct MemoryOperand {
    array: usize,
    offset: usize,
    align: i128,
    what: &'static str,
    /// The extension that requires the alignment.
    rule: &'static str,
}

/// The argument positions of a matrix-vector product.
struct Product {
    matrix: MemoryOperand,
    bias: Option<MemoryOperand>,
    /// The positions of the component interpretations: of the input, the matrix and, if there is one, the bias.
    types: &'static [usize],
    /// The position of the number of rows; the number of columns, the layout, the transposition and the stride follow.
    rows: usize,
}

const PRODUCT: Product = Product {
    matrix: MemoryOperand { array: 3, offset: 4, align: MATRIX_ALIGN, what: "the matrix", rule: LANGUAGE },
    bias: None,
    types: &[2, 5],
    rows: 6,
};

const PRODUCT_AND_SUM: Product = Product {
    matrix: MemoryOperand { array: 3, offset: 4, align: MATRIX_ALIGN, what: "the matrix", rule: LANGUAGE },
    bias: Some(MemoryOperand { array: 6, offset: 7, align: VECTOR_ALIGN, what: "the bias", rule: LANGUAGE }),
    types: &[2, 5, 8],
    rows: 9,
};

/// The sum of outer products. The language requires an alignment of 16, but Vulkan 64
/// (VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10101).
const SUM_OF_PRODUCTS: MemoryOperand = MemoryOperand {
    array: 2,
    offset: 3,
    align: MATRIX_ALIGN,
    what: "the matrix",
    rule: "VK_NV_cooperative_vector",
};

impl Checker<'_> {
    fn vector_of(&self, e: ExprId) -> Option<CoopVector> {
        match *self.kind(e) {
            TypeKind::CoopVector(vector) => Some(vector),
            _ => None,
        }
    }

    /// Checks `coopvecNV<T, N>(args)`: from one scalar, from a cooperative vector of the same length, or from
    /// components.
    pub(super) fn cooperative_vector_constructor(
        &mut self,
        ty: Type,
        vector: CoopVector,
        args: &[ExprId],
        span: Span,
    ) -> ExprId {
        for &arg in args {
            if let Some(note) = self.no_conversion(arg, vector.scalar) {
                return self.no_constructor(ty, args, span, &note);
            }
        }
        if let &[arg] = args {
            if let Some(from) = self.vector_of(arg) {
                let known = (self.vector_length(from), self.vector_length(vector));
                if from.length != vector.length && !matches!(known, (Some(a), Some(b)) if a == b) {
                    let note = "the vectors must have the same number of components";
                    return self.no_constructor(ty, args, span, note);
                }
                return if self.ty(arg) == ty { arg } else { self.push(ExprKind::Convert(arg), ty, span) };
            }
            if let TypeKind::SpecVector(length, _) = *self.kind(arg)
                && length == vector.length
            {
                let long = self.program.types.intern(TypeKind::SpecVector(length, vector.scalar));
                let arg = self.convert_to(arg, long);
                return self.push(ExprKind::Convert(arg), ty, span);
            }
            if matches!(self.kind(arg), TypeKind::Scalar(_)) {
                let component = self.program.types.scalar(vector.scalar);
                let arg = self.convert_to(arg, component);
                return self.aggregate(ty, vec![arg], span);
            }
        }
        self.vector_of_components(ty, vector, args, span)
    }

    /// Builds a cooperative vector from scalars, vectors, matrices and cooperative vectors. As for other vectors, the last
    /// argument may have unused components.
    fn vector_of_components(&mut self, ty: Type, vector: CoopVector, args: &[ExprId], span: Span) -> ExprId {
        let mut counts = Vec::with_capacity(args.len());
        for &arg in args {
            let Some(count) = self.component_count(arg) else {
                let note = "the arguments must be scalars, vectors, matrices or cooperative vectors";
                return self.no_constructor(ty, args, span, note);
            };
            counts.push(count);
        }
        let wanted = self.default_length(vector.length);
        let mut given = 0u32;
        for (&count, &arg) in counts.iter().zip(args) {
            if given >= wanted {
                let all = counted(wanted, "component");
                let message = format!("too many arguments for {}, which has {all}", self.show(ty));
                let finding = Diagnostic::new(Code::N1302, self.span(arg), message).label("unused argument");
                return self.error_expr(finding, span);
            }
            given = given.saturating_add(count);
        }
        if given < wanted {
            let needed = counted(wanted, "component");
            let message = format!("{} needs {needed}, but the arguments have {given}", self.show(ty));
            let help = "pass one scalar to set all components to it";
            return self.error_expr(Diagnostic::new(Code::N1302, span, message).help(help), span);
        }
        if let Some(finding) = ELEMENTS.check(given as usize, Some(span)) {
            return self.error_expr(finding, span);
        }
        let converted: Vec<ExprId> =
            args.iter().map(|&arg| self.with_component(arg, vector.scalar)).collect();
        let mut parts = Vec::new();
        for &arg in &converted {
            let Some(constants) = self.component_constants(arg) else {
                return self.push(ExprKind::Construct(converted), ty, span);
            };
            parts.extend(constants);
        }
        parts.truncate(wanted as usize);
        let constant = self.constant(Const::Composite(ty, parts));
        self.const_expr(constant, ty, span)
    }

    /// Returns the number of components of a scalar, vector, matrix or cooperative vector, for the default values of the
    /// specialization constants; `None` for other types.
    pub(super) fn component_count(&self, arg: ExprId) -> Option<u32> {
        match self.vector_of(arg) {
            Some(vector) => Some(self.default_length(vector.length)),
            None => self.shape(self.ty(arg)).map(|(shape, _)| self.default_components(shape)),
        }
    }

    /// Converts the components of a scalar, vector, matrix or cooperative vector to another type.
    pub(super) fn with_component(&mut self, arg: ExprId, scalar: Scalar) -> ExprId {
        let Some(from) = self.vector_of(arg) else {
            let shape = self.shape(self.ty(arg)).map_or(Shape::Scalar, |(shape, _)| shape);
            let to = self.shaped(shape, scalar);
            return self.convert_to(arg, to);
        };
        if from.scalar == scalar {
            return arg;
        }
        let ty = self.program.types.intern(TypeKind::CoopVector(CoopVector { scalar, ..from }));
        let span = self.span(arg);
        self.push(ExprKind::Convert(arg), ty, span)
    }

    /// Returns the components of a constant scalar, vector, matrix or cooperative vector, for the default values of the
    /// specialization constants; `None` if the expression is not constant.
    pub(super) fn component_constants(&mut self, arg: ExprId) -> Option<Vec<naga::Handle<Const>>> {
        let (constant, ty) = (self.const_of(arg)?, self.ty(arg));
        if !matches!(self.kind(arg), TypeKind::CoopVector(_) | TypeKind::SpecVector(..)) {
            return self.components(constant, ty);
        }
        let count = self.component_count(arg)?;
        (0..u64::from(count)).map(|index| self.element(constant, ty, index)).collect()
    }

    /// Checks the arguments of a function on cooperative vectors.
    pub(super) fn check_vector_function(&mut self, row: &'static Row, args: &[ExprId], span: Span) -> bool {
        let Operation::CoopVector(function) = row.operation else { return true };
        let operand = |array| MemoryOperand {
            array,
            offset: array + 1,
            align: VECTOR_ALIGN,
            what: "the array",
            rule: LANGUAGE,
        };
        match function {
            F::Load | F::Store => self.check_memory_operand(args, &operand(1), true, true),
            F::ReduceSum => {
                self.warn_of_sum(args);
                self.check_memory_operand(args, &operand(1), true, false)
            }
            F::OuterProduct => self.check_outer_product(args, &SUM_OF_PRODUCTS, span),
            F::MatMul => self.check_product(args, &PRODUCT, span),
            F::MatMulAdd => self.check_product(args, &PRODUCT_AND_SUM, span),
        }
    }

    /// Checks an array in memory: the element type (which has no effect on the access), whether shared memory is allowed,
    /// and the alignment of a constant offset.
    fn check_memory_operand(
        &mut self,
        args: &[ExprId],
        operand: &MemoryOperand,
        vectors: bool,
        shared: bool,
    ) -> bool {
        let (Some(&array), Some(&offset)) = (args.get(operand.array), args.get(operand.offset)) else {
            return true;
        };
        let TypeKind::Array(element, _) = *self.kind(array) else { return true };
        let fits = match self.shape(element) {
            Some((Shape::Scalar, _)) => true,
            Some((Shape::Vector(_) | Shape::SpecVector(_), _)) => vectors,
            _ => false,
        };
        let at = self.span(array);
        if !fits {
            let elements = if vectors { "scalars or vectors" } else { "scalars" };
            let message =
                format!("the elements of {} must be {elements}, not {}", operand.what, self.show(element));
            self.error(Code::N1301, at, message);
            return false;
        }
        if !shared && self.is_shared(array) {
            let message = format!("{} must be in a buffer, not in shared memory", operand.what);
            let help = "only `coopVecLoadNV` and `coopVecStoreNV` access shared memory";
            self.report(Diagnostic::new(Code::N1301, at, message).help(help));
            return false;
        }
        self.check_multiple(offset, operand.align, &format!("the offset of {}", operand.what), operand.rule);
        true
    }

    /// Warns about a constant that is not a multiple of an alignment. The behaviour is undefined, but all compilers
    /// accept it.
    fn check_multiple(&mut self, number: ExprId, align: i128, what: &str, rule: &str) {
        let known = self.const_of(number).and_then(|constant| self.integer(constant));
        if let Some(known) = known.filter(|known| known % align != 0) {
            let message = format!("{what} must be a multiple of {align}, not {known}");
            let span = self.span(number);
            self.diags.add(Diagnostic::new(Code::W1103, span, message).note(format!("{rule} requires it")));
        }
    }

    /// Returns the value of a constant argument, unless it depends on a specialization constant.
    fn number(&self, args: &[ExprId], at: usize) -> Option<i128> {
        args.get(at).and_then(|&arg| self.integer(self.const_of(arg)?))
    }

    /// Checks that a constant argument is the number of a component type.
    fn check_interpretation(&mut self, args: &[ExprId], at: usize) -> bool {
        let Some(number) = self.number(args, at) else { return true };
        if u32::try_from(number).is_ok_and(|number| ComponentType::from_number(number).is_some()) {
            return true;
        }
        let span = args.get(at).map_or(Span::default(), |&arg| self.span(arg));
        let message = format!("{number} is not a component type");
        let help = "write one of the constants `gl_ComponentType...NV`";
        self.report(Diagnostic::new(Code::N1301, span, message).help(help));
        false
    }

    /// Checks that a constant argument is the number of a matrix layout; if the layout uses the stride, checks the stride.
    fn check_matrix_layout(&mut self, args: &[ExprId], layout: usize, stride: usize) -> bool {
        let Some(number) = self.number(args, layout) else { return true };
        let known = u32::try_from(number).ok().and_then(MatrixLayout::from_number);
        let Some(known) = known else {
            let span = args.get(layout).map_or(Span::default(), |&arg| self.span(arg));
            let message = format!("{number} is not a matrix layout");
            let help = "write one of the constants `gl_CooperativeVectorMatrixLayout...NV`";
            self.report(Diagnostic::new(Code::N1301, span, message).help(help));
            return false;
        };
        if let (false, Some(&stride)) = (known.is_optimal(), args.get(stride)) {
            self.check_multiple(stride, VECTOR_ALIGN, "the stride", LANGUAGE);
        }
        true
    }

    /// Checks `coopVecOuterProductAccumulateNV(a, b, array, offset, stride, layout, interpretation)`.
    fn check_outer_product(&mut self, args: &[ExprId], operand: &MemoryOperand, span: Span) -> bool {
        let [left, right, ..] = *args else { return true };
        let (Some(a), Some(b)) = (self.vector_of(left), self.vector_of(right)) else { return true };
        if a.scalar != b.scalar {
            let (a, b) = (type_names::of_scalar(a.scalar), type_names::of_scalar(b.scalar));
            let message = "the vectors of an outer product must have the same component type";
            self.report(
                Diagnostic::new(Code::N1301, span, message).note(format!("they are `{a}` and `{b}`")),
            );
            return false;
        }
        let fits = self.check_memory_operand(args, operand, false, false)
            && self.check_matrix_layout(args, 5, 4)
            && self.check_interpretation(args, 6);
        if fits {
            self.warn_of_outer_product(args, a.scalar);
        }
        fits
    }

    /// Warns about a use that Vulkan allows on no device (VK_NV_cooperative_vector), but that the language leaves open.
    fn warn_of_vulkan(&mut self, at: ExprId, message: impl Into<String>) {
        let finding = Diagnostic::new(Code::W1103, self.span(at), message.into());
        self.diags.add(finding.note("VK_NV_cooperative_vector requires it"));
    }

    /// VUID-RuntimeSpirv-OpCooperativeVectorReduceSumAccumulateNV-10092
    fn warn_of_sum(&mut self, args: &[ExprId]) {
        let Some(&at) = args.first() else { return };
        let scalar = self.vector_of(at).map(|vector| vector.scalar);
        if scalar.is_some_and(|scalar| scalar != scalar::F16 && scalar != scalar::F32) {
            self.warn_of_vulkan(
                at,
                "the components of a vector that is summed must be `float16_t` or `float`",
            );
        }
    }

    /// VUID-RuntimeSpirv-OpCooperativeVectorOuterProductAccumulateNV-10093
    fn warn_of_outer_product(&mut self, args: &[ExprId], scalar: Scalar) {
        let [left, .., layout, interpretation] = *args else { return };
        if scalar != scalar::F16 {
            self.warn_of_vulkan(
                left,
                "the components of the vectors of an outer product must be `float16_t`",
            );
        }
        let number = |this: &Self, e| this.const_of(e).and_then(|constant| this.integer(constant));
        let known =
            number(self, layout).and_then(|number| MatrixLayout::from_number(number.try_into().ok()?));
        if known.is_some_and(|known| known != MatrixLayout::TrainingOptimal) {
            let message = "the layout of an outer product must be \
                `gl_CooperativeVectorMatrixLayoutTrainingOptimalNV`";
            self.warn_of_vulkan(layout, message);
        }
        if number(self, interpretation).is_some_and(|number| !FLOATS.contains(&number)) {
            let message = "the elements of an outer product must be `gl_ComponentTypeFloat16NV` or \
                `gl_ComponentTypeFloat32NV`";
            self.warn_of_vulkan(interpretation, message);
        }
    }

    /// VUID-RuntimeSpirv-OpCooperativeVectorMatrixMulNV-10090
    fn warn_of_float8(&mut self, args: &[ExprId], matrix: usize, layout: usize) {
        let float8 = self.number(args, matrix).is_some_and(|number| FLOAT8.contains(&number));
        let layouts = self.number(args, layout).and_then(|number| u32::try_from(number).ok());
        let fixed = layouts.and_then(MatrixLayout::from_number).is_some_and(|layout| !layout.is_optimal());
        if let (true, true, Some(&at)) = (float8, fixed, args.get(layout)) {
            self.warn_of_vulkan(at, "a matrix of 8-bit floats must have an optimal layout");
        }
    }

    /// Checks `coopVecMatMulNV` and `coopVecMatMulAddNV`.
    fn check_product(&mut self, args: &[ExprId], product: &Product, span: Span) -> bool {
        let [result, input, ..] = *args else { return true };
        let (Some(to), Some(from)) = (self.vector_of(result), self.vector_of(input)) else { return true };
        let (rows, columns) = (product.rows, product.rows + 1);
        if !std::iter::once(&product.matrix)
            .chain(&product.bias)
            .all(|operand| self.check_memory_operand(args, operand, false, false))
            || !product.types.iter().all(|&at| self.check_interpretation(args, at))
            || !self.check_matrix_layout(args, product.rows + 2, product.rows + 4)
            || !self.check_transposed(args, product)
        {
            return false;
        }
        if let &[_, matrix, ..] = product.types {
            self.warn_of_float8(args, matrix, product.rows + 2);
        }
        let mut notes = Vec::new();
        let name = type_names::of_scalar;
        if !matches!(to.scalar, scalar::F16 | scalar::F32 | scalar::I32 | scalar::U32) {
            notes.push(format!(
                "the components of the result are `{}`, not `float16_t`, `float`, `int` or `uint`",
                name(to.scalar)
            ));
        }
        if let (Some(given), Some(rows)) = (self.vector_length(to), self.number(args, rows))
            && i128::from(given) != rows
        {
            notes.push(format!("the result has {given} components, but M is {rows}"));
        }
        let how = product.types.first().and_then(|&at| self.number(args, at));
        let how = how.and_then(|number| ComponentType::from_number(u32::try_from(number).ok()?));
        let length = self.vector_length(from);
        let columns = self.number(args, columns);
        match how {
            Some(how) if how.packed => {
                if from.scalar != scalar::U32 {
                    let given = name(from.scalar);
                    notes.push(format!("the components of a packed input are `uint`, not `{given}`"));
                }
                let held = length.map(|count| i128::from(count) * i128::from(how.per_component()));
                if let (Some(held), Some(columns)) = (held, columns)
                    && held < columns
                {
                    notes.push(format!("the packed input has {held} elements, but K is {columns}"));
                }
            }
            Some(_) => {
                // GL_NV_cooperative_vector does not list the 8-bit integers, but devices can report them as types of inputs
                // (VkCooperativeVectorPropertiesNV), and other compilers accept them.
                let fits = [scalar::F16, scalar::F32, scalar::I32, scalar::U32, scalar::I8, scalar::U8];
                if !fits.contains(&from.scalar) {
                    notes.push(format!(
                        "the components of the input are `{}`, not 16- or 32-bit floats, or 32- or 8-bit integers",
                        name(from.scalar)
                    ));
                }
                if let (Some(given), Some(columns)) = (length, columns)
                    && i128::from(given) != columns
                {
                    notes.push(format!("the input has {given} components, but K is {columns}"));
                }
            }
            None => {}
        }
        self.matches(notes, "the vectors do not fit the product", span)
    }

    /// Rejects a transposed matrix in row-major or column-major layout: only implementation-defined layouts can be
    /// transposed.
    fn check_transposed(&mut self, args: &[ExprId], product: &Product) -> bool {
        let (layout, transpose) = (product.rows + 2, product.rows + 3);
        let (Some(number), Some(&transpose)) = (self.number(args, layout), args.get(transpose)) else {
            return true;
        };
        let known = u32::try_from(number).ok().and_then(MatrixLayout::from_number);
        if known.is_none_or(MatrixLayout::is_optimal) || self.known_bool(transpose) != Some(true) {
            return true;
        }
        let span = self.span(transpose);
        let message = "a matrix in row-major or column-major layout cannot be transposed";
        let help = "exchange the layouts: a row-major matrix is the transpose of a column-major one";
        self.report(Diagnostic::new(Code::N1301, span, message).help(help));
        false
    }
}
