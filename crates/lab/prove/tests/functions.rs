//! Tests that the prover accepts correct changes of functions and refutes incorrect ones, such as a pass could make.

use nvc_ir::Module;
use nvc_ir::text::parse;
use nvc_ir::verify::verify;
use nvc_prove::functions::compare::{Verdict, compare};
use nvc_prove::solver::{Limits, Solver};

/// A pair of function bodies.
struct Pair {
    name: &'static str,
    /// Whether the second body refines the first.
    refines: bool,
    before: &'static str,
    after: &'static str,
}

const PAIRS: &[Pair] = &[
    Pair {
        name: "a load is forwarded past a store that may alias",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 12:i32\n v2: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g0] 0:i32, v1, 7:i32\n v3: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 12:i32\n v2: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g0] 0:i32, v1, 7:i32\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
    },
    Pair {
        name: "a load is forwarded past a store that does not alias",
        refines: true,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 4:i32\n v2: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g0] 0:i32, v1, 7:i32\n v3: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 4:i32\n v2: i32 = bytes.load[g0] 0:i32, 8:i32\n bytes.store[g0] 0:i32, v1, 7:i32\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
    },
    Pair {
        name: "a load is forwarded past a store to another buffer",
        refines: true,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n v1: i32 = bytes.load[g0] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 4:i32, v1\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n bytes.store[g1] 0:i32, 4:i32, v0\n return",
    },
    Pair {
        name: "a store of a byte is merged into the store of its word",
        refines: true,
        before: "b0:\n bytes.store[g0] 0:i32, 0:i32, 0x11223344:i32\n bytes.store[g0] 0:i32, 1:i32, 0x55:i8\n return",
        after: "b0:\n bytes.store[g0] 0:i32, 0:i32, 0x11225544:i32\n return",
    },
    Pair {
        name: "a live store is removed",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 12:i32\n bytes.store[g1] 0:i32, 4:i32, 1:i32\n bytes.store[g1] 0:i32, v1, 2:i32\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: i32 = and v0, 12:i32\n bytes.store[g1] 0:i32, v1, 2:i32\n return",
    },
    Pair {
        name: "a dead store is removed",
        refines: true,
        before: "b0:\n bytes.store[g1] 0:i32, 4:i32, 1:i32\n bytes.store[g1] 0:i32, 4:i32, 2:i32\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 4:i32, 2:i32\n return",
    },
    Pair {
        name: "a store moves across a barrier",
        refines: false,
        before: "b0:\n bytes.store[g1] 0:i32, 4:i32, 1:i32\n barrier[execution(workgroup) memory(workgroup) buffer]\n return",
        after: "b0:\n barrier[execution(workgroup) memory(workgroup) buffer]\n bytes.store[g1] 0:i32, 4:i32, 1:i32\n return",
    },
    Pair {
        name: "a load moves across a barrier",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n barrier[execution(workgroup) memory(workgroup) buffer]\n bytes.store[g1] 0:i32, 4:i32, v0\n return",
        after: "b0:\n barrier[execution(workgroup) memory(workgroup) buffer]\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 4:i32, v0\n return",
    },
    Pair {
        name: "if-conversion exchanges the arms",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n branch v1, b1, b2 merge b3\nb1:\n jump b3(1:i32)\nb2:\n jump b3(2:i32)\nb3(v2: i32):\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n v2: i32 = select v1, 2:i32, 1:i32\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
    },
    Pair {
        name: "if-conversion",
        refines: true,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n branch v1, b1, b2 merge b3\nb1:\n jump b3(1:i32)\nb2:\n jump b3(2:i32)\nb3(v2: i32):\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n v2: i32 = select v1, 1:i32, 2:i32\n bytes.store[g1] 0:i32, 0:i32, v2\n return",
    },
    Pair {
        name: "a store moves out of a selection",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n branch v1, b1, b2 merge b2\nb1:\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n jump b2\nb2:\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n return",
    },
    Pair {
        name: "a ballot moves out of a selection",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n branch v1, b1, b2(0:i32) merge b2\nb1:\n v2: vec4<i32> = subgroup.ballot true\n v3: i32 = extract[0] v2\n jump b2(v3)\nb2(v4: i32):\n bytes.store[g1] 0:i32, 0:i32, v4\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ult v0, 5:i32\n v2: vec4<i32> = subgroup.ballot true\n v3: i32 = extract[0] v2\n v4: i32 = select v1, v3, 0:i32\n bytes.store[g1] 0:i32, 0:i32, v4\n return",
    },
    Pair {
        name: "atomics are exchanged",
        refines: false,
        before: "b0:\n v0: i32 = bytes.atomic[g1 add] 0:i32, 0:i32, 1:i32\n v1: i32 = bytes.atomic[g1 add] 0:i32, 4:i32, 1:i32\n return",
        after: "b0:\n v0: i32 = bytes.atomic[g1 add] 0:i32, 4:i32, 1:i32\n v1: i32 = bytes.atomic[g1 add] 0:i32, 0:i32, 1:i32\n return",
    },
    Pair {
        name: "an atomic without a use is removed",
        refines: false,
        before: "b0:\n v0: i32 = bytes.atomic[g1 load] 0:i32, 0:i32\n return",
        after: "b0:\n return",
    },
    Pair {
        name: "a volatile load is merged with another",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0 volatile] 0:i32, 0:i32\n v1: i32 = bytes.load[g0 volatile] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 0:i32, v1\n return",
        after: "b0:\n v0: i32 = bytes.load[g0 volatile] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 0:i32, v0\n return",
    },
    Pair {
        name: "a loop is removed",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n jump b1(0:i32)\nb1(v1: i32):\n loop b2 merge b5 continue b4\nb2:\n v2: bool = ult v1, v0\n branch v2, b3, b5 merge b3\nb3:\n jump b4\nb4:\n v3: i32 = iadd v1, 1:i32\n jump b1(v3)\nb5:\n bytes.store[g1] 0:i32, 0:i32, v1\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 0:i32, 0:i32\n return",
    },
    Pair {
        name: "a loop no longer ends",
        refines: false,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n jump b1(0:i32)\nb1(v1: i32):\n loop b2 merge b5 continue b4\nb2:\n v2: bool = ult v1, v0\n branch v2, b3, b5 merge b3\nb3:\n jump b4\nb4:\n v3: i32 = iadd v1, 1:i32\n jump b1(v3)\nb5:\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n jump b1(0:i32)\nb1(v1: i32):\n loop b2 merge b5 continue b4\nb2:\n v2: bool = ult v1, v0\n branch v2, b3, b5 merge b3\nb3:\n jump b4\nb4:\n jump b1(v1)\nb5:\n return",
    },
    Pair {
        name: "a division moves to where its divisor may be zero, but its result is not used there",
        refines: true,
        before: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ine v0, 0:i32\n branch v1, b1, b2(0:i32) merge b2\nb1:\n v2: i32 = udiv 9:i32, v0\n jump b2(v2)\nb2(v3: i32):\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
        after: "b0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: bool = ine v0, 0:i32\n v2: i32 = udiv 9:i32, v0\n v3: i32 = select v1, v2, 0:i32\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
    },
    Pair {
        name: "an undefined value becomes defined",
        refines: true,
        before: "b0:\n bytes.store[g1] 0:i32, 0:i32, undef:i32\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 0:i32, 3:i32\n return",
    },
    Pair {
        name: "a defined value becomes undefined",
        refines: false,
        before: "b0:\n bytes.store[g1] 0:i32, 0:i32, 3:i32\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 0:i32, undef:i32\n return",
    },
    Pair {
        name: "the arms of a selection by an undefined condition are exchanged",
        refines: true,
        before: "b0:\n v0: bool = not undef:bool\n branch v0, b1, b2 merge b3\nb1:\n jump b3\nb2:\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n jump b3\nb3:\n return",
        after: "b0:\n v0: bool = not undef:bool\n branch undef:bool, b2, b1 merge b3\nb1:\n jump b3\nb2:\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n jump b3\nb3:\n return",
    },
    Pair {
        name: "a float sum is reassociated",
        refines: false,
        before: "b0:\n v0: f32 = bytes.load[g0] 0:i32, 0:i32\n v1: f32 = bytes.load[g0] 0:i32, 4:i32\n v2: f32 = fadd v0, v1\n v3: f32 = fsub v2, v1\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
        after: "b0:\n v0: f32 = bytes.load[g0] 0:i32, 0:i32\n bytes.store[g1] 0:i32, 0:i32, v0\n return",
    },
    Pair {
        name: "a store to a local variable on one path is lost",
        refines: false,
        before: "l0: i32\nb0:\n v0: i32 = bytes.load[g0] 0:i32, 0:i32\n v1: pointer<function, i32> = local.addr[l0]\n store v1, 1:i32\n v2: bool = ult v0, 5:i32\n branch v2, b1, b2 merge b2\nb1:\n store v1, 2:i32\n jump b2\nb2:\n v3: i32 = load v1\n bytes.store[g1] 0:i32, 0:i32, v3\n return",
        after: "b0:\n bytes.store[g1] 0:i32, 0:i32, 1:i32\n return",
    },
];

fn module(body: &str) -> Module {
    let text = format!(
        "module built\ng0 = bytes storage(0)\ng1 = bytes storage(1)\nentry \"main\" f0 size(8, 1, 1)\n\nfunc f0 \"main\"() {{\n{body}\n}}\n"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&module).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].render(&module)));
    module
}

#[test]
fn correct_changes_are_accepted_and_wrong_ones_refuted() {
    let solver = Solver::start(Limits { resources: 30_000_000, milliseconds: 20_000 }).unwrap();
    let mut failures = Vec::new();
    for pair in PAIRS {
        let verdict = compare(&solver, &module(pair.before), &module(pair.after), 2).unwrap();
        let right = match verdict {
            Verdict::Same | Verdict::Proved => pair.refines,
            Verdict::Refuted(_) => !pair.refines,
            Verdict::Undecided | Verdict::NoMeaning(_) => false,
        };
        if !right {
            failures.push(format!("{}: {verdict:?}", pair.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
