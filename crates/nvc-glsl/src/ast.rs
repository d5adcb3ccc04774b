//! The syntax tree: what the text says, with spans and without meaning.
//!
//! The parser knows no types and no names: `a(b)` is a call whether `a` turns out to be a function,
//! a type's constructor or a buffer reference; `a b` is a declaration whatever `a` is. Literals are
//! kept as numbers with their suffix. Nodes live in arenas, so a tree of any depth is dropped and
//! walked without recursion where that matters.

use crate::name::Name;
use naga::{Arena, BinaryOperator, Handle, UnaryOperator};
use nvc_diag::Span;

/// A name and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Name,
    /// Where.
    pub span: Span,
}

/// A translation unit.
#[derive(Debug, Default)]
pub struct Unit {
    /// Declarations in order.
    pub items: Vec<Item>,
    /// All expressions.
    pub exprs: Arena<Expr>,
    /// All statements.
    pub stmts: Arena<Stmt>,
}

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its text.
    pub span: Span,
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`.
    Bool(bool),
    /// An integer: its value, whether it has a `u` suffix, and its width by suffix (`s`: 16, `l`: 64).
    Int {
        /// The value of its digits.
        value: u64,
        /// `u`.
        unsigned: bool,
        /// 16, 32 or 64.
        bits: u8,
    },
    /// A float: its value, rounded once to `bits` (16 for `hf`, 32, 64 for `lf`).
    Float {
        /// The value.
        value: f64,
        /// 16, 32 or 64.
        bits: u8,
    },
}

/// What an expression is.
#[derive(Debug)]
pub enum ExprKind {
    /// A number or truth value.
    Literal(Literal),
    /// A string, for `debugPrintfEXT`.
    String(Name),
    /// A name.
    Ident(Name),
    /// `f(args)`, a constructor, or `T[3](args)`.
    Call {
        /// What is called.
        callee: Callee,
        /// The arguments.
        args: Vec<Handle<Expr>>,
    },
    /// `base.name`: a member, a swizzle, or the method of a call.
    Member {
        /// What is before the dot.
        base: Handle<Expr>,
        /// What is behind it.
        member: Ident,
    },
    /// `base.length()` and other methods.
    Method {
        /// What is before the dot.
        base: Handle<Expr>,
        /// The method.
        method: Ident,
        /// The arguments.
        args: Vec<Handle<Expr>>,
    },
    /// `base[index]`.
    Index {
        /// What is indexed.
        base: Handle<Expr>,
        /// By what.
        index: Handle<Expr>,
    },
    /// `+a`, which only checks its operand.
    Plus(Handle<Expr>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOperator, Handle<Expr>),
    /// `*a`: what a pointer points to (NV_shader_buffer_load).
    Deref(Handle<Expr>),
    /// `&a` (NV_shader_buffer_load).
    AddressOf(Handle<Expr>),
    /// `(T)a`, `(T *)a` (NV_shader_buffer_load).
    Cast(TypeSpec, Handle<Expr>),
    /// `++a`, `a++` and their opposites.
    Step {
        /// `++` rather than `--`.
        increment: bool,
        /// `++a` rather than `a++`.
        prefix: bool,
        /// The variable.
        operand: Handle<Expr>,
    },
    /// `a op b`. `^^` is [`Self::LogicalXor`], for naga has no word for it.
    Binary {
        /// The operator.
        op: BinaryOperator,
        /// Where it stands.
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
        /// What decides.
        condition: Handle<Expr>,
        /// The value where it is true.
        accept: Handle<Expr>,
        /// The value where it is false.
        reject: Handle<Expr>,
    },
    /// `target = value`, `target op= value`.
    Assign {
        /// The operator of `op=`.
        op: Option<BinaryOperator>,
        /// Where the operator stands.
        op_span: Span,
        /// What is written.
        target: Handle<Expr>,
        /// The right operand.
        value: Handle<Expr>,
    },
    /// `a, b`.
    Comma(Handle<Expr>, Handle<Expr>),
    /// `{a, b}`: an initializer list; only where a declaration initializes.
    List(Vec<Handle<Expr>>),
    /// Stands where an expression did not parse; an error was reported.
    Error,
}

/// What is called.
#[derive(Debug)]
pub enum Callee {
    /// A function, a struct's constructor, a buffer reference: only checking knows.
    Name(Ident),
    /// A constructor that only a type can be: `vec4`, `float[3]`, `S[]`, `fcoopmatNV<...>`.
    Type(TypeSpec),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    /// The name, or a struct defined in place.
    pub base: TypeBase,
    /// `<a, b, c>` behind the name, of cooperative matrices.
    pub parameters: Vec<Handle<Expr>>,
    /// `[n]` behind the name, outermost first.
    pub dimensions: Vec<Dimension>,
    /// Stars behind it (NV_shader_buffer_load), innermost first.
    pub pointers: u32,
    /// Its text.
    pub span: Span,
}

/// What stands in a type's place.
#[derive(Clone, Debug)]
pub enum TypeBase {
    /// A type's name.
    Name(Ident),
    /// `struct S { ... }`: index into the enclosing declaration's definitions is not needed; the
    /// definition is owned here.
    Struct(Box<StructDef>),
}

/// `[n]`, or `[]`.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// The element count; `None` for `[]`.
    pub length: Option<Handle<Expr>>,
    /// Its text, brackets included.
    pub span: Span,
}

/// `struct S { ... }`.
#[derive(Clone, Debug)]
pub struct StructDef {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// Its members.
    pub members: Vec<MemberDecl>,
    /// Its text.
    pub span: Span,
}

/// A member declaration of a struct or block: one type, one or more names.
#[derive(Clone, Debug)]
pub struct MemberDecl {
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// Type.
    pub ty: TypeSpec,
    /// Names with their own dimensions.
    pub names: Vec<Declarator>,
}

/// A name that is declared, with what stands behind it.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name.
    pub name: Ident,
    /// `[n]` behind the name.
    pub dimensions: Vec<Dimension>,
    /// `= value`.
    pub initializer: Option<Handle<Expr>>,
}

/// Qualifiers in the order written. What they mean together is checking's business.
#[derive(Clone, Debug, Default)]
pub struct Qualifiers {
    /// In the order written.
    pub list: Vec<Qualifier>,
}

/// A qualifier.
#[derive(Clone, Debug)]
pub struct Qualifier {
    /// Which.
    pub kind: QualifierKind,
    /// Its text.
    pub span: Span,
}

/// Which qualifier.
#[derive(Clone, Debug)]
pub enum QualifierKind {
    /// One word: `const`, `in`, `coherent`, `highp`, `precise` and so on.
    Word(Name),
    /// `layout(...)`.
    Layout(Vec<LayoutItem>),
    /// `spirv_...`, `subroutine(...)` and other words with arguments.
    Call(Ident, Vec<Handle<Expr>>),
}

/// One entry of a layout qualifier.
#[derive(Clone, Debug)]
pub struct LayoutItem {
    /// Its name.
    pub name: Ident,
    /// Its value.
    pub value: Option<Handle<Expr>>,
}

/// A declaration at file scope.
#[derive(Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its text.
    pub span: Span,
}

/// What a declaration at file scope is.
#[derive(Debug)]
pub enum ItemKind {
    /// Variables, constants, a struct.
    Declaration(Declaration),
    /// A function's prototype or definition.
    Function(FunctionDecl),
    /// `buffer B { ... } b;` and other interface blocks, and buffer references.
    Block(BlockDecl),
    /// `layout(...) in;` and the like: qualifiers alone, or with names that are requalified
    /// (`precise a, b;`).
    Qualify(Qualifiers, Vec<Ident>),
    /// `precision highp float;`
    Precision(Qualifiers, TypeSpec),
    /// A `#pragma` line or an extension directive takes effect here (index into
    /// [`crate::preprocess::token::Output::directives`]).
    Directive(u32),
    /// A lone `;`.
    Empty,
    /// Did not parse; an error was reported.
    Error,
}

/// `qualifiers type a, b = 1;`
#[derive(Debug)]
pub struct Declaration {
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// Type.
    pub ty: TypeSpec,
    /// Names; none for `struct S { ... };`.
    pub names: Vec<Declarator>,
}

/// An interface block.
#[derive(Debug)]
pub struct BlockDecl {
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// The block's name.
    pub name: Ident,
    /// Members; `None` for the forward declaration of a buffer reference.
    pub members: Option<Vec<MemberDecl>>,
    /// Instance name with its dimensions.
    pub instance: Option<Declarator>,
}

/// A function's prototype or definition.
#[derive(Debug)]
pub struct FunctionDecl {
    /// Qualifiers of the result.
    pub qualifiers: Qualifiers,
    /// Result type.
    pub result: TypeSpec,
    /// Name.
    pub name: Ident,
    /// Parameters; `(void)` is none.
    pub params: Vec<ParamDecl>,
    /// `[[...]]` behind the parameters (GL_EXT_subgroup_uniform_control_flow).
    pub attributes: Vec<Attribute>,
    /// Body; `None` for a prototype.
    pub body: Option<Handle<Stmt>>,
}

/// A parameter.
#[derive(Debug)]
pub struct ParamDecl {
    /// Qualifiers.
    pub qualifiers: Qualifiers,
    /// Type.
    pub ty: TypeSpec,
    /// Name, if it has one, with its dimensions.
    pub name: Option<Declarator>,
    /// Its text.
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text.
    pub span: Span,
    /// `[[unroll]]` and the like in front of it (GL_EXT_control_flow_attributes).
    pub attributes: Vec<Attribute>,
}

/// `name(args)` in `[[...]]`.
#[derive(Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Ident,
    /// Its arguments.
    pub args: Vec<Handle<Expr>>,
}

/// What a statement is.
#[derive(Debug)]
pub enum StmtKind {
    /// `{ ... }`
    Block(Vec<Handle<Stmt>>),
    /// A declaration.
    Declaration(Declaration),
    /// `a * b;`: a declaration of pointers if `a` is a type (NV_shader_buffer_load), else the expression.
    DeclarationOrExpr(Declaration, Handle<Expr>),
    /// `precise a;` and the like.
    Qualify(Qualifiers, Vec<Ident>),
    /// `precision highp float;`
    Precision(Qualifiers, TypeSpec),
    /// An expression.
    Expr(Handle<Expr>),
    /// `if (a) ... else if (b) ... else ...`: a list, for chains are long where programs write them.
    If {
        /// `if` and each `else if`.
        arms: Vec<Arm>,
        /// Else.
        reject: Option<Handle<Stmt>>,
    },
    /// `switch`; the body holds labels among its statements.
    Switch {
        /// What is looked at.
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
        /// What runs first.
        init: Option<Handle<Stmt>>,
        /// Condition.
        condition: Option<Condition>,
        /// What runs after each round.
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
    /// Did not parse; an error was reported.
    Error,
}

/// A condition of an `if` and what runs where it holds.
#[derive(Debug)]
pub struct Arm {
    /// Its text, from `if` to the end of what runs.
    pub span: Span,
    /// Attributes between `else` and `if`; those of the first are the statement's.
    pub attributes: Vec<Attribute>,
    /// Condition.
    pub condition: Handle<Expr>,
    /// What runs.
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

/// An operator as written.
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
    /// The expressions that it is made of, those in types included.
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
        let in_type = ty.into_iter().flat_map(TypeSpec::operands);
        fixed.into_iter().flatten().chain(list.iter().copied()).chain(in_type)
    }
}

impl TypeSpec {
    /// The expressions of its parameters and dimensions.
    pub fn operands(&self) -> impl Iterator<Item = Handle<Expr>> {
        let lengths = self.dimensions.iter().filter_map(|dimension| dimension.length);
        self.parameters.iter().copied().chain(lengths)
    }
}
