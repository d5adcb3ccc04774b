//! Generates the table of `docs/workarounds.md`.

use super::table::{Group, Workaround};
use std::fmt::Write;

/// Returns Markdown that describes every workaround, grouped by driver.
pub fn reference() -> String {
    let mut text = String::new();
    for group in Group::ALL {
        let driver = match group {
            Group::Nvidia => "NVIDIA",
            Group::Mesa => "Mesa",
        };
        let _ = writeln!(text, "### {driver}: group `{}`\n", group.name());
        text.push_str(
            "| id | driver | fault | pattern | rewritten as | cost | default |\n|---|---|---|---|---|---|---|\n",
        );
        let rows = Workaround::ALL.iter().map(|workaround| workaround.row());
        for row in rows.filter(|row| row.group == group) {
            let default = match (row.is_default(), row.crash) {
                (true, true) => "yes, prevents a crash",
                (true, false) => "yes",
                (false, _) => "no",
            };
            let (id, driver, fault, trigger) = (row.id, row.driver, row.fault, row.trigger);
            let (rewrite, cost) = (row.rewrite, row.cost);
            let _ = writeln!(
                text,
                "| `{id}` | {driver} | {fault} | {trigger} | {rewrite} | {cost} | {default} |"
            );
        }
        text.push('\n');
    }
    text
}
