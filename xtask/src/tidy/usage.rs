//! Restricts where names may be used. Libraries, with a few exceptions, must not use files, the environment, processes or
//! the terminal. The types of the parser generator and of the SPIR-V library are used only in the code that wraps them.
//! Clippy checks the rules that forbid panics, printing, global state and `unsafe` in whole crates (`clippy.toml` and the
//! attributes of each crate root).

use super::Finding;
use super::rust::Name;
use super::tree::Tree;

/// Names that may be used only in some places.
struct Ban {
    /// Each name is a path prefix (`std::fs`), or a single word that matches any segment of a path.
    names: &'static [&'static str],
    /// Path prefix of the files to which the ban applies; empty for the whole workspace.
    within: &'static str,
    /// Path prefixes of the files to which the ban does not apply.
    except: &'static [&'static str],
    /// Whether the ban also applies to tests.
    in_tests: bool,
    /// Description of the rule for messages.
    rule: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        names: &[
            "std::env",
            "std::fs",
            "std::net",
            "std::process",
            "std::io::stdin",
            "std::io::stdout",
            "std::io::stderr",
        ],
        within: "",
        except: &[
            "crates/nvc/src/folders.rs",
            "crates/nvc-batch/",
            "crates/nvc-build/",
            "crates/nvc-c/build.rs",
            "crates/nvc-cli/",
            "crates/nvc-exec/src/case/",
            "crates/lab/bench/",
            "crates/lab/bounds/",
            "crates/lab/differential/src/bin/",
            "crates/lab/differential/src/cases/",
            "crates/lab/differential/src/validator.rs",
            "crates/lab/differential/src/vulkan.rs",
            "crates/lab/differential/src/worker.rs",
            "crates/lab/goldens/",
            "crates/lab/real/",
            "crates/lab/vulkan-tests/",
            "examples/",
            "xtask/",
        ],
        in_tests: false,
        rule: "libraries must not use files, the environment, processes or the terminal",
    },
    Ban {
        names: &["rspirv", "spirv_tools"],
        within: "",
        except: &["crates/nvc-spirv/"],
        in_tests: false,
        rule: "types of rspirv and spirv-tools are used only in nvc-spirv",
    },
    Ban {
        names: &["pest", "Rule"],
        within: "crates/nvc-asm/",
        except: &["crates/nvc-asm/src/parse.rs", "crates/nvc-asm/src/parse/"],
        in_tests: true,
        rule: "pest's rules and spans are used only in the parse module",
    },
];

/// Reports uses in places that are not allowed.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.rust {
        let applies = |ban: &&Ban| {
            file.path.starts_with(ban.within) && !ban.except.iter().any(|place| file.path.starts_with(place))
        };
        for ban in BANS.iter().filter(applies) {
            let names = file.names.iter().filter(|name| ban.in_tests || !file.is_test(name.line));
            for name in names.filter(|name| ban.names.iter().any(|banned| matches(banned, name))) {
                let message = format!("`{}`: {}", name.text, ban.rule);
                findings.push(Finding::at("usage", &file.path, name.line, &name.text, message));
            }
        }
    }
    findings
}

fn matches(banned: &str, name: &Name) -> bool {
    let text = name.text.as_str();
    if banned.contains("::") {
        text.strip_prefix(banned).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    } else {
        text.split("::").any(|segment| segment == banned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let mut items: Vec<String> = check(&Tree::of(&[(path, text)])).into_iter().map(|f| f.item).collect();
        items.dedup();
        items
    }

    #[test]
    fn libraries_do_no_io() {
        let library = "crates/nvc-ir/src/a.rs";
        assert_eq!(found(library, "fn f() { std::fs::read(p) }"), ["std::fs::read"]);
        assert_eq!(found(library, "use std::{env, fmt};"), ["std::env"]);
        assert_eq!(found(library, "fn f() { g!(std::process::exit(1)) }"), ["std::process::exit"]);
        assert!(found(library, "fn f() { std::fsx::read(env!(\"A\")); writeln!(out, \"\") }").is_empty());
        assert!(found(library, "/// `std::fs::read`\nfn f() {}").is_empty());
        assert!(found(library, "#[cfg(test)]\nmod tests { use std::fs; }").is_empty());
        assert!(found("crates/nvc-ir/tests/a.rs", "use std::fs;").is_empty());
        assert!(found("crates/nvc-cli/src/a.rs", "use std::fs;").is_empty());
        assert_eq!(found("crates/nvc/src/a.rs", "use std::fs;"), ["std::fs"]);
    }

    #[test]
    fn parser_and_spirv_library_stay_inside() {
        let text = "use pest::Parser; fn f(r: Rule) {}";
        assert_eq!(found("crates/nvc-asm/src/resolve.rs", text), ["pest::Parser", "Rule"]);
        assert!(found("crates/nvc-asm/src/parse/mod.rs", text).is_empty());
        assert_eq!(found("crates/nvc/src/a.rs", "use rspirv::dr;"), ["rspirv::dr"]);
        assert!(found("crates/nvc-spirv/src/a.rs", "use rspirv::dr;").is_empty());
    }
}
