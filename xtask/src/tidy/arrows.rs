//! Checks the dependencies between the packages of the workspace (the arrows of the dependency graph): only those in
//! [`ARROWS`] are allowed, which `docs/architecture.md` shows as a table. `deny.toml` restricts which packages may use
//! external crates.

use super::Finding;
use super::tree::{Package, Tree};

/// A package, and the packages of the workspace that it may depend on outside its tests.
struct Arrow(&'static str, &'static [&'static str]);

const ARROWS: &[Arrow] = &[
    Arrow("nvc-diag", &[]),
    Arrow("nvc-ir", &["nvc-diag"]),
    Arrow("nvc-passes", &["nvc-diag", "nvc-ir"]),
    Arrow("nvc-asm", &["nvc-diag", "nvc-ir"]),
    Arrow("nvc-glsl", &["nvc-diag", "nvc-ir"]),
    Arrow("nvc-spirv", &["nvc-diag", "nvc-ir"]),
    Arrow("nvc-reflect", &["nvc-ir", "nvc-spirv"]),
    Arrow("nvc-codegen", &["nvc-reflect"]),
    Arrow(
        "nvc",
        &[
            "nvc-asm",
            "nvc-codegen",
            "nvc-diag",
            "nvc-glsl",
            "nvc-ir",
            "nvc-passes",
            "nvc-reflect",
            "nvc-spirv",
        ],
    ),
    Arrow("nvc-c", &["nvc"]),
    Arrow("nvc-lsp", &["nvc", "nvc-asm", "nvc-diag", "nvc-glsl"]),
    Arrow("nvc-batch", &["nvc", "nvc-diag"]),
    Arrow("nvc-build", &["nvc", "nvc-batch"]),
    Arrow("nvc-exec", &["nvc-ir"]),
    Arrow("nvc-interp", &["nvc-diag", "nvc-exec", "nvc-ir"]),
    Arrow("nvc-run", &["nvc", "nvc-exec", "nvc-interp", "nvc-ir"]),
    Arrow("nvc-wasm", &["nvc", "nvc-run"]),
    Arrow("nvc-python", &["nvc", "nvc-run"]),
    Arrow("nvc-vulkan", &["nvc-exec", "nvc-ir", "nvc-spirv"]),
    Arrow("nvc-cli", &["nvc", "nvc-batch", "nvc-exec", "nvc-lsp", "nvc-run", "nvc-vulkan"]),
    Arrow("tree-sitter-nvcp5", &[]),
    Arrow("example-kernels", &["nvc-build"]),
    Arrow("example-snapshot", &["nvc"]),
    Arrow("xtask", &[]),
];

/// Folder of the packages that test and measure the compiler. They may depend on every published package.
/// Only tests may depend on an unpublished package, because `cargo package --workspace` cannot find it.
const LABORATORY: &str = "crates/lab/";

/// Reports dependencies that are not in the table.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let ours = |name: &str| tree.packages.iter().find(|package| package.name == name);
    let mut findings = Vec::new();
    for package in &tree.packages {
        let laboratory = package.folder.starts_with(LABORATORY);
        let row = ARROWS.iter().find(|row| row.0 == package.name);
        if row.is_none() && !laboratory {
            findings.push(finding(
                package,
                "",
                "the package has no row in xtask's table of dependencies".into(),
            ));
            continue;
        }
        let allowed = row.map_or(&[][..], |row| row.1);
        for dependency in package.dependencies.iter().filter_map(|name| ours(name)) {
            let name = &dependency.name;
            if !(allowed.contains(&name.as_str()) || laboratory && dependency.published) {
                findings.push(finding(package, name, format!("{} must not depend on {name}", package.name)));
            }
        }
    }
    findings
}

fn finding(package: &Package, item: &str, message: String) -> Finding {
    Finding::at("arrow", &format!("{}Cargo.toml", package.folder), 1, item, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, dependencies: &[&str]) -> Vec<String> {
        let package = |name: &str, dependencies: &[&str]| Package {
            name: name.into(),
            folder: format!("crates/{name}/"),
            published: true,
            dependencies: dependencies.iter().map(|d| (*d).into()).collect(),
        };
        let packages =
            vec![package(name, dependencies), package("nvc-passes", &[]), package("nvc-diag", &[])];
        check(&Tree { packages, ..Tree::default() }).into_iter().map(|f| f.message).collect()
    }

    #[test]
    fn arrows_of_the_table_are_fine() {
        assert!(found("nvc-asm", &["nvc-diag", "pest", "smallvec"]).is_empty());
    }

    #[test]
    fn other_arrows_are_found() {
        assert_eq!(found("nvc-asm", &["nvc-passes"]), ["nvc-asm must not depend on nvc-passes"]);
        assert_eq!(found("nvc-spirv", &["nvc-passes"]), ["nvc-spirv must not depend on nvc-passes"]);
        assert_eq!(found("xtask", &["nvc-diag"]).len(), 1);
    }

    #[test]
    fn the_laboratory_may_depend_on_published_packages_but_not_the_reverse() {
        let package = |name: &str, folder: &str, dependency: &str| Package {
            name: name.into(),
            folder: folder.into(),
            published: !folder.starts_with(LABORATORY),
            dependencies: [dependency.into()].into(),
        };
        let packages = vec![
            package("nvc-lab", "crates/lab/differential/", "nvc-interp"),
            package("nvc-bench", "crates/lab/bench/", "nvc-lab"),
            package("nvc-interp", "crates/nvc-interp/", "nvc-lab"),
        ];
        let findings = check(&Tree { packages, ..Tree::default() });
        let messages: Vec<_> = findings.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(
            messages,
            ["nvc-bench must not depend on nvc-lab", "nvc-interp must not depend on nvc-lab"]
        );
    }

    #[test]
    fn new_packages_need_a_row() {
        assert_eq!(found("nvc-other", &[]).len(), 1);
    }
}
