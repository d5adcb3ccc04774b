//! Sets the library's soname (macOS: install name) to its versioned file name, so that programs load a
//! compatible version.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| var(name).unwrap_or_default();
    // Until version 1.0, a minor version may change the interface.
    let version = match variable("CARGO_PKG_VERSION_MAJOR").as_str() {
        "0" => format!("0.{}", variable("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    };
    match variable("CARGO_CFG_TARGET_OS").as_str() {
        "macos" | "ios" => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libnvc.{version}.dylib");
        }
        "windows" => {}
        _ => println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libnvc.so.{version}"),
    }
}
