//! Tests of the comparison, on lists as devices report them.

use super::super::shapes::Vector;
use super::*;

const F16: Component = Component(0);
const F32: Component = Component(1);
const I8: Component = Component(3);
const I32: Component = Component(5);
const SUBGROUP: Scope = Scope(3);

fn product(sizes: [u32; 3]) -> Product {
    Product { sizes, components: [F16, F16, F32, F32], scope: SUBGROUP, saturating: false }
}

fn listed(product: Product) -> Entry {
    Entry { product, flexible: None }
}

/// A device with the products 16x16x16 and 16x8x16 of halves, and 16x16x32 of bytes with saturation.
fn device() -> Offered {
    let bytes = Product { components: [I8, I8, I32, I32], saturating: true, ..product([16, 16, 32]) };
    let khr = [product([16, 16, 16]), product([16, 8, 16]), bytes].map(listed).into();
    Offered { khr, ..Offered::default() }
}

fn problem(product: Product, offered: &Offered, invocations: u32) -> Option<Unsupported> {
    let needed = Needed { products: vec![(Extension::Khr, product)], ..Needed::default() };
    unsupported(&needed, offered, Some(invocations))
}

fn matrix(component: Component, rows: u32, columns: u32, usage: Option<Position>) -> Needed {
    let matrices = vec![Matrix { component, scope: SUBGROUP, rows, columns, usage }];
    Needed { matrices, ..Needed::default() }
}

#[test]
fn listed_products_are_supported() {
    for entry in device().khr {
        assert_eq!(problem(entry.product, &device(), 32), None);
    }
}

#[test]
fn every_property_of_a_product_counts() {
    let listed = product([16, 8, 16]);
    let mut components = [listed; 4];
    for (index, product) in components.iter_mut().enumerate() {
        product.components[index] = I8;
    }
    let sizes = [[8, 8, 16], [16, 16, 8], [16, 8, 32]].map(product);
    let scope = Product { scope: Scope::WORKGROUP, ..listed };
    let saturating = Product { saturating: true, ..listed };
    for product in [&components[..], &sizes, &[scope, saturating]].concat() {
        assert!(problem(product, &device(), 32).is_some(), "{product}");
    }
    let bytes = device().khr[2].product;
    assert!(problem(Product { saturating: false, ..bytes }, &device(), 32).is_some(), "the flag is required");
}

#[test]
fn the_nearest_products_are_named_first() {
    let problem = problem(product([16, 4, 16]), &device(), 32).unwrap();
    assert_eq!(
        problem.required,
        "the product of cooperative matrices 16x16 f16 * 16x4 f16 + 16x4 f32 -> f32, scope subgroup"
    );
    assert_eq!(
        problem.offered,
        "16x16 f16 * 16x8 f16 + 16x8 f32 -> f32, scope subgroup; \
         16x16 f16 * 16x16 f16 + 16x16 f32 -> f32, scope subgroup; \
         16x32 i8 * 32x16 i8 + 16x16 i32 -> i32, scope subgroup, saturating"
    );
}

#[test]
fn a_device_without_the_extension_lists_nothing() {
    let problem = problem(product([16, 16, 16]), &Offered::default(), 32).unwrap();
    assert_eq!(problem.offered, "nothing of the kind");
    let nv = Needed { products: vec![(Extension::Nv, product([16, 16, 16]))], ..Needed::default() };
    assert!(unsupported(&nv, &device(), Some(32)).is_some(), "KHR entries do not allow NV products");
    let Offered { khr, .. } = device();
    assert_eq!(unsupported(&nv, &Offered { nv: khr, ..Offered::default() }, Some(32)), None);
}

#[test]
fn flexible_dimensions_are_multiples() {
    let scope = Scope::WORKGROUP;
    let granularity = Entry { product: Product { scope, ..product([32, 16, 16]) }, flexible: Some(128) };
    let offered = Offered { khr: vec![granularity], max_dimension: Some(256), ..Offered::default() };
    let product = |sizes| Product { scope, ..product(sizes) };
    assert_eq!(problem(product([64, 48, 16]), &offered, 128), None);
    for sizes in [[48, 16, 16], [32, 24, 16], [32, 16, 8], [32, 0, 16]] {
        assert!(problem(product(sizes), &offered, 128).is_some(), "{sizes:?}");
    }
    let problem = problem(product([64, 48, 16]), &offered, 256).unwrap();
    assert_eq!(
        problem.offered,
        "multiples of 32x16 f16 * 16x16 f16 + 32x16 f32 -> f32, scope workgroup of 128 invocations"
    );
    assert_eq!(
        problem.required,
        "the product of cooperative matrices 64x16 f16 * 16x48 f16 + 64x48 f32 -> f32, scope workgroup of 256 invocations"
    );
    let matrix = |rows| {
        let matrix = Matrix { component: F16, scope, rows, columns: 16, usage: Some(Position::A) };
        unsupported(&Needed { matrices: vec![matrix], ..Needed::default() }, &offered, None)
    };
    assert_eq!(matrix(256), None);
    assert_eq!(matrix(512).unwrap().offered, "matrices of at most 256 rows and columns");
}

#[test]
fn entries_of_the_size_of_the_group_are_the_most_similar() {
    let scope = Scope::WORKGROUP;
    let entry = |rows, invocations| Entry {
        product: Product { scope, ..product([rows, 16, 16]) },
        flexible: Some(invocations),
    };
    let offered = Offered { khr: vec![entry(16, 64), entry(32, 128)], ..Offered::default() };
    let problem = problem(Product { scope, ..product([16, 16, 16]) }, &offered, 128).unwrap();
    assert_eq!(
        problem.offered,
        "multiples of 32x16 f16 * 16x16 f16 + 32x16 f32 -> f32, scope workgroup of 128 invocations; \
         multiples of 16x16 f16 * 16x16 f16 + 16x16 f32 -> f32, scope workgroup of 64 invocations"
    );
}

#[test]
fn matrices_are_checked_at_their_position() {
    let is_supported = |needed: &Needed| unsupported(needed, &device(), None).is_none();
    assert!(is_supported(&matrix(F16, 16, 8, Some(Position::B))));
    assert!(is_supported(&matrix(F32, 16, 8, Some(Position::Accumulator))));
    for needed in [
        matrix(F16, 16, 8, Some(Position::A)),
        matrix(F16, 16, 8, Some(Position::Accumulator)),
        matrix(I8, 16, 8, Some(Position::B)),
        matrix(F16, 8, 16, Some(Position::B)),
    ] {
        let problem = unsupported(&needed, &device(), None).unwrap();
        assert_eq!(problem.required, format!("the cooperative matrix {}", needed.matrices[0]));
    }
    let Offered { khr, .. } = device();
    let nv = Offered { nv: khr, ..Offered::default() };
    assert_eq!(unsupported(&matrix(F16, 16, 8, None), &nv, None), None, "NV matrices have no use");
    assert!(unsupported(&matrix(F16, 8, 8, None), &nv, None).is_some());
}

#[test]
fn vector_products_match_one_entry() {
    let entry = VectorProduct {
        input: F16,
        input_interpretation: F16,
        matrix: F16,
        bias: Some(F16),
        result: F16,
        transpose: false,
    };
    let wide = VectorProduct { bias: Some(F32), result: F32, transpose: true, ..entry };
    let offered = Offered { vectors: vec![entry, wide], max_components: 64, ..Offered::default() };
    let problem = |product| {
        unsupported(&Needed { vector_products: vec![product], ..Needed::default() }, &offered, None)
    };
    let without_bias = VectorProduct { bias: None, ..entry };
    for product in [entry, wide, without_bias, VectorProduct { transpose: false, ..wide }] {
        assert_eq!(problem(product), None, "{product}");
    }
    for product in [
        VectorProduct { input: F32, ..entry },
        VectorProduct { input_interpretation: I8, ..entry },
        VectorProduct { matrix: I8, ..entry },
        VectorProduct { bias: Some(F32), ..entry },
        VectorProduct { result: F32, ..entry },
        VectorProduct { transpose: true, ..entry },
    ] {
        assert!(problem(product).is_some(), "{product}");
    }
    let message = problem(VectorProduct { transpose: true, ..entry }).unwrap();
    assert_eq!(
        message.required,
        "the cooperative vector product matrix f16 * input f16 + bias f16 -> f16, transposed"
    );
}

#[test]
fn vectors_have_a_listed_type_and_a_maximum_length() {
    let entry = VectorProduct {
        input: F16,
        input_interpretation: I8,
        matrix: I8,
        bias: Some(I32),
        result: I32,
        transpose: false,
    };
    let offered = Offered { vectors: vec![entry], max_components: 64, ..Offered::default() };
    let problem = |component, length| {
        let vectors = vec![Vector { component, length }];
        unsupported(&Needed { vectors, ..Needed::default() }, &offered, None)
    };
    assert_eq!(problem(F16, 64), None);
    assert_eq!(problem(I32, 1), None);
    assert_eq!(problem(F16, 65).unwrap().offered, "at most 64 components");
    assert_eq!(problem(F32, 4).unwrap().required, "cooperative vectors of 4 components of f32");
}
