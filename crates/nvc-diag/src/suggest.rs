//! "Did you mean" suggestions: finds the known name closest to a misspelled one.
//!
//! The metric is the optimal string alignment distance: the number of insertions, deletions, substitutions
//! and swaps of adjacent characters. ASCII case is ignored.

/// Maximum length of a name that gets suggestions. Longer names are not typing errors, and the distance takes
/// quadratic time.
const MAX_LENGTH: usize = 64;
/// Maximum number of candidates of similar length that are compared. A program may declare a hundred thousand
/// names.
const MAX_CANDIDATES: usize = 4096;
/// Maximum number of edits between a name and a suggestion. Short names allow fewer.
const MAX_EDITS: usize = 3;

/// Returns the candidate with the fewest edits from `name`; if there are several, the first. At most one edit
/// per three characters is allowed. Candidates equal to `name` are skipped.
///
/// ```
/// # use nvc_diag::suggest::nearest;
/// assert_eq!(nearest("barreir", ["mix", "barrier"]), Some("barrier"));
/// assert_eq!(nearest("mov", ["ADD", "MOV"]), Some("MOV"));
/// assert_eq!(nearest("QUUX", ["ADD", "MOV"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    let limit = name.len().div_ceil(3).min(MAX_EDITS);
    let lower = name.to_ascii_lowercase();
    let close = |candidate: &&str| candidate.len().abs_diff(name.len()) <= limit && *candidate != name;
    candidates
        .into_iter()
        .filter(close)
        .take(MAX_CANDIDATES)
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_ascii_lowercase()), candidate))
        .filter(|&(edits, _)| edits <= limit && edits < name.len())
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_find_their_name() {
        assert_eq!(nearest("MVO", ["ADD", "MOV"]), Some("MOV"));
        assert_eq!(nearest("TMEP", ["TEMP", "TEX"]), Some("TEMP"));
        assert_eq!(nearest("shufleNV", ["barrier", "shuffleNV"]), Some("shuffleNV"));
        assert_eq!(nearest("unknown-options", ["unknown-option", "all"]), Some("unknown-option"));
    }

    #[test]
    fn the_first_of_equally_close_names_is_suggested() {
        assert_eq!(nearest("R2", ["R0", "R1"]), Some("R0"));
    }

    #[test]
    fn other_names_are_not_suggested() {
        assert_eq!(nearest("completelyElse", ["barrier", "mix"]), None);
        assert_eq!(nearest("MOV", ["MOV"]), None);
        assert_eq!(nearest("", ["A"]), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest(&"x".repeat(65), [&*"x".repeat(64)]), None);
    }
}
