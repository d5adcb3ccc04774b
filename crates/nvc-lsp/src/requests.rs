//! Answers requests: parses the parameters, computes the answer, mostly with a function of [`crate::answers`], and converts it
//! to JSON.

use crate::analysis::{Analysis, MAIN};
use crate::answers::{completion, hover, navigation, symbols};
use crate::document::Document;
use crate::position::{Encoding, Lines, Position};
use crate::protocol::{self, Places, position_json};
use crate::server::State;
use nvc::{Code, Compiler, Emit, FormatStyle, Language, render};
use serde_json::{Value, json};
use std::rc::Rc;

/// Why a request cannot be answered.
pub(crate) enum Refusal {
    /// The method is unknown.
    Unknown,
    /// The parameters are invalid. Contains the reason.
    Parameters(&'static str),
    /// The request failed, with a message for the user.
    Failed(String),
}

type Answer = Result<Value, Refusal>;

/// Returns the server capabilities for the answer to `initialize`.
pub(crate) fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.name(),
        "textDocumentSync": {"openClose": true, "change": 2, "save": false},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "inlayHintProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": {"codeActionKinds": ["quickfix"]},
        "completionProvider": {"triggerCharacters": [".", "#", "("], "resolveProvider": true},
        "semanticTokensProvider": {
            "legend": {"tokenTypes": protocol::TOKEN_TYPES, "tokenModifiers": protocol::TOKEN_MODIFIERS},
            "full": true
        },
        "executeCommandProvider": {"commands": [SHOW, EXPLAIN]}
    })
}

/// The command that compiles a document to a text format. Arguments: the document's URI and the output format (`spvasm`, `ir`
/// or `preprocessed`).
const SHOW: &str = "nvc.emit";
/// The command that explains a diagnostic code.
const EXPLAIN: &str = "nvc.explainCode";

/// Answers a request.
pub(crate) fn answer(state: &mut State, method: &str, params: &Value) -> Answer {
    match method {
        "textDocument/hover" => at(state, params, hover_at),
        "textDocument/definition" => at(state, params, |input| {
            let found = navigation::definition(input.analysis, input.offset);
            found.and_then(|span| input.places.location(span)).unwrap_or(Value::Null)
        }),
        "textDocument/references" => {
            let declaration = params.pointer("/context/includeDeclaration").and_then(Value::as_bool);
            at(state, params, |input| {
                let found =
                    navigation::references(input.analysis, input.offset, declaration.unwrap_or(false));
                found.into_iter().filter_map(|span| input.places.location(span)).collect()
            })
        }
        "textDocument/documentHighlight" => at(state, params, |input| {
            let found = navigation::references(input.analysis, input.offset, true).into_iter();
            let own = found.filter(|span| span.file == MAIN);
            own.map(|span| json!({"range": input.places.range(span)})).collect()
        }),
        "textDocument/completion" => at(state, params, completion_at),
        "completionItem/resolve" => Ok(resolved(params)),
        "textDocument/documentSymbol" => whole(state, params, |input| {
            symbols::symbols(input.analysis).iter().map(|symbol| outline(symbol, &input.places)).collect()
        }),
        "textDocument/inlayHint" => {
            let range = params.get("range").and_then(protocol::range);
            whole(state, params, |input| hints(input, range))
        }
        "textDocument/semanticTokens/full" => {
            whole(state, params, |input| json!({"data": semantic_tokens(input)}))
        }
        "textDocument/formatting" => format(state, params),
        "textDocument/codeAction" => actions(state, params),
        "workspace/executeCommand" => command(state, params),
        _ => Err(Refusal::Unknown),
    }
}

/// The input of an answer: a document and, for some requests, a position.
struct Input<'a> {
    analysis: &'a Analysis,
    places: Places<'a>,
    /// Byte offset of the position; 0 if the request has none.
    offset: usize,
}

/// Returns the document that a request refers to.
fn document<'s>(state: &'s mut State, params: &Value) -> Result<&'s mut Document, Refusal> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let uri = uri.ok_or(Refusal::Parameters("textDocument.uri is missing"))?;
    state.documents.get_mut(uri).ok_or(Refusal::Parameters("the document is not open"))
}

/// Answers a request that concerns a whole document.
fn whole(state: &mut State, params: &Value, answer: impl FnOnce(Input<'_>) -> Value) -> Answer {
    ask(state, params, None, answer)
}

/// Answers a request that concerns a position.
fn at(state: &mut State, params: &Value, answer: impl FnOnce(Input<'_>) -> Value) -> Answer {
    let position = params.get("position").and_then(protocol::position);
    let position = position.ok_or(Refusal::Parameters("position is missing"))?;
    ask(state, params, Some(position), answer)
}

fn ask(
    state: &mut State,
    params: &Value,
    position: Option<Position>,
    answer: impl FnOnce(Input<'_>) -> Value,
) -> Answer {
    let (revision, encoding) = (state.revision, state.encoding);
    let (options, open) = (state.settings.options.clone(), state.open.clone());
    let document = document(state, params)?;
    let offset = position.map_or(0, |position| document.offset(position, encoding));
    let analysis: Rc<Analysis> = document.analysis(revision, &options, &open);
    let places = Places::new(&analysis.sources, &document.uri, encoding);
    Ok(answer(Input { analysis: &analysis, places, offset }))
}

fn hover_at(input: Input<'_>) -> Value {
    match hover::hover(input.analysis, input.offset) {
        Some(hover) => json!({
            "contents": {"kind": "markdown", "value": hover.markdown},
            "range": input.places.range(hover.span),
        }),
        None => Value::Null,
    }
}

fn completion_at(input: Input<'_>) -> Value {
    let language = input.analysis.language.name();
    let item = |(number, proposal): (usize, completion::Proposal)| {
        json!({
            "label": proposal.label,
            "kind": protocol::completion_kind(proposal.kind),
            "detail": proposal.detail,
            "sortText": format!("{number:05}"),
            "data": language,
        })
    };
    let found = completion::completion(input.analysis, input.offset);
    found.into_iter().enumerate().map(item).collect()
}

/// Adds the documentation to a completion item.
fn resolved(item: &Value) -> Value {
    let language = item.get("data").and_then(Value::as_str).and_then(|name| name.parse::<Language>().ok());
    let label = item.get("label").and_then(Value::as_str);
    let mut item = item.clone();
    if let (Some(language), Some(label)) = (language, label)
        && let Some(text) = completion::describe(language, label)
        && let Some(fields) = item.as_object_mut()
    {
        fields.insert("documentation".into(), json!({"kind": "markdown", "value": text}));
    }
    item
}

fn outline(symbol: &symbols::Symbol, places: &Places<'_>) -> Value {
    let children: Vec<Value> = symbol.children.iter().map(|child| outline(child, places)).collect();
    json!({
        "name": symbol.name,
        "detail": symbol.detail,
        "kind": protocol::symbol_kind(symbol.kind),
        "range": places.range(symbol.extent),
        "selectionRange": places.range(symbol.span),
        "children": children,
    })
}

fn hints(input: Input<'_>, range: Option<(Position, Position)>) -> Value {
    let text = input.analysis.text();
    let lines = Lines::new(text);
    let shown = |position: &Position| range.is_none_or(|(start, end)| start <= *position && *position <= end);
    let at = |offset: u32| lines.position(text, offset as usize, input.places.encoding);
    let all = input.analysis.hints.iter().map(|hint| (at(hint.at), hint));
    all.filter(|(position, _)| shown(position))
        .map(|(position, hint)| {
            json!({
                "position": position_json(position),
                "label": hint.label,
                "kind": 1,
                "tooltip": {"kind": "markdown", "value": hint.tooltip},
            })
        })
        .collect()
}

/// Encodes the semantic tokens. Each token is five numbers: line delta, start delta in code units, length,
/// type, modifiers.
fn semantic_tokens(input: Input<'_>) -> Vec<u32> {
    let (text, encoding) = (input.analysis.text(), input.places.encoding);
    let lines = Lines::new(text);
    let mut data = Vec::with_capacity(input.analysis.tokens.len() * 5);
    let mut last = Position::default();
    for token in &input.analysis.tokens {
        let position = lines.position(text, token.span.start as usize, encoding);
        let length = encoding.length(input.analysis.slice(token.span));
        let (kind, modifiers) = protocol::token_type(token.kind);
        let line = position.line.saturating_sub(last.line);
        let start =
            if line == 0 { position.character.saturating_sub(last.character) } else { position.character };
        data.extend([line, start, u32::try_from(length).unwrap_or(u32::MAX), kind, modifiers]);
        last = position;
    }
    data
}

/// Formats a whole document. Returns null if it does not parse, or is not assembly; the diagnostics show
/// syntax errors.
fn format(state: &mut State, params: &Value) -> Answer {
    let encoding = state.encoding;
    let spaces = params.pointer("/options/insertSpaces").and_then(Value::as_bool).unwrap_or(true);
    let size = params.pointer("/options/tabSize").and_then(Value::as_u64).unwrap_or(2);
    let indent = u8::try_from(size.min(16)).unwrap_or(2);
    let style = FormatStyle::default().with_indent(spaces.then_some(indent));
    let document = document(state, params)?;
    if document.language() != Language::NvAsm {
        return Ok(Value::Null);
    }
    let source = document.source();
    match nvc::format(&source, style) {
        Ok(text) if *text == *source.text => Ok(json!([])),
        Ok(text) => {
            let end = document.lines.position(&document.text, document.text.len(), encoding);
            let start = position_json(Position::default());
            Ok(json!([{"range": {"start": start, "end": position_json(end)}, "newText": text}]))
        }
        Err(_) => Ok(Value::Null),
    }
}

/// Returns the quick fixes of diagnostics in a range.
fn actions(state: &mut State, params: &Value) -> Answer {
    let encoding = state.encoding;
    let wanted = params.pointer("/context/only").and_then(Value::as_array);
    let is_wanted = |kind: &Value| matches!(kind.as_str(), Some("" | "quickfix"));
    if wanted.is_some_and(|kinds| !kinds.iter().any(is_wanted)) {
        return Ok(json!([]));
    }
    let range = params.get("range").and_then(protocol::range);
    let (start, end) = range.ok_or(Refusal::Parameters("range is missing"))?;
    let document = document(state, params)?;
    let (start, end) = (document.offset(start, encoding), document.offset(end, encoding));
    let touches = |at: nvc_diag::Span| at.start as usize <= end && start <= at.end as usize;
    let text = &document.text;
    let position = |offset: u32| position_json(document.lines.position(text, offset as usize, encoding));
    let offers = document.offers.iter().filter(|offer| touches(offer.at));
    Ok(offers
        .map(|offer| {
            let span = offer.fix.span;
            let edit = json!({
                "range": {"start": position(span.start), "end": position(span.end)},
                "newText": offer.fix.text,
            });
            let mut changes = serde_json::Map::new();
            changes.insert(document.uri.clone(), json!([edit]));
            json!({"title": offer.title, "kind": "quickfix", "isPreferred": true, "edit": {"changes": changes}})
        })
        .collect())
}

fn command(state: &mut State, params: &Value) -> Answer {
    let arguments: Vec<&str> = params
        .get("arguments")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    match (params.get("command").and_then(Value::as_str), &arguments[..]) {
        (Some(SHOW), [uri, format]) => {
            let emit: Emit = format.parse().map_err(|_| Refusal::Parameters("no such output format"))?;
            if !matches!(emit, Emit::SpvAsm | Emit::Ir | Emit::Preprocessed) {
                return Err(Refusal::Parameters("the output format is not text"));
            }
            let document = state.documents.get(*uri);
            let document = document.ok_or(Refusal::Parameters("the document is not open"))?;
            let source = document.source();
            let options = document.options(&state.settings.options).with_emit(emit).with_validate(false);
            let compiler = Compiler::new(options).with_loader(state.open.clone());
            match compiler.compile(&source) {
                Ok(compiled) => Ok(String::from_utf8_lossy(&compiled.artifact.to_bytes()).into()),
                Err(error) => {
                    let style = render::Style { format: render::Format::Short, color: false };
                    Err(Refusal::Failed(error.messages(style).trim_end().to_owned()))
                }
            }
        }
        (Some(EXPLAIN), [code]) => match code.parse::<Code>() {
            Ok(code) => Ok(code.explanation().into()),
            Err(_) => Err(Refusal::Parameters("no such code")),
        },
        _ => Err(Refusal::Parameters("unknown command, or wrong arguments")),
    }
}
