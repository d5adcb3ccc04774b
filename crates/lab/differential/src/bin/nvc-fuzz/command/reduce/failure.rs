//! Compares the failure of a reduced program with that of the original.

use crate::command::report::{Report, Verdict};

/// The verdicts of all engines on a program that fails on at least one of them.
pub(super) struct Failure(Vec<(String, Verdict)>);

impl Failure {
    /// Returns the verdicts of a report; `None` if none of them is a failure.
    pub(super) fn of(report: Report) -> Option<Self> {
        let fails = report.verdicts.iter().any(|(_, verdict)| verdict.is_failure());
        fails.then_some(Failure(report.verdicts))
    }

    /// Returns whether a smaller program fails on the same engines in the same manner, and is no worse on
    /// the others.
    pub(super) fn is_reproduced_by(&self, smaller: &Report) -> bool {
        let stays = self.0.iter().all(|(engine, verdict)| {
            let now = smaller.verdicts.iter().find(|(name, _)| name == engine).map(|(_, verdict)| verdict);
            match now {
                Some(now) if verdict.is_failure() => same_kind(verdict, now),
                Some(now) => now.rank() <= verdict.rank(),
                None => !verdict.is_failure(),
            }
        });
        let known = |name: &String| self.0.iter().any(|(engine, _)| engine == name);
        stays && smaller.verdicts.iter().all(|(name, verdict)| known(name) || !verdict.is_failure())
    }

    /// Describes the failure for the last line of output.
    pub(super) fn description(&self) -> String {
        let failures = self.0.iter().filter(|(_, verdict)| verdict.is_failure());
        failures.map(|(engine, verdict)| format!("; {engine} {}", verdict.heading())).collect()
    }
}

/// Returns whether two verdicts are the same failure: errors must have the same cause, and memory
/// differences must be in the same variants.
fn same_kind(one: &Verdict, other: &Verdict) -> bool {
    match (one, other) {
        (Verdict::Fails(one), Verdict::Fails(other)) => cause(one) == cause(other),
        (Verdict::Differs(one), Verdict::Differs(other)) => variants(one) == variants(other),
        _ => one.rank() == other.rank(),
    }
}

/// Returns the variants whose memory differs, such as `vulkan, with -O0`.
fn variants(differences: &str) -> Vec<&str> {
    differences.lines().filter_map(|line| line.split_once(", against ")).map(|(variant, _)| variant).collect()
}

/// Reduces an error message to its cause, without the names and values of the program: the first two parts of
/// its first line (separated by a colon and a space) and the diagnostic codes in that line.
fn cause(message: &str) -> Vec<&str> {
    let line = message.lines().next().unwrap_or_default();
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

    fn differs(text: &str) -> Verdict {
        Verdict::Differs(text.to_owned())
    }

    fn fails() -> Verdict {
        Verdict::Fails("it".to_owned())
    }

    #[test]
    fn the_same_failure_may_have_other_details() {
        let original =
            report(&[("interp", Verdict::Same), ("vulkan", differs("a")), ("opengl", Verdict::Quirks)]);
        let failure = Failure::of(original).expect("a failure");
        assert_eq!(failure.description(), "; vulkan differs");
        let now = |interp, vulkan, opengl| {
            failure.is_reproduced_by(&report(&[("interp", interp), ("vulkan", vulkan), ("opengl", opengl)]))
        };
        assert!(now(Verdict::Same, differs("b"), Verdict::Quirks));
        assert!(now(Verdict::Same, differs("b"), Verdict::Same));
        assert!(!now(Verdict::Same, fails(), Verdict::Same), "it fails instead");
        let other = differs("vulkan, with -O, against interp: b");
        assert!(!now(Verdict::Same, other, Verdict::Same), "another variant");
        assert!(!now(Verdict::Same, Verdict::Same, Verdict::Quirks), "nothing fails");
        assert!(!now(fails(), differs("b"), Verdict::Quirks), "another engine fails");
        assert!(!now(Verdict::Quirks, differs("b"), Verdict::Same), "an engine now needs quirks");
        let lacks = Verdict::MissingFeature("shuffles".to_owned());
        assert!(!now(lacks, differs("b"), Verdict::Same), "an engine no longer runs it");
    }

    #[test]
    fn failures_must_have_the_same_cause() {
        let fails = |message: &str| report(&[("vulkan", Verdict::Fails(message.to_owned()))]);
        let original =
            fails("vulkan: the program could not be compiled: error[N0901]: v1 is not defined\n --> 1:2");
        let failure = Failure::of(original).expect("a failure");
        let now = |message| failure.is_reproduced_by(&fails(message));
        assert!(now("vulkan: the program could not be compiled: error[N0901]: v2 is not defined"));
        assert!(!now("vulkan: the program could not be compiled: error[N0301]: v1 is not defined"));
        assert!(!now("vulkan: the device is lost"));
    }

    #[test]
    fn engines_after_a_crash_have_no_verdict() {
        let crash = |status: &str| Verdict::Crashes(status.to_owned());
        let failure = Failure::of(report(&[("opengl", crash("9"))])).expect("a failure");
        assert!(failure.is_reproduced_by(&report(&[("opengl", crash("11"))])));
        assert!(!failure.is_reproduced_by(&report(&[("opengl", Verdict::Hangs)])));
        assert!(!failure.is_reproduced_by(&report(&[("vulkan", crash("9"))])));
        assert!(!failure.is_reproduced_by(&report(&[])));
        let both = [("opengl", crash("9")), ("opengl's listing", differs("a"))];
        assert!(!failure.is_reproduced_by(&report(&both)), "another engine fails too");
    }

    #[test]
    fn correct_programs_are_not_failures() {
        assert!(Failure::of(report(&[("interp", Verdict::Same)])).is_none());
        assert!(Failure::of(report(&[])).is_none());
    }
}
