//! `cargo xtask playground`: builds the npm package and the playground page that uses it, serves the page,
//! and tests both.

use crate::{command, timing};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of `cargo xtask playground`.
#[derive(clap::Args)]
pub struct Args {
    /// Serve the page on this machine until interrupted
    #[arg(long)]
    serve: bool,
    /// The port to serve at
    #[arg(long, value_name = "PORT", default_value_t = 8000)]
    port: u16,
    /// Test the package in Node and the page in headless Chromium
    #[arg(long)]
    check: bool,
    /// Write the page's screenshots to FOLDER while checking
    #[arg(long, value_name = "FOLDER", requires = "check")]
    screenshots: Option<PathBuf>,
    /// Use this module instead of building it: nvc_wasm.wasm, built for wasm32-unknown-unknown with the profile wasm
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    /// Compare with this native command instead of building one
    #[arg(long, value_name = "FILE", requires = "check")]
    nvc: Option<PathBuf>,
}

impl Args {
    /// Returns the arguments `--check --nvc NVC`.
    pub fn checked(nvc: PathBuf) -> Self {
        Self { serve: false, port: 0, check: true, screenshots: None, wasm: None, nvc: Some(nvc) }
    }
}

/// The crate of the WebAssembly module.
const CRATE: &str = "nvc-wasm";
/// Its compilation target.
const TARGET: &str = "wasm32-unknown-unknown";
/// Its Cargo profile, and the name under which its build time is recorded.
pub const PROFILE: &str = "wasm";

/// Name under which the time to build the page is recorded.
pub const BUILD: &str = "playground";

/// The program that generates the JavaScript bindings, and the library that the module uses for them. Both must have the
/// same version.
const GENERATOR: &str = "wasm-bindgen";

/// Builds the package and the page; tests both, then serves the page, if requested.
pub fn run(args: &Args) -> Result<()> {
    let root = command::root();
    let target = command::target_directory()?;
    let (package, page) = (target.join("npm/nvc-wasm"), target.join("playground"));
    let module = match &args.wasm {
        Some(module) => std::path::absolute(module)?,
        None => module(&target)?,
    };
    build_package(&module, &package, &target)?;
    timing::build(&target, BUILD, &page, || {
        npm(&root)?;
        node(&root, &["build.mjs"]).arg_path(&package).arg_path(&page).run()
    })?;
    if args.check {
        let nvc = match &args.nvc {
            Some(nvc) => std::path::absolute(nvc)?,
            None => native(&target)?,
        };
        check(&root, &package, &page, &nvc, args.screenshots.as_deref())?;
    }
    if args.serve {
        node(&root, &["serve.mjs"]).arg_path(&page).arg(&args.port.to_string()).run()?;
    }
    Ok(())
}

/// Builds the WebAssembly module and returns its path.
fn module(target: &Path) -> Result<PathBuf> {
    let build = ["build", "--package", CRATE, "--target", TARGET, "--profile", PROFILE];
    let mut build = command::cargo(&build);
    // Remaps paths, so that the module has the same bytes in every folder.
    let mut flags = format!("--remap-path-prefix={}=nvc", command::root().display());
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    if let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) {
        flags.push_str(&format!(" --remap-path-prefix={}=cargo", home.display()));
    }
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    let folder = target.join(TARGET).join(PROFILE);
    timing::build(target, PROFILE, &folder, || command::run(&mut build)).with_context(|| {
        format!(
            "the module needs the Rust target {TARGET} (`rustup target add {TARGET}`), or pass --wasm FILE"
        )
    })?;
    Ok(folder.join("nvc_wasm.wasm"))
}

/// Builds the native command and returns its path.
fn native(target: &Path) -> Result<PathBuf> {
    command::run(&mut command::cargo(&["build", "--bin", "nvc"]))?;
    Ok(target.join("debug").join(format!("nvc{}", std::env::consts::EXE_SUFFIX)))
}

/// Assembles the npm package.
fn build_package(module: &Path, package: &Path, target: &Path) -> Result<()> {
    let _ = std::fs::remove_dir_all(package);
    std::fs::create_dir_all(package).with_context(|| format!("cannot write {}", package.display()))?;
    let mut generate = Command::new(generator(target)?);
    generate.args([
        "--target",
        "web",
        "--no-typescript",
        "--remove-name-section",
        "--remove-producers-section",
    ]);
    // Lets the package reset the module's state after an internal error.
    generate.arg("--experimental-reset-state-function").arg("--out-dir").arg(package).arg(module);
    command::run(&mut generate)?;
    let root = command::root();
    let sources = root.join("crates").join(CRATE).join("npm");
    let manifest =
        std::fs::read_to_string(sources.join("package.json")).context("cannot read package.json")?;
    let version = env!("CARGO_PKG_VERSION");
    if !manifest.contains(&format!("\"version\": \"{version}\"")) {
        bail!("the version of crates/{CRATE}/npm/package.json is not {version}, that of the workspace");
    }
    for file in ["package.json", "index.js", "node.js", "nvc.js", "index.d.ts", "README.md"] {
        copy(&sources.join(file), &package.join(file))?;
    }
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&root.join(file), &package.join(file))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Returns the path of the generator in the version of the lock file: an installed one, or one that is installed into the
/// target folder.
fn generator(target: &Path) -> Result<PathBuf> {
    let version = locked_version()?;
    let has_version = |program: &Path| {
        let output = Command::new(program).arg("--version").output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim().ends_with(&version))
    };
    let tools = target.join("tools");
    let own = tools.join("bin").join(format!("{GENERATOR}{}", std::env::consts::EXE_SUFFIX));
    for program in [PathBuf::from(GENERATOR), own.clone()] {
        if has_version(&program) {
            return Ok(program);
        }
    }
    let install = ["install", "--quiet", "--debug", "--version", &version, "wasm-bindgen-cli", "--root"];
    command::run(command::cargo(&install).arg(&tools))?;
    Ok(own)
}

/// Returns the version of the library in the lock file.
fn locked_version() -> Result<String> {
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(command::root()).exec()?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == GENERATOR);
    Ok(package.with_context(|| format!("{GENERATOR} is not a dependency"))?.version.to_string())
}

/// Installs the page's locked npm dependencies, unless they are up to date.
fn npm(root: &Path) -> Result<()> {
    let folder = root.join("playground");
    let installed = folder.join("node_modules/.package-lock.json");
    let time = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    if time(&installed).is_some_and(|at| Some(at) >= time(&folder.join("package-lock.json"))) {
        return Ok(());
    }
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut install = Command::new(program);
    command::run(install.args(["ci", "--ignore-scripts"]).current_dir(&folder))
}

/// Tests the package, then the page.
fn check(root: &Path, package: &Path, page: &Path, nvc: &Path, screenshots: Option<&Path>) -> Result<()> {
    let tests = root.join("crates").join(CRATE).join("npm/test/package.test.mjs");
    node(root, &["--test"]).arg_path(&tests).env("NVC_PACKAGE", package).env("NVC", nvc).run()?;
    let mut page_tests = node(root, &["--test", "test/page.test.mjs"]).env("NVC_PAGE", page);
    if let Some(folder) = screenshots {
        page_tests = page_tests.env("NVC_SCREENSHOTS", &std::path::absolute(folder)?);
    }
    page_tests.run()
}

/// A `node` command that runs in the folder of the page.
struct Node(Command);

fn node(root: &Path, args: &[&str]) -> Node {
    let mut command = Command::new("node");
    command.args(args).current_dir(root.join("playground"));
    Node(command)
}

impl Node {
    fn arg(mut self, arg: &str) -> Self {
        self.0.arg(arg);
        self
    }

    fn arg_path(mut self, path: &Path) -> Self {
        self.0.arg(path);
        self
    }

    fn env(mut self, name: &str, path: &Path) -> Self {
        self.0.env(name, path);
        self
    }

    fn run(mut self) -> Result<()> {
        if !command::is_installed("node") {
            bail!("the playground is built with Node: install Node 20 or later");
        }
        command::run(&mut self.0)
    }
}
