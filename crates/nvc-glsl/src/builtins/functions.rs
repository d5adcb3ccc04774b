//! Built-in functions, as rows.

use super::signature::{Component, Flow, Needs, Pattern, Row, Size, input, optional};
use crate::types::{TextureDim, scalar};
use naga::{ImageDimension, MathFunction, RelationalFunction, Scalar};

/// A call's chosen row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// What it means.
    pub operation: Operation,
}

/// What a built-in function means, by family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// naga's math functions.
    Math(MathFunction),
    /// naga's relational functions.
    Relational(RelationalFunction),
    /// A texture sample.
    Texture,
    /// A warp shuffle; with a further argument, it also says whether the source lane is in range.
    Shuffle(nvc_ir::imm::ShuffleMode),
    /// A control barrier.
    Barrier,
}

/// The rows of a name.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + Clone + use<'_> {
    ROWS.iter().filter(move |row| row.name == name)
}

/// All names, some more than once: for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

const FLOATS: &[Scalar] = &[scalar::F32, scalar::F64, scalar::F16];
const SIGNED: &[Scalar] = &[scalar::I32, scalar::I64, scalar::I16, scalar::I8];
const UNSIGNED: &[Scalar] = &[scalar::U32, scalar::U64, scalar::U16, scalar::U8];
const SHUFFLED: &[Scalar] = &[scalar::I32, scalar::U32, scalar::F32, scalar::BOOL];
const TEXELS: &[Scalar] = &[scalar::F32, scalar::I32, scalar::U32];
const T: Pattern = Pattern::Value(Component::T, Size::N);
const T1: Pattern = Pattern::Value(Component::T, Size::Fixed(1));
const UINT: Pattern = Pattern::Value(Component::Fixed(scalar::U32), Size::Fixed(1));
const BOOL: Pattern = Pattern::Value(Component::Fixed(scalar::BOOL), Size::Fixed(1));
const BOOLS: Pattern = Pattern::Value(Component::Fixed(scalar::BOOL), Size::N);
const FLOAT: Pattern = Pattern::Value(Component::Fixed(scalar::F32), Size::Fixed(1));
const VEC2: Pattern = Pattern::Value(Component::Fixed(scalar::F32), Size::Fixed(2));
const SAMPLER_2D: Pattern = Pattern::Texture {
    component: Component::T,
    dim: TextureDim::Image(ImageDimension::D2),
    arrayed: false,
    multi: false,
    shadow: false,
    combined: true,
};

const fn row(
    name: &'static str,
    result: Pattern,
    params: &'static [super::signature::Param],
    scalars: &'static [Scalar],
    operation: Operation,
) -> Row {
    Row { name, result, params, scalars, variadic: false, needs: Needs::NOTHING, operation }
}

const SHUFFLE: Needs = Needs::extensions(&["GL_NV_shader_thread_shuffle"]);

static ROWS: &[Row] = &[
    row("abs", T, &[input(T)], FLOATS, Operation::Math(MathFunction::Abs)),
    row("abs", T, &[input(T)], SIGNED, Operation::Math(MathFunction::Abs)),
    row("min", T, &[input(T), input(T)], FLOATS, Operation::Math(MathFunction::Min)),
    row("min", T, &[input(T), input(T)], SIGNED, Operation::Math(MathFunction::Min)),
    row("min", T, &[input(T), input(T)], UNSIGNED, Operation::Math(MathFunction::Min)),
    row("min", T, &[input(T), input(T1)], FLOATS, Operation::Math(MathFunction::Min)),
    row("max", T, &[input(T), input(T)], FLOATS, Operation::Math(MathFunction::Max)),
    row("max", T, &[input(T), input(T)], SIGNED, Operation::Math(MathFunction::Max)),
    row("max", T, &[input(T), input(T)], UNSIGNED, Operation::Math(MathFunction::Max)),
    row("mix", T, &[input(T), input(T), input(T)], FLOATS, Operation::Math(MathFunction::Mix)),
    row("mix", T, &[input(T), input(T), input(T1)], FLOATS, Operation::Math(MathFunction::Mix)),
    row("mix", T, &[input(T), input(T), input(BOOLS)], FLOATS, Operation::Math(MathFunction::Mix)),
    row("dot", T1, &[input(T), input(T)], FLOATS, Operation::Math(MathFunction::Dot)),
    row("sqrt", T, &[input(T)], FLOATS, Operation::Math(MathFunction::Sqrt)),
    row("any", BOOL, &[input(BOOLS)], &[], Operation::Relational(RelationalFunction::Any)),
    row(
        "texture",
        Pattern::Value(Component::T, Size::Fixed(4)),
        &[input(SAMPLER_2D), input(VEC2), optional(FLOAT, Flow::In)],
        TEXELS,
        Operation::Texture,
    ),
    Row {
        name: "shuffleNV",
        result: T,
        params: &[input(T), input(UINT), input(UINT), optional(BOOL, Flow::Out)],
        scalars: SHUFFLED,
        variadic: false,
        needs: SHUFFLE,
        operation: Operation::Shuffle(nvc_ir::imm::ShuffleMode::Idx),
    },
    row("barrier", Pattern::Void, &[], &[], Operation::Barrier),
];
