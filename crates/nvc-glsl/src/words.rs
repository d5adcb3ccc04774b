//! Words that are nearly another.

/// The word that a misspelt one most likely was: at most a third of its letters differ.
pub(crate) fn closest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Long words would take long, and are no slip of the finger.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let most = (word.chars().count() / 3).clamp(1, 3);
    known
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= most)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, remove, replace or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_slips() {
        let words = ["while", "uniform", "if", "int"];
        let found = |word| closest(word, words.into_iter());
        assert_eq!(found("whlie"), Some("while"));
        assert_eq!(found("unform"), Some("uniform"));
        assert_eq!(found("fi"), Some("if"));
        assert_eq!(found("value"), None);
    }
}
