//! Tests reflection on standard output and in files.

use super::{Folder, GOOD, WRONG};
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// Parses JSON.
fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("it is JSON")
}

#[test]
fn reflect_prints_json() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    let printed = folder.nvc("reflect x.nvcp").ends_with(0).stdout;
    let interface = json(&printed);
    assert_eq!(interface["language"], "nvasm");
    assert_eq!(interface["workgroup_size"], serde_json::json!([32, 1, 1]));
    assert_eq!(interface["resources"][0]["set"], 1);
    assert_eq!(folder.nvc_with("reflect -", GOOD.as_bytes()).ends_with(0).stdout, printed);
    let flat = folder.nvc("reflect x.nvcp --flat-bindings --target-env vulkan1.1").ends_with(0).stdout;
    let flat = json(&flat);
    assert_eq!(flat["resources"][0]["binding"], 32);
    assert_eq!(flat["spirv_version"], "1.3");
    assert_eq!(folder.files(), ["x.nvcp"]);
    let wrong = folder.nvc_with("reflect -", WRONG.as_bytes()).ends_with(1).says("<stdin>:4:13");
    assert!(wrong.stdout.is_empty());
}

#[test]
fn compile_writes_reflection_to_a_file() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp --reflect y.json").ends_with(0);
    let printed = folder.nvc("reflect x.nvcp").ends_with(0).stdout;
    assert_eq!(folder.read("y.json").as_ref(), Some(&printed));
    assert_eq!(folder.nvc("compile x.nvcp --reflect -").ends_with(0).stdout, printed);
    assert_eq!(folder.files(), ["x.nvcp", "x.spv", "y.json"]);
    folder.nvc("compile x.nvcp -o - --reflect -").ends_with(2).says("only one result");
    folder.nvc("compile x.nvcp --reflect x.spv").ends_with(2).says("would both be written");
    folder.nvc("compile x.nvcp --reflect x.nvcp").ends_with(2).says("would overwrite");
}

#[test]
fn a_file_name_extension_writes_one_file_per_output() {
    let good = GOOD.as_bytes();
    let folder = Folder::with(&[("p/a/x.nvcp", good), ("p/b/x.nvcp", good)]);
    folder.nvc("compile --out-dir o p/a/x.nvcp p/b/x.nvcp --reflect .json").ends_with(0);
    assert!(folder.read("o/a/x.json").is_some());
    assert_eq!(folder.read("o/a/x.json"), folder.read("o/b/x.json"));
    let several = folder.nvc("compile --out-dir q p/a/x.nvcp p/b/x.nvcp --reflect x.json").ends_with(2);
    several.says("--reflect .json");
    assert!(folder.read("q/a/x.spv").is_none());
}

#[test]
fn unchanged_reflection_keeps_its_modification_time() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    let line = "compile x.nvcp --reflect x.json";
    folder.nvc(line).ends_with(0);
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let dated = std::fs::File::options().write(true).open(folder.path("x.json"));
    dated.and_then(|file| file.set_modified(old)).expect("its time can be set");
    let modified = || std::fs::metadata(folder.path("x.json")).and_then(|m| m.modified()).expect("a date");
    folder.nvc(line).ends_with(0);
    assert_eq!(modified(), old);
    let before = folder.read("x.json");
    std::fs::write(folder.path("x.nvcp"), WRONG).expect("written");
    folder.nvc(line).ends_with(1);
    assert_eq!(folder.read("x.json"), before);
    assert_eq!(folder.files(), ["x.json", "x.nvcp", "x.spv"]);
}

#[test]
fn a_batch_does_not_overwrite_a_source_by_its_reflection() {
    let source = "#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    let manifest = "[[shader]]\nsource = 'k.json'\nlang = 'glsl'\noutput = 'k.spv'\nreflect = true\n";
    let folder = Folder::with(&[("k.json", source.as_bytes()), ("k.toml", manifest.as_bytes())]);
    folder.nvc("batch k.toml").ends_with(2).says("would overwrite");
    assert_eq!(folder.read("k.json").as_deref(), Some(source.as_bytes()));
}
