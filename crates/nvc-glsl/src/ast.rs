//! The abstract syntax tree, with source spans, before name resolution and type checking.
//!
//! The parser has no symbol table: `a(b)` is a call, whether `a` is a function, a type or a buffer reference, and
//! `a b` is a declaration whatever `a` is. Nodes are in arenas, so that deep trees are dropped and walked
//! without recursion.

use crate::name::Name;
use naga::{Arena, BinaryOperator, Handle, UnaryOperator};
use nvc_diag::Span;
use nvc_ir::FpEncoding;

/// A name with its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// The span.
    pub span: Span,
}

/// A translation unit.
#[derive(Debug, Default)]
pub struct Unit {
    /// Declarations, in order.
    pub items: Vec<Item>,
    /// All expressions.
    pub exprs: Arena<Expr>,
    /// All statements.
    pub stmts: Arena<Stmt>,
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// The kind.
    pub kind: ExprKind,
    /// The span.
    pub span: Span,
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`.
    Bool(bool),
    /// An integer. The suffix gives signedness (`u`) and width (`s`: 16 bits, `l`: 64 bits).
    Int {
        /// The value.
        value: u64,
        /// Whether the suffix has a `u`.
        unsigned: bool,
        /// Width in bits: 16, 32 or 64.
        bits: u8,
    },
    /// A float, rounded once to `bits` bits (`hf`: 16, `lf`: 64, else 32).
    Float {
        /// The value.
        value: f64,
        /// Width in bits: 16, 32 or 64.
        bits: u8,
    },
    /// A float with the suffix of a microscaling type, such as `0.5fe2m1`.
    Encoded {
        /// The value, not yet rounded to `encoding`.
        value: f64,
        /// The encoding.
        encoding: FpEncoding,
    },
}

/// The kind of an expression.
#[derive(Debug)]
pub enum ExprKind {
    /// An integer, float or bool literal.
    Literal(Literal),
    /// A string literal, for `debugPrintfEXT`.
    String(Name),
    /// A name.
    Ident(Name),
    /// `f(args)`, a constructor, or `T[3](args)`.
    Call {
        /// The callee.
        callee: Callee,
        /// The arguments.
        args: Vec<Handle<Expr>>,
    },
    /// `base.name`: a member or a swizzle.
    Member {
        /// The operand before the dot.
        base: Handle<Expr>,
        /// The name after the dot.
        member: Ident,
    },
    /// `base.length()` and other methods.
    Method {
        /// The operand before the dot.
        base: Handle<Expr>,
        /// The method.
        method: Ident,
        /// The arguments.
        args: Vec<Handle<Expr>>,
    },
    /// `base[index]`.
    Index {
        /// The indexed operand.
        base: Handle<Expr>,
        /// The index.
        index: Handle<Expr>,
    },
    /// `+a`, which has no effect except that the type of its operand is checked.
    Plus(Handle<Expr>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOperator, Handle<Expr>),
    /// `*a` (GL_NV_shader_buffer_load).
    Deref(Handle<Expr>),
    /// `&a` (GL_NV_shader_buffer_load).
    AddressOf(Handle<Expr>),
    /// `(T)a`, `(T *)a` (GL_NV_shader_buffer_load).
    Cast(Box<TypeSpec>, Handle<Expr>),
    /// `++a`, `a++`, `--a`, `a--`.
    Step {
        /// Whether it is `++`.
        increment: bool,
        /// Whether it is a prefix operator.
        prefix: bool,
        /// The operand.
        operand: Handle<Expr>,
    },
    /// `a op b`, except `^^`, which naga lacks: see [`Self::LogicalXor`].
    Binary {
        /// The operator.
        op: BinaryOperator,
        /// The span of the operator.
        op_span: Span,
        /// The left operand.
        left: Handle<Expr>,
        /// The right operand.
        right: Handle<Expr>,
    },
    /// `a ^^ b`.
    LogicalXor(Handle<Expr>, Handle<Expr>),
    /// `condition ? accept : reject`.
    Conditional {
        /// The condition.
        condition: Handle<Expr>,
        /// The value if it is true.
        accept: Handle<Expr>,
        /// The value if it is false.
        reject: Handle<Expr>,
    },
    /// `target = value`, `target op= value`.
    Assign {
        /// The operator of `op=`; `None` for `=`.
        op: Option<BinaryOperator>,
        /// The span of the operator.
        op_span: Span,
        /// The assigned lvalue.
        target: Handle<Expr>,
        /// The right operand.
        value: Handle<Expr>,
    },
    /// `a, b`.
    Comma(Handle<Expr>, Handle<Expr>),
    /// `{a, b}`: an initialiser list, only in declarations.
    List(Vec<Handle<Expr>>),
    /// An expression with a syntax error, which was reported.
    Error,
}

/// The callee of a call.
#[derive(Debug)]
pub enum Callee {
    /// The name of a function or type; checking resolves it.
    Name(Ident),
    /// A type, as in `float[3](...)` and `fcoopmatNV<...>(...)`. It is boxed because it is rare, and would more than double
    /// the size of every expression.
    Type(Box<TypeSpec>),
}

/// A type specifier.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    /// A name, a struct definition or a `spirv_type`.
    pub base: TypeBase,
    /// Type parameters `<a, b, c>`, for example of a cooperative matrix.
    pub parameters: Vec<Handle<Expr>>,
    /// Dimensions `[n]` after the name, outermost first.
    pub dimensions: Vec<Dimension>,
    /// Number of stars of a pointer type (GL_NV_shader_buffer_load).
    pub pointers: u32,
    /// The span.
    pub span: Span,
}

/// The base of a type specifier.
#[derive(Clone, Debug)]
pub enum TypeBase {
    /// A type's name.
    Name(Ident),
    /// A struct definition: `struct S { ... }`.
    Struct(Box<StructDef>),
    /// `spirv_type(...)` (GL_EXT_spirv_intrinsics).
    Spirv(Ident, Vec<SpirvArgument>),
}

/// `[n]`, or `[]`.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// The length; `None` for `[]`.
    pub length: Option<Handle<Expr>>,
    /// The span, including the brackets.
    pub span: Span,
}

/// `struct S { ... }`.
#[derive(Clone, Debug)]
pub struct StructDef {
    /// The name of the struct, if it has one.
    pub name: Option<Ident>,
    /// The member declarations.
    pub members: Vec<MemberDecl>,
    /// The span.
    pub span: Span,
}

/// A member declaration of a struct or block: a type and one or more names.
#[derive(Clone, Debug)]
pub struct MemberDecl {
    /// The qualifiers of all members of the declaration.
    pub qualifiers: Qualifiers,
    /// The type before the names.
    pub ty: TypeSpec,
    /// The declared names, with their dimensions.
    pub names: Vec<Declarator>,
}

/// A declarator: a name with dimensions and initialiser.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name.
    pub name: Ident,
    /// Dimensions `[n]`.
    pub dimensions: Vec<Dimension>,
    /// Initialiser.
    pub initializer: Option<Handle<Expr>>,
}

/// Qualifiers, in source order. Checking validates their combination.
#[derive(Clone, Debug, Default)]
pub struct Qualifiers {
    /// The qualifiers, in source order.
    pub list: Vec<Qualifier>,
}

/// A qualifier.
#[derive(Clone, Debug)]
pub struct Qualifier {
    /// The kind.
    pub kind: QualifierKind,
    /// The span.
    pub span: Span,
}

/// The kind of a qualifier.
#[derive(Clone, Debug)]
pub enum QualifierKind {
    /// A keyword: `const`, `in`, `coherent`, `highp`, `precise` and so on.
    Word(Name),
    /// `layout(...)`.
    Layout(Vec<LayoutItem>),
    /// `subroutine(...)`.
    Call(Ident, Vec<Handle<Expr>>),
    /// `spirv_instruction(...)` and the other qualifiers of GL_EXT_spirv_intrinsics.
    Spirv(Ident, Vec<SpirvArgument>),
}

/// An argument of a qualifier or type of GL_EXT_spirv_intrinsics.
#[derive(Clone, Debug)]
pub struct SpirvArgument {
    /// The name before `=`, if it has one.
    pub name: Option<Ident>,
    /// The value.
    pub value: SpirvValue,
    /// The span of the value.
    pub span: Span,
}

/// The value of a [`SpirvArgument`].
#[derive(Clone, Debug)]
pub enum SpirvValue {
    /// An expression.
    Expr(Handle<Expr>),
    /// `[a, b]`.
    List(Vec<Handle<Expr>>),
    /// A type.
    Type(TypeSpec),
}

/// One entry of a layout qualifier.
#[derive(Clone, Debug)]
pub struct LayoutItem {
    /// The identifier before `=`.
    pub name: Ident,
    /// The value after `=`, if there is one.
    pub value: Option<Handle<Expr>>,
}

/// A declaration at file scope.
#[derive(Debug)]
pub struct Item {
    /// The kind.
    pub kind: ItemKind,
    /// The span.
    pub span: Span,
}

/// The kind of a declaration at file scope.
#[derive(Debug)]
pub enum ItemKind {
    /// Variables, constants or a struct.
    Declaration(Declaration),
    /// A function's prototype or definition.
    Function(FunctionDecl),
    /// `buffer B { ... } b;` and other interface blocks, and buffer references.
    Block(BlockDecl),
    /// Qualifiers without a type, such as `layout(...) in;`, or with names that are requalified
    /// (`precise a, b;`).
    Qualify(Qualifiers, Vec<Ident>),
    /// `precision highp float;`
    Precision(Qualifiers, TypeSpec),
    /// A `#pragma` or `#extension` directive that takes effect here (index into
    /// [`crate::preprocess::token::Output::directives`]).
    Directive(u32),
    /// A lone `;`.
    Empty,
    /// A syntax error, which was reported.
    Error,
}

/// `qualifiers type a, b = 1;`
#[derive(Debug)]
pub struct Declaration {
    /// The qualifiers.
    pub qualifiers: Qualifiers,
    /// The type.
    pub ty: TypeSpec,
    /// The declared names; empty for `struct S { ... };`.
    pub names: Vec<Declarator>,
}

/// An interface block.
#[derive(Debug)]
pub struct BlockDecl {
    /// The qualifiers of the block.
    pub qualifiers: Qualifiers,
    /// The block's name.
    pub name: Ident,
    /// The members; `None` for the forward declaration of a buffer reference.
    pub members: Option<Vec<MemberDecl>>,
    /// The instance name with its dimensions, if the block has one.
    pub instance: Option<Declarator>,
}

/// A function's prototype or definition.
#[derive(Debug)]
pub struct FunctionDecl {
    /// The qualifiers of the result.
    pub qualifiers: Qualifiers,
    /// The result type.
    pub result: TypeSpec,
    /// The name of the function.
    pub name: Ident,
    /// The parameters; empty for `(void)`.
    pub params: Vec<ParamDecl>,
    /// `[[...]]` after the parameters (GL_EXT_subgroup_uniform_control_flow).
    pub attributes: Vec<Attribute>,
    /// The body; `None` for a prototype.
    pub body: Option<Handle<Stmt>>,
}

/// A parameter.
#[derive(Debug)]
pub struct ParamDecl {
    /// The qualifiers of the parameter.
    pub qualifiers: Qualifiers,
    /// The type of the parameter.
    pub ty: TypeSpec,
    /// The name with its dimensions; `None` for an unnamed parameter.
    pub name: Option<Declarator>,
    /// The span.
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// The kind.
    pub kind: StmtKind,
    /// The span.
    pub span: Span,
    /// Attributes before the statement, such as `[[unroll]]` (GL_EXT_control_flow_attributes).
    pub attributes: Vec<Attribute>,
}

/// `name(args)` in `[[...]]`.
#[derive(Debug)]
pub struct Attribute {
    /// The name of the attribute.
    pub name: Ident,
    /// The arguments of the attribute.
    pub args: Vec<Handle<Expr>>,
}

/// The kind of a statement.
#[derive(Debug)]
pub enum StmtKind {
    /// `{ ... }`
    Block(Vec<Handle<Stmt>>),
    /// A declaration.
    Declaration(Declaration),
    /// `a * b;`: a pointer declaration if `a` is a type (GL_NV_shader_buffer_load), else an expression.
    DeclarationOrExpr(Declaration, Handle<Expr>),
    /// `precise a;` and the like.
    Qualify(Qualifiers, Vec<Ident>),
    /// `precision highp float;`
    Precision(Qualifiers, TypeSpec),
    /// An expression.
    Expr(Handle<Expr>),
    /// `if (a) ... else if (b) ... else ...`: a list instead of nested statements, because chains can be
    /// long.
    If {
        /// `if` and each `else if`.
        arms: Vec<Arm>,
        /// The body of the last `else`.
        reject: Option<Handle<Stmt>>,
    },
    /// `switch`; the labels are statements of the body.
    Switch {
        /// The selector.
        selector: Handle<Expr>,
        /// Statements and labels.
        body: Vec<Handle<Stmt>>,
    },
    /// `case value:`
    Case(Handle<Expr>),
    /// `default:`
    Default,
    /// `while`
    While {
        /// Condition.
        condition: Condition,
        /// Body.
        body: Handle<Stmt>,
    },
    /// `do ... while`
    DoWhile {
        /// Body.
        body: Handle<Stmt>,
        /// Condition.
        condition: Handle<Expr>,
    },
    /// `for`
    For {
        /// The initial statement.
        init: Option<Handle<Stmt>>,
        /// Condition.
        condition: Option<Condition>,
        /// The expression after each iteration.
        step: Option<Handle<Expr>>,
        /// Body.
        body: Handle<Stmt>,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Handle<Expr>>),
    /// `discard`, which compute shaders lack.
    Discard,
    /// `;`
    Empty,
    /// A syntax error, which was reported.
    Error,
}

/// A condition of an `if` chain with its body.
#[derive(Debug)]
pub struct Arm {
    /// The span, from `if` to the end of the body.
    pub span: Span,
    /// Attributes between `else` and `if`. Attributes before the first `if` belong to the statement.
    pub attributes: Vec<Attribute>,
    /// Condition.
    pub condition: Handle<Expr>,
    /// Body.
    pub body: Handle<Stmt>,
}

/// A loop's condition, which may declare a variable.
#[derive(Debug)]
pub enum Condition {
    /// An expression.
    Expr(Handle<Expr>),
    /// `type name = value`
    Declaration(Box<Declaration>),
}

/// Returns the spelling of an operator.
pub fn operator(op: BinaryOperator) -> &'static str {
    use BinaryOperator as B;
    match op {
        B::Add => "+",
        B::Subtract => "-",
        B::Multiply => "*",
        B::Divide => "/",
        B::Modulo => "%",
        B::Equal => "==",
        B::NotEqual => "!=",
        B::Less => "<",
        B::LessEqual => "<=",
        B::Greater => ">",
        B::GreaterEqual => ">=",
        B::And => "&",
        B::ExclusiveOr => "^",
        B::InclusiveOr => "|",
        B::LogicalAnd => "&&",
        B::LogicalOr => "||",
        B::ShiftLeft => "<<",
        B::ShiftRight => ">>",
    }
}

impl ExprKind {
    /// Iterates over the operands, including the expressions in a type operand.
    pub fn operands(&self) -> impl Iterator<Item = Handle<Expr>> {
        let none: &[Handle<Expr>] = &[];
        let (fixed, list, ty) = match self {
            ExprKind::Literal(_) | ExprKind::String(_) | ExprKind::Ident(_) | ExprKind::Error => {
                ([None; 3], none, None)
            }
            ExprKind::Call { callee: Callee::Name(_), args } => ([None; 3], &args[..], None),
            ExprKind::Call { callee: Callee::Type(ty), args } => ([None; 3], &args[..], Some(ty)),
            ExprKind::Member { base, .. } => ([Some(*base), None, None], none, None),
            ExprKind::Method { base, args, .. } => ([Some(*base), None, None], &args[..], None),
            ExprKind::Index { base, index } => ([Some(*base), Some(*index), None], none, None),
            ExprKind::Plus(operand)
            | ExprKind::Unary(_, operand)
            | ExprKind::Deref(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Step { operand, .. } => ([Some(*operand), None, None], none, None),
            ExprKind::Cast(ty, operand) => ([Some(*operand), None, None], none, Some(ty)),
            ExprKind::Binary { left, right, .. } => ([Some(*left), Some(*right), None], none, None),
            ExprKind::LogicalXor(left, right) | ExprKind::Comma(left, right) => {
                ([Some(*left), Some(*right), None], none, None)
            }
            ExprKind::Conditional { condition, accept, reject } => {
                ([Some(*condition), Some(*accept), Some(*reject)], none, None)
            }
            ExprKind::Assign { target, value, .. } => ([Some(*target), Some(*value), None], none, None),
            ExprKind::List(list) => ([None; 3], &list[..], None),
        };
        let in_type = ty.into_iter().flat_map(|ty| ty.operands());
        fixed.into_iter().flatten().chain(list.iter().copied()).chain(in_type)
    }
}

impl TypeSpec {
    /// Iterates over the expressions among the type parameters and dimensions.
    pub fn operands(&self) -> impl Iterator<Item = Handle<Expr>> {
        let lengths = self.dimensions.iter().filter_map(|dimension| dimension.length);
        self.parameters.iter().copied().chain(lengths)
    }
}
