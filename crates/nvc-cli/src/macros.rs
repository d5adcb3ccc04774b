//! Parses `-D` and `-U` into one list, because their relative order matters.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use nvc::MacroOption;

/// Macro definitions and undefinitions, in command-line order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Macros(pub Vec<MacroOption>);

const DEFINE: &str = "define";
const UNDEFINE: &str = "undefine";

impl Args for Macros {
    fn augment_args(command: Command) -> Command {
        let option = |id, short, value, help| {
            Arg::new(id).short(short).value_name(value).help(help).action(ArgAction::Append)
        };
        command
            .arg(option(DEFINE, 'D', "NAME[=VALUE]", "Define a GLSL macro [default value: 1]"))
            .arg(option(UNDEFINE, 'U', "NAME", "Undefine a GLSL macro"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Macros {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut found: Vec<(usize, MacroOption)> = Vec::new();
        let mut take = |id, option: fn(&str) -> MacroOption| {
            let values = matches.get_many::<String>(id).into_iter().flatten();
            let indices = matches.indices_of(id).into_iter().flatten();
            found.extend(indices.zip(values).map(|(index, value)| (index, option(value))));
        };
        take(DEFINE, |text| {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            MacroOption::Define(name.to_owned(), value.to_owned())
        });
        take(UNDEFINE, |name| MacroOption::Undefine(name.to_owned()));
        found.sort_by_key(|&(index, _)| index);
        Ok(Macros(found.into_iter().map(|(_, option)| option).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
