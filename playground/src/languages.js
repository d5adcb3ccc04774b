// Syntax highlighting for the languages that the page shows: a tokenizer for each, from tables of keywords.
import { StreamLanguage } from "@codemirror/language";

const words = (text) => new Set(text.trim().split(/\s+/));

/** Defines a language. `rules` are tried before the patterns for strings, numbers and words. */
function language(name, { line, block, rules = [], keywords = new Set(), types = new Set(), word = /^[A-Za-z_]\w*/ }) {
  return StreamLanguage.define({
    name,
    startState: () => ({ inBlock: false }),
    languageData: { commentTokens: { line, block: block && { open: block[0], close: block[1] } } },
    token(stream, state) {
      if (state.inBlock) {
        state.inBlock = !stream.match(new RegExp(`^.*?${escape(block[1])}`));
        if (state.inBlock) stream.skipToEnd();
        return "comment";
      }
      if (stream.eatSpace()) return null;
      if (line && stream.match(line)) {
        stream.skipToEnd();
        return "comment";
      }
      if (block && stream.match(block[0])) {
        state.inBlock = true;
        return "comment";
      }
      for (const [pattern, tag] of rules) if (stream.match(pattern)) return tag;
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)\w*/)) return "number";
      const found = stream.match(word);
      if (found) {
        if (keywords.has(found[0])) return "keyword";
        if (types.has(found[0])) return "typeName";
        return null;
      }
      stream.next();
      return null;
    },
  });
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const glsl = language("glsl", {
  line: "//",
  block: ["/*", "*/"],
  rules: [
    [/^#\s*\w+/, "meta"],
    [/^gl_\w+/, "variableName.standard"],
    [/^\w+NV(?=\s*\()/, "variableName.standard"],
    [/^(?:subgroup|atomic|coopMat|image|texture)\w*(?=\s*\()/, "variableName.standard"],
    [/^(?:[iubd]|f16|f64|[iu](?:8|16|32|64))?vec[234]\b/, "typeName"],
    [/^(?:d|f16|f64)?mat[234](?:x[234])?\b/, "typeName"],
    [/^(?:[iu]?(?:image|sampler|texture|subpassInput)\w*|[if]coopmatNV|coopmat|coopvecNV)\b/, "typeName"],
  ],
  keywords: words(`if else for while do switch case default break continue return discard struct const in out inout
    uniform buffer shared layout readonly writeonly coherent volatile restrict precise highp mediump lowp flat
    subroutine precision true false invariant attribute varying`),
  types: words(`void bool int uint float double float16_t float32_t float64_t int8_t int16_t int32_t int64_t uint8_t
    uint16_t uint32_t uint64_t bfloat16_t atomic_uint`),
});

export const assembly = language("nvcp5", {
  line: "#",
  rules: [
    [/^!!\w+(?:\.\d+)?/, "meta"],
    [/^(?:program|invocation|state|texture|image|bufferaddr)\b(?:\.\w+)*/, "variableName.standard"],
    [/^\.(?:[xyzw]{1,4}|[rgba]{1,4})\b/, "propertyName"],
    [/^\.\w+/, "modifier"],
    [/^[A-Z][A-Z0-9]+\b(?=[.\s;])/, "keyword"],
    [/^(?:EQ|NE|LT|LE|GT|GE|TR|FL)\d?\b/, "modifier"],
  ],
  types: words("CC CC0 CC1"),
});

export const spirv = language("spirv", {
  line: ";",
  rules: [
    [/^%[\w.]+/, "variableName"],
    [/^OpType\w+/, "typeName"],
    [/^Op\w+/, "keyword"],
    [/^[A-Z]\w*/, "variableName.standard"],
  ],
});

export const ir = language("nvcir", {
  line: ";",
  rules: [
    [/^!.*$/, "comment"],
    [/^b\d+\b/, "labelName"],
    [/^(?:vec\d|pointer|block|array|runtime_array|struct)(?=<)/, "typeName"],
    [/^(?:i(?:8|16|32|64)|f(?:16|32|64)|bool)\b/, "typeName"],
    [/^[vgf]\d+\b/, "variableName"],
    [/^[a-z][\w]*(?:\.[\w]+)*(?=[[ ])/, "keyword"],
  ],
});

export const wgsl = language("wgsl", {
  line: "//",
  block: ["/*", "*/"],
  rules: [[/^@\w+/, "meta"], [/^(?:vec[234]|mat\dx\d|array|atomic|ptr)\b/, "typeName"]],
  keywords: words(`fn let var const if else loop for while switch case default break continue continuing return struct
    enable alias override true false discard`),
  types: words("bool i32 u32 f32 f16 i64 u64 f64"),
});

export const json = language("json", {
  rules: [[/^"(?:[^"\\]|\\.)*"(?=\s*:)/, "propertyName"], [/^-?\d[\d.eE+-]*/, "number"]],
  keywords: words("true false null"),
});

export const plain = language("text", { rules: [[/^(?:error|warning)\[\w+\]/, "keyword"]] });

/** The language of a source, detected like in the compiler: from the first line that is not a comment. */
export function ofSource(text) {
  return /^\s*(?:#[^\n]*\n\s*)*!!NV/.test(text) ? assembly : glsl;
}
