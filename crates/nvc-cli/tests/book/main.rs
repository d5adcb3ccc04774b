//! Runs the commands in the book and the README, and compares their output with the pages. Every fenced
//! block must be tested or exempt. `NVC_BLESS=1` updates the pages.
//!
//! Each page is one test. Its commands run in order in one shell, in a temporary folder, with `nvc` on the
//! path and the workspace root in `NVC`. A block with `file=NAME` is written to a file in that folder.

mod fences;
mod page;
mod shell;

use libtest_mimic::{Arguments, Failed, Trial};
use page::Page;
use shell::Difference;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let pages = match pages() {
        Ok(pages) => pages,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = vec![Trial::test("faults are found", faults_are_found)];
    for page in &pages {
        let faults = fences::faults(page, &pages);
        trials.push(Trial::test(format!("blocks of {}", page.path), move || none(&faults)));
    }
    for page in pages {
        let name = page.path.clone();
        if page.blocks.iter().any(|block| block.kind == page::Kind::Transcript) {
            // `cargo xtask test --quick` skips tests whose name contains this text.
            let needs = if needs_vulkan(&page) { " (needs Vulkan)" } else { "" };
            trials.push(Trial::test(format!("commands of {name}{needs}"), move || commands(page)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Returns whether a command uses a Vulkan device.
fn needs_vulkan(page: &Page) -> bool {
    let uses_device = |line: &String| line.contains("--device vulkan") || line.contains("/nvc-vulkan");
    page.lines.iter().any(|line| line.starts_with("$ ") && uses_device(line))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns every page of the book, and the README.
fn pages() -> Result<Vec<Page>, String> {
    let mut paths = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/errors"] {
        let entries = std::fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
        for entry in entries {
            let name = entry.map_err(|e| format!("{folder}: {e}"))?.file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".md") {
                paths.push(format!("{folder}/{name}"));
            }
        }
    }
    paths.sort();
    let read = |path: &String| {
        let text = std::fs::read_to_string(root().join(path)).map_err(|e| format!("{path}: {e}"))?;
        Ok(Page::parse(path, &text))
    };
    paths.iter().map(read).collect()
}

/// Tests the checks themselves, on pages with and without faults.
fn faults_are_found() -> Result<(), Failed> {
    let wrong = [
        "```sh\nls\n```",
        "```\nls\n```",
        "```rust\nf();\n```",
        "```rust,ignore\nf();\n```",
        "`a.toml`:\n\n```toml file=a.toml\n```",
        "The file:\n\n```toml file=a.toml\n```\n```console\n$ cat a.toml\n```",
        "```console\nls\n```",
        "```console\n$ cat <<'EOF'\n```",
        "```text\nnot closed",
        "  ```text\n  ```",
        "~~~\n~~~",
        "    $ nvc check a.nvcp",
    ];
    for text in wrong {
        if fences::faults(&Page::parse("docs/page.md", text), &[]).is_empty() {
            return Err(format!("no fault was found in:\n{text}").into());
        }
    }
    let right = "```console\n$ cat <<'EOF' \\\n| sort\nb\na\nEOF\na\nb\n$ false\n$ echo $?\n1\n```\n";
    let page = Page::parse("docs/page.md", right);
    none(&fences::faults(&page, &[]))?;
    none(&shell::run(&page)?.into_iter().map(|difference| difference.message).collect::<Vec<_>>())?;
    for text in ["```console\n$ echo a\nb\n```", "```console\n$ false\n```"] {
        if shell::run(&Page::parse("docs/page.md", text))?.is_empty() {
            return Err(format!("no difference was found in:\n{text}").into());
        }
    }
    Ok(())
}

fn none(faults: &[String]) -> Result<(), Failed> {
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn commands(page: Page) -> Result<(), Failed> {
    let differences = shell::run(&page)?;
    if std::env::var_os("NVC_BLESS").is_some() {
        return bless(page, &differences);
    }
    none(&differences.into_iter().map(|difference| difference.message).collect::<Vec<_>>())
}

/// Updates the page with the output of the commands. A failed command still fails the test.
fn bless(mut page: Page, differences: &[Difference]) -> Result<(), Failed> {
    // Starts from the end, so that the line indices of earlier commands stay valid.
    for difference in differences.iter().rev().filter(|difference| !difference.failed) {
        let printed = difference.printed.lines().map(str::to_owned);
        page.lines.splice(difference.command.output.clone(), printed);
    }
    std::fs::write(root().join(&page.path), page.lines.join("\n") + "\n")?;
    none(&differences.iter().filter(|d| d.failed).map(|d| d.message.clone()).collect::<Vec<_>>())
}
