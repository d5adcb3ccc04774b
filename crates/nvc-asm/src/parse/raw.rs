//! Untyped operands, as the grammar parses them. The instruction table determines later what each operand must be.

use nvc_diag::{Code, Diagnostic, Reported, Span};
use smallvec::SmallVec;
use std::sync::Arc;

use super::Cx;
use super::grammar::{Pair, Rule};
use super::slices::{skip_blank, word_at};
use crate::ast::{ConstVector, Ident, Literal, Number, Range};

/// The brackets after a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawIndex<'t> {
    /// `[3]`, `[0..3]`.
    Range(Range),
    /// `[R0.x + 3]`.
    Register { name: Ident<'t>, component: Option<Ident<'t>>, offset: i64, span: Span },
}

impl RawIndex<'_> {
    pub(crate) fn span(&self) -> Span {
        match self {
            RawIndex::Range(range) => range.span,
            RawIndex::Register { span, .. } => *span,
        }
    }
}

/// A name in a path, with its brackets.
#[derive(Clone, Debug)]
pub(crate) struct Part<'t> {
    pub(crate) name: Ident<'t>,
    pub(crate) index: Vec<RawIndex<'t>>,
}

impl Part<'_> {
    /// Returns the span of the name and brackets.
    pub(crate) fn span(&self) -> Span {
        self.index.last().map_or(self.name.span, |index| self.name.span.to(index.span()))
    }
}

/// One or more names separated by dots.
#[derive(Clone, Debug)]
pub(crate) struct Path<'t> {
    pub(crate) parts: SmallVec<[Part<'t>; 2]>,
    pub(crate) span: Span,
}

impl<'t> Path<'t> {
    /// Returns the name if the path is a single name without brackets.
    pub(crate) fn single(&self) -> Option<Ident<'t>> {
        match self.parts.as_slice() {
            [part] if part.index.is_empty() => Some(part.name),
            _ => None,
        }
    }
}

/// An operand without signs and absolute value.
#[derive(Clone, Debug)]
pub(crate) enum Primary<'t> {
    Vector(Arc<ConstVector>, Option<Ident<'t>>),
    Number(Literal),
    /// A target that starts with a digit.
    Target(Ident<'t>),
    Path(Path<'t>),
    /// `name(arguments).suffix`. In a box, because calls are rare and would triple the size of an operand.
    Call(Box<Call<'t>>),
}

/// `name(arguments).suffix`.
#[derive(Clone, Debug)]
pub(crate) struct Call<'t> {
    pub(crate) path: Path<'t>,
    pub(crate) arguments: Group<'t>,
    pub(crate) suffix: Option<Ident<'t>>,
}

/// A list of operands in parentheses.
#[derive(Clone, Debug)]
pub(crate) struct Group<'t> {
    pub(crate) items: Vec<RawValue<'t>>,
    pub(crate) span: Span,
}

/// An operand with its signs and absolute value.
#[derive(Clone, Debug)]
pub(crate) struct RawValue<'t> {
    /// Whether the sign outside `| |` is a minus; `None` without a sign.
    pub(crate) sign: Option<bool>,
    /// Whether the operand is in `| |`.
    pub(crate) absolute: bool,
    /// Whether the sign inside `| |` is a minus; `None` without a sign.
    pub(crate) inner_sign: Option<bool>,
    pub(crate) primary: Primary<'t>,
    pub(crate) span: Span,
}

impl<'t> RawValue<'t> {
    /// Returns the path if the operand consists only of a path.
    pub(crate) fn plain_path(&self) -> Option<&Path<'t>> {
        match &self.primary {
            Primary::Path(path) if self.sign.is_none() && !self.absolute => Some(path),
            _ => None,
        }
    }
}

/// An operand, or a list of operands in parentheses.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "almost all operands are values")]
pub(crate) enum Raw<'t> {
    Value(RawValue<'t>),
    Group(Group<'t>),
}

impl Raw<'_> {
    pub(crate) fn span(&self) -> Span {
        match self {
            Raw::Value(value) => value.span,
            Raw::Group(group) => group.span,
        }
    }
}

/// Iterates over the names of a `dotted` token, which are separated by dots.
pub(crate) struct DottedNames<'t> {
    text: &'t str,
    at: usize,
    /// The start of the token in the file, as an empty span.
    start: Span,
}

impl<'t> Iterator for DottedNames<'t> {
    type Item = Ident<'t>;

    fn next(&mut self) -> Option<Ident<'t>> {
        let bytes = self.text.as_bytes();
        self.at = skip_blank(bytes, self.at);
        if bytes.get(self.at) == Some(&b'.') {
            self.at = skip_blank(bytes, self.at + 1);
        }
        let text = word_at(self.text, self.at);
        if text.is_empty() {
            return None;
        }
        let start = self.start.start as usize + self.at;
        self.at += text.len();
        Some(Ident { text, span: Span::new(self.start.file, start, start + text.len()) })
    }
}

/// Parses the text of a number: an optional sign, white space, and a decimal, hexadecimal or floating-point number. Returns
/// `None` if it is an integer that does not fit in 64 bits.
pub(crate) fn literal(text: &str, span: Span) -> Option<Literal> {
    let negative = text.starts_with('-');
    let digits = match text.strip_prefix(['-', '+']) {
        Some(rest) => rest.get(skip_blank(rest.as_bytes(), 0)..).unwrap_or_default(),
        None => text,
    };
    let value = if let Some(hex) = digits.strip_prefix("0x") {
        u64::from_str_radix(hex, 16).ok().map(Number::Int)
    } else if digits.bytes().all(|b| b.is_ascii_digit()) {
        digits.parse().ok().map(Number::Int)
    } else {
        digits.parse().ok().map(Number::Float)
    };
    value.map(|value| Literal { value, negative, span })
}

impl<'t> Cx<'t, '_> {
    pub(crate) fn ident(&self, pair: &Pair<'_>) -> Ident<'t> {
        Ident { text: self.text(pair), span: self.pair_span(pair) }
    }

    /// Parses a `number` or `integer` token.
    pub(crate) fn number(&mut self, pair: &Pair<'_>) -> Result<Literal, Reported> {
        let span = self.pair_span(pair);
        literal(pair.as_str(), span).ok_or_else(|| {
            self.report(
                Diagnostic::new(Code::N0308, span, "the integer does not fit in 64 bits")
                    .help("use a smaller number"),
            )
        })
    }

    /// Parses an `integer` token, without its sign.
    pub(crate) fn integer(&mut self, pair: &Pair<'_>) -> Result<u64, Reported> {
        Ok(match self.number(pair)?.value {
            Number::Int(value) => value,
            Number::Float(_) => 0,
        })
    }

    /// Iterates over the names of a `dotted` token.
    pub(crate) fn dotted_names(&self, pair: &Pair<'_>) -> DottedNames<'t> {
        let start = pair.as_span().start();
        DottedNames { text: self.text(pair), at: 0, start: self.span(start, start) }
    }

    /// Parses a `vector`.
    pub(crate) fn vector(&mut self, pair: Pair<'_>) -> Result<Arc<ConstVector>, Reported> {
        let span = self.pair_span(&pair);
        let mut items = SmallVec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::number {
                let number = self.number(&inner)?;
                if items.len() == 4 {
                    let finding = Diagnostic::new(
                        Code::N0302,
                        number.span,
                        "a constant vector has at most four components",
                    );
                    return Err(self.report(finding.help("remove the rest")));
                }
                items.push(number);
            }
        }
        Ok(Arc::new(ConstVector { items, span }))
    }

    fn index(&mut self, pair: Pair<'_>) -> Result<RawIndex<'t>, Reported> {
        let span = self.enclosed_span(&pair);
        let mut names: SmallVec<[Ident<'t>; 2]> = SmallVec::new();
        let mut numbers: SmallVec<[u64; 2]> = SmallVec::new();
        let (mut negative, mut range) = (false, false);
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::dotted => names.extend(self.dotted_names(&inner)),
                Rule::integer => numbers.push(self.integer(&inner)?),
                Rule::sign => negative = inner.as_str() == "-",
                Rule::dots => range = true,
                _ => {}
            }
        }
        let first = numbers.first().copied().unwrap_or(0);
        if let Some(extra) = names.get(2) {
            let finding =
                Diagnostic::new(Code::N0305, extra.span, "an index is a single component of a variable");
            return Err(self.report(finding.help("write it as `[R0.x]`")));
        }
        Ok(match names.first() {
            None => {
                RawIndex::Range(Range { first, last: numbers.last().copied().unwrap_or(first), range, span })
            }
            Some(&name) => {
                let magnitude = i64::try_from(first).unwrap_or(i64::MAX);
                let offset = if negative { -magnitude } else { magnitude };
                RawIndex::Register { name, component: names.get(1).copied(), offset, span }
            }
        })
    }

    /// Parses a `path`.
    pub(crate) fn path(&mut self, pair: Pair<'_>) -> Result<Path<'t>, Reported> {
        let span = self.pair_span(&pair);
        let mut parts: SmallVec<[Part<'t>; 2]> = SmallVec::new();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::dotted => {
                    parts.extend(self.dotted_names(&inner).map(|name| Part { name, index: Vec::new() }));
                }
                Rule::index => {
                    let index = self.index(inner)?;
                    if let Some(part) = parts.last_mut() {
                        part.index.push(index);
                    }
                }
                _ => {}
            }
        }
        // pest includes the white space that it skipped while looking for a suffix; the path ends before it.
        let end = parts.last().map_or(span, Part::span);
        Ok(Path { parts, span: Span { end: end.end, ..span } })
    }

    fn group(&mut self, pair: Pair<'_>) -> Result<Group<'t>, Reported> {
        let span = self.enclosed_span(&pair);
        let mut items = Vec::new();
        for inner in pair.into_inner() {
            if inner.as_rule() == Rule::argument {
                items.push(self.value(inner)?);
            }
        }
        Ok(Group { items, span })
    }

    /// Parses an operand of an instruction.
    pub(crate) fn operand_tree(&mut self, pair: Pair<'_>) -> Result<Raw<'t>, Reported> {
        Ok(match pair.as_rule() {
            Rule::group => Raw::Group(self.group(pair)?),
            _ => Raw::Value(self.value(pair)?),
        })
    }

    /// Parses a `value` or `argument`.
    fn value(&mut self, pair: Pair<'_>) -> Result<RawValue<'t>, Reported> {
        let mut span = self.pair_span(&pair);
        let mut value = RawValue {
            sign: None,
            absolute: false,
            inner_sign: None,
            primary: Primary::Number(Literal { value: Number::Int(0), negative: false, span }),
            span,
        };
        let mut end = span.start;
        for inner in pair.into_inner() {
            end = self.pair_span(&inner).end;
            match inner.as_rule() {
                Rule::sign => value.sign = Some(inner.as_str() == "-"),
                Rule::absolute => {
                    // This does not recurse, because the grammar has no `absolute` inside `absolute`.
                    let (sign, bars) = (value.sign, inner);
                    value = self.value_inside(bars)?;
                    (value.inner_sign, value.sign, value.absolute) = (value.sign, sign, true);
                }
                rule => self.primary(rule, inner, &mut value.primary)?,
            }
        }
        span.end = end;
        if let (Primary::Path(path), false) = (&value.primary, value.absolute) {
            span.end = path.span.end;
        }
        value.span = span;
        Ok(value)
    }

    /// Parses the operand between the bars of `| |`.
    fn value_inside(&mut self, bars: Pair<'_>) -> Result<RawValue<'t>, Reported> {
        let span = self.pair_span(&bars);
        let mut sign = None;
        let mut primary = Primary::Number(Literal { value: Number::Int(0), negative: false, span });
        for inner in bars.into_inner() {
            match inner.as_rule() {
                Rule::sign => sign = Some(inner.as_str() == "-"),
                rule => self.primary(rule, inner, &mut primary)?,
            }
        }
        Ok(RawValue { sign, absolute: false, inner_sign: None, primary, span })
    }

    /// Adds a pair to the value that is being parsed.
    fn primary(&mut self, rule: Rule, pair: Pair<'_>, primary: &mut Primary<'t>) -> Result<(), Reported> {
        match rule {
            Rule::vector => *primary = Primary::Vector(self.vector(pair)?, None),
            Rule::number => *primary = Primary::Number(self.number(&pair)?),
            Rule::target => *primary = Primary::Target(self.ident(&pair)),
            Rule::path => *primary = Primary::Path(self.path(pair)?),
            Rule::group => {
                let arguments = self.group(pair)?;
                if let Primary::Path(path) = primary {
                    let path = path.clone();
                    *primary = Primary::Call(Box::new(Call { path, arguments, suffix: None }));
                }
            }
            // A name outside a path is a suffix, and there may be only one.
            Rule::dotted => {
                let mut names = self.dotted_names(&pair);
                let first = names.next();
                if let Some(extra) = names.next() {
                    let finding = Diagnostic::new(Code::N0102, extra.span, "this cannot follow the operand");
                    return Err(self.report(finding.help("an operand has one suffix, such as `.x`")));
                }
                match primary {
                    Primary::Vector(_, suffix) => *suffix = first,
                    Primary::Call(call) => call.suffix = first,
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(())
    }
}
