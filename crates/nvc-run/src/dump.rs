//! Formats memory as text.

use std::fmt::Write;
use std::str::FromStr;

/// An element type in which memory is shown, selected by name.
///
/// ```
/// let element: nvc_run::Element = "f16".parse()?;
/// assert_eq!(element.text(&[0, 0x3c, 0, 0x40, 7]), "0: 1 2\nrest: 0x07\n");
/// # Ok::<(), nvc_run::UnknownElement>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Element(&'static Row);

/// The error for an unknown element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownElement(());

#[derive(Debug)]
struct Row {
    name: &'static str,
    bytes: usize,
    format: fn([u8; 8]) -> String,
}

macro_rules! number {
    ($ty:ident) => {
        Row {
            name: stringify!($ty),
            bytes: size_of::<$ty>(),
            format: |bytes| {
                let mut own = [0; size_of::<$ty>()];
                own.copy_from_slice(&bytes[..size_of::<$ty>()]);
                $ty::from_le_bytes(own).to_string()
            },
        }
    };
}

const ROWS: &[Row] = &[
    number!(f32),
    number!(f64),
    number!(i32),
    number!(i64),
    number!(u8),
    number!(u16),
    number!(u32),
    number!(u64),
    Row {
        name: "f16",
        bytes: 2,
        format: |b| nvc_ir::half::to_f64(u16::from_le_bytes([b[0], b[1]])).to_string(),
    },
    Row {
        name: "x32",
        bytes: 4,
        format: |b| format!("{:#010x}", u32::from_le_bytes([b[0], b[1], b[2], b[3]])),
    },
];

/// The number of elements per line.
const PER_LINE: usize = 8;

impl Element {
    /// The name of the type: `f16`, `f32`, `f64`, `i32`, `i64`, `u8`, `u16`, `u32`, `u64` or `x32` (hexadecimal).
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Formats memory as lines of text. A line starts with the index of its first element.
    pub fn text(self, memory: &[u8]) -> String {
        let Row { bytes, format, .. } = self.0;
        let mut out = String::new();
        let (whole, rest) = memory.split_at(memory.len() - memory.len() % bytes);
        for (line, row) in whole.chunks(PER_LINE * bytes).enumerate() {
            let _ = write!(out, "{}:", line * PER_LINE);
            for part in row.chunks_exact(*bytes) {
                let mut raw = [0; 8];
                raw[..*bytes].copy_from_slice(part);
                let _ = write!(out, " {}", format(raw));
            }
            out.push('\n');
        }
        if !rest.is_empty() {
            let bytes: String = rest.iter().map(|byte| format!(" {byte:#04x}")).collect();
            let _ = writeln!(out, "rest:{bytes}");
        }
        out
    }
}

impl FromStr for Element {
    type Err = UnknownElement;
    fn from_str(name: &str) -> Result<Self, UnknownElement> {
        ROWS.iter().find(|row| row.name == name).map(Element).ok_or(UnknownElement(()))
    }
}

impl std::fmt::Display for UnknownElement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
        write!(f, "expected one of the types {}", names.join(", "))
    }
}

impl std::error::Error for UnknownElement {}
