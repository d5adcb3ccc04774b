//! "Did you mean": the nearest of some names.

/// The candidate that is nearest to a name, if one is near: at most a third of its letters differ.
pub(crate) fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.len() / 3).max(1);
    if !(3..=64).contains(&name.len()) {
        return None;
    }
    candidates
        .filter(|candidate| candidate.len().abs_diff(name.len()) <= limit && *candidate != name)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// How many letters must be added, removed, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(!x.eq_ignore_ascii_case(&y));
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
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
    use super::nearest;

    #[test]
    fn near_names_are_found() {
        let names = ["barrier", "shuffleNV", "texture", "mix"];
        assert_eq!(nearest("shufleNV", names.into_iter()), Some("shuffleNV"));
        assert_eq!(nearest("barreir", names.into_iter()), Some("barrier"));
        assert_eq!(nearest("completelyElse", names.into_iter()), None);
    }
}
