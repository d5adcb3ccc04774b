//! Compares what a module needs with what a device lists.

use super::shapes::{
    Component, Entry, Extension, Matrix, Needed, Offered, Position, Product, Scope, VectorProduct,
};

/// Maximum number of listed combinations in an error message.
const MAX_OFFERED: usize = 3;

const EMULATE: &str = "use sizes and types that the device lists, or compile with `--coopmat emulate`";
const OTHER_TYPES: &str = "use types and interpretations that the device lists";

/// A combination that the device does not support.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unsupported {
    /// The combination that the module needs, as a noun phrase.
    pub(super) required: String,
    /// What the device lists, the most similar combinations first.
    pub(super) offered: String,
    /// What to change, as an imperative.
    pub(super) help: &'static str,
}

/// The first combination that the device does not support. `invocations` is the size of the workgroup, if it is known.
pub(super) fn unsupported(
    needed: &Needed,
    offered: &Offered,
    invocations: Option<u32>,
) -> Option<Unsupported> {
    let products = needed.products.iter().find_map(|(extension, product)| {
        let entries = offered.entries(*extension);
        let known = entries.iter().any(|entry| entry.admits(product, invocations));
        (!known).then(|| Unsupported {
            required: format!(
                "the product of cooperative matrices {product}{}",
                group_size(product.scope, invocations)
            ),
            offered: nearest(entries, |entry| entry.distance(product, invocations)),
            help: EMULATE,
        })
    });
    products
        .or_else(|| needed.matrices.iter().find_map(|matrix| matrix_problem(matrix, offered, invocations)))
        .or_else(|| {
            needed.vector_products.iter().find_map(|product| vector_product_problem(product, offered))
        })
        .or_else(|| vector_problem(needed, offered))
}

fn matrix_problem(matrix: &Matrix, offered: &Offered, invocations: Option<u32>) -> Option<Unsupported> {
    let extension = if matrix.usage.is_some() { Extension::Khr } else { Extension::Nv };
    let entries = offered.entries(extension);
    let required = format!("the cooperative matrix {matrix}{}", group_size(matrix.scope, invocations));
    if !entries.iter().any(|entry| entry.admits_matrix(matrix, invocations)) {
        let offered = nearest(entries, |entry| entry.matrix_distance(matrix, invocations));
        return Some(Unsupported { required, offered, help: EMULATE });
    }
    let max = offered.max_dimension.filter(|&max| matrix.rows.max(matrix.columns) > max)?;
    let offered = format!("matrices of at most {max} rows and columns");
    Some(Unsupported { required, offered, help: EMULATE })
}

/// Describes the size of the workgroup, if it shares a matrix and its size is known.
fn group_size(scope: Scope, invocations: Option<u32>) -> String {
    match invocations {
        Some(invocations) if scope == Scope::WORKGROUP => format!(" of {invocations} invocations"),
        _ => String::new(),
    }
}

fn vector_product_problem(product: &VectorProduct, offered: &Offered) -> Option<Unsupported> {
    let known = offered.vectors.iter().any(|entry| vector_distance(entry, product) == 0);
    (!known).then(|| Unsupported {
        required: format!("the cooperative vector product {product}"),
        offered: nearest(&offered.vectors, |entry| (vector_distance(entry, product), 0)),
        help: OTHER_TYPES,
    })
}

fn vector_problem(needed: &Needed, offered: &Offered) -> Option<Unsupported> {
    let lists = |component: Component| {
        let listed = |entry: &VectorProduct| {
            let bias = entry.bias.unwrap_or(entry.result);
            [entry.input, entry.input_interpretation, entry.matrix, bias, entry.result].contains(&component)
        };
        offered.vectors.iter().any(listed)
    };
    let is_wrong = |length: u32, component: Component| length > offered.max_components || !lists(component);
    let vector = needed.vectors.iter().find(|vector| is_wrong(vector.length, vector.component))?;
    let (offered, help) = match lists(vector.component) {
        true => (format!("at most {} components", offered.max_components), "use shorter vectors"),
        false => (nearest(&offered.vectors, |_| (0, 0)), OTHER_TYPES),
    };
    Some(Unsupported { required: format!("cooperative vectors of {vector}"), offered, help })
}

impl Offered {
    fn entries(&self, extension: Extension) -> &[Entry] {
        match extension {
            Extension::Khr => &self.khr,
            Extension::Nv => &self.nv,
        }
    }
}

impl Entry {
    /// Whether the entry allows a product.
    fn admits(&self, product: &Product, invocations: Option<u32>) -> bool {
        let listed = &self.product;
        listed.components == product.components
            && listed.scope == product.scope
            && listed.saturating == product.saturating
            && self.fits(&product.sizes, &listed.sizes)
            && self.fits_group(invocations)
    }

    /// Whether the entry allows a matrix, at one of its positions.
    fn admits_matrix(&self, matrix: &Matrix, invocations: Option<u32>) -> bool {
        let listed = &self.product;
        let admits = |position| {
            matrix.usage.is_none_or(|usage| usage == position)
                && listed.components_at(position).contains(&matrix.component)
                && self.fits(&[matrix.rows, matrix.columns], &listed.size(position))
        };
        listed.scope == matrix.scope
            && self.fits_group(invocations)
            && [Position::A, Position::B, Position::Accumulator].into_iter().any(admits)
    }

    /// Whether sizes equal those of the entry, or are multiples of them if the entry's are granularities.
    fn fits(&self, sizes: &[u32], listed: &[u32]) -> bool {
        match self.flexible {
            None => sizes == listed,
            Some(_) => sizes.iter().zip(listed).all(|(&size, &step)| size != 0 && size.is_multiple_of(step)),
        }
    }

    /// Whether the workgroup has the size that an entry with flexible dimensions requires in the scope of a workgroup. A
    /// size that is not known is assumed to fit.
    fn fits_group(&self, invocations: Option<u32>) -> bool {
        match (self.flexible, invocations) {
            (Some(required), Some(size)) => self.product.scope != Scope::WORKGROUP || size == required,
            _ => true,
        }
    }

    /// The number of properties in which a product differs from the entry, and the difference of the sizes.
    fn distance(&self, product: &Product, invocations: Option<u32>) -> (u32, u32) {
        let listed = &self.product;
        let components = listed.components.iter().zip(product.components).filter(|(a, b)| **a != *b).count();
        let differ = u32::from(listed.scope != product.scope)
            + u32::from(listed.saturating != product.saturating)
            + u32::from(!self.fits_group(invocations))
            + components as u32;
        (differ, difference(&listed.sizes, &product.sizes))
    }

    /// As [`Entry::distance`], of a matrix from the position of the entry that is most similar.
    fn matrix_distance(&self, matrix: &Matrix, invocations: Option<u32>) -> (u32, u32) {
        let listed = &self.product;
        let distance = |position| {
            let differ = u32::from(listed.scope != matrix.scope)
                + u32::from(!listed.components_at(position).contains(&matrix.component))
                + u32::from(!self.fits_group(invocations));
            (differ, difference(&listed.size(position), &[matrix.rows, matrix.columns]))
        };
        let positions = [Position::A, Position::B, Position::Accumulator];
        let positions = positions.into_iter().filter(|p| matrix.usage.is_none_or(|usage| usage == *p));
        positions.map(distance).min().unwrap_or_default()
    }
}

/// The sum of the differences of sizes.
fn difference(listed: &[u32], sizes: &[u32]) -> u32 {
    listed.iter().zip(sizes).map(|(a, b)| a.abs_diff(*b)).fold(0, u32::saturating_add)
}

/// The number of properties in which a product differs from a listed one. A product without a bias has any bias, and one
/// whose matrix is not transposed is allowed by every entry.
fn vector_distance(listed: &VectorProduct, product: &VectorProduct) -> u32 {
    [
        listed.input != product.input,
        listed.input_interpretation != product.input_interpretation,
        listed.matrix != product.matrix,
        product.bias.is_some() && listed.bias != product.bias,
        listed.result != product.result,
        product.transpose && !listed.transpose,
    ]
    .map(u32::from)
    .iter()
    .sum()
}

/// Lists the entries with the smallest distance.
fn nearest<T: ToString>(entries: &[T], distance: impl Fn(&T) -> (u32, u32)) -> String {
    let mut sorted: Vec<&T> = entries.iter().collect();
    sorted.sort_by_key(|entry| distance(entry));
    let mut lines: Vec<String> = sorted.into_iter().map(T::to_string).collect();
    lines.dedup();
    let others = lines.len().saturating_sub(MAX_OFFERED);
    lines.truncate(MAX_OFFERED);
    match (lines.is_empty(), others) {
        (true, _) => "nothing of the kind".to_owned(),
        (_, 0) => lines.join("; "),
        _ => format!("{}; and {others} others", lines.join("; ")),
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
