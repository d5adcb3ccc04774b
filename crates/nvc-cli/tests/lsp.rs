//! Tests a session with `nvc lsp` over its standard input and output, from `initialize` to the exit status.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

const URI: &str = "file:///x.nvcp";

impl Session {
    fn start() -> Session {
        let mut process = Command::new(env!("CARGO_BIN_EXE_nvc"))
            .args(["lsp", "--stdio", "--target-env", "vulkan1.1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("nvc starts");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        Session { process, input, output, next: 0 }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("sent");
        self.input.flush().expect("sent");
    }

    /// Sends a notification.
    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("a header") > 0, "nvc closed its output");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Sends a request. Returns its result, and the notifications received before it.
    fn ask(&mut self, method: &str, params: Value) -> (Value, Vec<Value>) {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let mut before = Vec::new();
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return (message["result"].clone(), before);
            }
            before.push(message);
        }
    }

    fn end(mut self) -> ExitStatus {
        drop(self.input);
        self.process.wait().expect("nvc ends")
    }
}

fn at(line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}})
}

#[test]
fn a_session_from_initialize_to_exit() {
    let mut session = Session::start();
    let (answer, _) = session.ask("initialize", json!({"capabilities": {}, "rootUri": null}));
    assert_eq!(answer["serverInfo"]["name"], "nvc");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    session.tell("initialized", json!({}));

    let text = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP R0;\nMOV.U R0.x,1;\nSHFXOR.U R0.x, R0.x, 1, 31;\nEND\n";
    let document = json!({"uri": URI, "languageId": "nvcp5", "version": 7, "text": text});
    session.tell("textDocument/didOpen", json!({"textDocument": document}));
    let published = session.receive();
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["version"], 7);
    let found = &published["params"]["diagnostics"][0];
    assert_eq!(found["code"], "N0307");
    assert_eq!(found["range"]["start"], json!({"line": 4, "character": 0}));

    let range = json!({"start": {"line": 4, "character": 0}, "end": {"line": 4, "character": 6}});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": [found]}});
    let (actions, _) = session.ask("textDocument/codeAction", params);
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!(edit["newText"], "\nOPTION NV_shader_thread_shuffle;");
    let change = json!({"range": edit["range"], "text": edit["newText"]});
    let version = json!({"uri": URI, "version": 8});
    session.tell("textDocument/didChange", json!({"textDocument": version, "contentChanges": [change]}));
    let published = session.receive();
    assert_eq!(published["params"]["version"], 8);
    assert_eq!(published["params"]["diagnostics"], json!([]), "the fix removes the error");

    let (hover, _) = session.ask("textDocument/hover", at(5, 2));
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|text| text.contains("SHFXOR result")),
        "{hover}"
    );
    let (definition, _) = session.ask("textDocument/definition", at(4, 7));
    assert_eq!(definition["range"]["start"], json!({"line": 3, "character": 5}));
    let (list, _) = session.ask("textDocument/completion", at(5, 10));
    let labels: Vec<&str> =
        list.as_array().expect("a list").iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(labels.contains(&"R0") && labels.contains(&"invocation"), "{labels:?}");
    let (hints, _) =
        session.ask("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": range}));
    assert_eq!(hints, json!([]), "all types are written");
    let (tokens, _) = session.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": URI}}));
    assert_eq!(tokens["data"].as_array().map(|data| data.len() % 5), Some(0));
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "options": options});
    let (edits, _) = session.ask("textDocument/formatting", params);
    assert!(edits[0]["newText"].as_str().is_some_and(|text| text.contains("\nMOV.U R0.x, 1;\n")), "{edits}");

    assert_eq!(session.ask("shutdown", Value::Null).0, Value::Null);
    session.tell("exit", Value::Null);
    assert_eq!(session.end().code(), Some(0));
}

#[test]
fn exit_without_shutdown_is_an_error() {
    let mut session = Session::start();
    session.ask("initialize", json!({"capabilities": {}}));
    session.tell("initialized", json!({}));
    session.tell("exit", Value::Null);
    assert_eq!(session.end().code(), Some(1));
    // The editor closes the pipe without `exit`.
    assert_eq!(Session::start().end().code(), Some(1));
}
