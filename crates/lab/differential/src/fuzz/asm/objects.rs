//! Generates texture and image instructions, for programs that are compiled and validated but not run.

use super::classes::{Class, Types};
use super::generator::Generator;
use super::operands::Restrictions;
use nvc_asm::modifier::{BaseType, DataType};
use nvc_asm::options::Feature;
use nvc_asm::table::{AccessKind, Allows, Row};

/// Texture targets. Each has its own texture unit, because a unit may be used with one target only.
const TARGETS: &[&str] = &[
    "1D",
    "2D",
    "3D",
    "CUBE",
    "RECT",
    "ARRAY1D",
    "ARRAY2D",
    "ARRAYCUBE",
    "SHADOW1D",
    "SHADOW2D",
    "SHADOWRECT",
    "SHADOWCUBE",
    "SHADOWARRAY1D",
    "SHADOWARRAY2D",
    "SHADOWARRAYCUBE",
    "BUFFER",
    "2DMS",
    "ARRAY2DMS",
];

/// Targets with which TXB, TXL and TXP are generated with one coordinate vector.
const FILTERED: &[&str] =
    &["1D", "2D", "3D", "CUBE", "ARRAY1D", "ARRAY2D", "SHADOW1D", "SHADOW2D", "SHADOWARRAY1D"];

/// The targets with which each instruction is generated, with one coordinate vector and with two.
const ACCEPTED_TARGETS: &[(&str, &[&str], &[&str])] = &[
    (
        "TEX",
        &[
            "1D",
            "2D",
            "3D",
            "CUBE",
            "ARRAY1D",
            "ARRAY2D",
            "ARRAYCUBE",
            "SHADOW1D",
            "SHADOW2D",
            "SHADOWCUBE",
            "SHADOWARRAY2D",
        ],
        &["SHADOWARRAYCUBE"],
    ),
    ("TXB", FILTERED, &["ARRAYCUBE", "SHADOWCUBE"]),
    ("TXL", FILTERED, &["ARRAYCUBE"]),
    ("TXP", FILTERED, &[]),
    ("TXD", &["1D", "2D", "3D", "CUBE", "ARRAY1D", "ARRAY2D", "SHADOW2D"], &[]),
    ("TXF", &["1D", "2D", "3D", "ARRAY1D", "ARRAY2D", "BUFFER"], &[]),
    ("TXFMS", &["2DMS", "ARRAY2DMS"], &[]),
    ("TXG", &["2D", "CUBE", "ARRAY2D", "ARRAYCUBE", "SHADOW2D", "SHADOWCUBE"], &["SHADOWARRAYCUBE"]),
    ("TXGO", &["2D", "ARRAY2D", "SHADOW2D"], &[]),
    ("TXQ", &["1D", "2D", "3D", "CUBE", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "BUFFER"], &[]),
    ("TXQS", &["2DMS", "ARRAY2DMS"], &[]),
];

/// Image targets. Eight image units are reserved for each target. Four of them are used: one for each size of raw
/// format (1, 2 and 4 words), and one for atomics.
const IMAGE_TARGETS: &[&str] = &["1D", "2D", "3D", "CUBE", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "BUFFER"];

impl Generator<'_> {
    /// Generates a texture lookup, fetch or query.
    pub(super) fn texture(&mut self, row: &Row) {
        self.mixes = true;
        let Some((_, one, two)) = ACCEPTED_TARGETS.iter().find(|(name, ..)| *name == row.mnemonic) else {
            return;
        };
        let second = row.optional > 0 && !two.is_empty() && self.rng.chance(20);
        let target = self.rng.name(if second { two } else { one });
        let (ty, suffix) = self.data_type(row);
        // A depth comparison returns a float.
        let (ty, suffix) = if target.starts_with("SHADOW") {
            (DataType::new(BaseType::Float, 32), String::new())
        } else {
            (ty, suffix)
        };
        if row.mnemonic == "TXFMS" {
            self.features.insert(Feature::TextureMultisample);
        }
        let types = Types::new(ty);
        let count = row.operands.len() - usize::from(row.optional) + usize::from(second);
        let mut operands: Vec<String> = Vec::new();
        for value in &row.operands[..count] {
            operands.push(self.operand(types.resolve(value.ty, 32), Restrictions::default()));
        }
        if row.mnemonic == "TXGO" {
            operands.truncate(1);
            operands.extend(["{0, 1, 1, 0}".to_owned(), "{0, 0, -1, -1}".to_owned()]);
        }
        let unit = TARGETS.iter().position(|name| *name == target).unwrap_or(0);
        let component = match row.mnemonic {
            "TXG" | "TXGO" if !target.starts_with("SHADOW") && self.rng.chance(50) => {
                format!(".{}", self.letter())
            }
            _ => String::new(),
        };
        let offset = match (target, row.mnemonic) {
            ("2D" | "ARRAY2D" | "SHADOW2D", "TEX" | "TXL" | "TXF" | "TXG" | "TXD") if self.rng.chance(30) => {
                format!(", ({}, {})", self.rng.within(-8, 7), self.rng.within(-8, 7))
            }
            _ => String::new(),
        };
        operands.push(format!("texture[{unit}]{component}, {target}{offset}"));
        let Some(result) = row.result.ty() else { return };
        let head = format!("{}{suffix}", row.mnemonic);
        let tail = format!(", {}", operands.join(", "));
        self.write(&head, types.resolve(result, 32), 4, &tail, false);
    }

    /// Generates an image load, store, atomic or query.
    pub(super) fn image(&mut self, row: &Row) {
        self.mixes = true;
        let int = DataType::new(BaseType::Signed, 32);
        let index = self.rng.below(IMAGE_TARGETS.len());
        let (mut target, mut unit) = (IMAGE_TARGETS[index], index * 8);
        if row.mnemonic == "IMQS" {
            // Unit 100 is above those of the other targets.
            (target, unit) = ("2DMS", 100);
        }
        let coordinates = self.operand(int, Restrictions::default());
        // Raw formats of 1, 2 and 4 words: the offset of the image unit among those of the target, and the suffix.
        let (unit_offset, count) = *self.rng.pick(&[(1, ""), (2, "X2"), (3, "X4")]);
        let (letter, base) =
            *self.rng.pick(&[("F", BaseType::Float), ("S", BaseType::Signed), ("U", BaseType::Unsigned)]);
        let ty = DataType::new(base, 32);
        match row.access {
            AccessKind::ImageFirst => {
                let value = self.operand(ty, Restrictions { register: true, ..Restrictions::default() });
                self.line(&format!(
                    "STOREIM.{letter}32{count} image[{}], {value}, {coordinates}, {target};",
                    unit + unit_offset
                ));
            }
            _ if row.allows.has(Allows::ATOMIC) => {
                let operation =
                    self.rng.name(&["ADD", "MIN", "MAX", "AND", "OR", "XOR", "IWRAP", "EXCH", "CSWAP"]);
                let value = self.operand(DataType::new(BaseType::Unsigned, 32), Restrictions::default());
                let register = self.rng.name(Class::Int32.names());
                self.line(&format!(
                    "ATOMIM.{operation}.U32 {register}.x, {value}, {coordinates}, image[{}], {target};",
                    unit + 4
                ));
            }
            _ if row.allows.has(Allows::STORAGE) => {
                let tail = format!(", {coordinates}, image[{}], {target}", unit + unit_offset);
                self.write(&format!("LOADIM.{letter}32{count}"), ty, 4, &tail, false);
            }
            _ => self.write(row.mnemonic, int, 4, &format!(", image[{}], {target}", unit + 1), false),
        }
    }
}
