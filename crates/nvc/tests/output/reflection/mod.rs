//! Tests reflection: goldens in `testdata/reflection`, and for the sources of the corpus and of three other folders of
//! test data that the reflection agrees with the SPIR-V and follows the published schema.

mod schema;
mod spirv;

use crate::{entries, root};
use nvc::reflect::Reflection;
use nvc::{Artifact, Compiler, Options, TargetEnv};
use nvc_goldens::{Goldens, Kind, blessing};
use schema::Schema;
use std::path::{Path, PathBuf};

const SCHEMA: &str = "docs/schema/reflection.schema.json";
const FOLDER: &str = "testdata/reflection";

/// Returns the module of a source, and its reflection.
fn reflect(path: &Path, target_env: TargetEnv) -> Result<(Vec<u32>, Reflection), String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let options = Options::new().with_reflect(true).with_validate(false).with_target_env(target_env);
    let compiled = Compiler::new(options).compile_bytes(&path.display().to_string(), &bytes);
    let compiled = compiled.map_err(|error| error.messages(nvc::render::Style::default()))?;
    match (compiled.artifact, compiled.reflection) {
        (Artifact::Spirv(words), Some(reflection)) => Ok((words, *reflection)),
        _ => Err("no SPIR-V, or no interface".to_owned()),
    }
}

/// Returns whether a file is a source, by its extension.
fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "nvcp" || extension == "comp")
}

/// Returns the sources of the test data. Some of them do not compile.
fn sources() -> Vec<PathBuf> {
    let folders = ["testdata/asm/examples", "testdata/glsl/programs", FOLDER].map(entries).concat();
    let corpus = entries("testdata/corpus").into_iter();
    let corpus = corpus.flat_map(|case| [case.join("driver.nvcp"), case.join("main.comp")]);
    folders.into_iter().chain(corpus).filter(|path| is_source(path) && path.is_file()).collect()
}

#[test]
fn goldens() {
    let mut goldens = Goldens::new(&root().join(FOLDER), &[Kind::Reflection]);
    for path in entries(FOLDER).iter().filter(|path| is_source(path)) {
        match reflect(path, TargetEnv::default()) {
            Ok((_, reflection)) => {
                goldens.check(path, Kind::Reflection, &reflection.to_json().expect("it is written"));
            }
            Err(messages) => goldens.fail(messages),
        }
    }
    goldens.finish();
}

#[test]
fn the_schema_is_up_to_date() {
    let made = nvc_reflect::json_schema().expect("it is written");
    nvc_goldens::page(&root().join(SCHEMA), &made);
}

#[test]
fn every_reflection_agrees_with_its_module_and_the_schema() {
    if blessing() {
        return;
    }
    let schema = Schema::read(&root().join(SCHEMA));
    let mut wrong = Vec::new();
    let mut reflected = 0;
    for path in sources() {
        // The few sources that do not compile for Vulkan 1.2 are tested elsewhere.
        let Ok((words, reflection)) = reflect(&path, TargetEnv::default()) else { continue };
        reflected += 1;
        let mut found = spirv::disagreements(&words, &reflection);
        let text = reflection.to_json().expect("it is written");
        found.extend(schema.violations(&text));
        if Reflection::from_json(&text).ok().as_ref() != Some(&reflection) {
            found.push("the document does not round-trip".into());
        }
        wrong.extend(found.into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(reflected >= 200, "only {reflected} sources have a reflection");
}

#[test]
fn older_environments_list_extensions_instead_of_core_features() {
    let features = |env| {
        let (_, reflection) = reflect(&root().join(FOLDER).join("blocks.comp"), env).expect("it compiles");
        assert_eq!(reflection.target_env, env.name());
        reflection.vulkan
    };
    let old = features(TargetEnv::Vulkan1_0);
    assert_eq!(
        old.extensions,
        [
            "VK_EXT_scalar_block_layout",
            "VK_KHR_buffer_device_address",
            "VK_KHR_device_group",
            "VK_KHR_storage_buffer_storage_class"
        ]
    );
    assert_eq!(
        old.instance_extensions,
        ["VK_KHR_device_group_creation", "VK_KHR_get_physical_device_properties2"]
    );
    assert!(old.features.iter().all(|feature| feature.core_struct.is_none()));
    let new = features(TargetEnv::Vulkan1_3);
    assert!(new.extensions.is_empty() && new.instance_extensions.is_empty());
    let members = |vulkan: &nvc::reflect::Vulkan| {
        vulkan.features.iter().map(|feature| feature.member.clone()).collect::<Vec<_>>()
    };
    assert_eq!(members(&old), members(&new));
}
