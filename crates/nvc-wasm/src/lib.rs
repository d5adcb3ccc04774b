//! WebAssembly bindings of the compiler and the interpreter for JavaScript. The folder `npm` contains the
//! package that wraps them.
//!
//! Requests and answers are JSON, except for the binary input of [`run()`] and binary output ([`Answer`]). The
//! JavaScript wrapper converts them to objects and declares their types.

#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod compile;
mod image;
mod includes;
mod request;
mod run;

use wasm_bindgen::prelude::wasm_bindgen;

/// Converts a panic to an exception with its message. Without this hook, JavaScript only sees an
/// `unreachable` trap.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_val(wasm_bindgen::JsError::new(&panic.to_string()).into())
    }));
}

/// The answer to a request.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answer {
    json: String,
    bytes: Option<Vec<u8>>,
}

impl Answer {
    /// Serialises an answer.
    fn new(answer: &impl serde::Serialize, bytes: Option<Vec<u8>>) -> Result<Self, String> {
        let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
        Ok(Answer { json, bytes })
    }
}

#[wasm_bindgen]
impl Answer {
    /// Returns the answer as JSON.
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// Returns the binary output, if there is one.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.bytes.clone()
    }
}

/// Compiles a source.
///
/// # Errors
/// If the request is invalid: malformed JSON, an unknown option, or an invalid value of an option.
#[wasm_bindgen]
pub fn compile(source: &str, request: &str) -> Result<Answer, String> {
    compile::run(source, request)
}

/// Runs a source on the interpreter. `data` contains the contents of the buffers and images that the request
/// describes.
///
/// # Errors
/// If the request is invalid.
#[wasm_bindgen]
pub fn run(source: &str, request: &str, data: &[u8]) -> Result<Answer, String> {
    run::run(source, request, data)
}

/// Returns the package version and the names of the passes and options, as JSON.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn about() -> Result<String, String> {
    let about = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "passes": nvc::pass_names(),
        "options": nvc::option_names().collect::<Vec<_>>(),
    });
    Ok(about.to_string())
}
