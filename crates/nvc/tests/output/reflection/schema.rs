//! A validator for the subset of JSON Schema that the published schema uses. An unknown keyword counts as a
//! violation, so that none is silently ignored. Existing validator crates have about seventy dependencies.

use serde_json::Value;
use std::path::Path;

/// Keywords that do not affect validity, or that are handled together with another keyword.
const NOTES: &[&str] = &["$schema", "$defs", "title", "description", "format", "default"];

/// A parsed schema.
pub struct Schema {
    root: Value,
}

impl Schema {
    /// Reads a schema from a file.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Schema { root: serde_json::from_str(&text).expect("the schema is JSON") }
    }

    /// Returns the violations of the schema in a document, each with its path.
    pub fn violations(&self, text: &str) -> Vec<String> {
        let value: Value = serde_json::from_str(text).expect("the document is JSON");
        let mut found = Vec::new();
        self.check(&self.root, &value, "", &mut found);
        found
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let Value::Object(keywords) = schema else {
            if *schema != Value::Bool(true) {
                found.push(format!("{at}: nothing is valid here"));
            }
            return;
        };
        for (keyword, argument) in keywords {
            let fine = match keyword.as_str() {
                "type" => types(argument).iter().any(|ty| is_of_type(value, ty)),
                "const" => value == argument,
                "enum" => elements(argument).contains(value),
                "minimum" => number(value).is_none_or(|n| n >= number(argument).unwrap_or(f64::NAN)),
                "maximum" => number(value).is_none_or(|n| n <= number(argument).unwrap_or(f64::NAN)),
                "minItems" => length(value).is_none_or(|n| Some(n as u64) >= argument.as_u64()),
                "maxItems" => length(value).is_none_or(|n| Some(n as u64) <= argument.as_u64()),
                "required" => elements(argument)
                    .iter()
                    .all(|name| value.get(name.as_str().unwrap_or_default()).is_some()),
                "anyOf" => elements(argument).iter().any(|schema| self.is_valid(schema, value)),
                "oneOf" => elements(argument).iter().filter(|s| self.is_valid(s, value)).count() == 1,
                "$ref" => {
                    let pointer = argument.as_str().and_then(|target| target.strip_prefix('#'));
                    match pointer.and_then(|pointer| self.root.pointer(pointer)) {
                        Some(target) => {
                            self.check(target, value, at, found);
                            true
                        }
                        None => false,
                    }
                }
                "items" => {
                    for (index, element) in elements(value).iter().enumerate() {
                        self.check(argument, element, &format!("{at}/{index}"), found);
                    }
                    true
                }
                "properties" => {
                    let known = argument.as_object().into_iter().flatten();
                    for (name, schema) in known {
                        if let Some(member) = value.get(name) {
                            self.check(schema, member, &format!("{at}/{name}"), found);
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let known = keywords.get("properties").and_then(Value::as_object);
                    let names = value.as_object().into_iter().flatten().map(|(name, _)| name);
                    let all_known =
                        names.into_iter().all(|name| known.is_some_and(|known| known.contains_key(name)));
                    argument != &Value::Bool(false) || all_known
                }
                note => NOTES.contains(&note),
            };
            if !fine {
                found.push(format!("{at}: `{keyword}` does not hold for {value}"));
            }
        }
    }

    fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        let mut found = Vec::new();
        self.check(schema, value, "", &mut found);
        found.is_empty()
    }
}

/// Returns the types that a `type` keyword lists.
fn types(argument: &Value) -> Vec<&str> {
    match argument {
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn is_of_type(value: &Value, ty: &str) -> bool {
    match ty {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn length(value: &Value) -> Option<usize> {
    value.as_array().map(Vec::len)
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64()
}

#[test]
fn violations_are_found() {
    let schema = Schema {
        root: serde_json::json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/count"}, "b": {"items": {"enum": ["x", "y"]}}},
            "required": ["a"],
            "$defs": {"count": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}},
        }),
    };
    assert!(schema.violations(r#"{"a": 1, "b": ["x"], "c": 0}"#).is_empty());
    assert!(schema.violations(r#"{"a": null}"#).is_empty());
    for wrong in [r#"{"b": []}"#, r#"{"a": 0}"#, r#"{"a": 1.5}"#, r#"{"a": 1, "b": ["z"]}"#, "[]"] {
        assert!(!schema.violations(wrong).is_empty(), "{wrong}");
    }
    let unknown = Schema { root: serde_json::json!({"pattern": "x"}) };
    assert_eq!(unknown.violations("1").len(), 1);
}
