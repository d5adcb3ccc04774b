//! Names that `docs/interface.md` promises and that do nothing yet. Using one is refused with a
//! message that says so, not with "unknown".

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Subcommands and options.
const PLANNED: &[&str] =
    &["reflect", "-g", "--reflect", "--coopmat", "--warp", "--device", "--texture", "--image"];

/// The planned name that a command line failed for.
pub(crate) fn name(error: &clap::Error) -> Option<&'static str> {
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => return None,
    };
    let Some(ContextValue::String(wrong)) = error.get(kind) else { return None };
    let wrong = wrong.split_once('=').map_or(wrong.as_str(), |(name, _)| name);
    PLANNED.iter().copied().find(|planned| *planned == wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::args::Args;
    use clap::Parser;

    fn planned(line: &str) -> Option<&'static str> {
        name(&Args::try_parse_from(line.split(' ')).expect_err("it is refused"))
    }

    #[test]
    fn planned_names_are_known() {
        assert_eq!(planned("nvc reflect x"), Some("reflect"));
        assert_eq!(planned("nvc compile -g x"), Some("-g"));
        assert_eq!(planned("nvc compile --coopmat=khr x"), Some("--coopmat"));
        assert_eq!(planned("nvc compile --reflect r.json x"), Some("--reflect"));
        assert_eq!(planned("nvc run --device vulkan:0 x"), Some("--device"));
        assert_eq!(planned("nvc compile -q x"), None);
        assert_eq!(planned("nvc frob x"), None);
    }
}
