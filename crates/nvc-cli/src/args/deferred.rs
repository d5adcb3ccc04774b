//! Arguments of a subcommand that are defined only if the subcommand is used.
//!
//! clap would otherwise define the options of all subcommands before it reads the command line: several hundred, of which
//! a call uses few. A subcommand whose arguments are [`Deferred`] is defined when it is named on the command line, or when
//! clap walks the whole tree (for help, completions and manual pages).

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use std::ops::Deref;

/// The arguments of a subcommand, boxed because their sizes differ.
#[derive(Debug)]
pub(crate) struct Deferred<T>(Box<T>);

impl<T> Deref for Deferred<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(|args| Deferred(Box::new(args)))
    }
    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(|args| Deferred(Box::new(args)))
    }
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| define(command, T::augment_args))
    }
    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| define(command, T::augment_args_for_update))
    }
}

/// Adds the arguments. The description remains that of the subcommand: `augment` sets it from the comment of the struct,
/// which comes too late here to be replaced.
fn define(command: Command, augment: fn(Command) -> Command) -> Command {
    let about = Resettable::from(command.get_about().cloned());
    let long_about = Resettable::from(command.get_long_about().cloned());
    augment(command).about(about).long_about(long_about)
}
