//! Extracts the commands of the README, so that they can be run unchanged.

/// Prefixes of the commands to run. Every line of the README's `sh` blocks must start with one of them; commands that
/// are not run, such as installation and benchmarks, are shown only in running text.
const RUN: &[&str] = &["cargo run ", "cargo xtask test"];

/// Returns the command lines in the README's code blocks that start with a prefix in [`RUN`], in the order of the page.
pub fn commands(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        let is_code = fenced || line.starts_with("    ");
        let command = line.trim().trim_start_matches("$ ");
        if is_code && RUN.iter().any(|start| command.starts_with(start)) {
            commands.push(command.to_owned());
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every shell command in the README must be run: the tests of the book also run the README's `console` transcripts,
    /// and `cargo xtask ci` runs its `sh` blocks.
    #[test]
    fn every_command_of_the_readme_is_run() -> anyhow::Result<()> {
        let text = std::fs::read_to_string(crate::command::root().join("README.md"))?;
        let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let shown: Vec<&str> = blocks.flat_map(str::lines).collect();
        assert!(!shown.is_empty());
        assert_eq!(shown, commands(&text));
        Ok(())
    }

    /// The results per device in the README and the book, of 70 cases each, must be rows of the log that
    /// `cargo xtask conformance` writes.
    #[test]
    fn results_match_the_log() -> anyhow::Result<()> {
        let read = |path: &str| std::fs::read_to_string(crate::command::root().join(path));
        let log = read("crates/lab/logs/conformance.md")?;
        for page in ["README.md", "docs/conformance.md"] {
            let text = read(page)?;
            let rows: Vec<&str> =
                text.lines().map(str::trim).filter(|line| line.contains(" of 70 |")).collect();
            assert_eq!(rows.len(), 3, "{page}");
            for row in rows {
                assert!(
                    log.lines().any(|line| line.starts_with(row)),
                    "{page} has the row `{row}`, but the log does not"
                );
            }
        }
        Ok(())
    }

    /// The numbers of instructions, extensions and invalid programs in the README must match the reference
    /// pages and the test data.
    #[test]
    fn counts_match_the_reference_pages_and_tests() -> anyhow::Result<()> {
        let root = crate::command::root();
        let read = |path: &str| std::fs::read_to_string(root.join(path));
        let readme = read("README.md")?.replace("\n  ", " ");
        let section = |page: &str, from: &str, to: &str| -> Vec<String> {
            let inside = page.lines().skip_while(|line| *line != from).take_while(|line| *line != to);
            inside.filter(|line| line.starts_with("| `")).map(str::to_owned).collect()
        };
        let mnemonic =
            |row: &String| row[3..].split(|c: char| !c.is_ascii_alphanumeric()).next().map(str::to_owned);
        let instructions = section(&read("docs/nvcp5.md")?, "## Instructions", "## Precision");
        let instructions: BTreeSet<_> = instructions.iter().filter_map(mnemonic).collect();
        let extensions = section(&read("docs/glsl.md")?, "## Extensions", "## Built-in functions");
        let complete = extensions.iter().filter(|row| row.ends_with("| complete |")).count();
        let list = |name: &str| -> anyhow::Result<usize> {
            let text = read(&format!("testdata/asm/errors/{name}"))?;
            Ok(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count())
        };
        let mut programs = 0;
        for entry in std::fs::read_dir(root.join("testdata/asm/errors"))? {
            programs += usize::from(entry?.path().extension().is_some_and(|extension| extension == "nvcp"));
        }
        let wrong = programs - list("allowed.txt")?;
        let accepted = list("accepted.txt")?;
        for claim in [
            format!("all {} instructions", instructions.len()),
            format!("with {} extensions, {complete} of them", extensions.len()),
            format!("Of {wrong} programs that each break one rule"),
            format!("{} are rejected", wrong - accepted),
            format!("{accepted} are accepted on purpose"),
        ] {
            assert!(readme.contains(&claim), "README.md does not say `{claim}`");
        }
        Ok(())
    }

    #[test]
    fn only_commands_in_code_blocks_are_extracted() {
        let text = "cargo run a\n```sh\n# comment\ncargo run -p x -- y -o z\ncargo install x\n```\n\
                    Text.\n\n    $ cargo xtask test --install\n\nSee `cargo run b`.\n";
        assert_eq!(commands(text), ["cargo run -p x -- y -o z", "cargo xtask test --install"]);
    }
}
