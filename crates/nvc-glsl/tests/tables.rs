//! Tests the table of built-in functions against the GLSL specification, and `docs/glsl.md` against the tables of
//! built-ins and extensions, from which it is generated. `NVC_BLESS=1` writes the page.

use nvc_glsl::builtins::functions::{self, FAMILIES, Family};
use nvc_glsl::builtins::signature::{Flow, Needs, Param, Pattern, Row, Size};
use nvc_glsl::builtins::variables;
use nvc_glsl::extensions::{Extension, State};
use nvc_glsl::type_names;
use std::fmt::Write as _;

/// The functions of GLSL 4.60, chapter 8, that compute shaders have: without those of geometry and fragment
/// shaders, noise functions, subpass inputs, texture functions of the compatibility profile, and
/// `textureQueryLod`, which needs derivatives.
const CHAPTER_8: &str = "
    radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
    pow exp log exp2 log2 sqrt inversesqrt
    abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan
    isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat fma frexp ldexp
    packUnorm2x16 packSnorm2x16 packUnorm4x8 packSnorm4x8 unpackUnorm2x16 unpackSnorm2x16
    unpackUnorm4x8 unpackSnorm4x8 packHalf2x16 unpackHalf2x16 packDouble2x32 unpackDouble2x32
    length distance dot cross normalize faceforward reflect refract
    matrixCompMult outerProduct transpose determinant inverse
    lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not
    uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract bitfieldInsert bitfieldReverse
    bitCount findLSB findMSB
    textureSize textureQueryLevels textureSamples texture textureProj textureLod textureOffset
    texelFetch texelFetchOffset textureProjOffset textureLodOffset textureProjLod
    textureProjLodOffset textureGrad textureGradOffset textureProjGrad textureProjGradOffset
    textureGather textureGatherOffset textureGatherOffsets
    atomicCounterIncrement atomicCounterDecrement atomicCounter atomicCounterAdd
    atomicCounterSubtract atomicCounterMin atomicCounterMax atomicCounterAnd atomicCounterOr
    atomicCounterXor atomicCounterExchange atomicCounterCompSwap
    atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap
    imageSize imageSamples imageLoad imageStore imageAtomicAdd imageAtomicMin imageAtomicMax
    imageAtomicAnd imageAtomicOr imageAtomicXor imageAtomicExchange imageAtomicCompSwap
    barrier memoryBarrier memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierShared
    memoryBarrierImage groupMemoryBarrier anyInvocation allInvocations allInvocationsEqual";

#[test]
fn every_function_of_the_specification_is_listed() {
    for name in CHAPTER_8.split_whitespace() {
        let in_core = functions::named(name).any(|row| (1..=460).contains(&row.needs.desktop));
        assert!(in_core, "{name}");
    }
}

/// Pure functions without `out` parameters have a constant-folding rule (GLSL §4.3.3); other functions do not.
#[test]
fn functions_of_constants_are_constant() {
    use nvc_glsl::builtins::Operation as O;
    let mut constant = 0;
    for row in FAMILIES.iter().flat_map(|family| family.rows) {
        let writes = row.params.iter().any(|param| param.flow != Flow::In && param.flow != Flow::Const);
        let pure = matches!(
            row.operation,
            O::Math(_)
                | O::Arithmetic(_)
                | O::Relational(_)
                | O::Compare(_)
                | O::Bitcast
                | O::BitcastExtract
                | O::Expect
        );
        assert_eq!(row.constant.is_some(), pure && !writes, "{}", row.name);
        constant += usize::from(row.constant.is_some());
    }
    assert!(constant > 150, "only {constant} rows");
    let listed = "radians degrees sin cos asin acos pow exp log exp2 log2 sqrt inversesqrt abs sign floor trunc \
        round ceil mod min max clamp length dot normalize";
    for name in listed.split_whitespace() {
        assert!(functions::named(name).all(|row| row.constant.is_some()), "{name}");
    }
}

#[test]
fn the_page_matches_the_tables() {
    nvc_goldens::page(&nvc_goldens::root("docs/glsl.md"), &page());
}

const INTRODUCTION: &str = "# GLSL

This page lists the extensions, functions and variables that the GLSL front end supports. It is generated from the
tables of the front end (`crates/nvc-glsl/src/builtins`, `crates/nvc-glsl/src/extensions`). Where a table gives a GLSL
version, the feature is part of that version and of later ones, and needs no extension there.

## Extensions

*Complete* means fully implemented for compute shaders. *Accepted* means that only the name is accepted, for the
reason given. *Enables* lists the extensions that `#extension` with this name enables too. Any other extension is
unknown: `#extension` with `require` is then an error, with `enable` a warning.
";

const FUNCTIONS: &str = "
## Built-in functions

A function needs one of the versions or extensions in the second column, or nothing if that column is empty. The last column
lists the component types of its overloads, with additional requirements; it is empty if the prototype has fixed types.
A function is listed twice for a type if its overloads differ in what they need or in another parameter: the exponent of
`frexp` of a `float16_t` can be an `int` or an `int16_t`.
";

fn page() -> String {
    let mut page = INTRODUCTION.to_string();
    extensions(&mut page);
    page.push_str(FUNCTIONS);
    for family in FAMILIES {
        functions_of(&mut page, family);
    }
    variables_of(&mut page);
    page
}

fn line(page: &mut String, cells: &[&str]) {
    page.push('|');
    for cell in cells {
        let space = if cell.is_empty() { "" } else { " " };
        write!(page, "{space}{cell} |").expect("writing to a string");
    }
    page.push('\n');
}

fn extensions(page: &mut String) {
    page.push('\n');
    line(page, &["extension", "since", "enables", "state"]);
    line(page, &["---", "---", "---", "---"]);
    for row in Extension::all().filter_map(Extension::row) {
        let state = match row.state {
            State::Complete => "complete".to_string(),
            State::NameOnly(why) => format!("accepted: {why}"),
            State::Partial(missing) => format!("partial; missing: {missing}"),
        };
        let implied: Vec<_> = row.implies.iter().map(|name| format!("`{name}`")).collect();
        let since = versions(row.desktop, row.es);
        line(page, &[&format!("`{}`", row.name), &since.join(", "), &implied.join(", "), &state]);
    }
}

fn functions_of(page: &mut String, family: &Family) {
    write!(page, "\n### {}\n\n", family.title).expect("writing to a string");
    line(page, &["functions", "needs", "types"]);
    line(page, &["---", "---", "---"]);
    // Functions with the same requirements share a line.
    let mut lines: Vec<(Vec<String>, String, String)> = Vec::new();
    for row in family.rows {
        let (name, needs, types) = (format!("`{}`", row.name), needs(&row.needs), types(row));
        // Shadow samplers have one component type; their functions are listed already.
        if types.is_empty() && lines.iter().any(|(names, n, _)| *n == needs && names.contains(&name)) {
            continue;
        }
        match lines.iter_mut().find(|(_, n, t)| *n == needs && *t == types) {
            Some((names, ..)) if names.contains(&name) => {}
            Some((names, ..)) => names.push(name),
            None => lines.push((vec![name], needs, types)),
        }
    }
    for (names, needs, types) in lines {
        line(page, &[&names.join(", "), &needs, &types]);
    }
}

fn variables_of(page: &mut String) {
    page.push_str("\n## Built-in variables and constants\n\n");
    line(page, &["names", "needs"]);
    line(page, &["---", "---"]);
    let mut lines: Vec<(Vec<String>, String)> = Vec::new();
    for row in variables::rows() {
        let (name, needs) = (format!("`{}`", row.name), needs(&row.needs));
        match lines.iter_mut().find(|(_, n)| *n == needs) {
            Some((names, _)) => names.push(name),
            None => lines.push((vec![name], needs)),
        }
    }
    for (names, needs) in lines {
        line(page, &[&names.join(", "), &needs]);
    }
}

/// Returns the component types of a row, grouped by requirement.
fn types(row: &Row) -> String {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for choice in row.scalars {
        let name = format!("`{}`", type_names::of_scalar(choice.scalar));
        let needs = if choice.needs == Needs::NOTHING { String::new() } else { needs(&choice.needs) };
        match groups.iter_mut().find(|(_, n)| *n == needs) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], needs)),
        }
    }
    let show = |(names, needs): (Vec<String>, String)| match needs.as_str() {
        "" => names.join(", "),
        needs => format!("{}: {needs}", names.join(", ")),
    };
    let types = groups.into_iter().map(show).collect::<Vec<_>>().join("; ");
    let is_long = |param: &Param| matches!(param.pattern, Pattern::Value(_, Size::Long));
    if row.params.iter().any(is_long) { format!("{types} (only long vectors)") } else { types }
}

fn needs(needs: &Needs) -> String {
    if needs.desktop == 110 && needs.es == 100 {
        return String::new();
    }
    let mut ways = versions(needs.desktop, needs.es);
    ways.extend(needs.extensions.iter().map(|name| format!("`{name}`")));
    ways.join(", ")
}

fn versions(desktop: u16, es: u16) -> Vec<String> {
    let number = |version: u16| format!("{}.{:02}", version / 100, version % 100);
    let mut all = Vec::new();
    if desktop != 0 {
        all.push(number(desktop));
    }
    if es != 0 {
        all.push(format!("ES {}", number(es)));
    }
    all
}
