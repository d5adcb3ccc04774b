//! Prints the typed tree: one line for each statement, expressions in prefix form. Used by tests;
//! the output cannot be parsed back.

use super::global::HeapLocation;
use super::{Direction, Expr, ExprKind, Function, GlobalKind, LocalId, Program, Stmt, StmtKind};
use crate::ast::operator;
use crate::name::Names;
use crate::types::constant::Const;
use crate::types::{Length, Scalar, ScalarKind, Type, TypeKind};
use naga::{Handle, UnaryOperator};
use std::fmt::Write;

/// Prints a program.
pub fn print(program: &Program, names: &Names) -> String {
    let mut printer = Printer { program, names, out: String::new(), depth: 0 };
    printer.program();
    printer.out
}

struct Printer<'a> {
    program: &'a Program,
    names: &'a Names,
    out: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = self.depth * 2);
    }

    fn program(&mut self) {
        if let Some(size) = self.program.local_size {
            let sizes: Vec<_> = size.iter().map(|&size| self.constant(size)).collect();
            self.line(&format!("(local_size {})", sizes.join(" ")));
        } else {
            self.line("(local_size variable)");
        }
        if let Some(group) = self.program.derivatives {
            self.line(&format!("(derivatives {})", group.name()));
        }
        for mode in &self.program.modes {
            self.line(&format!("({})", mode.name()));
        }
        for (_, spec) in self.program.spec_constants.iter() {
            let value = scalar_value(spec.scalar, spec.default);
            self.line(&format!("(spec {} {} {value})", spec.id, self.names.text(spec.name)));
        }
        for (handle, constant) in self.program.constants.iter() {
            if let Const::Op { scalar, op, operands, default } = constant {
                let operands: Vec<_> = operands.iter().map(|&operand| self.constant(operand)).collect();
                let value = scalar_value(*scalar, *default);
                let text =
                    format!("(op c{} {} {}) ; {value}", handle.index(), op.info().name, operands.join(" "));
                self.line(&text);
            }
            if let Const::Components { matrix, default } = constant {
                let text = format!("(components c{} {}) ; {default}", handle.index(), self.ty(*matrix));
                self.line(&text);
            }
        }
        self.structs();
        for (_, global) in self.program.globals.iter() {
            let kind = self.global_kind(&global.kind);
            let memory = memory(global.memory);
            let precise = if global.precise { " precise" } else { "" };
            let text = format!(
                "(global {} {} {kind}{memory}{precise})",
                self.names.text(global.name),
                self.ty(global.ty)
            );
            self.line(&text);
        }
        for (handle, function) in self.program.functions.iter() {
            let role = if self.program.prologue == Some(handle) { "prologue" } else { "function" };
            self.function(role, function);
        }
    }

    fn structs(&mut self) {
        for def in &self.program.types.structs {
            let layout = def.layout.map_or(String::new(), |layout| format!(" {layout:?}").to_lowercase());
            self.line(&format!("(struct {}{layout}", self.names.text(def.name)));
            self.depth += 1;
            for member in &def.members {
                let offset =
                    if def.layout.is_some() { format!(" @{}", member.offset) } else { String::new() };
                let major = if member.row_major { " row_major" } else { "" };
                let memory = memory(member.memory);
                self.line(&format!(
                    "{} {}{offset}{major}{memory}",
                    self.names.text(member.name),
                    self.ty(member.ty)
                ));
            }
            self.depth -= 1;
            self.line(")");
        }
    }

    fn global_kind(&self, kind: &GlobalKind) -> String {
        let binding_point = |point: &super::global::BindingPoint| {
            let set = point.set.map_or(String::new(), |set| format!(" set={set}"));
            let binding = point.binding.map_or(String::new(), |binding| format!(" binding={binding}"));
            let heap = match point.heap {
                None => String::new(),
                Some(HeapLocation::Array(0)) => " heap".to_string(),
                Some(HeapLocation::Array(stride)) => format!(" heap stride={stride}"),
                Some(HeapLocation::Member(number)) => format!(" heap_member={number}"),
            };
            set + &binding + &heap
        };
        match kind {
            GlobalKind::Private(None) => "private".to_string(),
            GlobalKind::Private(Some(value)) => format!("private {}", self.constant(*value)),
            GlobalKind::Shared { zeroed: false } => "shared".to_string(),
            GlobalKind::Shared { zeroed: true } => "shared zeroed".to_string(),
            GlobalKind::SharedBlock => "shared_block".to_string(),
            GlobalKind::Uniform(at) => format!("uniform{}", binding_point(at)),
            GlobalKind::Storage(at) => format!("storage{}", binding_point(at)),
            GlobalKind::PushConstant => "push_constant".to_string(),
            GlobalKind::HeapData(number) => format!("heap_data heap_member={number}"),
            GlobalKind::RayQuery => "ray_query".to_string(),
            GlobalKind::Texture(at) => format!("texture{}", binding_point(at)),
            GlobalKind::Image(at, format) => {
                let format = format.map_or(String::new(), |format| format!(" {}", format.glsl_name()));
                format!("image{}{format}", binding_point(at))
            }
            GlobalKind::Counter { binding, offset } => format!("counter binding={binding} offset={offset}"),
            GlobalKind::Loose { location, initial } => {
                let location = location.map_or(String::new(), |location| format!(" location={location}"));
                let initial = initial.map_or(String::new(), |initial| format!(" {}", self.constant(initial)));
                format!("loose{location}{initial}")
            }
        }
    }

    fn function(&mut self, role: &str, function: &Function) {
        let params: Vec<_> = function
            .params
            .iter()
            .zip(&function.locals)
            .map(|(param, local)| {
                let direction = match param.direction {
                    Direction::In => "",
                    Direction::Out => "out ",
                    Direction::InOut => "inout ",
                };
                format!("({direction}{} {})", self.names.text(local.name), self.ty(local.ty))
            })
            .collect();
        let name = self.names.text(function.name);
        let head = format!("({role} {} {name} [{}]", self.ty(function.result), params.join(" "));
        self.line(&head);
        self.depth += 1;
        self.statements(function, &function.body);
        self.depth -= 1;
        self.line(")");
    }

    fn statements(&mut self, function: &Function, statements: &[Handle<Stmt>]) {
        for &statement in statements {
            self.statement(function, &function.stmts[statement]);
        }
    }

    fn nested(&mut self, function: &Function, head: &str, statements: &[Handle<Stmt>]) {
        self.line(head);
        self.depth += 1;
        self.statements(function, statements);
        self.depth -= 1;
        self.line(")");
    }

    fn statement(&mut self, function: &Function, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Block(inner) => self.nested(function, "(block", inner),
            StmtKind::Declare(LocalId(number), value) => {
                let Some(local) = function.locals.get(*number as usize) else { return };
                let value = value.map_or(String::new(), |value| format!(" {}", self.expr(function, value)));
                let flags = match (local.precise, local.indexed) {
                    (false, false) => "",
                    (true, false) => " precise",
                    (false, true) => " indexed",
                    (true, true) => " precise indexed",
                };
                let name = self.names.text(local.name);
                self.line(&format!("(let {name}.{number} {}{flags}{value})", self.ty(local.ty)));
            }
            StmtKind::Expr(e) => {
                let text = self.expr(function, *e);
                self.line(&text);
            }
            StmtKind::If { arms, reject } => {
                for (number, arm) in arms.iter().enumerate() {
                    let word = if number == 0 { "if" } else { "else_if" };
                    let condition = self.expr(function, arm.condition);
                    self.nested(function, &format!("({word} {condition}{}", hint(&arm.hints)), &arm.body);
                }
                if !reject.is_empty() {
                    self.nested(function, "(else", reject);
                }
            }
            StmtKind::Switch { selector, cases, hints } => {
                let head = format!("(switch {}{}", self.expr(function, *selector), hint(hints));
                self.line(&head);
                self.depth += 1;
                for case in cases {
                    let mut labels: Vec<_> = case.values.iter().map(u64::to_string).collect();
                    labels.extend(case.default.then(|| "default".to_string()));
                    self.nested(function, &format!("(case {}", labels.join(" ")), &case.body);
                }
                self.depth -= 1;
                self.line(")");
            }
            StmtKind::Loop { condition, head, body, step, test_last, hints } => {
                let word = if *test_last { "loop_do" } else { "loop" };
                let condition =
                    condition.map_or("true".to_string(), |condition| self.expr(function, condition));
                let step = step.map_or(String::new(), |step| format!(" step={}", self.expr(function, step)));
                if !head.is_empty() {
                    self.nested(function, "(head", head);
                }
                self.nested(function, &format!("({word} {condition}{step}{}", hint(hints)), body);
            }
            StmtKind::Break => self.line("(break)"),
            StmtKind::Continue => self.line("(continue)"),
            StmtKind::Return(None) => self.line("(return)"),
            StmtKind::Return(Some(value)) => {
                let text = format!("(return {})", self.expr(function, *value));
                self.line(&text);
            }
        }
    }

    fn list(&self, function: &Function, parts: &[Handle<Expr>]) -> String {
        parts.iter().fold(String::new(), |mut text, &part| {
            text.push(' ');
            text.push_str(&self.expr(function, part));
            text
        })
    }

    fn expr(&self, function: &Function, handle: Handle<Expr>) -> String {
        let Expr { kind, ty, .. } = &function.exprs[handle];
        let sub = |e: &Handle<Expr>| self.expr(function, *e);
        match kind {
            ExprKind::Const(constant) => self.constant(*constant),
            ExprKind::Global(global) => self.names.text(self.program.globals[*global].name).to_string(),
            ExprKind::Local(LocalId(number)) => {
                let name =
                    function.locals.get(*number as usize).map_or("", |local| self.names.text(local.name));
                format!("{name}.{number}")
            }
            ExprKind::Member(base, index) => format!("(member {} {index})", sub(base)),
            ExprKind::Index(base, index) => format!("(index {} {})", sub(base), sub(index)),
            ExprKind::Swizzle { base, components, count } => {
                let letters: String = components
                    .iter()
                    .take(usize::from(*count))
                    .map(|&c| ['x', 'y', 'z', 'w'].get(usize::from(c)).copied().unwrap_or('?'))
                    .collect();
                format!("(.{letters} {})", sub(base))
            }
            ExprKind::Deref(base, qualifiers) => format!("(deref{} {})", memory(*qualifiers), sub(base)),
            ExprKind::AddressOf(base) => format!("(address {})", sub(base)),
            ExprKind::Length(base) => format!("(length {})", sub(base)),
            ExprKind::Construct(parts) => format!("({}{})", self.ty(*ty), self.list(function, parts)),
            ExprKind::Diagonal(base) => format!("(diagonal {} {})", self.ty(*ty), sub(base)),
            ExprKind::Resize(base) => format!("(resize {} {})", self.ty(*ty), sub(base)),
            ExprKind::Convert(base) => format!("(convert {} {})", self.ty(*ty), sub(base)),
            ExprKind::Unary(op, base) => {
                let sign = match op {
                    UnaryOperator::Negate => "neg",
                    UnaryOperator::LogicalNot => "!",
                    UnaryOperator::BitwiseNot => "~",
                };
                format!("({sign} {})", sub(base))
            }
            ExprKind::Binary(op, left, right) => format!("({} {} {})", operator(*op), sub(left), sub(right)),
            ExprKind::LogicalXor(left, right) => format!("(^^ {} {})", sub(left), sub(right)),
            ExprKind::Conditional(a, b, c) => format!("(? {} {} {})", sub(a), sub(b), sub(c)),
            ExprKind::Assign { op, target, value } => {
                format!("({}= {} {})", op.map_or("", operator), sub(target), sub(value))
            }
            ExprKind::Step { increment, prefix, target } => {
                let sign = if *increment { "++" } else { "--" };
                let sign = if *prefix { format!("{sign}_") } else { format!("_{sign}") };
                format!("({sign} {})", sub(target))
            }
            ExprKind::Comma(first, second) => format!("(, {} {})", sub(first), sub(second)),
            ExprKind::Spirv(number, args) => {
                let name = self.program.spirv.get(*number).map_or("", |spirv| self.names.text(spirv.name));
                format!("(spirv {name}{})", self.list(function, args))
            }
            ExprKind::Call(callee, args) => {
                let name = self.names.text(self.program.functions[*callee].name);
                format!("(call {name}{})", self.list(function, args))
            }
            ExprKind::Overloads(name) => self.names.text(*name).to_string(),
            ExprKind::Callback(callee) => {
                format!("(callback {})", self.names.text(self.program.functions[*callee].name))
            }
            ExprKind::NonUniform(base) => format!("(nonuniform {})", sub(base)),
            ExprKind::String(text) => format!("{:?}", self.names.text(*text)),
            ExprKind::Builtin(builtin, args) => {
                format!("(builtin {:?} {}{})", builtin.operation, self.ty(*ty), self.list(function, args))
            }
            ExprKind::BuiltinVariable(variable) => format!("{variable:?}"),
        }
    }

    fn constant(&self, handle: Handle<Const>) -> String {
        match &self.program.constants[handle] {
            Const::Scalar(scalar, bits) => scalar_value(*scalar, *bits),
            Const::Composite(ty, parts) => {
                let parts: Vec<_> = parts.iter().map(|&part| self.constant(part)).collect();
                format!("({} {})", self.ty(*ty), parts.join(" "))
            }
            Const::Null(ty) => format!("(null {})", self.ty(*ty)),
            Const::Spec(spec) => format!("spec{}", self.program.spec_constants[*spec].id),
            Const::Op { .. } | Const::Components { .. } => format!("c{}", handle.index()),
        }
    }

    fn length(&self, length: Length) -> String {
        match length {
            Length::Fixed(count) => format!("[{count}]"),
            Length::Spec(constant) => format!("[{}]", self.constant(constant)),
            Length::Unsized => "[]".to_string(),
        }
    }

    fn ty(&self, ty: Type) -> String {
        let types = &self.program.types;
        match *types.kind(ty) {
            TypeKind::Void => "void".to_string(),
            TypeKind::Scalar(s) => scalar(s),
            TypeKind::Vector(size, s) => format!("{}x{size}", scalar(s)),
            TypeKind::SpecVector(length, s) => format!("{}x{}", scalar(s), self.constant(length)),
            TypeKind::Matrix { columns, rows, scalar: s } => {
                format!("{}x{}x{}", scalar(s), columns as u8, rows as u8)
            }
            TypeKind::Array(mut element, length) => {
                // Outermost first, as in the source.
                let mut dimensions = self.length(length);
                while let TypeKind::Array(inner, length) = *types.kind(element) {
                    dimensions.push_str(&self.length(length));
                    element = inner;
                }
                self.ty(element) + &dimensions
            }
            TypeKind::Struct(id) => {
                types.get_struct(id).map_or("", |def| self.names.text(def.name)).to_string()
            }
            TypeKind::Reference(id) => {
                format!("ref {}", types.get_struct(id).map_or("", |def| self.names.text(def.name)))
            }
            TypeKind::Buffer { block, .. } => {
                format!("buffer {}", types.get_struct(block).map_or("", |def| self.names.text(def.name)))
            }
            TypeKind::Pointer(target) => format!("{}*", self.ty(target)),
            TypeKind::CoopMatrix(matrix) => {
                let usage = matrix.usage.map_or(String::new(), |usage| format!(" {}", self.constant(usage)));
                format!(
                    "coop<{} {} {} {}{usage}>",
                    scalar(matrix.scalar),
                    self.constant(matrix.scope),
                    self.constant(matrix.rows),
                    self.constant(matrix.columns)
                )
            }
            TypeKind::CoopVector(vector) => {
                format!("coopvec<{} {}>", scalar(vector.scalar), self.constant(vector.length))
            }
            TypeKind::TensorLayout(layout) => {
                format!("layout<{} {}>", self.constant(layout.dimensions), self.constant(layout.clamp))
            }
            TypeKind::TensorView(ref view) => {
                let order: Vec<String> = view.permutation.iter().map(|&at| self.constant(at)).collect();
                let (count, own) = (self.constant(view.dimensions), self.constant(view.has_dimensions));
                format!("view<{count} {own} {}>", order.join(" "))
            }
            ref kind => crate::type_names::show(kind),
        }
    }
}

fn scalar(scalar: Scalar) -> String {
    let letter = match scalar.kind {
        ScalarKind::Sint => 'i',
        ScalarKind::Uint => 'u',
        ScalarKind::Float => 'f',
        ScalarKind::Encoded(encoding) => return encoding.name().to_string(),
        ScalarKind::Bool => return "bool".to_string(),
    };
    format!("{letter}{}", u32::from(scalar.width) * 8)
}

/// Formats a scalar constant with a suffix for its type, so that `1u` and `1` differ.
fn scalar_value(scalar: Scalar, bits: u64) -> String {
    let wide = if scalar.width == 4 { String::new() } else { (u32::from(scalar.width) * 8).to_string() };
    match scalar.kind {
        ScalarKind::Bool => (bits != 0).to_string(),
        ScalarKind::Sint if wide.is_empty() => crate::fold::signed(scalar, bits).to_string(),
        ScalarKind::Sint => format!("{}i{wide}", crate::fold::signed(scalar, bits)),
        ScalarKind::Uint => format!("{bits}u{wide}"),
        ScalarKind::Encoded(encoding) => format!("{:?}{}", encoding.to_f64(bits), encoding.name()),
        _ => match scalar.width {
            4 => format!("{:?}", f32::from_bits(bits as u32)),
            _ => format!("{:?}f{wide}", crate::fold::float(scalar, bits)),
        },
    }
}

fn memory(memory: crate::types::Memory) -> String {
    let words = [
        (memory.coherent, " coherent"),
        (memory.volatile, " volatile"),
        (memory.restrict, " restrict"),
        (memory.readonly, " readonly"),
        (memory.writeonly, " writeonly"),
        (memory.nonprivate, " nonprivate"),
    ];
    words.iter().filter(|(set, _)| *set).map(|&(_, word)| word).collect()
}

fn hint(hints: &super::stmt::Hints) -> String {
    let unroll = match hints.unroll {
        Some(true) => " unroll",
        Some(false) => " dont_unroll",
        None => "",
    };
    let independent = if hints.independent { " independent" } else { "" };
    format!("{unroll}{independent}")
}
