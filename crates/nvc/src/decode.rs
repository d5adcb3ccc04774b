//! Extracts the source text from the content of a file, which may be an OpenGL program binary with an
//! assembly listing.

use crate::extract::{self, Listings};
use crate::{CompileError, Options, Report};
use nvc_diag::{Code, Diagnostic, FileId, Limit, Limits, Source, Span};

/// Default of [`Limit::SourceBytes`]: the maximum size of an input file in bytes.
pub const MAX_INPUT_BYTES: usize = 16 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the source text in the content of a file: the content itself if it is text, or a compute listing in an
/// OpenGL program binary. `number` selects one of several listings, counted from 1. `name` is the file's name in
/// diagnostics.
///
/// # Errors
/// If the file is too large, or not text and contains no compute listing with this number, or several and `number` is
/// `None`.
pub fn listing(name: &str, bytes: &[u8], number: Option<usize>) -> Result<Source, CompileError> {
    listing_of(name, bytes, number, &Limits::default()).map_err(|(source, diagnostic)| {
        let mut report = Report::new(source, &Options::default(), None);
        report.diagnostics.report(*diagnostic);
        CompileError::new(report)
    })
}

/// Returns the source text in the content of a file: the content itself, or the only listing in it. The
/// error contains the diagnostic and a source to report it against.
pub(crate) fn source(name: &str, bytes: &[u8], limits: &Limits) -> Result<Source, (Source, Box<Diagnostic>)> {
    listing_of(name, bytes, None, limits)
}

/// Returns the source text like [`source`]. `number` selects one of several listings, counted from 1.
pub(crate) fn listing_of(
    name: &str,
    bytes: &[u8],
    number: Option<usize>,
    limits: &Limits,
) -> Result<Source, (Source, Box<Diagnostic>)> {
    let fail = |finding| Err((Source::new(name, ""), finding));
    if bytes.len() as u64 > limits.get(Limit::SourceBytes) {
        // Readers stop after the limit, so the size is not known.
        return fail(Box::new(limits.exceeded(Limit::SourceBytes, None, "the file is too large")));
    }
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    if is_binary(bytes) {
        return match listing_in(bytes, number) {
            Ok(listing) => text(name, listing),
            Err(finding) => fail(finding),
        };
    }
    text(name, bytes)
}

/// Returns whether the bytes are not text. Bytes that start with an assembly header count as text even if
/// they are not valid UTF-8, so that the invalid byte is reported at its position.
fn is_binary(bytes: &[u8]) -> bool {
    let starts_like_text = bytes.trim_ascii_start().starts_with(b"!!");
    !starts_like_text && (bytes.contains(&0) || std::str::from_utf8(bytes).is_err())
}

fn text(name: &str, bytes: &[u8]) -> Result<Source, (Source, Box<Diagnostic>)> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            // The lossy conversion does not change the text before the first invalid byte, so the offset is
            // valid in it too.
            let repaired = String::from_utf8_lossy(bytes);
            let at = error.valid_up_to();
            let place = Span::new(FileId::new(0), at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let finding = Diagnostic::new(Code::N0101, place, "the text is not UTF-8")
                .label(format!("byte {:#04x}", bytes.get(at).copied().unwrap_or(0)))
                .help("save the file in UTF-8; comments may contain any character");
            Err((Source::new(name, &*repaired), Box::new(finding)))
        }
    }
}

/// Returns the only listing in a program binary, or the one with this number.
fn listing_in(bytes: &[u8], number: Option<usize>) -> Result<&[u8], Box<Diagnostic>> {
    let found = extract::find(bytes);
    if let Some(number) = number {
        let range = number.checked_sub(1).and_then(|index| found.compute.get(index)).cloned();
        return range.and_then(|range| bytes.get(range)).ok_or_else(|| {
            let message = format!("the program binary contains no compute listing {number}");
            let note = format!("compute listings found: {}", found.compute.len());
            Box::new(Diagnostic::new(Code::N0101, None, message).note(note))
        });
    }
    match &*found.compute {
        [one] if !found.cut_off => Ok(&bytes[one.clone()]),
        [] => Err(Box::new(no_listing(bytes, &found))),
        several => Err(Box::new(more_than_one(several))),
    }
}

fn more_than_one(listings: &[std::ops::Range<usize>]) -> Diagnostic {
    let starts: Vec<_> = listings.iter().map(|r| r.start.to_string()).collect();
    let message = "the program binary contains more than one compute listing";
    Diagnostic::new(Code::N0101, None, message)
        .note(format!("listings start at bytes {}", starts.join(", ")))
        .help("extract the one you want: `nvc extract --number 1`")
}

fn no_listing(bytes: &[u8], found: &Listings) -> Diagnostic {
    if found.cut_off {
        return Diagnostic::new(Code::N0103, None, "the listing in the program binary has no END")
            .help("the file is truncated or corrupt; get the program binary again");
    }
    if found.other_stage {
        return Diagnostic::new(Code::N0101, None, "the program binary contains no compute listing")
            .note("it contains listings of other shader stages; nvc compiles compute programs only");
    }
    let finding = Diagnostic::new(
        Code::N0101,
        None,
        "the file is neither NVcp5.0 text nor a program binary with a listing",
    );
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        finding.help("the file looks like UTF-16; save it in UTF-8")
    } else if bytes.starts_with(&[3, 2, 0x23, 7]) {
        finding.note("it is a SPIR-V module")
    } else {
        finding.help("only program binaries of NVIDIA's OpenGL driver contain listings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(bytes: &[u8]) -> Diagnostic {
        *source("x", bytes, &Limits::new()).expect_err("not a source").1
    }

    #[test]
    fn text_is_not_changed() {
        for text in ["", "\n", "!!NVcp5.0\nEND\n", "no header", "é\u{1f600}"] {
            assert_eq!(&*source("x", text.as_bytes(), &Limits::new()).expect("a source").text, text);
        }
        assert_eq!(
            &*source("x", b"\xef\xbb\xbf!!NVcp5.0", &Limits::new()).expect("a source").text,
            "!!NVcp5.0"
        );
    }

    #[test]
    fn the_only_listing_of_a_binary_is_found() {
        let source = source("x.bin", b"\x12\0\0\xff!!NVcp5.0\nEND\n\0", &Limits::new()).expect("a source");
        assert_eq!(&*source.text, "!!NVcp5.0\nEND");
    }

    #[test]
    fn other_files_are_errors() {
        assert_eq!(finding(b"\0\xff\x80").code, Code::N0101);
        assert_eq!(finding(b"\0!!NVcp5.0\nMOV").code, Code::N0103);
        let several = finding(b"\0!!NVcp5.0\nEND\n\0!!NVcp5.0\nEND\n");
        assert_eq!(several.notes, ["listings start at bytes 1, 16"]);
        assert_eq!(finding(&vec![b'x'; MAX_INPUT_BYTES + 1]).code, Code::N0501);
        assert!(finding(b"\xff\xfe!\0!\0").help.is_some_and(|h| h.contains("UTF-16")));
    }

    #[test]
    fn invalid_utf8_is_located() {
        let found = finding(b"!!NVcp5.0\n# na\xefve\nEND");
        assert_eq!(found.span, Some(Span::new(FileId::new(0), 14, 17)));
        assert_eq!(found.label.as_deref(), Some("byte 0xef"));
    }
}
