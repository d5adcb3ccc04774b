//! The commands that the README shows, so that they can be run as they stand.

/// Only these are run: others (installation, benchmarks) change the machine or take long.
const RUN: &[&str] = &["cargo run ", "cargo xtask test"];

/// The command lines of the README's code blocks that start with one of [`RUN`], in order.
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

    /// What the README shows to be typed into a shell is run, all of it: its transcripts by the tests of
    /// the book, its `sh` blocks by `cargo xtask ci`.
    #[test]
    fn every_command_of_the_readme_is_run() -> anyhow::Result<()> {
        let text = std::fs::read_to_string(crate::command::root().join("README.md"))?;
        let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let shown: Vec<&str> = blocks.flat_map(str::lines).collect();
        assert!(!shown.is_empty());
        assert_eq!(shown, commands(&text));
        Ok(())
    }

    /// The results on a device that a page repeats are those that `cargo xtask conformance` wrote to its log.
    #[test]
    fn figures_are_those_of_the_log() -> anyhow::Result<()> {
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
                    "{page} has `{row}`, the log does not"
                );
            }
        }
        Ok(())
    }

    #[test]
    fn commands_of_code_blocks_alone() {
        let text = "cargo run a\n```sh\n# comment\ncargo run -p x -- y -o z\ncargo install x\n```\n\
                    Text.\n\n    $ cargo xtask test --install\n\nSee `cargo run b`.\n";
        assert_eq!(commands(text), ["cargo run -p x -- y -o z", "cargo xtask test --install"]);
    }
}
