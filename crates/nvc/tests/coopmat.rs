//! Tests `--coopmat`: cooperative matrices of one SPIR-V extension are converted to those of the other, or
//! emulated.

use nvc::internals::{self, Phase};
use nvc::{Artifact, CompileError, Compiled, Compiler, CoopMatrices, Emit, Options, TargetEnv, Warp};
use nvc_exec::{Dispatch, Resources};
use nvc_goldens::{Goldens, Kind, testdata};
use nvc_interp::{Config, run};
use nvc_ir::ResourceClass;
use std::path::{Path, PathBuf};

/// A loader that finds includes in the folder of the program.
struct Beside(PathBuf);

impl nvc::Loader for Beside {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<nvc::Source, nvc::LoadError> {
        let text = std::fs::read_to_string(self.0.join(path))
            .map_err(|error| nvc::LoadError::Other(error.to_string()))?;
        Ok(nvc::Source::new(path, text))
    }
}

fn compile(path: &Path, coopmat: CoopMatrices) -> Result<Compiled, CompileError> {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let options =
        Options::new().with_emit(Emit::SpvAsm).with_target_env(TargetEnv::Vulkan1_3).with_coopmat(coopmat);
    let folder = path.parent().expect("a folder").to_path_buf();
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    Compiler::new(options).with_loader(Beside(folder)).compile(&nvc::Source::new(name, text))
}

fn assembly(path: &Path, coopmat: CoopMatrices) -> String {
    match compile(path, coopmat).map(|compiled| compiled.artifact) {
        Ok(Artifact::Text(text)) => text,
        Ok(_) => panic!("{}: not text", path.display()),
        Err(error) => panic!("{error}"),
    }
}

/// Programs with matrices of SPV_NV_cooperative_matrix that have one use each.
const NV: &[&str] = &[
    "glsl/programs/coopmat-activation.comp",
    "glsl/programs/coopmat-integer.comp",
    "glsl/programs/coopmat-simple-addresses.comp",
    "glsl/coopmat/matmul-f16-f16.comp",
    "glsl/coopmat/matmul-f16-f32.comp",
    "glsl/check/cooperative_gemm_nv.comp",
    "glsl/check/cooperative_memory_nv.comp",
    "glsl/check/cooperative_nv.comp",
    "glsl/lower/matrices_cooperative.comp",
    "glsl/run/coop-uses.comp",
    "glsl/run/coop-memory.comp",
];

/// Programs with matrices of SPV_KHR_cooperative_matrix.
const KHR: &[&str] = &["glsl/programs/coopmat-khr.comp", "glsl/check/cooperative_gemm_khr.comp"];

/// Returns whether the assembly uses the NV extension, and whether it uses the KHR extension, in types,
/// instructions or capabilities.
fn extensions_used(assembly: &str) -> (bool, bool) {
    let has = |suffix: &str| {
        assembly
            .split_ascii_whitespace()
            .any(|word| word.contains("CooperativeMatrix") && word.ends_with(suffix))
    };
    (has("NV"), has("KHR"))
}

#[test]
fn nv_matrices_become_khr_matrices() {
    for path in NV {
        let path = testdata(path);
        assert_eq!(
            extensions_used(&assembly(&path, CoopMatrices::Source)),
            (true, false),
            "{}",
            path.display()
        );
        assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Nv)), (true, false), "{}", path.display());
        let khr = assembly(&path, CoopMatrices::Khr);
        assert_eq!(extensions_used(&khr), (false, true), "{}", path.display());
        assert_eq!(khr, assembly(&path, CoopMatrices::Auto), "{}", path.display());
    }
}

#[test]
fn khr_matrices_become_nv_matrices() {
    for path in KHR {
        let path = testdata(path);
        assert_eq!(
            extensions_used(&assembly(&path, CoopMatrices::Source)),
            (false, true),
            "{}",
            path.display()
        );
        assert_eq!(
            extensions_used(&assembly(&path, CoopMatrices::Auto)),
            (false, true),
            "{}",
            path.display()
        );
        assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Khr)), (false, true), "{}", path.display());
        assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Nv)), (true, false), "{}", path.display());
    }
}

/// The three matrices of a product must get three different uses: A, B and accumulator.
#[test]
fn uses_are_those_of_the_products() {
    let text = assembly(&testdata("glsl/lower/matrices_cooperative.comp"), CoopMatrices::Khr);
    let uses: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("OpTypeCooperativeMatrixKHR"))
        .filter_map(|line| line.split_ascii_whitespace().last())
        .collect();
    assert_eq!(uses.len(), 3, "{text}");
    let unique: std::collections::BTreeSet<&str> = uses.iter().copied().collect();
    assert_eq!(unique.len(), 3, "{text}");
}

#[test]
fn matrices_that_the_khr_extension_cannot_express_are_errors() {
    let mut goldens = Goldens::new(&testdata("glsl/coopmat/errors"), &[Kind::Diagnostics]);
    for name in ["coop-two-uses", "coop-constant-length", "coop-element-copies"] {
        let path = testdata(&format!("glsl/coopmat/errors/{name}.comp"));
        assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Source)), (true, false));
        assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Auto)), (true, false));
        let error = compile(&path, CoopMatrices::Khr).expect_err("it needs NVIDIA's matrices");
        goldens.check(&path, Kind::Diagnostics, &error.messages(nvc::render::Style::default()));
    }
    goldens.finish();
}

/// With SPV_NV_cooperative_matrix2, a matrix that has several uses is converted between them.
#[test]
fn matrices_with_two_uses_are_converted() {
    for name in ["coop-two-uses", "coop-element-copies"] {
        let path = testdata(&format!("glsl/coopmat/errors/{name}.comp"));
        let text = assembly(&path, CoopMatrices::Nv2);
        assert!(text.contains("OpCooperativeMatrixConvertNV"), "{name}: {text}");
        assert!(!text.contains("OpTypeCooperativeMatrixNV"), "{name}: {text}");
    }
    for path in NV {
        let path = testdata(path);
        assert_eq!(
            assembly(&path, CoopMatrices::Khr),
            assembly(&path, CoopMatrices::Nv2),
            "{}",
            path.display()
        );
    }
}

/// Programs of GL_NV_cooperative_matrix2 use the matrix types of the KHR extension.
#[test]
fn tensor_programs_use_khr_matrices() {
    for name in ["coop-functions", "coop-decode-vector", "coop-tensor", "coop-maintenance"] {
        let path = testdata(&format!("glsl/run/{name}.comp"));
        let source = assembly(&path, CoopMatrices::Source);
        assert!(source.contains("OpTypeCooperativeMatrixKHR"), "{name}");
        assert!(!source.contains("OpTypeCooperativeMatrixNV"), "{name}");
        assert_eq!(source, assembly(&path, CoopMatrices::Auto), "{name}");
        assert_eq!(source, assembly(&path, CoopMatrices::Khr), "{name}");
        let error = compile(&path, CoopMatrices::Nv).expect_err("it needs Khronos's matrices");
        assert!(error.to_string().contains("N0701"), "{name}: {error}");
    }
}

/// Only the KHR extension has saturating accumulation, so such programs use it even without the option.
#[test]
fn saturating_sums_use_khr_matrices() {
    let path = testdata("glsl/lower/saturating.comp");
    assert_eq!(extensions_used(&assembly(&path, CoopMatrices::Source)), (false, true));
    let error = compile(&path, CoopMatrices::Nv).expect_err("it needs Khronos's matrices");
    assert!(error.to_string().contains("N0701"), "{error}");
}

#[test]
fn element_wise_products_use_khr_matrices() {
    let program = testdata("fuzz/compile-glsl/matrix-elements.comp");
    for level in [nvc::OptLevel::None, nvc::OptLevel::Full] {
        let text = std::fs::read_to_string(&program).expect("a readable program");
        let options = Options::new()
            .with_emit(Emit::SpvAsm)
            .with_target_env(TargetEnv::Vulkan1_3)
            .with_opt_level(level);
        let source = nvc::Source::new("elements.comp", text);
        let compiled = Compiler::new(options.clone()).compile(&source);
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
        let Artifact::Text(text) = &compiled.artifact else { panic!("not text") };
        // With optimisation, no matrix remains.
        assert_eq!(extensions_used(text), (false, level == nvc::OptLevel::None));
        let error = Compiler::new(options.with_coopmat(CoopMatrices::Nv)).compile(&source);
        let messages =
            error.expect_err("it needs Khronos's matrices").messages(nvc::render::Style::default());
        assert!(messages.contains("SPV_NV_cooperative_matrix has no element-wise products"), "{messages}");
        assert!(messages.contains("elements.comp:11:12"), "{messages}");
    }
}

/// Emulated matrices need no matrix types in the module and no matrix features of the device.
#[test]
fn emulated_matrices_need_no_extension() {
    let more = ["coop-tensor", "coop-maintenance", "coop-encoded", "coop-elements", "coop-length"];
    let more = more.map(|name| format!("glsl/run/{name}.comp"));
    for path in NV.iter().chain(KHR).copied().chain(more.iter().map(String::as_str)) {
        let path = testdata(path);
        assert_eq!(
            extensions_used(&assembly(&path, CoopMatrices::Emulate)),
            (false, false),
            "{}",
            path.display()
        );
    }
    let path = testdata("glsl/programs/coopmat-khr.comp");
    let source = nvc::Source::new("khr.comp", std::fs::read_to_string(&path).expect("a readable program"));
    for (warp, subgroup_size) in [(Warp::Native, Some(32)), (Warp::Emulate, None)] {
        let options = Options::new()
            .with_target_env(TargetEnv::Vulkan1_1)
            .with_coopmat(CoopMatrices::Emulate)
            .with_warp(warp)
            .with_reflect(true);
        let compiled = Compiler::new(options).compile(&source).unwrap_or_else(|error| panic!("{error}"));
        let interface = compiled.reflection.expect("it was asked for");
        assert!(interface.cooperative_matrices.types.is_empty());
        assert!(interface.cooperative_matrices.products.is_empty());
        assert_eq!(interface.subgroup_size, subgroup_size);
        assert!(!interface.vulkan.extensions.iter().any(|name| name.contains("cooperative_matrix")));
    }
}

/// Returns the floats in storage buffer 1 after running a program.
fn memory(path: &Path, coopmat: CoopMatrices, warp: Warp, lanes: u32, start: &[f32]) -> Vec<f32> {
    let text = std::fs::read(path).expect("a readable program");
    let options = Options::new().with_target_env(TargetEnv::Vulkan1_3).with_coopmat(coopmat).with_warp(warp);
    let made = internals::module(&Compiler::new(options), "program.comp", &text, Phase::Legal);
    let module = made.unwrap_or_else(|error| panic!("{error}")).0;
    let mut resources = Resources::default();
    let bytes = start.iter().flat_map(|x| x.to_le_bytes()).collect();
    resources.buffers.insert((ResourceClass::Storage, 0), bytes);
    resources.buffers.insert((ResourceClass::Storage, 1), vec![0; 6144]);
    let config = Config { lanes, ..Config::default() };
    let ran =
        run(&module, &Dispatch { groups: [1; 3], ..Dispatch::default() }, &mut resources, &config, None);
    ran.unwrap_or_else(|fault| panic!("{}", fault.message));
    let left = resources.buffers.remove(&(ResourceClass::Storage, 1)).unwrap_or_default();
    left.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Emulated sums of floats may differ in rounding, because the interpreter adds matrix products in 64 bits.
#[test]
fn emulated_sums_of_floats_differ_only_in_rounding() {
    let path = testdata("glsl/run/coop-uses.comp");
    let start: Vec<f32> =
        (0..256u32).map(|n| (n.wrapping_mul(0x9e37_79b9) >> 8) as f32 / (1 << 22) as f32 - 2.0).collect();
    let expected = memory(&path, CoopMatrices::Source, Warp::Native, 32, &start);
    let emulated = memory(&path, CoopMatrices::Emulate, Warp::Native, 32, &start);
    assert_eq!(emulated, memory(&path, CoopMatrices::Emulate, Warp::Emulate, 5, &start));
    assert!(expected.iter().any(|&x| x != 0.0));
    for (number, (x, y)) in expected.iter().zip(&emulated).enumerate() {
        // The error bound of a sum of 16 products of numbers up to 4.
        assert!((x - y).abs() < 16.0 * 4.0 * 16.0 * f32::EPSILON, "{number}: {x} and {y}");
    }
}
