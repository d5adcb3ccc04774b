//! The resolved program: names are ids, operands have types, and blocks are matched. The body is a flat list,
//! so no recursion is needed to iterate over it.

use nvc_diag::Span;

use crate::ast::{self, Literal};
pub use crate::ast::{Attrib, CcRule, ExtComponent, ExtSource, Swizzle, Target, ThreadState};
use crate::modifier::{AtomicOp, BaseType, Clamp, CounterOp, DataType, MatchMode, Multiply, Rounding};
use crate::options::Features;
use crate::resolve::Body;
pub use crate::resolve::body::IndicesId;

/// Index of a variable in [`Program::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// Index of a label in [`Program::labels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LabelId(pub u32);

/// Index of a CAL in [`Program::callees`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallId(pub u32);

/// Index of a subroutine type in [`Program::subroutine_types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubroutineTypeId(pub u32);

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The features that the program's options enable.
    pub features: Features,
    /// The size of the workgroup.
    pub group_size: GroupSize,
    /// Size of shared memory in bytes; `None` without a declaration.
    pub shared_bytes: Option<u32>,
    /// The variables, indexed by [`VarId`].
    pub vars: Vec<Variable>,
    /// The labels, indexed by [`LabelId`].
    pub labels: Vec<Label>,
    /// The label that each CAL names, indexed by [`CallId`].
    pub callees: Vec<LabelId>,
    /// The subroutine types, indexed by [`SubroutineTypeId`].
    pub subroutine_types: Vec<SubroutineType>,
    /// The names of the fixed-function state that the program declares or reads, in source order. The application
    /// supplies a vector for each.
    pub state: Vec<Box<str>>,
    /// The numbers of vector constants.
    pub numbers: Vec<Number>,
    /// The instructions, in source order.
    pub body: Body,
    /// Index of the instruction where execution starts: that of the label `main`, or 0.
    pub entry: usize,
    /// The span of `END`.
    pub end: Span,
}

impl Program {
    /// Returns a variable. The id must be from this program.
    pub fn var(&self, id: VarId) -> Option<&Variable> {
        self.vars.get(id.0 as usize)
    }

    /// Returns the size of a TEMP; `None` for other variables.
    pub fn temp_size(&self, id: VarId) -> Option<TempSize> {
        match &self.var(id)?.kind {
            VarKind::Temp(temp) => Some(temp.size),
            _ => None,
        }
    }

    /// Returns a label. The id must be from this program.
    pub fn label(&self, id: LabelId) -> Option<&Label> {
        self.labels.get(id.0 as usize)
    }

    /// Returns the label of a CAL. The id must be from this program.
    pub fn callee(&self, id: CallId) -> Option<LabelId> {
        self.callees.get(id.0 as usize).copied()
    }
}

/// The size of the workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSize {
    /// `GROUP_SIZE x y z`; missing numbers are 1.
    Fixed([u32; 3]),
    /// OPTION ARB_compute_variable_group_size: the size is chosen at dispatch.
    Variable,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The declared name.
    pub name: Box<str>,
    /// The span of the name in the declaration.
    pub span: Span,
    /// The type from INT, UINT or FLOAT; with `None`, each instruction reads the variable as its own type.
    pub ty: Option<BaseType>,
    /// The class and the bindings.
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
        /// The items; a single one if the variable is not an array.
        items: Vec<ParamItem>,
        /// Whether the variable is declared with brackets.
        array: bool,
        /// Whether the variable is accessed with a relative index.
        relative: bool,
    },
    /// BUFFER, BUFFER4 or CBUFFER.
    Buffer {
        /// The class keyword.
        kind: BufferKind,
        /// The binding.
        window: Window,
    },
    /// STORAGE, indexed by bytes.
    Storage(Window),
    /// SHARED, indexed by bytes. It has only binding point 0.
    Shared(Window),
    /// COUNTER, indexed by 4-byte counters.
    Counter(Window),
    /// TEXTURE: the texture image units.
    Texture(Units),
    /// IMAGE: the image units.
    Image(Units),
    /// SUBROUTINE: the subroutine parameters.
    Subroutine {
        /// The subroutine type.
        ty: Option<SubroutineTypeId>,
        /// Elements of program.subroutine.
        units: Units,
    },
    /// A declaration with an error. Its uses are not checked.
    Error,
}

/// A temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temp {
    /// The component size: SHORT, LONG or the default.
    pub size: TempSize,
    /// The number of elements; `None` if it is not an array.
    pub array: Option<u32>,
    /// Whether the variable is accessed with a relative index.
    pub relative: bool,
    /// Whether any instruction of the program reads the variable, even an unreachable one.
    pub read: bool,
}

/// The size of a temporary's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TempSize {
    /// 32 bits, but arithmetic into the register may have reduced precision.
    Short,
    /// 32 bits.
    Normal,
    /// 64 bits.
    Long,
}

/// One element of a PARAM.
#[derive(Clone, Copy, Debug)]
pub enum ParamItem {
    /// A constant; a scalar fills all components. It is read as the type of the variable, or as a float.
    Const(Constant),
    /// program.local[i].
    Local(u32),
    /// program.env[i].
    Env(u32),
    /// program.storagelen[i].
    StorageLen(u32),
    /// state.thread.*.
    Thread(ThreadState),
    /// A vector of fixed-function state, by its index in [`Program::state`].
    State(u32),
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// One number for all components.
    Scalar(Number),
    /// One to four numbers. Missing y, z and w are 0, 0 and 1.
    Vector {
        /// Index of the first number in [`Program::numbers`].
        first: u32,
        /// How many numbers are written.
        count: u8,
    },
}

impl Constant {
    /// Returns the number of a component, given [`Program::numbers`]; `None` if the vector is shorter.
    pub fn component(self, component: u8, numbers: &[Number]) -> Option<Number> {
        match self {
            Constant::Scalar(number) => Some(number),
            Constant::Vector { first, count } if component < count => {
                numbers.get(first as usize + usize::from(component)).copied()
            }
            Constant::Vector { .. } => None,
        }
    }
}

/// A number with its sign. It is converted to the type that a constant is read as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer without a minus sign.
    Int(u64),
    /// The magnitude of an integer with a minus sign.
    Negative(u64),
    /// Written with a decimal point or exponent.
    Float(f64),
}

impl From<Literal> for Number {
    fn from(literal: Literal) -> Self {
        match (literal.value, literal.negative) {
            (ast::Number::Int(n), false) => Number::Int(n),
            (ast::Number::Int(n), true) => Number::Negative(n),
            (ast::Number::Float(x), false) => Number::Float(x),
            (ast::Number::Float(x), true) => Number::Float(-x),
        }
    }
}

/// BUFFER, BUFFER4, CBUFFER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BufferKind {
    /// BUFFER: indexed by 32-bit words; a read returns the word in all four lanes.
    Word,
    /// BUFFER4: indexed by vectors of four words.
    Vector,
    /// CBUFFER: indexed by bytes, for LDC.
    Constant,
}

/// The part of one or more buffers that a variable accesses. Indices of the variable are relative to the
/// start of this part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// First binding point.
    pub first_point: u32,
    /// Number of binding points. If there is more than one, the first index selects the point.
    pub points: u32,
    /// First element, in units of the class: bytes, words, vectors or counters.
    pub first: u32,
    /// Number of elements; `None` if the window extends to the end of the buffer.
    pub count: Option<u32>,
    /// Whether an index selects the element; if not, the first element is accessed.
    pub array: bool,
}

/// Consecutive texture units, image units or subroutine parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// The first unit.
    pub first: u32,
    /// Number of units.
    pub count: u32,
    /// Whether an index selects the unit.
    pub array: bool,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name of the label.
    pub name: Box<str>,
    /// Index in [`Program::body`] of the instruction that follows the label, or the length of the body.
    pub at: usize,
    /// Index after the last instruction of the subroutine: that of the next label, or the length of the body.
    pub end: usize,
    /// The SUBROUTINENUM, if it has one.
    pub number: Option<u32>,
    /// The recursion of the label, if it calls itself directly or indirectly.
    pub recursion: Option<Recursion>,
    /// The span of the name.
    pub span: Span,
}

/// The recursion of a label that calls itself, directly or indirectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recursion {
    /// An id that all labels of the cycle share.
    pub group: u32,
    /// The maximum number of nested calls within the cycle. The effect of a deeper call is undefined.
    pub depth: u32,
}

/// A subroutine type with all its labels.
#[derive(Clone, Debug)]
pub struct SubroutineType {
    /// The name of the type.
    pub name: Box<str>,
    /// The labels that a call may reach.
    pub labels: Vec<LabelId>,
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
    /// HI, S24 or U24.
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

/// A condition code test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CcTest {
    /// The comparison rule.
    pub rule: CcRule,
    /// The condition code register, 0 or 1.
    pub register: u8,
    /// The component that each lane tests.
    pub swizzle: Swizzle,
}

impl From<ast::CcTest> for CcTest {
    fn from(ast::CcTest { rule, register, swizzle, span: _ }: ast::CcTest) -> Self {
        CcTest { rule, register, swizzle }
    }
}

/// A destination.
#[derive(Clone, Copy, Debug)]
pub struct Dst {
    /// The TEMP that is written, with the element if it is an array.
    pub place: Place,
    /// The write mask: bit `k` enables component `k`.
    pub mask: u8,
    /// Component `k` is written only if lane `k` of this test is true.
    pub condition: Option<CcTest>,
    /// The type of the written value.
    pub ty: DataType,
}

/// A value operand. It is read, swizzled, negated (inner sign), made absolute and negated (outer sign), in
/// this order.
#[derive(Clone, Copy, Debug)]
pub struct Src {
    /// The source of the value.
    pub base: SrcBase,
    /// The component that each lane reads. A scalar operand has the same component in all lanes.
    pub swizzle: Swizzle,
    /// Whether there is a minus sign inside `| |`.
    pub negate_inner: bool,
    /// Whether the operand is in `| |`.
    pub absolute: bool,
    /// Whether there is a minus sign outside `| |`.
    pub negate: bool,
    /// The type to read the operand as. A register of another width is converted.
    pub ty: DataType,
}

/// The source of an operand's value.
#[derive(Clone, Copy, Debug)]
pub enum SrcBase {
    /// A variable: TEMP, ATTRIB, PARAM, BUFFER, BUFFER4 or, for LDC, CBUFFER.
    Var(Place),
    /// `invocation.*`.
    Attrib(Attrib),
    /// `program.local[3]`, `state.*`.
    Param(ParamItem),
    /// A constant.
    Const(Constant),
}

/// A variable with its indices.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The variable.
    pub var: VarId,
    /// The indices ([`Body::indices`]); `None` if there are none.
    pub indices: Option<IndicesId>,
}

/// The indices of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indices {
    /// The binding point, if the variable has several of them.
    pub point: Option<Index>,
    /// The element; `None` for the first.
    pub element: Option<Index>,
}

/// `[offset]` or `[register.component + offset]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The register of a relative index: an integer TEMP and its component.
    pub register: Option<(VarId, u8)>,
    /// The constant part.
    pub offset: u32,
}

/// An instruction's operand that is a memory location, texture, image, subroutine or list of selectors, not a value.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// A STORAGE, SHARED or COUNTER element.
    Memory(Place),
    /// A texture.
    Texture(TextureAccess),
    /// An image.
    Image(ImageAccess),
    /// The call of CAL.
    Call(CallId),
    /// The SUBROUTINE variable of CALI.
    CallIndirect(Place),
    /// The selectors of SWZ.
    Swizzle([ExtComponent; 4]),
}

/// A texture with target and offset.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug)]
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
    /// The 64-bit handle in a component of a variable.
    Handle(VarId, u8),
}

/// A texel offset.
#[derive(Clone, Copy, Debug)]
pub enum Offset {
    /// Constant offsets; missing ones are 0.
    Immediate([i32; 3]),
    /// A vector of signed integers.
    Vector(Src),
}
