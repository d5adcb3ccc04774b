//! Analyses assembly, from the syntax tree of nvc-asm.

use crate::analysis::{Analysis, Hint, MAIN, Token, TokenKind};
use nvc_asm::ast::{
    Access, Base, BindingKind, Initialiser, Instruction, ObjectRef, Offset, Operand, Program, StatementKind,
};
use nvc_asm::modifier::{BaseType, DataType, Modifier, TypeModifier};
use nvc_asm::table::{Allows, OperandType, Types};
use nvc_diag::{Diagnostics, Span};

pub(crate) fn analyse(analysis: &mut Analysis) {
    let source = analysis.sources.source(MAIN).clone();
    let parsed = nvc_asm::parse(MAIN, &source.text, &mut Diagnostics::new());
    let program = &parsed.program;
    analysis.index = nvc_asm::index(program, &source.text);
    let mut collector = Collector { text: &source.text, tokens: Vec::new(), hints: Vec::new() };
    collector.program(program);
    analysis.hints = collector.hints;
    analysis.tokens = collector.tokens;
    let definitions = analysis.index.definitions().map(|(_, definition)| (definition.span, definition.kind));
    let uses = analysis.index.uses().iter();
    let used = uses.filter_map(|found| Some((found.span, analysis.index.get(found.definition)?.kind)));
    let names = definitions.chain(used).map(|(span, kind)| Token { span, kind: TokenKind::Name(kind) });
    analysis.tokens.extend(names);
}

struct Collector<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    hints: Vec<Hint>,
}

impl Collector<'_> {
    fn token(&mut self, span: Span, kind: TokenKind) {
        self.tokens.push(Token { span, kind });
    }

    /// Adds each word in a span as a token. A binding such as `program.local` has several words.
    fn words(&mut self, span: Span, kind: TokenKind) {
        let text = self.text.get(span.range()).unwrap_or_default();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            let is_word = c.is_ascii_alphanumeric() || c == '_';
            match start {
                None if is_word => start = Some(at),
                Some(from) if !is_word => {
                    let place = Span::new(span.file, span.start as usize + from, span.start as usize + at);
                    let is_number = text.get(from..at).is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
                    self.token(place, if is_number { TokenKind::Number } else { kind });
                    start = None;
                }
                _ => {}
            }
        }
    }

    /// Adds the first word in a span as a token.
    fn first_word(&mut self, span: Span, kind: TokenKind) {
        let text = self.text.get(span.range()).unwrap_or_default();
        let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
        self.token(Span::new(span.file, span.start as usize, span.start as usize + length), kind);
    }

    fn program(&mut self, program: &Program<'_>) {
        self.token(program.header, TokenKind::Keyword);
        for option in &program.options {
            self.token(option.span, TokenKind::Constant);
        }
        for size in &program.group_sizes {
            self.first_word(size.span, TokenKind::Keyword);
        }
        self.token(program.end, TokenKind::Keyword);
        for statement in &program.statements {
            match &statement.kind {
                StatementKind::Declaration(declaration) => {
                    self.token(declaration.class.span, TokenKind::Keyword);
                    for modifier in &declaration.modifiers {
                        self.token(modifier.span, TokenKind::Modifier);
                    }
                    for binding in &declaration.bindings {
                        if let Initialiser::Binding(binding) = binding {
                            self.binding(&binding.kind, binding.span);
                        }
                    }
                }
                StatementKind::Instruction(instruction) => self.instruction(instruction),
                StatementKind::Broken(broken) if broken.opcode.is_some() => {
                    self.first_word(statement.span, TokenKind::Keyword);
                }
                StatementKind::Broken(_) | StatementKind::Label { .. } => {}
            }
        }
    }

    fn binding(&mut self, _: &BindingKind, span: Span) {
        self.words(span, TokenKind::Predefined);
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) {
        self.token(instruction.opcode_span, TokenKind::Keyword);
        // Modifiers from a legacy suffix, such as `ADDR`, have the span of the mnemonic.
        for modifier in instruction.modifiers.iter().filter(|m| m.span != instruction.opcode_span) {
            self.token(modifier.span, TokenKind::Modifier);
        }
        for operand in &instruction.values {
            self.operand(operand);
        }
        let tests = [instruction.test, instruction.result.as_ref().and_then(|result| result.condition)];
        for test in tests.into_iter().flatten() {
            self.first_word(test.span, TokenKind::Constant);
        }
        match instruction.access.as_deref() {
            Some(Access::Texture(texture)) => {
                self.object(&texture.texture);
                self.token(texture.target.span, TokenKind::Constant);
                if let Some(Offset::Vector(operand)) = &texture.offset {
                    self.operand(operand);
                }
            }
            Some(Access::Image(image)) => {
                self.object(&image.image);
                self.token(image.target.span, TokenKind::Constant);
            }
            _ => {}
        }
        self.types(instruction);
    }

    fn operand(&mut self, operand: &Operand<'_>) {
        if let Base::Binding(binding) = &operand.base {
            self.binding(&binding.kind, binding.span);
        }
    }

    fn object(&mut self, object: &ObjectRef<'_>) {
        match object {
            ObjectRef::Unit(unit) => self.first_word(unit.span, TokenKind::Predefined),
            ObjectRef::Handle { span, .. } => self.first_word(*span, TokenKind::Keyword),
            ObjectRef::Var(_) => {}
        }
    }

    /// Adds inlay hints for the type of an instruction without a type modifier, and for operands and results
    /// of another type.
    fn types(&mut self, instruction: &Instruction<'_>) {
        let row = instruction.opcode.row();
        let mut written = instruction.modifiers.iter().filter_map(|modifier| match modifier.node {
            Modifier::Type(ty) => Some(ty.data_type()),
            _ => None,
        });
        let (own, source) = (written.next(), written.next());
        let has_type = row.types != Types::NONE || row.allows.has(Allows::STORAGE);
        let ty = own.unwrap_or(DataType::new(row.default, 32));
        if own.is_none() && row.types != Types::NONE && !row.allows.has(Allows::STORAGE) {
            let tooltip = format!("`{}` without a type modifier is `{}`", row.mnemonic, show(ty));
            self.hint(instruction.opcode_span.end, format!(".{}", show(ty)), tooltip);
        }
        for (operand, value) in instruction.values.iter().zip(row.operands) {
            let read = value.ty.resolve(ty, source.unwrap_or(ty), DataType::new(ty.base, 32));
            // Untyped operands get no hint. If the instruction itself has no type, its description states
            // the operand types.
            if has_type && read != ty && value.ty != OperandType::Raw {
                let tooltip = format!("`{}` reads this operand as `{}`", row.mnemonic, show(read));
                self.hint(operand.span.end, format!(": {}", show(read)), tooltip);
            }
        }
        if let (Some(result), Some(kind)) = (&instruction.result, row.result.ty()) {
            let stored = kind.resolve(ty, source.unwrap_or(ty), DataType::new(ty.base, 32));
            if has_type && stored != ty && kind != OperandType::Raw {
                let tooltip = format!("`{}` writes a `{}`", row.mnemonic, show(stored));
                self.hint(result.span.end, format!(": {}", show(stored)), tooltip);
            }
        }
    }

    fn hint(&mut self, at: u32, label: String, tooltip: String) {
        self.hints.push(Hint { at, label, tooltip });
    }
}

/// Formats a type as a modifier, such as `U32`.
pub(crate) fn show(ty: DataType) -> String {
    TypeModifier { base: ty.base, bits: ty.bits, count: 1 }.to_string()
}

/// Formats a base type as a modifier, such as `U`.
pub(crate) fn show_base(base: BaseType) -> String {
    TypeModifier { base, bits: 0, count: 1 }.to_string()
}
