//! Runs a module on the interpreter before and after the compiler passes, with and without optimisation, and
//! compares the resulting memory contents.

use super::{file_name, findings};
use nvc::{BindingScheme, Compiler, Language, Limit, Limits, OptLevel, Options, internals};
use nvc_exec::{Dispatch, Resources};
use nvc_interp::Config;
use nvc_ir::types::{IdVectorType, Length};
use nvc_ir::{Extent, GlobalKind, Module, Phase, Space, Type, TypeKind};
use std::collections::HashMap;

/// Step limit of the program before the passes. An addition in a whole warp is one step; slower instructions are
/// several.
const STEPS: u64 = 100_000;
/// Factor by which the passes may increase the number of steps.
const GROWTH: u64 = 64;
/// Maximum number of invocations per work group.
const INVOCATIONS: u32 = 256;
/// Maximum size of shared memory in bytes. The interpreter's race check needs memory in proportion to it.
const SHARED: u64 = 1 << 16;
/// Maximum size in bytes of the private and local variables of all invocations of a work group.
const VARIABLES: u64 = 1 << 22;

/// Returns the default limits with this step limit.
fn steps(most: u64) -> Limits {
    Limits::new().with(Limit::RunSteps, most)
}

/// Returns an error if the passes change the resulting memory contents, if the module cannot run after them, or
/// on an internal compiler error. Skips programs that the compiler rejects, that are large or slow, or that
/// have undefined behaviour.
pub(super) fn check_results(
    language: Language,
    data: &[u8],
    dispatch: &Dispatch,
    memory: &Resources,
) -> Result<(), String> {
    let options = Options::new().with_language(language).with_bindings(BindingScheme::Classes);
    let Some(built) = module(&options, language, data, Phase::Built)?.filter(is_small) else { return Ok(()) };
    let checked = Config { check: true, limits: steps(STEPS), ..Config::default() };
    let Some(expected) =
        run(&built, dispatch, memory, &checked).ok().and_then(|(memory, clean)| clean.then_some(memory))
    else {
        return Ok(());
    };
    let unchecked = Config { check: false, limits: steps(STEPS * GROWTH), ..Config::default() };
    for level in [OptLevel::Full, OptLevel::None] {
        let options = options.clone().with_opt_level(level);
        let legal = module(&options, language, data, Phase::Legal)
            .map_err(|message| format!("{level:?}: {message}"))?;
        // The passes reject programs that use a feature that the target lacks.
        let Some(legal) = legal else { continue };
        let (actual, _) = run(&legal, dispatch, memory, &unchecked).map_err(|message| {
            format!("{level:?}: the module runs before the passes, but not after them: {message}")
        })?;
        if let Some(difference) = first_difference(&expected, &actual) {
            return Err(format!("{level:?}: {difference}"));
        }
    }
    Ok(())
}

/// Compiles the program to this pipeline phase. Returns `None` if the compiler rejects the program, and an
/// error on an internal compiler error.
fn module(
    options: &Options,
    language: Language,
    data: &[u8],
    phase: Phase,
) -> Result<Option<Module>, String> {
    match internals::module(&Compiler::new(options.clone()), &file_name(language), data, phase) {
        Ok((module, report)) => findings(&report).map(|_| Some(module)),
        Err(error) => findings(error.report()).map(|_| None),
    }
}

/// Runs a module. Returns the memory after the run, and whether the run-time checks found no error.
fn run(
    module: &Module,
    dispatch: &Dispatch,
    memory: &Resources,
    config: &Config,
) -> Result<(Resources, bool), String> {
    let mut memory = memory.clone();
    let report = nvc_interp::run(module, dispatch, &mut memory, config, None)
        .map_err(|fault| format!("{}: {}", fault.code.as_str(), fault.message))?;
    Ok((memory, report.findings.is_empty()))
}

/// Returns whether the module is small enough to run with run-time checks.
fn is_small(module: &Module) -> bool {
    let fixed = |extent: &Extent| if let Extent::Fixed(n) = extent { *n } else { 1 };
    let Some(entry) = &module.entry else { return false };
    let group = entry.workgroup_size.iter().map(fixed).fold(1, u32::saturating_mul);
    let sizes = sizes(module);
    let size = |ty: Type| sizes.get(&ty).copied().unwrap_or(0);
    let (mut shared, mut own) = (0u64, 0u64);
    for (_, global) in module.globals.iter() {
        match global.kind {
            // Other byte-addressed globals of known size, such as the parameters, count as shared memory, too.
            GlobalKind::Bytes { bytes, .. } => shared = shared.saturating_add(bytes.into()),
            GlobalKind::Variable { space: Space::Workgroup, ty, .. } => {
                shared = shared.saturating_add(size(ty))
            }
            GlobalKind::Variable { ty, .. } => own = own.saturating_add(size(ty)),
            GlobalKind::Heap(_)
            | GlobalKind::Units { .. }
            | GlobalKind::HeapDescriptors { .. }
            | GlobalKind::HeapData { .. } => {}
        }
    }
    for (_, function) in module.functions.iter() {
        own = function.locals.iter().fold(own, |sum, (_, local)| sum.saturating_add(size(local.ty)));
    }
    group <= INVOCATIONS && shared <= SHARED && own.saturating_mul(group.into()) <= VARIABLES
}

/// Returns the approximate size of each type in bytes. Element types precede the types that use them, so one
/// pass suffices.
fn sizes(module: &Module) -> HashMap<Type, u64> {
    let mut sizes: HashMap<Type, u64> = HashMap::new();
    for (ty, kind) in module.types.iter() {
        let size = |ty: &Type| sizes.get(ty).copied().unwrap_or(0);
        let bytes = match kind {
            TypeKind::Array { element, length: Length::Fixed(n), .. } => {
                size(element).saturating_mul((*n).into())
            }
            // The length is not known before run time, so the array counts as too large.
            TypeKind::Array { .. } => u64::MAX,
            TypeKind::Struct { members, .. } => {
                members.iter().fold(0u64, |sum, member| sum.saturating_add(size(&member.ty)))
            }
            TypeKind::CoopMatrix(_) => 1024,
            TypeKind::IdVector(IdVectorType { component, length: Length::Fixed(n), .. }) => {
                size(component).saturating_mul((*n).into())
            }
            TypeKind::IdVector(_) => u64::MAX,
            _ => module.types.bits(ty).map_or(8, |bits| u64::from(bits).div_ceil(8)),
        };
        sizes.insert(ty, bytes);
    }
    sizes
}

/// Describes the first difference in a buffer or, if the buffers are equal, in an image.
fn first_difference(expected: &Resources, actual: &Resources) -> Option<String> {
    for ((buffer, a), b) in expected.buffers.iter().zip(actual.buffers.values()) {
        if let Some(difference) = first_word_difference(a, b) {
            return Some(format!("{buffer:?}: {difference}"));
        }
    }
    let images = expected.images.iter().zip(actual.images.values());
    images
        .filter_map(|((unit, a), b)| {
            Some(format!("image {unit}: {}", first_word_difference(&a.texels, &b.texels)?))
        })
        .next()
}

/// Describes the first 32-bit word that differs. Two NaNs count as equal, because SPIR-V does not specify which
/// NaN an operation returns.
fn first_word_difference(expected: &[u8], actual: &[u8]) -> Option<String> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u32, |word, byte| word << 8 | u32::from(*byte));
    let nan = |word: u32| f32::from_bits(word).is_nan();
    let pairs = expected.chunks(4).zip(actual.chunks(4)).map(|(a, b)| (word(a), word(b))).enumerate();
    let mut differ = pairs.filter(|(_, (a, b))| a != b && !(nan(*a) && nan(*b)));
    let (at, (a, b)) = differ.next()?;
    Some(format!(
        "byte {}: {a:#010x} before the passes, {b:#010x} after them; {} more words differ",
        at * 4,
        differ.count()
    ))
}
