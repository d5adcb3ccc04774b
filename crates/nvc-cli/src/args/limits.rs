//! `--limits`: the limits that bound the time and memory of compilations and runs.

use clap::builder::{StringValueParser, TypedValueParser, ValueParserFactory};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command};
use nvc::{Limit, Limits};
use std::ffi::OsStr;
use std::fmt::Write as _;

#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Set limits of time and memory; `list` prints all with their defaults
    #[arg(long, value_name = "NAME=VALUE,...")]
    limits: Option<Given>,
}

/// The limits that the option sets.
#[derive(Clone, Debug)]
struct Given(Limits);

impl LimitArgs {
    /// Returns the limits for the library's options.
    pub fn limits(&self) -> Limits {
        self.limits.as_ref().map(|given| given.0.clone()).unwrap_or_default()
    }
}

impl ValueParserFactory for Given {
    type Parser = Parser;
    fn value_parser() -> Parser {
        Parser
    }
}

/// Parses the value of `--limits`. Like `--help`, the value `list` ends the command, even if required arguments are missing.
#[derive(Clone)]
struct Parser;

impl TypedValueParser for Parser {
    type Value = Given;
    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Given, clap::Error> {
        if value == "list" {
            let mut listed = clap::Error::new(ErrorKind::DisplayHelp);
            listed.insert(ContextKind::Custom, ContextValue::String(list()));
            return Err(listed);
        }
        let parser = StringValueParser::new().try_map(|text| text.parse().map(Given));
        parser.parse_ref(command, arg, value)
    }
}

/// Returns the list of limits if parsing ended with `--limits list`, which clap treats as an error.
pub(crate) fn listed(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::Custom)? {
        ContextValue::String(list) if error.kind() == ErrorKind::DisplayHelp => Some(list),
        _ => None,
    }
}

/// Formats one line per limit: name, default, unit, description.
fn list() -> String {
    let mut out = String::new();
    for &limit in Limit::ALL {
        let default = match limit.default_value() {
            u64::MAX => "none".to_owned(),
            value => value.to_string(),
        };
        let (name, unit) = (limit.name(), limit.unit().name());
        let _ = writeln!(out, "{name:<20} {default:>10} {unit:<6} {}", limit.what());
    }
    out
}
