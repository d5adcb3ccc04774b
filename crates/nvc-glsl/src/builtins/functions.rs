//! Lookup of built-in functions by name.

pub use super::families::{FAMILIES, Family};
use super::index::Index;
pub use super::operation::Operation;
use super::signature::Row;

/// The overload chosen for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Operation of the overload.
    pub operation: Operation,
}

/// Returns the rows with this name, in the order of the tables.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + Clone + use<'_> {
    INDEX.find(name).filter_map(|number| ROWS.get(number).copied()).filter(move |row| row.name == name)
}

/// Returns the names of all rows, for suggestions. A name that several rows have is repeated.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.name)
}

/// Returns the name of the first function with this operation, for messages; empty if there is none.
pub fn name_of(operation: Operation) -> &'static str {
    ROWS.iter().find(|row| row.operation == operation).map_or("", |row| row.name)
}

const COUNT: usize = {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        count += FAMILIES[family].rows.len();
        family += 1;
    }
    count
};

/// The rows of all tables.
static ROWS: [&Row; COUNT] = ALL;
static INDEX: Index<COUNT, 1024> = index();

const ALL: [&Row; COUNT] = {
    let mut all = [&FAMILIES[0].rows[0]; COUNT];
    let (mut family, mut next) = (0, 0);
    while family < FAMILIES.len() {
        let rows = FAMILIES[family].rows;
        let mut row = 0;
        while row < rows.len() {
            all[next] = &rows[row];
            next += 1;
            row += 1;
        }
        family += 1;
    }
    all
};

const fn index() -> Index<COUNT, 1024> {
    let mut names = [""; COUNT];
    let mut row = 0;
    while row < COUNT {
        names[row] = ALL[row].name;
        row += 1;
    }
    Index::new(&names)
}

#[cfg(test)]
mod tests {
    use super::{ROWS, named, names};
    use crate::builtins::signature::Needs;
    use crate::extensions::Extension;

    #[test]
    fn every_name_is_found() {
        for row in ROWS {
            assert!(named(row.name).any(|found| std::ptr::eq(found, row)), "{}", row.name);
        }
        assert_eq!(named("").count() + named("sine").count(), 0);
    }

    #[test]
    fn shuffles_are_those_of_the_specification() {
        let shuffles = ["shuffleNV", "shuffleUpNV", "shuffleDownNV", "shuffleXorNV"];
        let rows: Vec<_> = shuffles.iter().flat_map(|name| named(name)).collect();
        // Four sizes of each scalar.
        let overloads: usize = rows.iter().map(|row| row.scalars.len() * 4).sum();
        assert_eq!(overloads, 64);
        assert!(rows.iter().all(|row| row.params.len() == 4 && row.params[3].optional));
        assert_eq!(names().filter(|name| name.starts_with("shuffle")).count(), shuffles.len());
    }

    #[test]
    fn needed_extensions_are_in_the_table() {
        let known = |needs: &Needs| needs.extensions.iter().all(|name| Extension::find(name).is_some());
        for row in ROWS {
            assert!(known(&row.needs), "{}: {:?}", row.name, row.needs.extensions);
            for choice in row.scalars {
                assert!(known(&choice.needs), "{}: {:?}", row.name, choice.needs.extensions);
            }
        }
    }

    /// No two rows have a common overload.
    #[test]
    fn overloads_are_distinct() {
        for row in ROWS {
            for other in named(row.name).filter(|other| !std::ptr::eq(*other, row)) {
                if row.params.len() != other.params.len() {
                    continue;
                }
                let differ = row.params.iter().zip(other.params).any(|(a, b)| a.pattern != b.pattern);
                let scalars = row.scalars.iter().any(|a| other.scalars.iter().any(|b| a.scalar == b.scalar));
                assert!(differ || !scalars && !row.scalars.is_empty(), "{}", row.name);
            }
        }
    }
}
