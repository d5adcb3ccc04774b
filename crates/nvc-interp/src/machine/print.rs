//! Debug printf: formats messages as specified by NonSemantic.DebugPrintf, which extends C's formats with
//! vectors.

use super::Machine;
use crate::code::PrintStep;
use crate::column::{Mask, Registers, lanes};
use crate::kernels::{Kind, single};
use crate::site::Site;
use nvc_diag::{Diagnostic, Limit};

/// Maximum field width and precision.
const MAX_WIDTH: usize = 64;

impl Machine<'_> {
    /// Prints a message for each active lane. Fails if the run has printed more than the limit allows.
    pub(super) fn print(
        &mut self,
        registers: &Registers,
        mask: Mask,
        step: &PrintStep,
        site: Option<Site>,
    ) -> Result<(), Box<Diagnostic>> {
        let most = self.config.limits.get(Limit::RunPrintedBytes);
        for lane in lanes(mask) {
            let values = step.args.iter().map(|&(slot, kind)| (registers.get(slot, lane), kind));
            let text = message(&step.format, values);
            self.printed += text.len() + 1;
            if self.printed as u64 > most {
                let message = format!("the run prints more than {most} bytes");
                return Err(Box::new(self.config.limits.exceeded(
                    Limit::RunPrintedBytes,
                    self.loc(site),
                    message,
                )));
            }
            self.messages.push(text);
        }
        Ok(())
    }
}

/// Formats a message.
fn message(format: &str, mut values: impl Iterator<Item = (u64, Kind)>) -> String {
    let mut out = String::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let (conversion, after) = Conversion::parse(after);
        let shown: Vec<String> =
            values.by_ref().take(conversion.count).map(|(bits, kind)| conversion.show(bits, kind)).collect();
        out.push_str(&shown.join(", "));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A conversion specification, `%[flags][width][.precision][v count][l]letter`.
struct Conversion {
    left: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
    /// Number of components.
    count: usize,
    letter: char,
}

impl Conversion {
    fn parse(text: &str) -> (Conversion, &str) {
        let rest = text.trim_start_matches(['-', '+', ' ', '#', '0']);
        let flags = text.get(..text.len() - rest.len()).unwrap_or_default();
        let (width, rest) = number(rest);
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (precision, rest) = number(rest);
                (Some(precision.unwrap_or(0)), rest)
            }
            None => (None, rest),
        };
        let (count, rest) = match rest.strip_prefix('v') {
            Some(rest) => number(rest),
            None => (None, rest),
        };
        let rest = rest.trim_start_matches(['l', 'h']);
        let letter = rest.chars().next().unwrap_or('d');
        let rest = rest.strip_prefix(letter).unwrap_or(rest);
        // The `l` of a long integer may also follow the `u`.
        let rest = if letter == 'u' { rest.strip_prefix('l').unwrap_or(rest) } else { rest };
        let conversion = Conversion {
            left: flags.contains('-'),
            zeros: flags.contains('0'),
            width: width.unwrap_or(0),
            precision,
            count: count.unwrap_or(1).clamp(1, 4),
            letter,
        };
        (conversion, rest)
    }

    fn show(&self, bits: u64, kind: Kind) -> String {
        let width = u32::from(kind.bits().clamp(1, 64));
        let text = match (kind, self.letter) {
            (kind, letter) if kind.is_float() => {
                let (x, digits) = (single::value(kind, bits), self.precision.unwrap_or(6));
                match letter {
                    'e' | 'E' => format!("{x:.digits$e}"),
                    'g' | 'G' if self.precision.is_none() => x.to_string(),
                    _ => format!("{x:.digits$}"),
                }
            }
            (_, 'x') => format!("{bits:x}"),
            (_, 'X') => format!("{bits:X}"),
            (_, 'o') => format!("{bits:o}"),
            (Kind::Int(_), 'd' | 'i') => ((bits << (64 - width)) as i64 >> (64 - width)).to_string(),
            _ => bits.to_string(),
        };
        let width = self.width;
        match (self.left, self.zeros, text.strip_prefix('-')) {
            (true, ..) => format!("{text:<width$}"),
            (false, true, Some(digits)) => format!("-{digits:0>0$}", width.saturating_sub(1)),
            (false, true, None) => format!("{text:0>width$}"),
            (false, false, _) => format!("{text:>width$}"),
        }
    }
}

/// Splits a number off the start of a text.
fn number(text: &str) -> (Option<usize>, &str) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.get(..text.len() - rest.len()).unwrap_or_default();
    if digits.is_empty() {
        return (None, rest);
    }
    (Some(digits.parse().unwrap_or(MAX_WIDTH).min(MAX_WIDTH)), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        let (int, float) = (Kind::Int(32), Kind::Float(32));
        let f = |x: f32| (u64::from(x.to_bits()), float);
        let show = |format: &str, values: &[(u64, Kind)]| message(format, values.iter().copied());
        assert_eq!(show("%d of %u", &[(0xffff_ffff, int), (0xffff_ffff, int)]), "-1 of 4294967295");
        assert_eq!(show("<%5d|%-5d|%05d>", &[(7, int), (7, int), (0xffff_fff9, int)]), "<    7|7    |-0007>");
        assert_eq!(show("%v3f!", &[f(1.0), f(2.5), f(-3.0)]), "1.000000, 2.500000, -3.000000!");
        assert_eq!(show("%1.2f %g %e", &[f(1.0), f(0.5), f(1500.0)]), "1.00 0.5 1.500000e3");
        assert_eq!(
            show("100%% %#x %lX %ul", &[(255, int), (171, int), (1 << 40, Kind::Int(64))]),
            "100% ff AB 1099511627776"
        );
        assert_eq!(show("%d %d", &[(1, int)]), "1 ");
        assert_eq!(show("%", &[]), "");
    }
}
