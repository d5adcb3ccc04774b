//! `cargo xtask install-c`: builds the C library and installs it with its header, pkg-config file and CMake package.

use crate::command;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// Options of `cargo xtask install-c`.
#[derive(clap::Args)]
pub struct Args {
    /// Install into the folders `include` and `lib` of DIR. The installation is relocatable
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
    /// The folder of libraries in DIR
    #[arg(long, value_name = "NAME", default_value = "lib")]
    libdir: String,
    /// Features to build in: validate (the SPIR-V validator, C++), translate (WGSL, HLSL, MSL and GLSL output)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    features: Vec<String>,
    /// The profile to build with
    #[arg(long, value_name = "NAME", default_value = "release")]
    profile: String,
    /// Install the libraries that Cargo built in FOLDER, with the features of LIST, instead of building them [default: the
    /// variable NVC_C_LIBRARIES]
    #[arg(long, value_name = "FOLDER")]
    libraries: Option<PathBuf>,
}

/// The package folder, which also contains the templates of installed files.
const PACKAGE: &str = "crates/nvc-c";

/// The library names of a platform, and the system libraries that static linking needs (from `rustc --print
/// native-static-libs`).
pub struct System {
    /// File name of the shared library that Cargo builds.
    built: &'static str,
    /// Names of the installed shared library: the file, the name that the program loader uses, and the name
    /// that the linker uses. `{}` is replaced by [`VERSION`] in the first and by [`COMPATIBLE`] in the second.
    installed: [&'static str; 3],
    /// The system libraries, as linker arguments.
    static_libraries: &'static str,
    /// The C++ runtime, which the validator needs, as a linker argument.
    cxx: &'static str,
}

/// Linux with glibc.
pub const LINUX: System = System {
    built: "libnvc_c.so",
    installed: ["libnvc.so.{}", "libnvc.so.{}", "libnvc.so"],
    static_libraries: "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc",
    cxx: "-lstdc++",
};

const MACOS: System = System {
    built: "libnvc_c.dylib",
    installed: ["libnvc.{}.dylib", "libnvc.{}.dylib", "libnvc.dylib"],
    static_libraries: "-lSystem -lc -lm",
    cxx: "-lc++",
};

/// The version of the workspace, and the part of it that libraries with a compatible interface share. The
/// library's build script uses that part as the soname version.
const VERSION: &str = env!("CARGO_PKG_VERSION");
const COMPATIBLE: &str = {
    let version = VERSION.as_bytes();
    // Until version 1.0, a minor version may change the interface.
    let wanted = if version[0] == b'0' && version[1] == b'.' { 2 } else { 1 };
    let (mut at, mut dots) = (0, 0);
    while at < version.len() {
        if version[at] == b'.' {
            dots += 1;
        }
        if dots == wanted {
            break;
        }
        at += 1;
    }
    VERSION.split_at(at).0
};

/// A library that Cargo built.
pub struct Library<'a> {
    /// The platform that it was built for.
    pub system: &'a System,
    /// The folder that contains it.
    pub from: &'a Path,
    /// Features that it was built with.
    pub features: &'a [String],
    /// Whether to install the static library too, which is ten times as large as the shared one.
    pub with_static: bool,
}

/// Builds the library and installs it.
pub fn run(args: &Args) -> Result<()> {
    let system = match std::env::consts::OS {
        "linux" => &LINUX,
        "macos" => &MACOS,
        other => bail!("install-c does not support {other}"),
    };
    let from = libraries(args)?;
    let library = Library { system, from: &from, features: &args.features, with_static: true };
    install_to(&library, &args.prefix, &args.libdir)?;
    eprintln!("installed nvc {VERSION} to {}", args.prefix.display());
    Ok(())
}

/// Installs a library into the folders `include` and `libdir` of `prefix`.
pub fn install_to(library: &Library<'_>, prefix: &Path, libdir: &str) -> Result<()> {
    let folder = prefix.join(libdir);
    let [file, soname, link] = names(library.system);
    install(&library.from.join(library.system.built), &folder.join(&file))?;
    symlink(&file, &folder.join(&soname))?;
    symlink(&soname, &folder.join(&link))?;
    if library.with_static {
        install(&library.from.join("libnvc_c.a"), &folder.join("libnvc.a"))?;
    }
    let package = command::root().join(PACKAGE);
    install(&package.join("include/nvc.h"), &prefix.join("include/nvc.h"))?;
    install(
        &package.join("cmake/nvc-compile-shaders.cmake"),
        &folder.join("cmake/nvc/nvc-compile-shaders.cmake"),
    )?;
    let values = values(library, libdir);
    for (template, to) in [
        ("pkgconfig/nvc.pc.in", "pkgconfig/nvc.pc"),
        ("cmake/nvc-config.cmake.in", "cmake/nvc/nvc-config.cmake"),
        ("cmake/nvc-config-version.cmake.in", "cmake/nvc/nvc-config-version.cmake"),
    ] {
        let path = package.join(template);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {template}"))?;
        write(&folder.join(to), filled(&text, &values).as_bytes())?;
    }
    Ok(())
}

/// Returns the folder with the libraries. Builds them unless the option or the variable gives the folder.
fn libraries(args: &Args) -> Result<PathBuf> {
    let variable = || std::env::var_os("NVC_C_LIBRARIES").map(PathBuf::from);
    if let Some(folder) = args.libraries.clone().or_else(variable) {
        return Ok(folder);
    }
    let mut build = command::cargo(&["build", "--package", "nvc-c", "--profile", &args.profile]);
    if !args.features.is_empty() {
        build.args(["--features", &args.features.join(",")]);
    }
    command::run(&mut build)?;
    let folder = if args.profile == "dev" { "debug" } else { &args.profile };
    Ok(command::target_directory()?.join(folder))
}

/// Returns the names of the installed library: the file, the name for the program loader, the name for the
/// linker.
fn names(system: &System) -> [String; 3] {
    let [file, soname, link] = system.installed;
    [file.replace("{}", VERSION), soname.replace("{}", COMPATIBLE), link.to_owned()]
}

/// Returns the values of the placeholders in the templates.
fn values(library: &Library<'_>, libdir: &str) -> Vec<(&'static str, String)> {
    let system = library.system;
    let [file, soname, _] = names(system);
    let mut static_libraries = system.static_libraries.to_owned();
    if library.features.iter().any(|feature| feature == "validate") {
        static_libraries = format!("{} {static_libraries}", system.cxx);
    }
    vec![
        ("VERSION", VERSION.to_owned()),
        // Used in a regular expression.
        ("COMPATIBLE", COMPATIBLE.replace('.', "\\\\.")),
        ("LIBDIR", libdir.to_owned()),
        ("SHARED", file),
        ("SONAME", soname),
        ("STATIC_LIBS", static_libraries),
    ]
}

/// Replaces the placeholders of a template.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("@{name}@"), value))
}

fn install(from: &Path, to: &Path) -> Result<()> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    write(to, &bytes)
}

/// Writes a file atomically, so that programs that have the old file open are not disturbed.
fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    let failed = || format!("cannot write {}", to.display());
    let folder = to.parent().with_context(failed)?;
    std::fs::create_dir_all(folder).with_context(failed)?;
    let mut name = to.file_name().with_context(failed)?.to_owned();
    name.push(".new");
    let new = folder.join(name);
    std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, to)).with_context(failed)
}

/// Creates a symbolic link to another file in the same folder.
#[cfg(unix)]
fn symlink(to: &str, link: &Path) -> Result<()> {
    let _ = std::fs::remove_file(link);
    std::os::unix::fs::symlink(to, link).with_context(|| format!("cannot write {}", link.display()))
}

#[cfg(not(unix))]
fn symlink(_: &str, link: &Path) -> Result<()> {
    bail!("cannot write {}: symbolic links are not supported on this system", link.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soname_has_the_compatible_version() {
        let numbers: Vec<&str> = VERSION.split('.').collect();
        let expected = if numbers[0] == "0" { numbers[..2].join(".") } else { numbers[0].to_owned() };
        assert_eq!(COMPATIBLE, expected);
        let [file, soname, link] = names(&LINUX);
        assert_eq!((file, soname), (format!("libnvc.so.{VERSION}"), format!("libnvc.so.{expected}")));
        assert_eq!(link, "libnvc.so");
    }

    #[test]
    fn templates_have_no_unknown_placeholders() {
        let features = ["validate".to_owned()];
        let library = Library { system: &LINUX, from: Path::new(""), features: &features, with_static: true };
        let values = values(&library, "lib");
        for template in
            ["pkgconfig/nvc.pc.in", "cmake/nvc-config.cmake.in", "cmake/nvc-config-version.cmake.in"]
        {
            let path = command::root().join(PACKAGE).join(template);
            let text = filled(&std::fs::read_to_string(path).expect("the template"), &values);
            assert!(!text.contains('@'), "{template}:\n{text}");
        }
    }
}
