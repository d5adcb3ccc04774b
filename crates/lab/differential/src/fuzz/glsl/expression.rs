//! Generates side-effect-free expressions of a given type.

use super::program::Generator;
use super::types::{COMPONENTS, Ty};

/// Boundary values for literals.
const WORDS: &[u32] = &[0, 1, 2, 3, 5, 7, 31, 32, 255, 256, 65535, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

impl Generator {
    /// Generates an expression of the type, of at most this depth.
    pub(super) fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.rng.chance(15) {
            return self.leaf(ty);
        }
        match ty {
            Ty::Bool => self.condition(depth - 1),
            Ty::IVec(_) | Ty::UVec(_) if self.rng.chance(20) => self.constructor(ty, depth - 1),
            Ty::Int | Ty::Uint if self.rng.chance(30) => self.scalar_function(ty, depth - 1),
            _ => self.arithmetic(ty, depth - 1),
        }
    }

    /// Generates an expression without operators, except in an index: a variable, a component of a vector variable, an
    /// element of an array in `HEAD`, or a literal.
    fn leaf(&mut self, ty: Ty) -> String {
        let known = self.variables(|v| v.ty == ty);
        if !known.is_empty() && self.rng.chance(70) {
            return self.rng.pick(&known).clone();
        }
        if ty == Ty::Uint && self.rng.chance(40) {
            let index = self.variables(|v| v.ty == Ty::Uint);
            let index = if index.is_empty() { "lane".to_owned() } else { self.rng.pick(&index).clone() };
            return match self.rng.below(3) {
                0 => format!("words[{index} & 63u]"),
                1 => format!("state[{index} & 7u].{}", self.rng.name(&COMPONENTS)),
                _ => format!("table[{index} & 7u]"),
            };
        }
        let vectors = self.variables(|v| v.ty.components() > 1 && v.ty.scalar() == ty);
        if !vectors.is_empty() && self.rng.chance(60) {
            // Vectors have at least two components, so `x` and `y` always exist.
            let component = COMPONENTS[self.rng.below(2)];
            return format!("{}.{component}", self.rng.pick(&vectors));
        }
        self.literal(ty)
    }

    fn literal(&mut self, ty: Ty) -> String {
        let word = if self.rng.chance(60) { *self.rng.pick(WORDS) } else { self.rng.next_u64() as u32 };
        match ty {
            Ty::Bool => if word & 1 == 0 { "false" } else { "true" }.to_owned(),
            Ty::Int => format!("int({word}u)"),
            Ty::Uint => format!("{word}u"),
            Ty::Int64 => format!("int64_t({}UL)", self.rng.next_u64()),
            Ty::Uint64 => format!("{}UL", self.rng.next_u64()),
            vector => format!("{}({})", vector.name(), self.literal(vector.scalar())),
        }
    }

    /// Generates a component-wise operation or conversion.
    fn arithmetic(&mut self, ty: Ty, depth: usize) -> String {
        let a = self.expression(ty, depth);
        let constant = |number: u32| ty.small(number);
        match self.rng.below(16) {
            0 => format!("(-{a})"),
            1 => format!("(~{a})"),
            2 | 3 => {
                let operator = self.rng.name(&["<<", ">>"]);
                // The shift amount is masked to be less than the bit width.
                let amount_mask = if ty.wide() { "63" } else { "31" };
                let shift = if self.rng.chance(50) || ty.wide() {
                    format!("int({} & {amount_mask}u)", self.expression(Ty::Uint, depth.min(1)))
                } else {
                    format!("({} & {})", self.expression(ty, depth.min(1)), constant(31))
                };
                format!("({a} {operator} {shift})")
            }
            4 => {
                // Divisors are odd and positive, which excludes division by zero and INT_MIN / -1.
                let b = self.expression(ty, depth);
                format!("({a} / (({b} & {}) | {}))", constant(0xffff), constant(1))
            }
            5 if !ty.signed() => {
                let b = self.expression(ty, depth);
                format!("({a} % (({b} & {}) | {}))", constant(0xffff), constant(1))
            }
            6 => {
                let condition = self.expression(Ty::Bool, depth.min(2));
                format!("({condition} ? {a} : {})", self.expression(ty, depth))
            }
            7 if !ty.wide() => {
                let function = self.rng.name(&["min", "max"]);
                format!("{function}({a}, {})", self.expression(ty, depth))
            }
            8 if !ty.wide() => self.converted(ty, depth),
            9 if ty.wide() => self.widened(ty, depth),
            _ => {
                let operator = self.rng.name(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {operator} {})", self.expression(ty, depth))
            }
        }
    }

    /// Generates a conversion between signed and unsigned.
    fn converted(&mut self, ty: Ty, depth: usize) -> String {
        let from = match ty {
            Ty::Int => Ty::Uint,
            Ty::IVec(n) => Ty::UVec(n),
            Ty::UVec(n) => Ty::IVec(n),
            _ => Ty::Int,
        };
        format!("{}({})", ty.name(), self.expression(from, depth))
    }

    /// Generates a conversion from 32 to 64 bits.
    fn widened(&mut self, ty: Ty, depth: usize) -> String {
        let from = if self.rng.chance(50) { Ty::Int } else { Ty::Uint };
        format!("{}({})", ty.name(), self.expression(from, depth))
    }

    /// Generates a vector from its components.
    fn constructor(&mut self, ty: Ty, depth: usize) -> String {
        let parts: Vec<String> =
            (0..ty.components()).map(|_| self.expression(ty.scalar(), depth.min(2))).collect();
        format!("{}({})", ty.name(), parts.join(", "))
    }

    /// Generates a 32-bit scalar: a call of a function, or a conversion from 64 bits.
    fn scalar_function(&mut self, ty: Ty, depth: usize) -> String {
        let a = self.expression(ty, depth);
        // Offsets and widths of bit fields are at most 15, so that the bit fields end within 32 bits.
        let below_16 = |g: &mut Self| format!("int({} & 15u)", g.leaf(Ty::Uint));
        match self.rng.below(9) {
            0 => format!("bitfieldReverse({a})"),
            1 => {
                let (offset, bits) = (below_16(self), below_16(self));
                format!("bitfieldExtract({a}, {offset}, {bits})")
            }
            2 => {
                let (b, offset, bits) = (self.expression(ty, depth), below_16(self), below_16(self));
                format!("bitfieldInsert({a}, {b}, {offset}, {bits})")
            }
            3 if ty == Ty::Int => {
                format!("{}({a})", self.rng.name(&["bitCount", "findLSB", "findMSB", "abs", "sign"]))
            }
            4 => format!("clamp({a}, {}, {})", ty.small(3), ty.small(1000)),
            5 => {
                // A conversion from 64 to 32 bits.
                let from = if self.rng.chance(50) { Ty::Int64 } else { Ty::Uint64 };
                format!("{}({})", ty.name(), self.expression(from, depth))
            }
            6 => self.call(ty, depth).unwrap_or(a),
            _ => {
                let condition = self.expression(Ty::Bool, depth.min(2));
                format!("mix({a}, {}, {condition})", self.expression(ty, depth))
            }
        }
    }

    /// Generates a call of a generated function without `inout` parameters; `None` if no such function returns
    /// this type.
    fn call(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let pure = |f: &&super::types::Function| f.result == ty && f.parameters.iter().all(|p| !p.1);
        let known: Vec<_> = self.functions.iter().filter(pure).cloned().collect();
        if known.is_empty() {
            return None;
        }
        let function = self.rng.pick(&known).clone();
        let arguments: Vec<String> =
            function.parameters.iter().map(|(ty, _)| self.expression(*ty, depth.min(1))).collect();
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }

    /// Generates a bool: a logical operation or a comparison.
    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(8) {
            0 => format!("(!{})", self.expression(Ty::Bool, depth)),
            1 => {
                let operator = self.rng.name(&["&&", "||", "^^"]);
                let a = self.expression(Ty::Bool, depth);
                format!("({a} {operator} {})", self.expression(Ty::Bool, depth))
            }
            2 => {
                let n = 2 + self.rng.below(3);
                let ty = if self.rng.chance(50) { Ty::IVec(n) } else { Ty::UVec(n) };
                let relation = self.rng.name(&["lessThan", "greaterThanEqual", "equal", "notEqual"]);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("{}({relation}({a}, {b}))", self.rng.name(&["any", "all"]))
            }
            _ => {
                let ty = *self.rng.pick(&[Ty::Int, Ty::Uint, Ty::Int64, Ty::Uint64]);
                let operator = self.rng.name(&["<", "<=", ">", ">=", "==", "!="]);
                let a = self.expression(ty, depth);
                format!("({a} {operator} {})", self.expression(ty, depth))
            }
        }
    }
}
