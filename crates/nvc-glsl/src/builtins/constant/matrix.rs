//! Constant folding of matrix functions (GLSL §8.6).

use super::Floats;

pub(super) fn outer(args: &[Floats]) -> Option<Vec<f64>> {
    let [column, row] = args else { return None };
    Some(row.parts.iter().flat_map(|factor| column.parts.iter().map(move |x| x * factor)).collect())
}

pub(super) fn transpose(args: &[Floats]) -> Option<Vec<f64>> {
    let matrix = args.first()?;
    let columns = matrix.parts.len().checked_div(matrix.rows)?;
    let at = |row, column: usize| matrix.parts.get(column * matrix.rows + row).copied();
    (0..matrix.rows).flat_map(|row| (0..columns).map(move |column| at(row, column))).collect()
}

pub(super) fn determinant(args: &[Floats]) -> Option<Vec<f64>> {
    Some(vec![minor(args.first()?, &[], &[])?])
}

/// Returns the inverse: the adjugate divided by the determinant; `None` if the determinant is zero.
pub(super) fn inverse(args: &[Floats]) -> Option<Vec<f64>> {
    let matrix = args.first()?;
    let size = matrix.rows;
    let determinant = minor(matrix, &[], &[])?;
    if determinant == 0.0 {
        return None;
    }
    let cofactor = |row, column| {
        // The cofactor of column i and row j is the element in column j and row i of the adjugate.
        let sign = if (row + column) % 2 == 0 { 1.0 } else { -1.0 };
        Some(sign * minor(matrix, &[row], &[column])? / determinant)
    };
    (0..size).flat_map(|column| (0..size).map(move |row| cofactor(row, column))).collect()
}

/// Computes a minor: the determinant without some columns and rows, by cofactor expansion along the first remaining
/// column.
fn minor(matrix: &Floats, columns: &[usize], rows: &[usize]) -> Option<f64> {
    let remaining = |without: &[usize]| (0..matrix.rows).filter(|i| !without.contains(i)).collect::<Vec<_>>();
    let Some(&column) = remaining(columns).first() else { return Some(1.0) };
    let mut sum = 0.0;
    for (index, row) in remaining(rows).into_iter().enumerate() {
        let element = *matrix.parts.get(column * matrix.rows + row)?;
        let rest = minor(matrix, &[columns, &[column]].concat(), &[rows, &[row]].concat())?;
        sum += if index % 2 == 0 { element * rest } else { -element * rest };
    }
    Some(sum)
}
