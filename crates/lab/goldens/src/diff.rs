//! Formats the difference between two texts.

use std::fmt::Write;

/// Number of unchanged lines shown before and after the difference.
const CONTEXT: usize = 3;
/// Maximum number of differing lines shown from each text.
const SHOWN: usize = 40;

/// Shows the lines from the first to the last difference, prefixed by `-` for the old text and `+` for the new one, with
/// the number of the first differing line and some lines of context.
pub fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = (old.len() - first).min(new.len() - first);
    let last = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let (removed, added) = (&old[first..old.len() - last], &new[first..new.len() - last]);
    let mut out = format!("line {}:\n", first + 1);
    let mut show = |mark: char, lines: &[&str]| {
        for line in lines.iter().take(SHOWN) {
            let _ = writeln!(out, "{mark} {line}");
        }
        if lines.len() > SHOWN {
            let _ = writeln!(out, "{mark} ... {} more lines", lines.len() - SHOWN);
        }
    };
    show(' ', &old[first.saturating_sub(CONTEXT)..first]);
    show('-', removed);
    show('+', added);
    show(' ', &old[old.len() - last..][..last.min(CONTEXT)]);
    if removed.is_empty() && added.is_empty() {
        out.push_str("the texts differ only in their line ends\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn changed_lines_have_context() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = old.replace("e\n", "x\ny\n");
        assert_eq!(diff(old, &new), "line 5:\n  b\n  c\n  d\n- e\n+ x\n+ y\n  f\n  g\n  h\n");
    }

    #[test]
    fn repeated_lines_are_not_counted_twice() {
        assert_eq!(diff("a\na\n", "a\n"), "line 2:\n  a\n- a\n");
        assert_eq!(diff("", "a\n"), "line 1:\n+ a\n");
    }

    #[test]
    fn a_missing_final_newline_is_a_difference() {
        assert!(diff("a", "a\n").contains("line ends"));
    }
}
