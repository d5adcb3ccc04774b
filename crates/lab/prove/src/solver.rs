//! Runs the SMT solver z3 as a child process and sends SMT-LIB commands to it.

use anyhow::{Context as _, Result, bail};
use easy_smt::{Context, ContextBuilder, SExpr, SExprData};
use std::cell::RefCell;
use std::collections::HashSet;

/// A term, sort or command of SMT-LIB.
pub type Term = SExpr;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The assertions hold for some values.
    Sat,
    /// The assertions hold for no values.
    Unsat,
    /// The solver gave up or reached a limit.
    Unknown,
}

/// The error of a command that z3 canceled because a limit was reached.
#[derive(Debug)]
struct Canceled;

impl std::fmt::Display for Canceled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("z3 canceled a command")
    }
}

impl std::error::Error for Canceled {}

/// A running z3 process.
pub struct Solver {
    context: RefCell<Context>,
    /// Names of the functions that the current query has declared.
    declared: RefCell<HashSet<String>>,
    limits: Limits,
}

/// Limits of each query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The limit in z3's resource units, about 3 million per second. Unlike a time limit, it gives the same answers on every
    /// machine and under any load.
    pub resources: u32,
    /// The limit in milliseconds, for queries that do not reach the other limit first.
    pub milliseconds: u32,
}

impl From<u32> for Limits {
    /// A limit of resources, with a minute for the rare query that does not reach it first.
    fn from(resources: u32) -> Self {
        Limits { resources, milliseconds: 60_000 }
    }
}

impl Solver {
    /// Starts z3.
    pub fn start(limits: impl Into<Limits>) -> Result<Self> {
        let solver =
            Solver { context: RefCell::new(start()?), declared: RefCell::default(), limits: limits.into() };
        solver.set_limit()?;
        Ok(solver)
    }

    fn set_limit(&self) -> Result<()> {
        self.command("set-option", &[self.atom(":rlimit"), self.atom(self.limits.resources.to_string())])
    }

    /// Runs a query in a scope of its own. Returns `None` if z3 canceled a command of it because a limit was reached. A z3
    /// process that has done so cancels all later commands too, so a new one is started; terms of the query are invalid then.
    pub fn scoped<R>(&self, query: impl FnOnce() -> Result<R>) -> Result<Option<R>> {
        let result = self.push().and_then(|()| query()).and_then(|result| self.pop().map(|()| result));
        match result {
            Err(error) if error.is::<Canceled>() => {
                *self.context.borrow_mut() = start()?;
                self.declared.borrow_mut().clear();
                self.set_limit()?;
                Ok(None)
            }
            result => result.map(Some),
        }
    }

    /// A symbol or literal.
    pub fn atom(&self, text: impl Into<String> + AsRef<str>) -> Term {
        self.context.borrow().atom(text)
    }

    /// A list.
    pub fn list(&self, parts: Vec<Term>) -> Term {
        self.context.borrow().list(parts)
    }

    /// An application of a function by its name.
    pub fn app(&self, function: &str, args: &[Term]) -> Term {
        let head = self.atom(function);
        if args.is_empty() { head } else { self.list([&[head], args].concat()) }
    }

    /// An indexed identifier, such as `(_ extract 7 0)`.
    pub fn indexed(&self, name: &str, indices: &[u32]) -> Term {
        let mut parts = vec![self.atom("_"), self.atom(name)];
        parts.extend(indices.iter().map(|index| self.atom(index.to_string())));
        self.list(parts)
    }

    /// An application of an indexed function.
    pub fn app_indexed(&self, name: &str, indices: &[u32], args: &[Term]) -> Term {
        self.list([&[self.indexed(name, indices)], args].concat())
    }

    /// The text of a term.
    pub fn text(&self, term: Term) -> String {
        self.context.borrow().display(term).to_string()
    }

    /// Whether a term is a symbol or literal.
    pub fn is_atomic(&self, term: Term) -> bool {
        match self.context.borrow().get(term) {
            SExprData::Atom(_) | SExprData::String(_) => true,
            SExprData::List(parts) => parts.first() == Some(&self.context.borrow().atom("_")),
        }
    }

    /// Whether a term contains one of the symbols.
    pub fn mentions(&self, term: Term, symbols: &HashSet<Term>) -> bool {
        if symbols.contains(&term) {
            return true;
        }
        let parts = match self.context.borrow().get(term) {
            SExprData::List(parts) => parts.to_vec(),
            SExprData::Atom(_) | SExprData::String(_) => return false,
        };
        parts.into_iter().any(|part| self.mentions(part, symbols))
    }

    /// Opens the scope of a query.
    pub fn push(&self) -> Result<()> {
        self.enter()
    }

    /// Closes the scope of a query.
    pub fn pop(&self) -> Result<()> {
        self.declared.borrow_mut().clear();
        self.leave()
    }

    /// Opens a scope within that of a query.
    pub fn enter(&self) -> Result<()> {
        self.command("push", &[self.atom("1")])
    }

    /// Closes a scope within that of a query.
    pub fn leave(&self) -> Result<()> {
        self.command("pop", &[self.atom("1")])
    }

    /// Declares a constant.
    pub fn declare(&self, name: Term, sort: Term) -> Result<()> {
        self.command("declare-const", &[name, sort])
    }

    /// Declares a function unless the current query already declares it.
    pub fn declare_function(&self, name: &str, sorts: Vec<Term>, result: Term) -> Result<()> {
        if !self.declared.borrow_mut().insert(name.to_owned()) {
            return Ok(());
        }
        self.command("declare-fun", &[self.atom(name), self.list(sorts), result])
    }

    /// Defines a constant.
    pub fn define(&self, name: Term, sort: Term, body: Term) -> Result<()> {
        self.command("define-fun", &[name, self.list(Vec::new()), sort, body])
    }

    /// Asserts a formula.
    pub fn assert(&self, formula: Term) -> Result<()> {
        self.command("assert", &[formula])
    }

    fn command(&self, name: &str, args: &[Term]) -> Result<()> {
        let command = self.app(name, args);
        let context = &mut *self.context.borrow_mut();
        context.raw_send(command).context("z3")?;
        let answer = context.raw_recv().context("z3")?;
        match context.get(answer) {
            SExprData::Atom("success") => Ok(()),
            _ if is_canceled(context, answer) => Err(Canceled.into()),
            _ => bail!("z3 answers {} to {}", context.display(answer), context.display(command)),
        }
    }

    /// Checks whether the assertions are satisfiable. Uses a tactic, because z3's incremental solver does not apply its
    /// procedures for floats.
    pub fn check(&self) -> Result<Answer> {
        self.check_within(self.limits.milliseconds)
    }

    /// Checks with another time limit.
    pub fn check_within(&self, milliseconds: u32) -> Result<Answer> {
        let tactic = self.app("try-for", &[self.atom("default"), self.atom(milliseconds.to_string())]);
        let command = self.app("check-sat-using", &[tactic]);
        let context = &mut *self.context.borrow_mut();
        context.raw_send(command).context("z3")?;
        let answer = context.raw_recv().context("z3")?;
        Ok(match context.get(answer) {
            SExprData::Atom("sat") => Answer::Sat,
            SExprData::Atom("unsat") => Answer::Unsat,
            SExprData::Atom("unknown") => Answer::Unknown,
            _ if is_canceled(context, answer) => Answer::Unknown,
            _ => bail!("z3 answers {}", context.display(answer)),
        })
    }

    /// The values of terms after [`Answer::Sat`], as literals.
    pub fn model(&self, terms: &[Term]) -> Result<Vec<String>> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let pairs = self.context.borrow_mut().get_value(terms.to_vec()).context("z3")?;
        Ok(pairs.into_iter().map(|(_, value)| self.text(value)).collect())
    }
}

/// Starts a z3 process.
fn start() -> Result<Context> {
    ContextBuilder::new()
        .solver("z3")
        .solver_args(["-smt2", "-in"])
        .build()
        .context("cannot start z3 (Debian package z3)")
}

/// Whether an answer is the error of a canceled command.
fn is_canceled(context: &Context, answer: Term) -> bool {
    context.display(answer).to_string().contains("canceled")
}

/// Parses a bit-vector literal.
pub fn number(text: &str) -> Result<u64> {
    let parsed = match text.split_at_checked(2) {
        Some(("#x", digits)) => u64::from_str_radix(digits, 16),
        Some(("#b", digits)) => u64::from_str_radix(digits, 2),
        _ => bail!("z3 answers {text}, not a bit vector"),
    };
    parsed.with_context(|| format!("z3 answers {text}"))
}
