//! `--coopmat`: cooperative matrices of one extension compile to those of the other.

use nvc::{Artifact, CompileError, Compiled, Compiler, CoopMatrices, Emit, Options, TargetEnv};
use nvc_goldens::{Goldens, Kind, testdata};
use std::path::{Path, PathBuf};

/// Loads includes from the folder of the program.
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

const KHR: &[&str] = &["glsl/programs/coopmat-khr.comp", "glsl/check/cooperative_gemm_khr.comp"];

/// Whether the assembly has types, instructions or capabilities of the NV extension, and of the KHR
/// extension.
fn whose(assembly: &str) -> (bool, bool) {
    let has = |words: &str| {
        assembly
            .split_ascii_whitespace()
            .any(|word| word.contains("CooperativeMatrix") && word.ends_with(words))
    };
    (has("NV"), has("KHR"))
}

#[test]
fn matrices_of_nv_become_khrs() {
    for path in NV {
        let path = testdata(path);
        assert_eq!(whose(&assembly(&path, CoopMatrices::Source)), (true, false), "{}", path.display());
        assert_eq!(whose(&assembly(&path, CoopMatrices::Nv)), (true, false), "{}", path.display());
        let khr = assembly(&path, CoopMatrices::Khr);
        assert_eq!(whose(&khr), (false, true), "{}", path.display());
        assert_eq!(khr, assembly(&path, CoopMatrices::Auto), "{}", path.display());
    }
}

#[test]
fn matrices_of_khr_become_nvs() {
    for path in KHR {
        let path = testdata(path);
        assert_eq!(whose(&assembly(&path, CoopMatrices::Source)), (false, true), "{}", path.display());
        assert_eq!(whose(&assembly(&path, CoopMatrices::Auto)), (false, true), "{}", path.display());
        assert_eq!(whose(&assembly(&path, CoopMatrices::Khr)), (false, true), "{}", path.display());
        assert_eq!(whose(&assembly(&path, CoopMatrices::Nv)), (true, false), "{}", path.display());
    }
}

/// The matrix types of a tile have three different uses: A, B and accumulator.
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
fn matrices_that_khr_cannot_express_are_errors() {
    let mut goldens = Goldens::new(&testdata("glsl/coopmat/errors"), &[Kind::Diagnostics]);
    for name in ["coop-two-uses", "coop-constant-length", "coop-element-copies"] {
        let path = testdata(&format!("glsl/coopmat/errors/{name}.comp"));
        assert_eq!(whose(&assembly(&path, CoopMatrices::Source)), (true, false));
        assert_eq!(whose(&assembly(&path, CoopMatrices::Auto)), (true, false));
        let error = compile(&path, CoopMatrices::Khr).expect_err("it needs NVIDIA's matrices");
        goldens.check(&path, Kind::Diagnostics, &error.messages(nvc::render::Style::default()));
    }
    goldens.finish();
}

/// With SPV_NV_cooperative_matrix2 a matrix with several uses is converted.
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

/// Programs of GL_NV_cooperative_matrix2 use Khronos's matrices.
#[test]
fn matrices_of_tensors_are_not_nvs() {
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

/// Only KHR has saturating accumulation, so such programs use KHR even without the option.
#[test]
fn saturating_sums_are_not_nvs() {
    let path = testdata("glsl/lower/saturating.comp");
    assert_eq!(whose(&assembly(&path, CoopMatrices::Source)), (false, true));
    let error = compile(&path, CoopMatrices::Nv).expect_err("it needs Khronos's matrices");
    assert!(error.to_string().contains("N0701"), "{error}");
}

#[test]
fn products_of_elements_are_not_nvs() {
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
        // With optimisation, no matrix is left.
        assert_eq!(whose(text), (false, level == nvc::OptLevel::None));
        let error = Compiler::new(options.with_coopmat(CoopMatrices::Nv)).compile(&source);
        let messages =
            error.expect_err("it needs Khronos's matrices").messages(nvc::render::Style::default());
        assert!(messages.contains("SPV_NV_cooperative_matrix has no element-wise products"), "{messages}");
        assert!(messages.contains("elements.comp:11:12"), "{messages}");
    }
}
