//! Shows a progress bar on a terminal.

use crate::report;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Creates a bar that shows the number of completed steps and the name of the last one.
pub(crate) fn bar(steps: usize, visible: bool) -> ProgressBar {
    let visible = visible && report::is_interactive();
    let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    match ProgressStyle::with_template("[{pos}/{len}] {bar:24} {eta} {wide_msg}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        // Not reached, because the template is constant and valid.
        Err(_) => bar,
    }
}
