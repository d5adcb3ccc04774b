//! Makes a program smaller while some property holds: delta debugging over statements, then over
//! the operands of each.

/// A smaller text for which `keeps` still holds, as it does for `text`.
pub fn reduce(text: &str, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let mut statements = split(text);
    loop {
        let before = statements.clone();
        remove_blocks(&mut statements, keeps);
        remove_runs(&mut statements, keeps);
        for index in 0..statements.len() {
            simplify(&mut statements, index, keeps);
        }
        if statements == before {
            return statements.concat();
        }
    }
}

/// The statements, each with the white space and comments before it; the last piece is `END`.
fn split(text: &str) -> Vec<String> {
    // The header ends with its line, not with a semicolon.
    let header = text.find('\n').map_or(0, |end| end + 1);
    let (header, body) = text.split_at(header);
    let mut pieces = vec![header.to_owned()];
    for line in body.split_inclusive(['\n', ';']) {
        match pieces.last_mut() {
            // The end of the line belongs to the statement that it follows.
            Some(last) if line.trim().is_empty() => last.push_str(line),
            _ => pieces.push(line.to_owned()),
        }
    }
    pieces
}

/// Removes runs of statements, long ones first.
fn remove_runs(statements: &mut Vec<String>, keeps: &mut dyn FnMut(&str) -> bool) {
    let mut length = statements.len().next_power_of_two() / 2;
    while length > 0 {
        let mut start = 0;
        while start < statements.len() {
            let end = (start + length).min(statements.len());
            let mut fewer = statements.clone();
            fewer.drain(start..end);
            if keeps(&fewer.concat()) {
                *statements = fewer;
            } else {
                start += length;
            }
        }
        length /= 2;
    }
}

/// Removes the ends of a block together, and what is between them if that may go as well.
fn remove_blocks(statements: &mut Vec<String>, keeps: &mut dyn FnMut(&str) -> bool) {
    let mut start = 0;
    while start < statements.len() {
        if let Some(end) = end_of_block(statements, start) {
            let mut without = statements.clone();
            without.drain(start..=end);
            if keeps(&without.concat()) {
                *statements = without;
                continue;
            }
            let mut opened = statements.clone();
            opened.remove(end);
            opened.remove(start);
            if keeps(&opened.concat()) {
                *statements = opened;
                continue;
            }
        }
        start += 1;
    }
}

/// The statement that closes the block which `start` opens.
fn end_of_block(statements: &[String], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, statement) in statements.iter().enumerate().skip(start) {
        match mnemonic(statement) {
            "IF" | "REP" => depth += 1,
            "ENDIF" | "ENDREP" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (index > start).then_some(index);
        }
    }
    None
}

fn mnemonic(statement: &str) -> &str {
    statement.trim_start().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default()
}

/// Tries simpler forms of a statement's parts: no modifier, no mask, a plain constant.
fn simplify(statements: &mut [String], index: usize, keeps: &mut dyn FnMut(&str) -> bool) {
    let mut from = 0;
    while let Some(original) = statements.get(index).cloned() {
        let tried =
            parts(&original).into_iter().find_map(|(start, end)| (start >= from).then_some((start, end)));
        let Some((start, end)) = tried else { return };
        from = start + 1;
        for replacement in ["", "{1, 0, 0, 0}", "{1.0, 0.0, 0.0, 0.0}", "x"] {
            let simpler = format!("{}{replacement}{}", &original[..start], &original[end..]);
            if simpler.len() >= original.len() {
                continue;
            }
            statements[index] = simpler;
            if keeps(&statements.concat()) {
                from = start;
                break;
            }
            statements[index].clone_from(&original);
        }
    }
}

/// Places of suffixes (`.x`), groups in brackets, and operands behind commas.
fn parts(statement: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (start, c) in statement.char_indices() {
        let rest = &statement[start..];
        let length = match c {
            '.' => 1 + rest[1..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len() - 1),
            '(' => rest.find(')').map_or(0, |end| end + 1),
            '|' | '-' => 1,
            ',' | ' ' => {
                let skipped = rest.len() - rest[1..].trim_start().len();
                let close = if rest[skipped..].starts_with('{') { '}' } else { ',' };
                let end = rest[skipped..].find([close, ';']).map(|end| skipped + end);
                end.map_or(0, |end| end + usize::from(rest[end..].starts_with('}')))
            }
            _ => 0,
        };
        if length > 0 {
            found.push((start, start + length));
            // An operand may become simpler without its comma.
            if matches!(c, ',' | ' ') {
                let skipped = rest.len() - rest[1..].trim_start().len();
                if skipped < length {
                    found.push((start + skipped, start + length));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{reduce, split};

    const PROGRAM: &str = "!!NVcp5.0\nGROUP_SIZE 64;\nTEMP a, b;\nMOV.U a, {1, 2, 3, 4};\nIF NE.x;\n\
                           ADD.U.CC b.xy (EQ.x), -a.wzyx, |b|;\nENDIF;\nREP; BRK; ENDREP;\nEND\n";

    #[test]
    fn nothing_is_lost() {
        assert_eq!(split(PROGRAM).concat(), PROGRAM);
        assert_eq!(split("no line").concat(), "no line");
        assert_eq!(split("").concat(), "");
    }

    #[test]
    fn only_what_matters_stays() {
        let mut blocks_match = |text: &str| {
            text.starts_with("!!NVcp5.0\n")
                && text.matches("IF ").count() == text.matches("ENDIF").count()
                && text.contains("ADD.U.CC b")
        };
        assert_eq!(reduce(PROGRAM, &mut blocks_match), "!!NVcp5.0\nADD.U.CC b;\n");
    }

    #[test]
    fn a_text_that_must_stay_stays() {
        assert_eq!(reduce(PROGRAM, &mut |text| text == PROGRAM), PROGRAM);
    }
}
