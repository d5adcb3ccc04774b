//! Translates pure operations of the IR, and functions of one block, to SMT-LIB terms. [`crate::functions`] translates
//! functions of several blocks with it.
//!
//! A result that the IR leaves undefined becomes a *choice*: an unconstrained variable. The bits of a NaN that arithmetic
//! returns are also a choice, as is the sign of a zero if the IR allows either. A choice is named after its expression, so
//! that the same expression in two functions can share the choice.

use crate::lane::{Lane, Sort, float_format, sorts};
use crate::meaning::{self, Meaning};
use crate::solver::{Solver, Term};
use anyhow::{Context as _, Result, bail};
use nvc_ir::function::InstRef;
use nvc_ir::{BlockData, Const, Function, Imm, Inst, Op, Terminator, Type, Types, Value};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A term with a name.
pub struct Binding {
    /// The name.
    pub name: Term,
    /// Sort of the term.
    pub sort: Term,
    /// The term that the name abbreviates.
    pub body: Term,
}

/// Translates operations and functions to terms.
pub struct Encoder<'s> {
    /// The solver.
    pub solver: &'s Solver,
    /// First letter of generated names, which distinguishes the functions in a query.
    side: char,
    /// Named terms, each after those that it refers to.
    pub bindings: Vec<Binding>,
    /// Names and sorts of the choices.
    pub choices: Vec<(Term, Term)>,
    /// Whether new choices have names of their own, so that they are separate from those of the other function in the query.
    pub own_choices: bool,
    /// The expression being translated, which new choices are named after: its hash and the number of its earlier occurrences.
    owner: (u64, usize),
    /// Number of choices of this expression so far.
    owned: usize,
    /// If present, equal terms get the same name.
    interned: Option<HashMap<Term, Term>>,
    /// Whether elementwise operations on floats, and integer products, are uninterpreted functions of bits.
    is_abstract: bool,
}

impl<'s> Encoder<'s> {
    /// Creates an encoder whose generated names begin with `side`.
    pub fn new(solver: &'s Solver, side: char) -> Self {
        Encoder {
            solver,
            side,
            bindings: Vec::new(),
            choices: Vec::new(),
            own_choices: false,
            owner: (0, 0),
            owned: 0,
            interned: None,
            is_abstract: false,
        }
    }

    /// Creates an encoder for several functions, which gives equal terms the same name. If `is_abstract`, elementwise
    /// operations on floats, and integer products, are uninterpreted functions of their operands' bits: what is proved with
    /// them holds for the exact definitions too, and is much easier to prove.
    pub fn shared(solver: &'s Solver, is_abstract: bool) -> Self {
        Encoder { interned: Some(HashMap::new()), is_abstract, ..Encoder::new(solver, 's') }
    }

    /// Sets the expression that is translated next: its hash, and the number of its earlier occurrences. New choices are named
    /// after it.
    pub fn own(&mut self, expression: u64, occurrence: usize) {
        (self.owner, self.owned) = ((expression, occurrence), 0);
    }

    /// Returns the components of the result of a function of one block. `params` contains the components of its parameters.
    pub fn function(&mut self, types: &Types, func: &Function, params: &[Vec<Lane>]) -> Result<Vec<Lane>> {
        let mut blocks = func.blocks_in_order();
        let (_, block) = blocks.next().context("no block")?;
        if blocks.next().is_some() {
            bail!("more than one block");
        }
        let mut known: HashMap<Value, Vec<Lane>> = HashMap::new();
        let mut names: HashMap<Value, u64> = HashMap::new();
        let mut occurrences: HashMap<u64, usize> = HashMap::new();
        for (index, (&param, lanes)) in block.params.iter().zip(params).enumerate() {
            known.insert(param, lanes.clone());
            names.insert(param, index as u64);
        }
        for inst in live(func, block) {
            let data = func.inst(inst);
            let result = data.result.context("an instruction without a result")?;
            let name = expression_hash(func, data, &names);
            let occurrence = occurrences.entry(name).or_default();
            (self.owner, self.owned) = ((name, *occurrence), 0);
            *occurrence += 1;
            names.insert(result, name);
            let args: Result<Vec<Vec<Lane>>> =
                data.args.iter().map(|&arg| self.value(types, func, &known, arg)).collect();
            let lanes = self.instruction(types, func, data, &args?)?;
            let lanes = lanes.into_iter().map(|lane| self.named(lane)).collect();
            known.insert(result, lanes);
        }
        let Terminator::Return(Some(result)) = block.term else { bail!("no result") };
        (self.owner, self.owned) = ((u64::MAX, 0), 0);
        self.value(types, func, &known, result)
    }

    fn value(
        &mut self,
        types: &Types,
        func: &Function,
        known: &HashMap<Value, Vec<Lane>>,
        value: Value,
    ) -> Result<Vec<Lane>> {
        let value = func.resolve(value);
        match known.get(&value) {
            Some(lanes) => Ok(lanes.clone()),
            None => self.constant(types, func, value),
        }
    }

    fn constant(&mut self, types: &Types, func: &Function, value: Value) -> Result<Vec<Lane>> {
        let sorts = sorts(types, func.ty(value))?;
        Ok(match func.as_const(value).context("a value without a definition")? {
            Const::Bits(bits) => sorts.iter().map(|&sort| self.literal(sort, *bits)).collect(),
            Const::Null => sorts.iter().map(|&sort| self.literal(sort, 0)).collect(),
            // Undefined bits may differ at each use.
            Const::Undef => sorts.iter().map(|&sort| self.choice(sort)).collect(),
            Const::Composite(parts) => {
                let parts: Result<Vec<_>> =
                    parts.clone().into_iter().map(|part| self.constant(types, func, part)).collect();
                parts?.concat()
            }
            other => bail!("no term for the constant {other:?}"),
        })
    }

    /// Returns the components of an instruction's result.
    fn instruction(
        &mut self,
        types: &Types,
        func: &Function,
        data: InstRef<'_>,
        args: &[Vec<Lane>],
    ) -> Result<Vec<Lane>> {
        let ty = func.ty(data.result.context("no result")?);
        let arg_types: Vec<Type> = data.args.iter().map(|&arg| func.ty(arg)).collect();
        self.operation(types, data.op, data.imm(), &arg_types, args, ty)
    }

    /// Returns the components of the result of an operation on `args`.
    pub fn operation(
        &mut self,
        types: &Types,
        op: Op,
        imm: Imm,
        arg_types: &[Type],
        args: &[Vec<Lane>],
        ty: Type,
    ) -> Result<Vec<Lane>> {
        let to: Vec<Sort> = sorts(types, ty)?.into_iter().map(|sort| self.abstracted(sort)).collect();
        match meaning::of(op) {
            Some(Meaning::Lanes(_)) if self.is_abstract && is_arithmetic(types, op, arg_types, ty) => {
                self.elementwise(types, (op, imm), arg_types, args, (ty, &to))
            }
            Some(Meaning::Lanes(meaning)) => {
                let mut results = Vec::new();
                for (at, &sort) in to.iter().enumerate() {
                    // A scalar operand of a vector operation is used for every component.
                    let lanes: Option<Vec<Lane>> =
                        args.iter().map(|arg| arg.get(at).or_else(|| arg.first()).copied()).collect();
                    let lanes = lanes.context("an operand without components")?;
                    results.push(meaning(&mut meaning::ScalarOp {
                        encoder: self,
                        args: &lanes,
                        to: sort,
                        imm,
                    }));
                }
                Ok(results)
            }
            Some(Meaning::Whole(meaning)) => {
                meaning(&mut meaning::Whole { encoder: self, types, op, imm, arg_types, args, ty, to: &to })
            }
            Some(Meaning::Function(_)) => self.uninterpreted(op, imm, args, &to),
            Some(Meaning::None(why)) => bail!("{} has no meaning here: {why}", op.info().name),
            None => bail!("{} is not pure", op.info().name),
        }
    }

    /// Translates each component of an operation to the same uninterpreted function.
    fn elementwise(
        &mut self,
        types: &Types,
        (op, imm): (Op, Imm),
        arg_types: &[Type],
        args: &[Vec<Lane>],
        (ty, to): (Type, &[Sort]),
    ) -> Result<Vec<Lane>> {
        // The sort of bits does not tell a float from an integer, so the types are part of the name.
        let scalars: Vec<Type> = arg_types.iter().chain([&ty]).map(|&ty| types.scalar(ty)).collect();
        let imm = format!("{imm:?}.{scalars:?}");
        let mut results = Vec::new();
        for (at, &sort) in to.iter().enumerate() {
            let lanes: Option<Vec<Lane>> =
                args.iter().map(|arg| arg.get(at).or_else(|| arg.first()).copied()).collect();
            let lanes = lanes.context("an operand without components")?;
            results.extend(self.apply(op.info().name, &imm, &lanes, &[sort])?);
        }
        Ok(results)
    }

    /// The sort that represents a scalar: if arithmetic is uninterpreted, floats are bits.
    pub fn abstracted(&self, sort: Sort) -> Sort {
        if self.is_abstract { Sort::Bits(sort.width()) } else { sort }
    }

    /// Translates an operation to uninterpreted functions: the solver knows only that equal operands give equal results.
    fn uninterpreted(&mut self, op: Op, imm: Imm, args: &[Vec<Lane>], to: &[Sort]) -> Result<Vec<Lane>> {
        self.apply(op.info().name, &format!("{imm:?}"), &args.concat(), to)
    }

    /// Applies an uninterpreted function for each scalar of the result.
    pub fn apply(&mut self, name: &str, imm: &str, lanes: &[Lane], to: &[Sort]) -> Result<Vec<Lane>> {
        let mut terms = Vec::new();
        let mut name = format!("{name}.{}", plain(imm));
        for lane in lanes {
            name += &format!(".{}", plain(&format!("{:?}", lane.sort())));
            terms.push(match *lane {
                Lane::Bits { term, .. } => term,
                Lane::Real { number, .. } => number,
            });
        }
        let arg_sorts: Vec<Term> = lanes.iter().map(|lane| self.sort(lane.sort())).collect();
        let mut results = Vec::new();
        for (at, &sort) in to.iter().enumerate() {
            let name = format!("{name}.{at}.{}", plain(&format!("{sort:?}")));
            let result = self.sort(sort);
            self.solver.declare_function(&name, arg_sorts.clone(), result)?;
            let term = self.solver.app(&name, &terms);
            results.push(match sort {
                Sort::Bits(width) => Lane::Bits { term, width },
                Sort::Float(width) => Lane::Real { number: term, bits: None, positive: false, width },
            });
        }
        Ok(results)
    }

    /// Returns the SMT-LIB sort of a scalar.
    pub fn sort(&self, sort: Sort) -> Term {
        match sort {
            Sort::Bits(width) => self.solver.indexed("BitVec", &[width]),
            Sort::Float(width) => self.solver.indexed("FloatingPoint", &float_format(width)),
        }
    }

    /// Returns a constant scalar. Ignores bits beyond its width.
    pub fn literal(&self, sort: Sort, bits: u64) -> Lane {
        let width = sort.width();
        let masked = if width >= 64 { bits } else { bits & ((1 << width) - 1) };
        let name = format!("bv{masked}");
        let term = self.solver.indexed(&name, &[width]);
        self.of_bits(sort, term)
    }

    /// Returns a scalar whose bits are `term`.
    pub fn of_bits(&self, sort: Sort, term: Term) -> Lane {
        match self.abstracted(sort) {
            Sort::Bits(width) => Lane::Bits { term, width },
            Sort::Float(width) => {
                let number = self.solver.app_indexed("to_fp", &float_format(width), &[term]);
                Lane::Real { number, bits: Some(term), positive: false, width }
            }
        }
    }

    /// Creates a choice for a scalar.
    pub fn choice(&mut self, sort: Sort) -> Lane {
        let term = self.choose(sort.width());
        self.of_bits(sort, term)
    }

    /// Creates a choice for a bit vector.
    pub fn choose(&mut self, width: u32) -> Term {
        let ((expression, occurrence), number) = (self.owner, self.owned);
        self.owned += 1;
        let own = if self.own_choices { "own." } else { "" };
        let name = self.solver.atom(format!("{own}choice{expression:x}.{occurrence}.{number}"));
        self.choices.push((name, self.sort(Sort::Bits(width))));
        name
    }

    /// Returns the bits of a scalar. The bits of a NaN that arithmetic returned are a choice.
    pub fn bits(&mut self, lane: Lane) -> Term {
        match lane {
            Lane::Bits { term, .. } | Lane::Real { bits: Some(term), .. } => term,
            Lane::Real { number, bits: None, positive, width } => {
                let solver = self.solver;
                let [exponent, significand] = float_format(width);
                let sign = if positive { solver.indexed("bv0", &[1]) } else { self.choose(1) };
                let chosen = self.choose(significand - 1);
                let ones = solver.indexed(&format!("bv{}", (1u64 << exponent) - 1), &[exponent]);
                // A fraction of 0 would encode an infinity, so it is replaced by that of a quiet NaN.
                let zero = solver.indexed("bv0", &[significand - 1]);
                let quiet = solver.indexed(&format!("bv{}", 1u64 << (significand - 2)), &[significand - 1]);
                let is_zero = solver.app("=", &[chosen, zero]);
                let fraction = solver.app("ite", &[is_zero, quiet, chosen]);
                let nan = solver.app("concat", &[sign, ones, fraction]);
                let exact = solver.app("fp.to_ieee_bv", &[number]);
                let is_nan = solver.app("fp.isNaN", &[number]);
                let bits = solver.app("ite", &[is_nan, nan, exact]);
                self.name(Sort::Bits(width), bits)
            }
        }
    }

    /// Binds the term of a scalar to a name, which it returns (see [`Encoder::bind`]).
    pub fn name(&mut self, sort: Sort, body: Term) -> Term {
        let sort = self.sort(sort);
        self.bind(sort, body)
    }

    /// Binds a term of any sort to a new name, which it returns. If equal terms get the same name, an atomic term is returned
    /// as it is, and a term that already has a name is not bound again: its name is returned.
    pub fn bind(&mut self, sort: Term, body: Term) -> Term {
        if let Some(names) = &self.interned {
            if self.solver.is_atomic(body) {
                return body;
            }
            if let Some(&name) = names.get(&body) {
                return name;
            }
        }
        let name = self.solver.atom(format!("{}{}", self.side, self.bindings.len()));
        self.bindings.push(Binding { name, sort, body });
        if let Some(names) = &mut self.interned {
            names.insert(body, name);
        }
        name
    }

    /// Binds the terms of a scalar to names.
    pub fn named(&mut self, lane: Lane) -> Lane {
        match lane {
            Lane::Bits { term, width } => Lane::Bits { term: self.name(Sort::Bits(width), term), width },
            Lane::Real { bits: Some(bits), width, .. } => {
                let bits = self.name(Sort::Bits(width), bits);
                self.of_bits(Sort::Float(width), bits)
            }
            Lane::Real { number, bits: None, positive, width } => {
                Lane::Real { number: self.name(Sort::Float(width), number), bits: None, positive, width }
            }
        }
    }
}

/// Whether an operation has a float as operand or result, or multiplies integers.
fn is_arithmetic(types: &Types, op: Op, arg_types: &[Type], ty: Type) -> bool {
    let product = matches!(op, Op::IMul | Op::SMulHi | Op::UMulHi);
    product || arg_types.iter().chain([&ty]).any(|&ty| types.is_float(ty))
}

/// The instructions that the result depends on.
fn live(func: &Function, block: &BlockData) -> Vec<Inst> {
    let mut used: HashSet<Value> = block.term.values().map(|value| func.resolve(value)).collect();
    let mut insts = Vec::new();
    for &inst in block.insts.iter().rev() {
        let data = func.inst(inst);
        if data.result.is_some_and(|result| used.contains(&result)) {
            used.extend(data.args.iter().map(|&arg| func.resolve(arg)));
            insts.push(inst);
        }
    }
    insts.reverse();
    insts
}

/// Hashes the expression tree of an instruction, down to the parameters.
fn expression_hash(func: &Function, data: InstRef<'_>, names: &HashMap<Value, u64>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (data.op, data.imm()).hash(&mut hasher);
    for &arg in &data.args {
        let arg = func.resolve(arg);
        match names.get(&arg) {
            Some(name) => name.hash(&mut hasher),
            None => constant(func, arg, &mut hasher),
        }
    }
    hasher.finish()
}

fn constant(func: &Function, value: Value, hasher: &mut DefaultHasher) {
    func.ty(value).hash(hasher);
    match func.as_const(value) {
        Some(Const::Composite(parts)) => parts.iter().for_each(|&part| constant(func, part, hasher)),
        other => format!("{other:?}").hash(hasher),
    }
}

/// Replaces the characters that are not allowed in a symbol.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
