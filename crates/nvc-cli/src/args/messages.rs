//! Options for printing diagnostics.

use crate::report;
use clap::{Args, ValueEnum};
use nvc::render;

#[derive(Args, Debug)]
#[command(next_help_heading = "Messages")]
pub(crate) struct Messages {
    /// Format of diagnostics
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    message_format: MessageFormat,

    /// When to color diagnostics
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: Color,

    /// Print errors and warnings only: no summary, progress or notes (also -s)
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum MessageFormat {
    /// Source line, notes and help
    #[default]
    Human,
    /// file:line:col: error[code]: message
    Short,
    /// One JSON object per line
    Json,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb; CLICOLOR_FORCE forces it
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Messages {
    /// Returns whether only errors and warnings are printed.
    pub fn quiet(&self) -> bool {
        self.quiet
    }

    /// Returns the style in which diagnostics are rendered.
    pub fn style(&self) -> render::Style {
        let format = match self.message_format {
            MessageFormat::Human => render::Format::Human,
            MessageFormat::Short => render::Format::Short,
            MessageFormat::Json => render::Format::Json,
        };
        let color = match self.color {
            Color::Auto => report::terminal_wants_color(),
            Color::Always => true,
            Color::Never => false,
        };
        render::Style { format, color }
    }
}
