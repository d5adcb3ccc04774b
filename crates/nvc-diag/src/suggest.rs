//! "Did you mean" suggestions: finds the known name closest to a misspelled one.
//!
//! The metric is the optimal string alignment distance: the number of insertions, deletions, substitutions
//! and swaps of adjacent bytes. ASCII case is ignored. Only small distances matter, so only a band around the
//! diagonal of the dynamic-programming table is computed (Ukkonen), after the common prefix and suffix are removed.

/// Maximum length of a name that gets suggestions. A longer name is unlikely to be a typo.
const MAX_LENGTH: usize = 64;
/// Maximum number of candidates of similar length that are compared. A program may declare a hundred thousand
/// names.
const MAX_CANDIDATES: usize = 4096;
/// Maximum number of edits between a name and a suggestion. Short names allow fewer.
const MAX_EDITS: usize = 3;

/// Returns the candidate with the fewest edits from `name`; if there are several, the first. Allows one edit for
/// every three bytes of `name`, rounded up, but at most three edits, and fewer than `name` has bytes. Candidates
/// equal to `name` are skipped. Returns `None` if no candidate is close enough, or if `name` has more than 64
/// bytes.
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
        .filter_map(|candidate| Some((distance(&lower, &candidate.to_ascii_lowercase(), limit)?, candidate)))
        .filter(|&(edits, _)| edits < name.len())
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// Returns the optimal string alignment distance of two strings, if it is at most `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    // Outside the band, a distance is above the limit.
    let above = limit + 1;
    let mut rows = [vec![above; b.len() + 1], vec![above; b.len() + 1], (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        let [before, last, row] = &mut rows;
        row.fill(above);
        row[0] = i;
        for j in i.saturating_sub(limit).max(1)..=b.len().min(i + limit) {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut edits = (last[j - 1] + differs).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                edits = edits.min(before[j - 2] + 1);
            }
            row[j] = edits;
        }
    }
    rows[2].last().copied().filter(|&edits| edits <= limit)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_banded_distance_equals_the_full_distance() {
        // All pairs of strings of up to five letters from an alphabet of three.
        let mut words = vec![String::new()];
        for at in 0..(1 + 3 + 9 + 27 + 81) {
            let word = words[at].clone();
            words.extend(["a", "b", "c"].map(|letter| word.clone() + letter));
        }
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (a, b))) {
            let whole = strsim::osa_distance(a, b);
            for limit in 0..=3 {
                assert_eq!(
                    distance(a, b, limit),
                    Some(whole).filter(|&edits| edits <= limit),
                    "{a} {b} {limit}"
                );
            }
        }
    }

    #[test]
    fn misspelled_names_get_suggestions() {
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
