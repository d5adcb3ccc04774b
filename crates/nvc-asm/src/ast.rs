//! The syntax tree, before name resolution.
//!
//! Names borrow the source text. Statements are in source order. A statement that did not parse becomes
//! [`Broken`], which records what is known about it, so that one mistake does not cause further errors.

use nvc_diag::Span;
use smallvec::SmallVec;
use std::sync::Arc;

use crate::modifier::Modifier;
use crate::table::Opcode;

/// A value and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// The span of the value.
    pub span: Span,
}

/// A name as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident<'t> {
    /// The text of the name.
    pub text: &'t str,
    /// The span of the name.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program<'t> {
    /// The span of the header `!!NVcp5.0`.
    pub header: Span,
    /// The `OPTION` names, in order.
    pub options: Vec<Ident<'t>>,
    /// The `GROUP_SIZE` declarations; the resolver requires one.
    pub group_sizes: Vec<GroupSize>,
    /// The `SHARED_MEMORY` declarations; the resolver allows at most one.
    pub shared_memory: Vec<Literal>,
    /// Whether a `GROUP_SIZE` or `SHARED_MEMORY` did not parse, in which case a missing one must not be
    /// reported.
    pub broken_declaration: bool,
    /// Labels, declarations, instructions, and statements that did not parse.
    pub statements: Vec<Statement<'t>>,
    /// The span of `END`, or the end of the text if it is missing.
    pub end: Span,
}

/// `GROUP_SIZE x y z;`.
#[derive(Clone, Debug)]
pub struct GroupSize {
    /// One to three numbers.
    pub size: SmallVec<[Literal; 3]>,
    /// The span of the whole declaration.
    pub span: Span,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Statement<'t> {
    /// The kind of the statement.
    pub kind: StatementKind<'t>,
    /// The span of the statement without its semicolon.
    pub span: Span,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "almost all statements are instructions")]
pub enum StatementKind<'t> {
    /// `name:` or `name SUBROUTINENUM(3):`.
    Label {
        /// The name.
        name: Ident<'t>,
        /// The subroutine number.
        number: Option<Literal>,
    },
    /// A declaration.
    Declaration(Box<Declaration<'t>>),
    /// An instruction.
    Instruction(Instruction<'t>),
    /// A statement that did not parse. The error has been reported.
    Broken(Broken<'t>),
}

/// The known parts of a statement that did not parse.
#[derive(Clone, Debug, Default)]
pub struct Broken<'t> {
    /// Names that the statement may declare.
    pub names: Vec<Ident<'t>>,
    /// The opcode, if the mnemonic is known: even a broken `IF` or `REP` opens a block.
    pub opcode: Option<Opcode>,
    /// The name of the label, if the statement may be one.
    pub label: Option<Ident<'t>>,
}

/// A declaration. NV_gpu_program4 calls it a naming statement.
#[derive(Clone, Debug)]
pub struct Declaration<'t> {
    /// `SHORT`, `LONG`, `INT`, `UINT` and `FLOAT`, in source order.
    pub modifiers: SmallVec<[Spanned<VarModifier>; 2]>,
    /// The class keyword.
    pub class: Spanned<Class>,
    /// The declared names. Only `TEMP` declares more than one.
    pub items: SmallVec<[DeclaredName<'t>; 2]>,
    /// The bindings or constants after `=`.
    pub bindings: Vec<Initialiser>,
    /// Names that the declaration refers to: `old` in `ALIAS new = old`, the type of a `SUBROUTINE`, or the
    /// labels of a `SUBROUTINETYPE`.
    pub names: Vec<Ident<'t>>,
}

/// A declared name with its array brackets.
#[derive(Clone, Debug)]
pub struct DeclaredName<'t> {
    /// The name.
    pub name: Ident<'t>,
    /// The array brackets: an entry for each `[n]` or `[]`.
    pub array: SmallVec<[ArraySize; 2]>,
}

/// `[n]` or `[]`.
#[derive(Clone, Copy, Debug)]
pub struct ArraySize {
    /// The length, if it is given.
    pub size: Option<Literal>,
    /// The span of the brackets.
    pub span: Span,
}

/// The class keyword of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum Class {
    Attrib,
    Param,
    Temp,
    Buffer,
    Buffer4,
    Cbuffer,
    Storage,
    Shared,
    Counter,
    Texture,
    Image,
    Alias,
    SubroutineType,
    Subroutine,
}

/// A variable modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum VarModifier {
    Short,
    Long,
    Int,
    Uint,
    Float,
}

/// The value after `=` in a declaration, or an element of the list after `=`.
#[derive(Clone, Debug)]
pub enum Initialiser {
    /// A binding.
    Binding(Binding),
    /// `{1, 2, 3, 4}`.
    Vector(Arc<ConstVector>),
    /// `-0.5`.
    Scalar(Literal),
}

/// A predefined resource: `invocation.localid`, `program.local[3]`, `texture[2]`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The kind of the binding.
    pub kind: BindingKind,
    /// The span of the binding without its swizzle.
    pub span: Span,
}

/// The kinds of binding.
#[derive(Clone, Debug, PartialEq)]
pub enum BindingKind {
    /// `invocation.*`.
    Attrib(Attrib),
    /// `program.local[1]`, `program.storage[0][4..7]`, `texture[2]`, `image[0]`.
    Array {
        /// The array that is named.
        array: BoundArray,
        /// The first bracket: a register or binding point.
        first: Option<Range>,
        /// The second bracket: elements of a buffer.
        second: Option<Range>,
    },
    /// `state.thread.*`.
    Thread(ThreadState),
    /// Any other `state.*` of NV_gpu_program4.
    Fixed(FixedState),
}

/// Fixed-function state. Vulkan does not have it, so the application supplies it by name.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedState {
    /// The path without the matrix row. An omitted `front` or index 0 is filled in, so that each state variable has only
    /// one name.
    pub path: Box<str>,
    /// Rows of a matrix; 0..=3 for a whole matrix.
    pub rows: Option<Range>,
}

/// `[a]` or `[a..b]`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first index.
    pub first: u64,
    /// The last index; equal to `first` for `[a]`.
    pub last: u64,
    /// Whether it is written with `..`.
    pub range: bool,
    /// The span of the brackets.
    pub span: Span,
}

/// The arrays that a binding can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum BoundArray {
    Env,
    Local,
    StorageLen,
    Buffer,
    Storage,
    SharedMem,
    Counter,
    Subroutine,
    Texture,
    Image,
}

/// `invocation.*` (NV_compute_program5 §2.X.3.2, NV_shader_thread_group).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum Attrib {
    LocalId,
    GlobalId,
    GroupId,
    GroupCount,
    GroupSize,
    LocalIndex,
    ThreadId,
    ThreadEqMask,
    ThreadLtMask,
    ThreadLeMask,
    ThreadGtMask,
    ThreadGeMask,
    WarpId,
    SmId,
}

/// `state.thread.*` (NV_shader_thread_group).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum ThreadState {
    WarpSize,
    WarpsPerSm,
    SmCount,
}

/// A number as it is written. Its type depends on the operand or variable that it is used for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Literal {
    /// The magnitude of the number.
    pub value: Number,
    /// Whether a minus sign precedes the number.
    pub negative: bool,
    /// The span, including the sign.
    pub span: Span,
}

/// The magnitude of a literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Written without a decimal point or exponent.
    Int(u64),
    /// Written with a decimal point or exponent.
    Float(f64),
}

/// `{a, b, c, d}` with one to four numbers. Missing y, z and w are 0, 0 and 1 (NV_gpu_program4 §2.X.3.3).
#[derive(Clone, Debug, PartialEq)]
pub struct ConstVector {
    /// The numbers that are given.
    pub items: SmallVec<[Literal; 4]>,
    /// The span, including the braces.
    pub span: Span,
}

/// An instruction. Its operands are assigned to the slots of its row in the instruction table.
#[derive(Clone, Debug)]
pub struct Instruction<'t> {
    /// The opcode.
    pub opcode: Opcode,
    /// The span of the mnemonic without modifiers.
    pub opcode_span: Span,
    /// The modifiers in source order.
    pub modifiers: SmallVec<[Spanned<Modifier>; 3]>,
    /// The destination.
    pub result: Option<ResultRef<'t>>,
    /// The value operands, in order.
    pub values: SmallVec<[Operand<'t>; 2]>,
    /// The memory, texture, image or call operand.
    pub access: Option<Box<Access<'t>>>,
    /// The condition of a branch instruction.
    pub test: Option<CcTest>,
}

/// A destination.
#[derive(Clone, Debug)]
pub struct ResultRef<'t> {
    /// The variable with its indices.
    pub var: VarRef<'t>,
    /// The write mask: bit `k` enables component `k`.
    pub mask: u8,
    /// The condition after the destination, as in `(NE.x)`.
    pub condition: Option<CcTest>,
    /// The span of the destination.
    pub span: Span,
}

/// A named variable with up to two indices.
#[derive(Clone, Debug)]
pub struct VarRef<'t> {
    /// The name.
    pub name: Ident<'t>,
    /// The bracketed indices; most variables have none.
    pub index: Vec<Index<'t>>,
    /// The span of the name and indices.
    pub span: Span,
}

/// `[3]`, `[R0.x]`, `[R0.x + 3]`.
#[derive(Clone, Copy, Debug)]
pub struct Index<'t> {
    /// The register of a relative index.
    pub register: Option<IndexRegister<'t>>,
    /// The constant part of the index.
    pub offset: i64,
    /// The span of the brackets.
    pub span: Span,
}

/// The register of a relative index.
#[derive(Clone, Copy, Debug)]
pub struct IndexRegister<'t> {
    /// The variable.
    pub name: Ident<'t>,
    /// The component; x if none is given.
    pub component: u8,
}

/// A value operand.
#[derive(Clone, Debug)]
pub struct Operand<'t> {
    /// Whether there is a minus sign outside `| |`, or without `| |`.
    pub negate: bool,
    /// Whether the operand is in `| |`.
    pub absolute: bool,
    /// Whether there is a minus sign inside `| |`.
    pub negate_inner: bool,
    /// Whether any sign is written, even a plus.
    pub signed: bool,
    /// The value that is read.
    pub base: Base<'t>,
    /// The swizzle suffix.
    pub swizzle: Option<Spanned<Swizzle>>,
    /// The span of the operand.
    pub span: Span,
}

/// The value that an operand reads.
#[derive(Clone, Debug)]
pub enum Base<'t> {
    /// A variable.
    Var(VarRef<'t>),
    /// A binding that is used directly, without a declaration.
    Binding(Box<Binding>),
    /// A constant vector.
    Vector(Arc<ConstVector>),
    /// A scalar constant.
    Scalar(Literal),
}

/// A swizzle: the component of the operand that each of the four components (lanes) of the value is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    /// The component (0..=3) for each lane.
    pub lanes: [u8; 4],
    /// Whether it is written as a single letter.
    pub single: bool,
}

impl Swizzle {
    /// `.xyzw`.
    pub const IDENTITY: Swizzle = Swizzle { lanes: [0, 1, 2, 3], single: false };

    /// Creates a swizzle that reads one component in all lanes.
    pub fn splat(component: u8) -> Self {
        Swizzle { lanes: [component; 4], single: true }
    }
}

/// A condition code test such as `NE1.xxyy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CcTest {
    /// The comparison rule.
    pub rule: CcRule,
    /// The condition code register, 0 or 1.
    pub register: u8,
    /// The component that each lane tests.
    pub swizzle: Swizzle,
    /// The span, without parentheses.
    pub span: Span,
}

/// The condition code rules (NV_gpu_program4 §2.X.4.3). `RESIDENT` and `NONRESIDENT` are for sparse textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum CcRule {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
    Tr,
    Fl,
    Nan,
    Leg,
    Cf,
    Ncf,
    Of,
    Nof,
    Sf,
    Nsf,
    Ab,
    Ble,
    Resident,
    NonResident,
}

/// An instruction's operand that is a memory location, texture, image, label or list of selectors, not a value.
#[derive(Clone, Debug)]
pub enum Access<'t> {
    /// A STORAGE, SHARED, COUNTER or SUBROUTINE variable.
    Memory(VarRef<'t>),
    /// A texture, target and offset.
    Texture(TextureAccess<'t>),
    /// An image and its target.
    Image(ImageAccess<'t>),
    /// The label of `CAL`.
    Label(Ident<'t>),
    /// The selectors of `SWZ`.
    Swizzle([ExtComponent; 4]),
}

/// `texture[1].w, 2D, (1, 0)`.
#[derive(Clone, Debug)]
pub struct TextureAccess<'t> {
    /// A texture unit, variable or handle.
    pub texture: ObjectRef<'t>,
    /// The component that a gather reads.
    pub component: Option<Spanned<u8>>,
    /// The texture target.
    pub target: Spanned<Target>,
    /// The texel offset.
    pub offset: Option<Offset<'t>>,
}

/// `handle(D0.x), 2D`.
#[derive(Clone, Debug)]
pub struct ImageAccess<'t> {
    /// An image unit, variable or handle.
    pub image: ObjectRef<'t>,
    /// The image target.
    pub target: Spanned<Target>,
}

/// A texture or image.
#[derive(Clone, Debug)]
pub enum ObjectRef<'t> {
    /// A unit: `texture[3]` or `image[3]`; `texture` alone is unit 0.
    Unit(Spanned<u64>),
    /// A TEXTURE or IMAGE variable.
    Var(VarRef<'t>),
    /// `handle(D0.x)`.
    Handle {
        /// The variable that contains the handle.
        name: Ident<'t>,
        /// The component of the variable.
        component: u8,
        /// The span, including `handle(...)`.
        span: Span,
    },
}

impl ObjectRef<'_> {
    /// Returns the span of the reference.
    pub fn span(&self) -> Span {
        match self {
            ObjectRef::Unit(unit) => unit.span,
            ObjectRef::Var(var) => var.span,
            ObjectRef::Handle { span, .. } => *span,
        }
    }
}

/// A texel offset.
#[derive(Clone, Debug)]
pub enum Offset<'t> {
    /// `(1, -1)`.
    Immediate(SmallVec<[Literal; 3]>, Span),
    /// `offset(v)`.
    Vector(Box<Operand<'t>>),
}

/// One selector of `SWZ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtComponent {
    /// The source of the value.
    pub source: ExtSource,
    /// Whether there is a minus sign.
    pub negate: bool,
}

/// The source of a `SWZ` selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtSource {
    /// A component of the operand.
    Component(u8),
    /// 0.0.
    Zero,
    /// 1.0.
    One,
}

/// Texture and image targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are the keywords")]
pub enum Target {
    D1,
    D2,
    D3,
    Cube,
    Rect,
    Array1D,
    Array2D,
    ArrayCube,
    Shadow1D,
    Shadow2D,
    ShadowRect,
    ShadowCube,
    ShadowArray1D,
    ShadowArray2D,
    ShadowArrayCube,
    Buffer,
    D2Ms,
    Array2DMs,
    Renderbuffer,
}
