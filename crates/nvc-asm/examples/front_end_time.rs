//! Prints how long the given files take to parse, and to parse and resolve (the best of 20 runs), and their diagnostics.
//!
//! `cargo run --release -p nvc-asm --example front_end_time -- FILE...`

use std::time::Instant;

use nvc_diag::{Diagnostics, Source, SourceMap};

fn main() {
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        const ROUNDS: u32 = 20;
        let mut best = [f64::INFINITY; 2];
        let mut statements = 0;
        for _ in 0..ROUNDS {
            let mut diags = Diagnostics::new();
            let start = Instant::now();
            let parsed = nvc_asm::parse(nvc_diag::FileId::new(0), &text, &mut diags);
            best[0] = best[0].min(start.elapsed().as_secs_f64());
            statements = parsed.program.statements.len();
            let start = Instant::now();
            let resolved = nvc_asm::resolve(nvc_diag::FileId::new(0), &text, &mut diags);
            best[1] = best[1].min(start.elapsed().as_secs_f64());
            std::hint::black_box(resolved.is_ok());
        }
        let mut map = SourceMap::new();
        let file = map.add(Source::new(path.as_str(), text.as_str()));
        let mut diags = Diagnostics::new();
        // Errors are in `diags`.
        let _resolved = nvc_asm::resolve(file, &text, &mut diags);
        println!(
            "{path}: {statements} statements, parse {:.2} ms, parse and resolve {:.2} ms",
            best[0] * 1e3,
            best[1] * 1e3
        );
        for d in &diags {
            let at = d.span.map_or_else(
                || "-".to_owned(),
                |s| {
                    let p = map.position(s.file, s.start);
                    format!("{}:{}", p.line, p.column)
                },
            );
            println!("  {at}: {}: {} ({})", d.code, d.message, d.help.as_deref().unwrap_or("no help"));
        }
    }
}
