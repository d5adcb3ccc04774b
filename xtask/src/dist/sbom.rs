//! Creates the bill of materials (SBOM) of the command in the CycloneDX format. cargo-cyclonedx generates it from the
//! locked dependencies.

use super::build::Builder;
use super::{Release, VERSION, sources};
use crate::command;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The package whose dependencies are listed.
const PACKAGE: &str = "nvc-cli";
/// The file that cargo-cyclonedx writes for the command in that package.
const WRITTEN: &str = "nvc_bin.cdx.json";

/// Returns the bill of materials of a target's command: the packages that are linked into it.
pub fn make(builder: &Builder, directory: &Path, release: &Release) -> Result<Vec<u8>> {
    // Runs in a copy of the sources, because cargo-cyclonedx writes a file beside the manifest of every workspace member.
    let copy = sources::copy(&directory.join("bill-of-materials"))?;
    let manifest = copy.join("crates").join(PACKAGE).join("Cargo.toml");
    let mut list = Command::new("cargo-cyclonedx");
    list.args([
        "cyclonedx",
        "--quiet",
        "--format",
        "json",
        "--spec-version",
        "1.5",
        "--describe",
        "binaries",
    ]);
    list.args(["--no-build-deps", "--target", builder.target.triple, "--features", &features(builder)]);
    // With SOURCE_DATE_EPOCH, cargo-cyclonedx writes this time and omits the random serial number.
    list.arg("--manifest-path").arg(&manifest).env("SOURCE_DATE_EPOCH", release.time.to_string());
    command::run(&mut list)
        .context("the bill of materials needs cargo-cyclonedx: `cargo install --locked cargo-cyclonedx`")?;
    let text = std::fs::read_to_string(manifest.with_file_name(WRITTEN))
        .with_context(|| format!("cargo-cyclonedx wrote no {WRITTEN}"))?;
    std::fs::remove_dir_all(&copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    Ok(without_folder(&text, &copy).into_bytes())
}

fn features(builder: &Builder) -> String {
    if builder.validator { "validate".to_owned() } else { String::new() }
}

/// Replaces the folder of the sources in the ids of workspace packages, so that the text does not depend on it.
fn without_folder(text: &str, folder: &Path) -> String {
    text.replace(&format!("path+file://{}/", folder.display()), "workspace:")
}

/// Checks that a bill of materials lists every package that Cargo links.
pub fn check(builder: &Builder, bytes: &[u8]) -> Result<()> {
    let listed = components(&serde_json::from_slice(bytes).context("the bill of materials is not JSON")?)?;
    let linked = linked(builder)?;
    let missing: Vec<&String> = linked.difference(&listed).collect();
    ensure!(missing.is_empty(), "the bill of materials lacks {missing:?}");
    println!("{}: the bill of materials lists all {} packages", builder.target.triple, linked.len());
    Ok(())
}

/// Returns the packages in a bill of materials, as `NAME VERSION`.
fn components(bill: &Value) -> Result<BTreeSet<String>> {
    ensure!(bill["bomFormat"] == "CycloneDX", "not a bill of materials in the CycloneDX format");
    let main = &bill["metadata"]["component"];
    ensure!(
        main["name"] == "nvc" && main["version"] == VERSION,
        "not the bill of materials of nvc {VERSION}"
    );
    let list = bill["components"].as_array().context("the bill of materials has no list of components")?;
    let text = |component: &Value, key: &str| component[key].as_str().map(str::to_owned);
    let named = |component| Some(format!("{} {}", text(component, "name")?, text(component, "version")?));
    list.iter().map(|component| named(component).context("a component has no name or version")).collect()
}

/// Returns the packages that Cargo links into the command, except the command's own package.
fn linked(builder: &Builder) -> Result<BTreeSet<String>> {
    let mut tree = command::cargo(&["tree", "--locked", "--package", PACKAGE, "--prefix", "none"]);
    tree.args(["--edges", "normal,no-proc-macro", "--target", builder.target.triple]);
    tree.args(["--features", &features(builder), "--format", "{p}"]);
    let output = tree.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(package).filter(|name| !name.starts_with(&format!("{PACKAGE} "))).collect())
}

/// Returns `NAME VERSION` for a line of `cargo tree` such as `nvc v0.1.0 (FOLDER)`.
fn package(line: &str) -> Option<String> {
    let mut words = line.split(' ');
    Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;

    fn bill(components: &str) -> String {
        format!(
            r#"{{"bomFormat":"CycloneDX","metadata":{{"component":{{"name":"nvc","version":"{VERSION}"}}}},"components":[{components}]}}"#
        )
    }

    #[test]
    fn packages_have_names_and_versions() {
        let text = bill(r#"{"name":"clap","version":"4.6.0"}"#);
        let found = components(&serde_json::from_str(&text).expect("JSON")).expect("components");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["clap 4.6.0"]);
        assert_eq!(package("nvc v0.1.0 (folder)").as_deref(), Some("nvc 0.1.0"));
        assert!(components(&serde_json::from_str("{}").expect("JSON")).is_err());
        assert!(components(&serde_json::from_str(&bill("{}")).expect("JSON")).is_err());
    }

    #[test]
    fn missing_packages_are_found() {
        let builder = Builder { target: &TARGETS[0], cargo: "cargo".into(), validator: false };
        let error = check(&builder, bill("").as_bytes()).map_err(|e| e.to_string());
        assert!(error.is_err_and(|message| message.contains("clap")));
    }

    #[test]
    fn the_source_folder_does_not_occur() {
        let text = "\"path+file:///a/b/crates/nvc#0.1.0\"";
        assert_eq!(without_folder(text, Path::new("/a/b")), "\"workspace:crates/nvc#0.1.0\"");
    }
}
