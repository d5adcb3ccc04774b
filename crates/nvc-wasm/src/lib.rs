//! The compiler and the interpreter for JavaScript. The folder `npm` has the package that wraps them.
//!
//! Requests and answers are JSON, except for modules: [`Answer`]. The JavaScript part turns them into objects, and has
//! their types.

#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod compile;
mod image;
mod includes;
mod request;
mod run;

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic an exception with its message. Without this, JavaScript sees only that an instruction was unreachable.
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
    /// The answer as JSON.
    fn new(answer: &impl serde::Serialize, bytes: Option<Vec<u8>>) -> Result<Self, String> {
        let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
        Ok(Answer { json, bytes })
    }
}

#[wasm_bindgen]
impl Answer {
    /// The answer, as JSON.
    #[wasm_bindgen(getter)]
    pub fn json(&self) -> String {
        self.json.clone()
    }

    /// The output, if the compiler wrote bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        self.bytes.clone()
    }
}

/// Compiles a source.
///
/// # Errors
/// If the request is not valid: an unknown option, or a value that an option does not take.
#[wasm_bindgen]
pub fn compile(source: &str, request: &str) -> Result<Answer, String> {
    compile::run(source, request)
}

/// Runs a source on the interpreter. `data` is the content of the buffers and images that the request names.
///
/// # Errors
/// If the request is not valid.
#[wasm_bindgen]
pub fn run(source: &str, request: &str, data: &[u8]) -> Result<Answer, String> {
    run::run(source, request, data)
}

/// Version and names, as JSON: of the package, the passes and the options.
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
