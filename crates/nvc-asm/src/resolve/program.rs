//! The resolved program: names are ids, operands have types, blocks are matched. The body is a flat list, so
//! walking it needs no recursion.

use nvc_diag::Span;
use smallvec::SmallVec;

pub use crate::ast::{
    Attrib, CcRule, CcTest, ConstVector, ExtComponent, ExtSource, Literal, Number, Swizzle, Target,
    ThreadState,
};
use crate::modifier::{
    AtomicOp, BaseType, Clamp, CounterOp, DataType, MatchMode, Multiply, Rounding, TypeModifier,
};
use crate::options::Features;
use crate::table::Opcode;

/// A variable of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// A label of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// A subroutine type of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubroutineTypeId(pub u32);

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The features that the program's options enable.
    pub features: Features,
    /// The size of the work group.
    pub group_size: GroupSize,
    /// Bytes of shared memory; `None` without a declaration.
    pub shared_bytes: Option<u32>,
    /// All variables; [`VarId`] indexes them.
    pub vars: Vec<Variable>,
    /// All labels; [`LabelId`] indexes them.
    pub labels: Vec<Label>,
    /// All subroutine types; [`SubroutineTypeId`] indexes them.
    pub subroutine_types: Vec<SubroutineType>,
    /// The names of the fixed-function state that the program reads, in source order. Each is a vector that
    /// the application supplies.
    pub state: Vec<Box<str>>,
    /// The instructions in source order.
    pub body: Vec<Inst>,
    /// Where execution starts: the label `main`, or 0.
    pub entry: usize,
    /// The place of `END`.
    pub end: Span,
}

impl Program {
    /// A variable of this program. An id of another program returns any variable or none.
    pub fn var(&self, id: VarId) -> Option<&Variable> {
        self.vars.get(id.0 as usize)
    }

    /// The size of a TEMP; `None` for other variables.
    pub fn temp_size(&self, id: VarId) -> Option<TempSize> {
        match &self.var(id)?.kind {
            VarKind::Temp(temp) => Some(temp.size),
            _ => None,
        }
    }

    /// A label of this program.
    pub fn label(&self, id: LabelId) -> Option<&Label> {
        self.labels.get(id.0 as usize)
    }
}

/// The size of the work group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSize {
    /// `GROUP_SIZE x y z`; missing numbers are 1.
    Fixed([u32; 3]),
    /// OPTION ARB_compute_variable_group_size: the dispatch decides.
    Variable,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name as declared.
    pub name: Box<str>,
    /// The place of the name in its declaration.
    pub span: Span,
    /// INT, UINT or FLOAT; with `None`, each instruction reads it as its own type.
    pub ty: Option<BaseType>,
    /// Its class and bindings.
    pub kind: VarKind,
}

/// The class of a variable with its bindings.
#[derive(Clone, Debug)]
pub enum VarKind {
    /// TEMP.
    Temp(Temp),
    /// ATTRIB.
    Attrib(Attrib),
    /// PARAM, with one item per element.
    Param {
        /// The items; a single one if it is not an array.
        items: Vec<ParamItem>,
        /// Declared with brackets.
        array: bool,
        /// It is accessed with a relative index.
        relative: bool,
    },
    /// BUFFER, BUFFER4, CBUFFER.
    Buffer {
        /// Its keyword.
        kind: BufferKind,
        /// Its binding.
        window: Window,
    },
    /// STORAGE, indexed by bytes.
    Storage(Window),
    /// SHARED, indexed by bytes; it has a single binding point, 0.
    Shared(Window),
    /// COUNTER, indexed by 4-byte counters.
    Counter(Window),
    /// TEXTURE: the texture image units.
    Texture(Units),
    /// IMAGE: the image units.
    Image(Units),
    /// SUBROUTINE: the subroutine parameters.
    Subroutine {
        /// Its type.
        ty: Option<SubroutineTypeId>,
        /// Elements of program.subroutine.
        units: Units,
    },
    /// A declaration with an error; uses of it are not checked.
    Error,
}

/// A temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temp {
    /// SHORT, LONG or neither.
    pub size: TempSize,
    /// Elements if it is an array.
    pub array: Option<u32>,
    /// It is accessed with a relative index.
    pub relative: bool,
    /// Some instruction of the program reads it, reachable or not.
    pub read: bool,
}

/// The size of a temporary's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TempSize {
    /// 32 bits, but arithmetic into it may have reduced precision.
    Short,
    /// 32 bits.
    Normal,
    /// 64 bits.
    Long,
}

/// One element of a PARAM.
#[derive(Clone, Debug)]
pub enum ParamItem {
    /// A constant; a scalar fills all components. Read as the variable's type, or float.
    Const(Constant),
    /// program.local[i].
    Local(u32),
    /// program.env[i].
    Env(u32),
    /// program.storagelen[i].
    StorageLen(u32),
    /// state.thread.*.
    Thread(ThreadState),
    /// Fixed-function state: an element of [`Program::state`].
    State(u32),
}

/// A constant operand, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// One number for all components.
    Scalar(Literal),
    /// One to four numbers; missing y, z, w are 0, 0, 1.
    Vector(Box<ConstVector>),
}

impl Constant {
    /// The number of a component; `None` if the vector is shorter.
    pub fn component(&self, component: usize) -> Option<Literal> {
        match self {
            Constant::Scalar(literal) => Some(*literal),
            Constant::Vector(vector) => vector.items.get(component).copied(),
        }
    }
}

/// BUFFER, BUFFER4, CBUFFER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferKind {
    /// Words; a read returns the word in all four lanes.
    Word,
    /// Vectors of four words.
    Vector,
    /// Bytes, for LDC.
    Constant,
}

/// The part of one or more buffers that a variable gives access to. Its indices are relative to the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First binding point.
    pub first_point: u32,
    /// Number of points. If there is more than one, the first index selects the point.
    pub points: u32,
    /// First element, in the class's unit.
    pub first: u32,
    /// Number of elements; `None` extends to the end of the buffer.
    pub count: Option<u32>,
    /// Whether an index selects the element; otherwise it is the first one.
    pub array: bool,
}

/// Consecutive units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// The first.
    pub first: u32,
    /// Number of units.
    pub count: u32,
    /// Whether an index selects the unit.
    pub array: bool,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: Box<str>,
    /// The index in [`Program::body`] of the instruction that it marks; the length at the end.
    pub at: usize,
    /// The index after its last instruction: of the next label, or the length.
    pub end: usize,
    /// SUBROUTINENUM.
    pub number: Option<u32>,
    /// The depth of its recursion, if it calls itself.
    pub recursion: Option<Recursion>,
    /// Its place.
    pub span: Span,
}

/// The recursion of a label that calls itself, directly or through others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recursion {
    /// The number that all labels of the cycle share.
    pub group: u32,
    /// The maximum nesting of calls of the cycle; the effect of a deeper call is undefined.
    pub depth: u32,
}

/// A subroutine type with all its labels.
#[derive(Clone, Debug)]
pub struct SubroutineType {
    /// Its name.
    pub name: Box<str>,
    /// The labels that a call may reach.
    pub labels: Vec<LabelId>,
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The opcode.
    pub opcode: Opcode,
    /// The type of the instruction, with the default applied. Loads, stores, atomics: the type of one
    /// component in memory. CVT: of the result.
    pub ty: DataType,
    /// CVT: the type of the operand.
    pub from: Option<DataType>,
    /// The storage modifier of memory and image instructions; `None` for formatted image access.
    pub storage: Option<TypeModifier>,
    /// The other modifiers.
    pub mods: Mods,
    /// The destination.
    pub dst: Option<Dst>,
    /// The value operands in the order of the row; optional ones may be missing.
    pub srcs: SmallVec<[Src; 3]>,
    /// The memory, texture, image or call part.
    pub access: Option<Box<Access>>,
    /// The condition of IF, BRK, CONT, RET, CAL, CALI.
    pub test: Option<CcTest>,
    /// The index in [`Program::body`] of the matching instruction: the ELSE or ENDIF of an IF, the ENDIF of
    /// an ELSE, the IF of an ENDIF, the ENDREP of a REP, the REP of an ENDREP, BRK or CONT.
    pub link: Option<usize>,
    /// The whole statement.
    pub span: Span,
}

impl Inst {
    /// The condition of a flow instruction; `None` if it always applies: without a test, or with TR.
    pub fn branch_condition(&self) -> Option<&CcTest> {
        self.test.as_ref().filter(|test| test.rule != CcRule::Tr)
    }
}

/// The modifiers of an instruction other than its types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mods {
    /// The condition code register to update.
    pub cc: Option<u8>,
    /// Clamping of the result.
    pub clamp: Option<Clamp>,
    /// The operation of an atomic.
    pub atomic: Option<AtomicOp>,
    /// The operation of ATOMCTR.
    pub counter: Option<CounterOp>,
    /// The rounding of CVT.
    pub rounding: Option<Rounding>,
    /// HI, S24, U24.
    pub multiply: Option<Multiply>,
    /// The mode of MATCH.
    pub match_mode: Option<MatchMode>,
    /// COH.
    pub coherent: bool,
    /// VOL.
    pub volatile: bool,
    /// CTA.
    pub cta: bool,
    /// SPARSE.
    pub sparse: bool,
    /// LODCLAMP.
    pub lod_clamp: bool,
    /// PREC: no contraction.
    pub precise: bool,
    /// The legacy suffix H: half precision.
    pub half: bool,
}

/// A destination.
#[derive(Clone, Debug)]
pub struct Dst {
    /// A TEMP.
    pub var: VarId,
    /// The element, if it is an array.
    pub index: Option<Index>,
    /// Bit `k` enables component `k`.
    pub mask: u8,
    /// Component `k` is written only if lane `k` of the test holds.
    pub condition: Option<CcTest>,
    /// The type that is written.
    pub ty: DataType,
    /// Its place.
    pub span: Span,
}

/// A value operand: it is read, swizzled, negated (inner sign), made absolute and negated (outer sign).
#[derive(Clone, Debug)]
pub struct Src {
    /// What is read.
    pub base: SrcBase,
    /// The component that each lane reads; the same for all lanes of a scalar operand.
    pub swizzle: Swizzle,
    /// A minus inside `| |`.
    pub negate_inner: bool,
    /// `| |`.
    pub absolute: bool,
    /// A minus outside.
    pub negate: bool,
    /// The type to read the operand as. A register of another width is converted.
    pub ty: DataType,
    /// Its place.
    pub span: Span,
}

/// What an operand reads.
#[derive(Clone, Debug)]
pub enum SrcBase {
    /// A TEMP, ATTRIB, PARAM, BUFFER, BUFFER4 or (LDC) CBUFFER variable.
    Var(Place),
    /// `invocation.*`.
    Attrib(Attrib),
    /// `program.local[3]`, `state.*`.
    Param(Box<ParamItem>),
    /// A constant.
    Const(Constant),
}

/// A variable with its indices.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The variable.
    pub var: VarId,
    /// The binding point, if the variable has several.
    pub point: Option<Index>,
    /// The element; `None` is the first.
    pub index: Option<Index>,
    /// Its place.
    pub span: Span,
}

/// `[offset]` or `[register.component + offset]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The register of a relative index: an integer TEMP and its component.
    pub register: Option<(VarId, u8)>,
    /// The constant part.
    pub offset: u32,
}

/// The part of an instruction that is not a value.
#[derive(Clone, Debug)]
pub enum Access {
    /// A STORAGE, SHARED or COUNTER element.
    Memory(Place),
    /// A texture.
    Texture(TextureAccess),
    /// An image.
    Image(ImageAccess),
    /// The label of CAL.
    Call(LabelId),
    /// The SUBROUTINE variable of CALI.
    CallIndirect(Place),
    /// The selectors of SWZ.
    Swizzle([ExtComponent; 4]),
}

/// A texture with target and offset.
#[derive(Clone, Debug)]
pub struct TextureAccess {
    /// The texture.
    pub texture: Object,
    /// The component that a gather reads.
    pub component: u8,
    /// The target.
    pub target: Target,
    /// The texel offset.
    pub offset: Option<Offset>,
}

/// An image with target.
#[derive(Clone, Debug)]
pub struct ImageAccess {
    /// The image.
    pub image: Object,
    /// The target.
    pub target: Target,
}

/// A texture or image.
#[derive(Clone, Copy, Debug)]
pub enum Object {
    /// `texture[3]`, `image[3]`.
    Unit(u32),
    /// A TEXTURE or IMAGE variable.
    Var(Place),
    /// The 64-bit handle in this component.
    Handle(VarId, u8),
}

/// A texel offset.
#[derive(Clone, Debug)]
pub enum Offset {
    /// Constants; missing ones are 0.
    Immediate([i32; 3]),
    /// A signed vector.
    Vector(Src),
}
