//! Updates the tables of `crates/lab/logs/conformance.md`. Results of devices that this machine lacks are
//! kept.

use crate::cases::{GROUPS, Job};
use crate::table::Table;
use crate::verdict::{ColumnResults, Verdict};
use anyhow::{Context, Result};
use nvc_lab::cases::{Expectations, Language};
use std::collections::{BTreeMap, BTreeSet};

/// Name of the table with the number of matching programs on each device.
const DEVICES: &str = "devices";
/// Name of the table of the programs that differ, or cannot run, on some device.
const DIFFERENCES: &str = "differences";
/// Cell of a matching program: blank, so that differences stand out.
const SAME: &str = "";

/// Returns the page with the results of these columns entered into its tables.
pub(crate) fn update(
    page: &str,
    jobs: &[Job],
    columns: &[ColumnResults],
    expectations: &Expectations,
) -> Result<String> {
    let page = replaced(page, DEVICES, |old| devices(old, jobs, columns))?;
    replaced(&page, DIFFERENCES, |old| differences(old, jobs, columns, expectations))
}

/// Returns the page with the table between the markers of this name replaced by `table(old)`.
fn replaced(page: &str, name: &str, table: impl FnOnce(Table) -> Table) -> Result<String> {
    let (start, end) = (format!("<!-- table: {name} -->\n"), format!("<!-- end: {name} -->"));
    let missing = || format!("the page has no markers `{}` and `{end}`", start.trim());
    let (before, rest) = page.split_once(&start).with_context(missing)?;
    let (old, after) = rest.split_once(&end).with_context(missing)?;
    Ok(format!("{before}{start}{}{end}{after}", table(Table::parse(old)).text()))
}

/// Builds the table of devices: a row per device, a column per collection and language. If these columns
/// changed, the old rows are dropped.
fn devices(mut table: Table, jobs: &[Job], columns: &[ColumnResults]) -> Table {
    let mut header = vec!["runs on".to_owned()];
    let mut kinds = Vec::new();
    for (group, title) in GROUPS {
        for language in Language::ALL {
            let is_kind = |job: &Job| job.group == group && job.language == language;
            if jobs.iter().any(is_kind) {
                header.push(match language {
                    Language::Assembly => title.to_owned(),
                    Language::Glsl => format!("{title}, from GLSL"),
                });
                kinds.push((group, language));
            }
        }
    }
    if table.header != header {
        table = Table { header, rows: Vec::new() };
    }
    let row = |column: &ColumnResults| {
        let mut row = vec![column.title.clone()];
        for (group, language) in &kinds {
            let of_kind = jobs.iter().zip(&column.verdicts);
            let of_kind: Vec<_> =
                of_kind.filter(|(job, _)| job.group == *group && job.language == *language).collect();
            let same = of_kind.iter().filter(|(_, verdict)| **verdict == Verdict::Same).count();
            row.push(format!("{same} of {}", of_kind.len()));
        }
        row
    };
    table.replace_rows(columns.iter().map(row).collect());
    table
}

/// Builds the table of differences: a row per program that differs, or cannot run, on at least one device, a
/// column per device.
fn differences(old: Table, jobs: &[Job], columns: &[ColumnResults], expectations: &Expectations) -> Table {
    /// Number of columns that identify the program: `case` and `from`.
    const KEYS: usize = 2;
    let mut cells = old.cells(KEYS);
    let mut titles: Vec<String> = old.header.iter().skip(KEYS).cloned().collect();
    titles.retain(|title| title != "cause");
    for column in columns {
        if !titles.contains(&column.title) {
            titles.push(column.title.clone());
        }
        for (job, verdict) in jobs.iter().zip(&column.verdicts) {
            let key = vec![job.name.clone(), job.language.name().to_owned()];
            let cell = cells.entry(key).or_default();
            cell.insert(column.title.clone(), cell_text(verdict).to_owned());
        }
    }
    let known: BTreeSet<(&str, &str)> =
        jobs.iter().map(|job| (job.name.as_str(), job.language.name())).collect();
    let mut table = Table::new(&["case", "from"]);
    table.header.extend(titles.iter().cloned());
    table.header.push("cause".to_owned());
    let get = |row: &BTreeMap<String, String>, title: &String| {
        row.get(title).cloned().unwrap_or_else(|| SAME.to_owned())
    };
    for (key, row) in &cells {
        let [name, from] = key.as_slice() else { continue };
        let values: Vec<String> = titles.iter().map(|title| get(row, title)).collect();
        if !known.contains(&(name.as_str(), from.as_str())) || values.iter().all(|value| value == SAME) {
            continue;
        }
        let mut line = key.clone();
        line.extend(values);
        line.push(causes(expectations, name, from));
        table.rows.push(line);
    }
    table
}

fn cell_text(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Same => SAME,
        Verdict::Differs(_) => "differs",
        Verdict::CannotRun(_) => "cannot run",
    }
}

/// Returns the causes that `expected.toml` lists for the differences of a program on any device.
fn causes(expectations: &Expectations, name: &str, from: &str) -> String {
    let mut causes: Vec<&str> = Vec::new();
    for listed in expectations.all() {
        let fits = listed.name == name && listed.from.is_none_or(|language| language.name() == from);
        if fits && !causes.contains(&listed.cause.as_str()) {
            causes.push(&listed.cause);
        }
    }
    causes.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nvc_lab::cases::Collection;
    use std::path::PathBuf;

    const PAGE: &str = "# Page\n\n<!-- table: devices -->\n| runs on | corpus |\n|---|---|\n| far | 1 of 2 |\n\
        <!-- end: devices -->\n\n<!-- table: differences -->\n| case | from | far | cause |\n|---|---|---|---|\n\
        | b | assembly | differs | far away |\n| gone | assembly | differs | old |\n<!-- end: differences -->\nEnd\n";

    fn job(name: &str) -> Job {
        let (group, name) = (Collection::Corpus, name.to_owned());
        Job { group, name, language: Language::Assembly, dir: PathBuf::new() }
    }

    #[test]
    fn absent_devices_keep_their_results() {
        let verdicts = vec![Verdict::Differs("x".into()), Verdict::Same];
        let columns = [ColumnResults { title: "near".into(), verdicts }];
        let page = update(PAGE, &[job("a"), job("b")], &columns, &Expectations::default()).unwrap();
        for line in [
            "| far | 1 of 2 |\n| near | 1 of 2 |\n",
            "| case | from | far | near | cause |\n",
            "| a | assembly |  | differs |  |\n| b | assembly | differs |  |  |\n<!-- end",
        ] {
            assert!(page.contains(line), "{line}\n{page}");
        }
        assert!(page.starts_with("# Page\n") && page.ends_with("-->\nEnd\n"));
        let again = update(&page, &[job("a"), job("b")], &columns, &Expectations::default()).unwrap();
        assert_eq!(page, again);
    }

    #[test]
    fn pages_without_markers_are_rejected() {
        assert!(update("no markers", &[], &[], &Expectations::default()).is_err());
    }
}
