//! Resolves overloaded calls (GLSL §6.1).

use super::candidates::{Candidate, Rejection, Target};
use crate::ast::Ident;
use crate::builtins::signature::{Flow, Needs};
use crate::check::types::conversion::{self, Ranking};
use crate::check::{Checker, ExprId};
use crate::types::Type;
use nvc_diag::{Code, Diagnostic, Span, counted};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// The result of overload resolution.
#[derive(Clone, Debug)]
pub(super) enum Resolution {
    /// The index of the best candidate.
    One(usize),
    /// No candidate fits the arguments.
    None,
    /// Several candidates, none better than all others.
    Ambiguous(Vec<usize>),
}

/// The maximum number of candidates that a diagnostic lists.
const MAX_LISTED: usize = 6;

impl Checker<'_> {
    /// Returns the user-defined functions with this name.
    pub(super) fn program_candidates(&self, ident: Ident) -> Vec<Candidate> {
        let indices = self.overloads.get(&ident.name).map_or(&[][..], Vec::as_slice);
        let entry = |&index: &usize| {
            let function = self.functions.get(index)?;
            Some(Candidate {
                target: Target::Function(index),
                params: function.params.iter().map(|p| (p.ty, p.flow())).collect(),
                result: function.result,
                variadic: false,
            })
        };
        indices.iter().filter_map(entry).collect()
    }

    /// Returns whether an argument is convertible to a parameter or, for `out` and `inout`, the parameter to the argument, too.
    fn accepts(&self, arg: ExprId, (param, flow): (Type, Flow)) -> bool {
        let ty = self.ty(arg);
        match flow {
            Flow::In | Flow::Const | Flow::ConstUnless(_) => self.converts(ty, param),
            Flow::Out => self.converts(param, ty),
            Flow::InOut => self.converts(ty, param) && self.converts(param, ty),
            Flow::Memory | Flow::Reference => ty == param,
        }
    }

    /// Explains why an argument does not match a parameter; `None` if it does.
    fn mismatch(&self, arg: ExprId, (param, flow): (Type, Flow)) -> Option<String> {
        let ty = self.ty(arg);
        (!self.accepts(arg, (param, flow))).then(|| match flow {
            Flow::Out => format!("{} does not convert to the argument's {}", self.show(param), self.show(ty)),
            _ => format!("{} does not convert to {}", self.show(ty), self.show(param)),
        })
    }

    fn fits(&self, candidate: &Candidate, args: &[ExprId]) -> bool {
        let count = candidate.params.len() == args.len()
            || (candidate.variadic && candidate.params.len() <= args.len());
        count && args.iter().zip(&candidate.params).all(|(&arg, &param)| self.accepts(arg, param))
    }

    /// Chooses the best candidate for the arguments. The rules that all compilers share are applied first. The rules that
    /// rank more conversions ([`Ranking::Extended`]) are applied only if the call is ambiguous without them.
    pub(super) fn resolve(&self, candidates: &[Candidate], args: &[ExprId]) -> Resolution {
        let fitting: Vec<usize> = (0..candidates.len())
            .filter(|&i| candidates.get(i).is_some_and(|c| self.fits(c, args)))
            .collect();
        let beats = |a: usize, b: usize, ranking| match (candidates.get(a), candidates.get(b)) {
            (Some(a), Some(b)) => self.is_better(a, b, args, ranking),
            _ => false,
        };
        let best = |ranking| {
            let wins = |&&a: &&usize| fitting.iter().all(|&b| a == b || beats(a, b, ranking));
            fitting.iter().find(wins).copied()
        };
        match fitting.as_slice() {
            [] => Resolution::None,
            [only] => Resolution::One(*only),
            _ => match best(Ranking::Common).or_else(|| best(Ranking::Extended)) {
                Some(best) => Resolution::One(best),
                None => {
                    let unbeaten = |&&a: &&usize| !fitting.iter().any(|&b| beats(b, a, Ranking::Extended));
                    Resolution::Ambiguous(fitting.iter().filter(unbeaten).copied().collect())
                }
            },
        }
    }

    /// Returns whether a candidate is better than another: better for at least one argument, and worse for none. A
    /// user-defined function hides a built-in function with the same parameters.
    fn is_better(&self, a: &Candidate, b: &Candidate, args: &[ExprId], ranking: Ranking) -> bool {
        let mut order = Ordering::Equal;
        for ((&arg, &x), &y) in args.iter().zip(&a.params).zip(&b.params) {
            match self.compare(arg, x, y, ranking) {
                Ordering::Equal => {}
                Ordering::Greater => return false,
                Ordering::Less => order = Ordering::Less,
            }
        }
        if order == Ordering::Equal && a.params == b.params {
            return matches!((a.target, b.target), (Target::Function(_), Target::Builtin(_)));
        }
        order == Ordering::Less
    }

    /// Compares the parameters `x` and `y` of two candidates for an argument: `Less` if `x` fits better.
    fn compare(
        &self,
        arg: ExprId,
        (x, flow): (Type, Flow),
        (y, _): (Type, Flow),
        ranking: Ranking,
    ) -> Ordering {
        if x == y {
            return Ordering::Equal;
        }
        let ty = self.ty(arg);
        if ty == x || ty == y {
            return if ty == x { Ordering::Less } else { Ordering::Greater };
        }
        match (self.shape(ty), self.shape(x), self.shape(y)) {
            (Some((_, from)), Some((_, a)), Some((_, b))) => match flow {
                // The parameter's value converts to the type of an `out` argument, so the widest parameter is the closest.
                Flow::Out => b.width.cmp(&a.width),
                _ => conversion::compare(&self.features, from, a, b, ranking),
            },
            _ => Ordering::Equal,
        }
    }

    /// Returns the diagnostic for a call that no candidate matches.
    pub(super) fn no_overload(
        &self,
        name: &str,
        span: Span,
        candidates: &[Candidate],
        rejected: &[Rejection],
        args: &[ExprId],
        missing: Option<Needs>,
    ) -> Diagnostic {
        let list: Vec<_> = args.iter().map(|&arg| self.show_plain(self.ty(arg))).collect();
        let message = format!("no matching overload `{name}({})`", list.join(", "));
        let mut diagnostic = Diagnostic::new(Code::N1301, span, message);
        let mut notes = Vec::new();
        for candidate in candidates {
            let why = if candidate.params.len() == args.len() {
                args.iter()
                    .zip(&candidate.params)
                    .enumerate()
                    .find_map(|(i, (&arg, &param))| {
                        Some(format!("argument {}: {}", i + 1, self.mismatch(arg, param)?))
                    })
                    .unwrap_or_default()
            } else {
                format!("takes {}, not {}", counted(candidate.params.len(), "argument"), args.len())
            };
            notes.push(format!("`{}`: {why}", self.show_candidate(name, candidate)));
        }
        notes.extend(rejected.iter().map(|rejection| self.show_rejection(rejection, args)));
        let mut seen = FxHashSet::default();
        notes.retain(|note| seen.insert(note.clone()));
        let more = notes.len().saturating_sub(MAX_LISTED);
        for note in notes.into_iter().take(MAX_LISTED) {
            diagnostic = diagnostic.note(note);
        }
        if more > 0 {
            diagnostic = diagnostic.note(format!("and {more} more"));
        }
        match missing {
            Some(needs) if !needs.extensions.is_empty() => {
                // The first extensions listed are the most specific.
                let list: Vec<&str> = needs.extensions.iter().take(2).copied().collect();
                diagnostic.help(format!("the extension {} adds overloads", list.join(" or ")))
            }
            _ => diagnostic,
        }
    }

    /// Returns the diagnostic for an ambiguous call.
    pub(super) fn ambiguous(
        &self,
        name: &str,
        span: Span,
        candidates: &[Candidate],
        best: &[usize],
        args: &[ExprId],
    ) -> Diagnostic {
        let list: Vec<_> = args.iter().map(|&arg| self.show_plain(self.ty(arg))).collect();
        let message = format!("`{name}({})` is ambiguous", list.join(", "));
        let mut diagnostic =
            Diagnostic::new(Code::N1301, span, message).help("convert the arguments explicitly");
        for candidate in best.iter().filter_map(|&index| candidates.get(index)).take(MAX_LISTED) {
            diagnostic = diagnostic.note(format!("`{}` matches", self.show_candidate(name, candidate)));
        }
        diagnostic
    }

    fn show_candidate(&self, name: &str, candidate: &Candidate) -> String {
        let params: Vec<_> = candidate
            .params
            .iter()
            .map(|&(ty, flow)| match flow {
                Flow::Out => format!("out {}", self.show_plain(ty)),
                Flow::InOut => format!("inout {}", self.show_plain(ty)),
                _ => self.show_plain(ty),
            })
            .collect();
        format!("{} {name}({})", self.show_plain(candidate.result), params.join(", "))
    }
}
