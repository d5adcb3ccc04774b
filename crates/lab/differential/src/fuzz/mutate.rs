//! Mutates the text of programs. The front end must accept the result or report an error; it must not panic
//! or hang.

use crate::fuzz::Rng;

/// Tokens that mutations insert.
const PIECES: &[&str] = &[
    ";",
    ",",
    ".",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    "-",
    "#",
    "\n",
    "\0",
    "..",
    ":",
    "é",
    "END",
    "IF",
    "ENDIF",
    "REP",
    "ENDREP",
    "TEMP",
    "LONG",
    "PARAM",
    "handle(",
    ".x",
    ".wzyx",
    ".CC",
    ".F64",
    ".U8",
    "1e999",
    "0x",
    "99999999999999999999",
    "-2147483648",
    "program.buffer[0]",
    "texture[0]",
    "!!NVcp5.0",
];

/// Returns a mutated copy of a program. Each of its one to six mutations flips a bit; removes, repeats or
/// moves a range of bytes; or inserts a token once or many times.
pub fn mutate(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        let length = (1 + rng.below(40)).min(bytes.len() - at);
        match rng.below(6) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.below(8);
                }
            }
            1 => {
                bytes.drain(at..at + length);
            }
            2 => {
                let piece = bytes[at..at + length].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => {
                let piece: Vec<u8> = bytes.drain(at..at + length).collect();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            4 => {
                bytes.splice(at..at, rng.name(PIECES).bytes());
            }
            // Repeats one token many times, which gives deep nesting and long lists.
            _ => {
                let piece = rng.name(PIECES).repeat(1 + rng.below(300));
                bytes.splice(at..at, piece.into_bytes());
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::mutate;
    use crate::fuzz::Rng;

    #[test]
    fn mutating_empty_programs_does_not_panic() {
        for seed in 0..200 {
            mutate("", &mut Rng::new(seed));
        }
    }
}
