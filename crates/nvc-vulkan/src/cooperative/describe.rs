//! Describes products and types in error messages: `16x8 f16 * 8x16 f16 + 16x16 f32 -> f32, scope subgroup`.

use super::shapes::{Component, Entry, Matrix, Position, Product, Scope, Vector, VectorProduct};
use std::fmt;

/// Names of component types (Vulkan, `VkComponentTypeKHR`), as in the reflection.
const COMPONENTS: &[(u32, &str)] = &[
    (0, "f16"),
    (1, "f32"),
    (2, "f64"),
    (3, "i8"),
    (4, "i16"),
    (5, "i32"),
    (6, "i64"),
    (7, "u8"),
    (8, "u16"),
    (9, "u32"),
    (10, "u64"),
    (1_000_141_000, "bf16"),
    (1_000_491_000, "packed i8"),
    (1_000_491_001, "packed u8"),
    (1_000_491_002, "e4m3"),
    (1_000_491_003, "e5m2"),
];

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match COMPONENTS.iter().find(|(number, _)| *number == self.0) {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "component type {}", self.0),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("scope device"),
            2 => f.write_str("scope workgroup"),
            3 => f.write_str("scope subgroup"),
            5 => f.write_str("scope queue family"),
            number => write!(f, "scope {number}"),
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, result] = self.components;
        let [m, n, k] = self.sizes;
        write!(f, "{m}x{k} {a} * {k}x{n} {b} + {m}x{n} {c} -> {result}, {}", self.scope)?;
        f.write_str(if self.saturating { ", saturating" } else { "" })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(invocations) = self.flexible else { return self.product.fmt(f) };
        write!(f, "multiples of {}", self.product)?;
        match self.product.scope {
            Scope::WORKGROUP => write!(f, " of {invocations} invocations"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} {}", self.rows, self.columns, self.component)?;
        match self.usage {
            Some(Position::A) => f.write_str(" as A")?,
            Some(Position::B) => f.write_str(" as B")?,
            Some(Position::Accumulator) => f.write_str(" as accumulator")?,
            None => {}
        }
        write!(f, ", {}", self.scope)
    }
}

impl fmt::Display for VectorProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "matrix {} * input {}", self.matrix, self.input)?;
        if self.input_interpretation != self.input {
            write!(f, " as {}", self.input_interpretation)?;
        }
        if let Some(bias) = self.bias {
            write!(f, " + bias {bias}")?;
        }
        write!(f, " -> {}", self.result)?;
        f.write_str(if self.transpose { ", transposed" } else { "" })
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} components of {}", self.length, self.component)
    }
}
