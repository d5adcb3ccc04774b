//! What is wrong with a program, and whether the same is wrong with a smaller one.

use crate::command::report::{Report, Verdict};

/// What the engines made of a program in which something is wrong.
pub(super) struct Wrong(Vec<(String, Verdict)>);

impl Wrong {
    /// What the engines made of a program; nothing, if nothing is wrong.
    pub(super) fn of(report: Report) -> Option<Self> {
        let wrong = report.verdicts.iter().any(|(_, verdict)| verdict.is_wrong());
        wrong.then_some(Wrong(report.verdicts))
    }

    /// Whether a smaller program is wrong on the same engines in the same way, and no worse on the others.
    pub(super) fn is_that_of(&self, smaller: &Report) -> bool {
        let stays = self.0.iter().all(|(engine, verdict)| {
            let now = smaller.verdicts.iter().find(|(name, _)| name == engine).map(|(_, verdict)| verdict);
            match now {
                Some(now) if verdict.is_wrong() => same_kind(verdict, now),
                Some(now) => now.rank() <= verdict.rank(),
                None => !verdict.is_wrong(),
            }
        });
        let known = |name: &String| self.0.iter().any(|(engine, _)| engine == name);
        stays && smaller.verdicts.iter().all(|(name, verdict)| known(name) || !verdict.is_wrong())
    }

    /// Where it is wrong in which way, for the last line.
    pub(super) fn words(&self) -> String {
        let wrong = self.0.iter().filter(|(_, verdict)| verdict.is_wrong());
        wrong.map(|(engine, verdict)| format!("; {engine} {}", verdict.heading())).collect()
    }
}

/// Whether an engine is wrong in the same way. What fails must fail of the same cause, and what differs
/// differ where it did, since there are many.
fn same_kind(one: &Verdict, other: &Verdict) -> bool {
    match (one, other) {
        (Verdict::Fails(one), Verdict::Fails(other)) => cause(one) == cause(other),
        (Verdict::Differs(one), Verdict::Differs(other)) => ways(one) == ways(other),
        _ => one.rank() == other.rank(),
    }
}

/// The ways to run a program in which it differs: with optimisation and without, say.
fn ways(words: &str) -> Vec<&str> {
    words.lines().filter_map(|line| line.split_once(", against ")).map(|(way, _)| way).collect()
}

/// What failed, without the names and numbers of the program: the first words, and the codes of messages.
fn cause(words: &str) -> Vec<&str> {
    let line = words.lines().next().unwrap_or_default();
    let code = |word: &&str| word.starts_with('N') && word[1..].parse::<u16>().is_ok();
    let codes = line.split(|c: char| !c.is_alphanumeric()).filter(code);
    line.split(": ").take(2).chain(codes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdicts: &[(&str, Verdict)]) -> Report {
        let verdicts = verdicts.iter().map(|(name, verdict)| ((*name).to_owned(), verdict.clone())).collect();
        Report { seed: 1, supported: true, fault: None, verdicts, listing: None }
    }

    fn differs(words: &str) -> Verdict {
        Verdict::Differs(words.to_owned())
    }

    fn fails() -> Verdict {
        Verdict::Fails("it".to_owned())
    }

    #[test]
    fn the_same_is_wrong_in_other_words() {
        let whole =
            report(&[("interp", Verdict::Same), ("vulkan", differs("a")), ("opengl", Verdict::Quirks)]);
        let wrong = Wrong::of(whole).expect("something is wrong");
        assert_eq!(wrong.words(), "; vulkan differs");
        let now = |interp, vulkan, opengl| {
            wrong.is_that_of(&report(&[("interp", interp), ("vulkan", vulkan), ("opengl", opengl)]))
        };
        assert!(now(Verdict::Same, differs("b"), Verdict::Quirks));
        assert!(now(Verdict::Same, differs("b"), Verdict::Same));
        assert!(!now(Verdict::Same, fails(), Verdict::Same), "it fails in place of that");
        let other = differs("vulkan, with -O, against interp: b");
        assert!(!now(Verdict::Same, other, Verdict::Same), "another way");
        assert!(!now(Verdict::Same, Verdict::Same, Verdict::Quirks), "nothing is wrong");
        assert!(!now(fails(), differs("b"), Verdict::Quirks), "another engine is wrong");
        assert!(!now(Verdict::Quirks, differs("b"), Verdict::Same), "an engine leaves the texts' meaning");
        let lacks = Verdict::Lacks("shuffles".to_owned());
        assert!(!now(lacks, differs("b"), Verdict::Same), "an engine no longer says anything");
    }

    #[test]
    fn what_fails_fails_of_the_same_cause() {
        let fails = |words: &str| report(&[("vulkan", Verdict::Fails(words.to_owned()))]);
        let whole = fails("vulkan: the program is not compiled: error[N0901]: v1 is not defined\n --> 1:2");
        let wrong = Wrong::of(whole).expect("something is wrong");
        let now = |words| wrong.is_that_of(&fails(words));
        assert!(now("vulkan: the program is not compiled: error[N0901]: v2 is not defined"));
        assert!(!now("vulkan: the program is not compiled: error[N0301]: v1 is not defined"));
        assert!(!now("vulkan: the device is lost"));
    }

    #[test]
    fn engines_behind_one_that_dies_are_not_known() {
        let crash = |words: &str| Verdict::Crashes(words.to_owned());
        let wrong = Wrong::of(report(&[("opengl", crash("9"))])).expect("something is wrong");
        assert!(wrong.is_that_of(&report(&[("opengl", crash("11"))])));
        assert!(!wrong.is_that_of(&report(&[("opengl", Verdict::Hangs)])));
        assert!(!wrong.is_that_of(&report(&[("vulkan", crash("9"))])));
        assert!(!wrong.is_that_of(&report(&[])));
        let both = [("opengl", crash("9")), ("opengl's listing", differs("a"))];
        assert!(!wrong.is_that_of(&report(&both)), "something else is wrong as well");
    }

    #[test]
    fn what_is_right_is_not_reduced() {
        assert!(Wrong::of(report(&[("interp", Verdict::Same)])).is_none());
        assert!(Wrong::of(report(&[])).is_none());
    }
}
