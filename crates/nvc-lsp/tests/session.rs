//! Tests whole sessions over an in-memory connection, without a server process.

use lsp_server::{Connection, Message, Notification, Request, Response};
use nvc_lsp::Settings;
use serde_json::{Value, json};
use std::thread::JoinHandle;
use std::time::Duration;

/// A client connected to a server in another thread.
struct Client {
    connection: Connection,
    server: Option<JoinHandle<bool>>,
    next: i32,
    /// Notifications received while waiting for an answer.
    notifications: Vec<Notification>,
}

const URI: &str = "file:///work%20space/x.nvcp";

const WRONG: &str =
    "!!NVcp5.0\n# größe 😀\nGROUP_SIZE 32;\nTEMP R0;\nMOVE.U R0.x, 1; # 😀\nMOV.U R1.x, 1;\nEND\n";

impl Client {
    fn start(options: Value, encodings: &[&str]) -> Client {
        let (server, connection) = Connection::memory();
        let run = move || nvc_lsp::serve(&server, Settings::default()).expect("the protocol is kept");
        let server = Some(std::thread::spawn(run));
        let mut client = Client { connection, server, next: 0, notifications: Vec::new() };
        let params = json!({
            "capabilities": {"general": {"positionEncodings": encodings}},
            "rootUri": "file:///work%20space",
            "initializationOptions": options,
        });
        let answer = client.ask("initialize", params);
        let wanted = if encodings.contains(&"utf-8") { "utf-8" } else { "utf-16" };
        assert_eq!(answer.pointer("/capabilities/positionEncoding"), Some(&json!(wanted)));
        client.tell("initialized", json!({}));
        client
    }

    fn tell(&self, method: &str, params: Value) {
        self.connection.sender.send(Notification::new(method.into(), params).into()).expect("sent");
    }

    fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let request = Request::new(self.next.into(), method.into(), params);
        self.connection.sender.send(request.into()).expect("sent");
        self.next
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(60)).expect("the server answers")
    }

    fn response(&mut self, id: i32) -> Response {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == lsp_server::RequestId::from(id) => {
                    return response;
                }
                Message::Notification(notification) => self.notifications.push(notification),
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.response(id).response_result.unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    fn open(&self, uri: &str, text: &str) {
        let language = if uri.ends_with(".nvcp") { "nvcp5" } else { "glsl" };
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Waits for the next diagnostics of a document.
    fn diagnostics(&mut self, uri: &str) -> Value {
        let is_it = |notification: &Notification| {
            notification.method == "textDocument/publishDiagnostics" && notification.params["uri"] == uri
        };
        loop {
            if let Some(at) = self.notifications.iter().position(is_it) {
                return self.notifications.remove(at).params;
            }
            match self.receive() {
                Message::Notification(notification) => self.notifications.push(notification),
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        let id = self.request("textDocument/hover", json!({}));
        assert_eq!(self.response(id).response_result.expect_err("it is shut down").code, -32600);
        self.tell("exit", Value::Null);
        let orderly = self.server.take().expect("it runs").join().expect("it does not panic");
        assert!(orderly);
    }
}

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}})
}

#[test]
fn diagnostics_are_versioned_and_have_links_and_corrections() {
    let mut client = Client::start(json!({"bookUrl": "https://example.org/book/"}), &["utf-16"]);
    client.open(URI, WRONG);
    let published = client.diagnostics(URI);
    assert_eq!(published["version"], 1);
    let list = published["diagnostics"].as_array().expect("a list");
    assert_eq!(list.len(), 2, "{list:?}");
    assert_eq!(list[0]["code"], "N0301");
    assert_eq!(list[0]["codeDescription"]["href"], "https://example.org/book/errors/N0301.html");
    assert_eq!(list[0]["message"], "unknown instruction `MOVE`\nhelp: did you mean `MOV`?");
    assert_eq!(
        list[0]["range"],
        json!({"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 4}})
    );
    assert_eq!(list[1]["code"], "N0201");
    assert_eq!(
        list[1]["relatedInformation"][0]["location"]["range"]["start"],
        json!({"line": 3, "character": 5})
    );

    let range = json!({"start": {"line": 4, "character": 1}, "end": {"line": 4, "character": 1}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Change to `MOV`");
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "MOV");
    assert_eq!(edit["range"]["end"], json!({"line": 4, "character": 4}));

    // Three changes in quick succession cause one compilation, of the last version.
    for (version, text) in [(2, "TEMP R0, R"), (3, "TEMP R0, R1"), (4, "TEMP R0, R1; # ö")] {
        let end = if version == 2 { 7 } else { 10 + version - 2 };
        let range = json!({"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": end}});
        let change = json!({"range": range, "text": text});
        client.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]}),
        );
    }
    let published = client.diagnostics(URI);
    assert_eq!(published["version"], 4);
    assert_eq!(published["diagnostics"].as_array().map(Vec::len), Some(1), "{published}");
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.diagnostics(URI)["diagnostics"], json!([]));
    client.end();
}

#[test]
fn columns_count_in_the_agreed_encoding() {
    // The texts contain `# größe 😀` and similar comments: characters of several bytes, some outside the
    // basic plane.
    let text = "!!NVcp5.0\nGROUP_SIZE 32; # 😀\nTEMP R0; # größe\nMOV.U R0.x, 1;\nEND\n";
    let source = format!(
        "#version 460\nlayout(local_size_x = 1) in;\n/* größe 😀 */ {}\n",
        "void main() { int a; a = 1; }"
    );
    // `/* größe 😀 */ ` has 15 UTF-16 code units and 19 bytes. It is followed by `void main() { int `.
    for (encoding, column) in [("utf-16", 15 + 18), ("utf-8", 19 + 18)] {
        let mut client = Client::start(Value::Null, &[encoding]);
        client.open(URI, text);
        let uri = "file:///y.comp";
        client.open(uri, &source);
        let position = json!({"line": 2, "character": column});
        let hover =
            client.ask("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": position}));
        assert_eq!(hover["contents"]["value"], "```glsl\nint a\n```", "{encoding}: {hover}");
        assert_eq!(hover["range"]["start"]["character"], column, "{encoding}");
        let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
        assert_eq!(symbols[0]["name"], "R0");
        client.end();
    }
}

#[test]
fn requests_are_answered_in_order_or_cancelled() {
    let mut client = Client::start(Value::Null, &[]);
    client.open(URI, WRONG);
    // Usually the second request and its cancellation arrive before the first request is answered, and the
    // second request is cancelled. If the server was faster, the second request has its regular answer.
    let first = client.request("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    let second = client.request("textDocument/hover", at(3, 6));
    client.tell("$/cancelRequest", json!({"id": second}));
    assert!(client.response(first).response_result.is_ok());
    match client.response(second).response_result {
        Ok(hover) => assert_eq!(hover["contents"]["value"], "```nvcp5\nTEMP R0\n```"),
        Err(error) => assert_eq!(error.code, -32800),
    }
    let unknown = client.request("textDocument/moniker", at(0, 0));
    assert_eq!(client.response(unknown).response_result.expect_err("unknown").code, -32601);
    let wrong = client.request("textDocument/hover", json!({"textDocument": {"uri": "file:///other"}}));
    assert_eq!(client.response(wrong).response_result.expect_err("wrong").code, -32602);
    client.end();
}

#[test]
fn a_change_of_an_include_reaches_its_dependents() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = std::fs::canonicalize(folder.path()).expect("a path");
    std::fs::create_dir(root.join("lib")).expect("made");
    std::fs::write(root.join("lib/twice.glsl"), "uint twice(uint x) { return x * 2; }\n").expect("written");
    let main = format!("file://{}/main.comp", root.display());
    let library = format!("file://{}/lib/twice.glsl", root.display());
    let options = json!({"includeFolders": [root.join("lib")], "targetEnv": "vulkan1.1"});
    let mut client = Client::start(options, &[]);
    client.open(
        &main,
        "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"twice.glsl\"\n\
         layout(local_size_x = 1) in;\nlayout(binding = 0) buffer B { uint b; };\nvoid main() { b = twice(2); }\n",
    );
    assert_eq!(client.diagnostics(&main)["diagnostics"], json!([]));
    // The open document is used even though it is not saved. It has no diagnostics itself, because it has no
    // `#version`.
    client.open(&library, "uint twice(uint x) { return y; }\n");
    let published = client.diagnostics(&main);
    let found = &published["diagnostics"][0];
    assert_eq!(found["code"], "N0201", "{published}");
    assert_eq!(found["range"]["start"]["line"], 2, "at the `#include`");
    assert_eq!(found["relatedInformation"][0]["location"]["uri"], json!(library));
    assert_eq!(client.diagnostics(&library)["diagnostics"], json!([]));
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": library}}));
    assert_eq!(client.diagnostics(&main)["diagnostics"], json!([]));
    client.end();
}

#[test]
fn commands_formatting_and_invalid_settings() {
    let mut client = Client::start(json!({"targetEnv": "vulkan9"}), &[]);
    let text = "!!NVcp5.0 GROUP_SIZE 32;TEMP R0;MOV.U R0.x,1;END";
    client.open(URI, text);
    let arguments = json!([URI, "spvasm"]);
    let shown =
        client.ask("workspace/executeCommand", json!({"command": "nvc.emit", "arguments": arguments}));
    assert!(shown.as_str().is_some_and(|text| text.contains("OpEntryPoint GLCompute")), "{shown}");
    let arguments = json!(["N0301"]);
    let shown =
        client.ask("workspace/executeCommand", json!({"command": "nvc.explainCode", "arguments": arguments}));
    assert!(shown.as_str().is_some_and(|text| text.starts_with("# N0301")), "{shown}");
    let params = json!({"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": true}});
    let edits = client.ask("textDocument/formatting", params);
    assert_eq!(edits[0]["newText"], "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0.x, 1;\nEND\n");
    assert_eq!(edits[0]["range"]["end"], json!({"line": 0, "character": text.len()}));
    let complaint =
        client.notifications.iter().find(|n| n.method == "window/showMessage").expect("a message");
    assert!(
        complaint.params["message"].as_str().is_some_and(|text| text.contains("vulkan9")),
        "{complaint:?}"
    );
    client.end();
}

/// Editors send all GLSL files to the server, including those that it cannot compile.
#[test]
fn shaders_of_other_stages_have_no_diagnostics() {
    let mut client = Client::start(Value::Null, &[]);
    for (uri, text) in [
        ("file:///x.frag", "#version 460\nout vec4 color;\nvoid main() { color = vec4(1); }\n"),
        ("file:///part.inc", "float f(float x) { return x; }\n"),
    ] {
        client.open(uri, text);
        assert_eq!(client.diagnostics(uri)["diagnostics"], json!([]), "{uri}");
        let document = json!({"textDocument": {"uri": uri}});
        let symbols = client.ask("textDocument/documentSymbol", document);
        assert!(symbols.as_array().is_some_and(|list| !list.is_empty()), "{uri}: {symbols}");
    }
    // The language id sent by the editor decides, because the text does not identify the language.
    client.open("file:///x.inc", "// text\n#version 460\nvoid main() { f(); }\n");
    assert_eq!(client.diagnostics("file:///x.inc")["diagnostics"][0]["code"], "N0201");
    client.end();
}

#[test]
fn a_closed_connection_ends_the_server() {
    let mut client = Client::start(Value::Null, &[]);
    let server = client.server.take().expect("it runs");
    drop(client);
    assert!(!server.join().expect("it does not panic"), "it was not shut down");
}
