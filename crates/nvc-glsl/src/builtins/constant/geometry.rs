//! Constant folding of geometric functions (GLSL §8.5).

use super::Floats;

fn sum_of_products(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn magnitude(a: &[f64]) -> f64 {
    sum_of_products(a, a).sqrt()
}

/// `a + b * scale`
fn along(a: &[f64], b: &[f64], scale: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + y * scale).collect()
}

fn scaled(a: &[f64], scale: f64) -> Vec<f64> {
    a.iter().map(|x| x * scale).collect()
}

pub(super) fn length(args: &[Floats]) -> Option<Vec<f64>> {
    Some(vec![magnitude(&args.first()?.parts)])
}

pub(super) fn distance(args: &[Floats]) -> Option<Vec<f64>> {
    let [a, b] = args else { return None };
    Some(vec![magnitude(&along(&a.parts, &b.parts, -1.0))])
}

pub(super) fn dot(args: &[Floats]) -> Option<Vec<f64>> {
    let [a, b] = args else { return None };
    Some(vec![sum_of_products(&a.parts, &b.parts)])
}

pub(super) fn cross(args: &[Floats]) -> Option<Vec<f64>> {
    let [a, b] = args else { return None };
    let (&[a, b, c], &[x, y, z]) = (a.parts.as_slice(), b.parts.as_slice()) else { return None };
    Some(vec![b * z - c * y, c * x - a * z, a * y - b * x])
}

pub(super) fn normalize(args: &[Floats]) -> Option<Vec<f64>> {
    let parts = &args.first()?.parts;
    let size = magnitude(parts);
    Some(parts.iter().map(|x| x / size).collect())
}

pub(super) fn face_forward(args: &[Floats]) -> Option<Vec<f64>> {
    let [normal, incident, reference] = args else { return None };
    let front = sum_of_products(&reference.parts, &incident.parts) < 0.0;
    Some(scaled(&normal.parts, if front { 1.0 } else { -1.0 }))
}

pub(super) fn reflect(args: &[Floats]) -> Option<Vec<f64>> {
    let [incident, normal] = args else { return None };
    let cosine = sum_of_products(&normal.parts, &incident.parts);
    Some(along(&incident.parts, &normal.parts, -2.0 * cosine))
}

pub(super) fn refract(args: &[Floats]) -> Option<Vec<f64>> {
    let [incident, normal, eta] = args else { return None };
    let eta = *eta.parts.first()?;
    let cosine = sum_of_products(&normal.parts, &incident.parts);
    let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    if k < 0.0 {
        return Some(vec![0.0; incident.parts.len()]);
    }
    Some(along(&scaled(&incident.parts, eta), &normal.parts, -(eta * cosine + k.sqrt())))
}
