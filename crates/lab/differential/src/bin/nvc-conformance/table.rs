//! Parses, updates and prints Markdown tables whose first cells identify the row.

use std::collections::BTreeMap;

/// A Markdown table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates an empty table with these column titles.
    pub(crate) fn new(header: &[&str]) -> Self {
        Table { header: header.iter().map(|title| (*title).to_owned()).collect(), rows: Vec::new() }
    }

    /// Parses the lines of `text` that start with `|`.
    pub(crate) fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| line.starts_with('|'));
        let mut lines = lines.map(|line| {
            let inner = line.trim().trim_matches('|');
            inner.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        });
        let header = lines.next().unwrap_or_default();
        let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| c == '-'));
        Table { header, rows: lines.filter(|row| !is_rule(row)).collect() }
    }

    /// Formats the table as Markdown.
    pub(crate) fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut text = line(&self.header);
        text.push_str(&format!("|{}\n", "---|".repeat(self.header.len())));
        self.rows.iter().for_each(|row| text.push_str(&line(row)));
        text
    }

    /// Replaces the rows that have the same first cell as a new row, and appends the other new rows.
    pub(crate) fn replace_rows(&mut self, rows: Vec<Vec<String>>) {
        for row in rows {
            match self.rows.iter_mut().find(|old| old.first() == row.first()) {
                Some(old) => *old = row,
                None => self.rows.push(row),
            }
        }
    }

    /// Returns the cells by row key (the first `keys` cells) and column title.
    pub(crate) fn cells(&self, keys: usize) -> BTreeMap<Vec<String>, BTreeMap<String, String>> {
        let row = |row: &Vec<String>| {
            let key = row.iter().take(keys).cloned().collect();
            let cells = self.header.iter().zip(row).skip(keys);
            (key, cells.map(|(title, cell)| (title.clone(), cell.clone())).collect())
        };
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "| device | corpus |\n|---|---|\n| a | 1 of 2 |\n| b | 2 of 2 |\n";

    #[test]
    fn tables_round_trip() {
        let table = Table::parse(TEXT);
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.text(), TEXT);
        assert_eq!(table.cells(1)[&vec!["b".to_owned()]]["corpus"], "2 of 2");
    }

    #[test]
    fn other_rows_are_kept() {
        let mut table = Table::parse(TEXT);
        table.replace_rows(vec![vec!["b".into(), "0 of 2".into()], vec!["c".into(), "2 of 2".into()]]);
        let first: Vec<String> = table.rows.iter().map(|row| row.concat()).collect();
        assert_eq!(first, ["a1 of 2", "b0 of 2", "c2 of 2"]);
    }
}
