// The editor for the source, and read-only viewers for outputs.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { assembly, glsl, ofSource } from "./languages.js";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.labelName], color: "var(--code-keyword)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.meta, color: "var(--code-meta)" },
  { tag: tags.modifier, color: "var(--code-meta)" },
  { tag: [tags.number, tags.string], color: "var(--code-number)" },
  { tag: tags.standard(tags.variableName), color: "var(--code-builtin)" },
  { tag: tags.propertyName, color: "var(--code-type)" },
]);

const common = (label) => [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  syntaxHighlighting(colours),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
];

/** The editor of the source. */
export class SourceEditor {
  #language = new Compartment();
  #known = glsl;

  constructor(parent, { label, onChange }) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          common(label),
          history(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          EditorView.contentAttributes.of({ "aria-describedby": "editor-help" }),
          lintGutter(),
          // Tab is not bound, so that keyboard users can leave the editor.
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
          this.#language.of(glsl),
          EditorView.updateListener.of((update) => update.docChanged && onChange()),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    this.view.scrollDOM.scrollTop = 0;
  }

  /** The name of the source language. */
  get language() {
    return this.#known === assembly ? "NVcp5.0" : "GLSL";
  }

  /** Detects the language of the text and highlights it accordingly. */
  updateLanguage() {
    const language = ofSource(this.text);
    if (language === this.#known) return;
    this.#known = language;
    this.view.dispatch({ effects: this.#language.reconfigure(language) });
  }

  /** Underlines the source ranges of diagnostics. */
  show(diagnostics) {
    const { doc } = this.view.state;
    const marks = diagnostics.filter((one) => one.line !== null && one.line <= doc.lines).map((one) => {
      const from = offset(doc, one.line, one.column);
      const to = one.end_line <= doc.lines ? offset(doc, one.end_line, one.end_column) : doc.length;
      const notes = [...one.notes, one.help && `help: ${one.help}`].filter(Boolean);
      return {
        from,
        to: Math.max(from, to),
        severity: one.severity,
        source: one.code,
        message: [one.message, ...notes].join("\n"),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Moves the cursor to a line and column, and the focus to the editor. */
  goTo(line, column = 1, { focus = true } = {}) {
    const { doc } = this.view.state;
    if (line < 1 || line > doc.lines) return;
    const at = offset(doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    if (focus) this.view.focus();
  }
}

/** The offset of a line and column in the document. Both count from 1; the column counts code points. */
function offset(doc, line, column) {
  const { from, text } = doc.line(line);
  return from + [...text].slice(0, column - 1).join("").length;
}

/** A read-only view of a text. */
export class Viewer {
  #language = new Compartment();

  constructor(parent, label) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          common(label),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ "aria-readonly": "true" }),
          keymap.of([...defaultKeymap, ...searchKeymap]),
          this.#language.of([]),
        ],
      }),
    });
  }

  show(text, language, { keepScroll = true } = {}) {
    const { scrollTop } = this.view.scrollDOM;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      effects: this.#language.reconfigure(language),
    });
    this.view.scrollDOM.scrollTop = keepScroll ? scrollTop : 0;
  }
}
