//! Runs a counterexample in the interpreter, as an IR program that calls the expression before and after simplification with
//! the operands that the solver found.

use anyhow::{Context, Result, anyhow};
use nvc_exec::{Dispatch, Resources};
use nvc_interp::{Config, run};
use nvc_ir::text::{parse, print_function, print_type};
use nvc_ir::{FuncId, Function, Module, ResourceClass, Terminator, Type, Types};
use std::fmt::Write;

/// Returns the text of an IR program that calls both functions and stores their results.
pub fn program(types: &Types, before: &Function, after: &Function, operands: &[Vec<u64>]) -> Result<String> {
    let mut module = Module::new();
    module.types = types.clone();
    let mut main = Function::new("main");
    let block = main.new_block();
    main.blocks[block].term = Terminator::Return(None);
    module.functions.push(main);
    let mut ids: Vec<FuncId> = Vec::new();
    for (name, func) in [("before", before), ("after", after)] {
        let mut func = func.clone();
        func.name = name.into();
        ids.push(module.functions.push(func));
    }
    let mut text =
        String::from("module built\ng0 \"results\" = bytes storage(0)\nentry \"main\" f0 size(1, 1, 1)\n\n");
    text += "func f0 \"main\"() {\nb0:\n";
    let args: Vec<String> =
        before.params.iter().zip(operands).map(|(&ty, lanes)| literal(types, ty, lanes)).collect();
    let result = before.result.context("a function without a result")?;
    let shown = print_type(types, result);
    let mut next = 0;
    for (at, id) in [1, 2].into_iter().enumerate() {
        writeln!(text, "  v{next}: {shown} = call[f{id}] {}", args.join(", "))?;
        let mut stored = next;
        if types.is_bool(types.scalar(result)) {
            stored = next + 1;
            let words = shown.replace("bool", "i32");
            let (one, zero) = match types.components(result) {
                1 => ("1:i32".to_owned(), "0:i32".to_owned()),
                count => {
                    let splat = |part: &str| format!("{{{}}}:{words}", vec![part; count.into()].join(", "));
                    (splat("1:i32"), splat("0:i32"))
                }
            };
            writeln!(text, "  v{stored}: {words} = select v{next}, {one}, {zero}")?;
        }
        writeln!(text, "  bytes.store[g0] 0:i32, {}:i32, v{stored}", at * 32)?;
        next = stored + 1;
    }
    text += "  return\n}\n";
    for id in ids {
        write!(text, "\n{}", print_function(&module, id))?;
    }
    Ok(text)
}

fn literal(types: &Types, ty: Type, lanes: &[u64]) -> String {
    let scalar = print_type(types, types.scalar(ty));
    let one = |bits: &u64| match (scalar.as_str(), bits) {
        ("bool", 0) => "false".to_owned(),
        ("bool", _) => "true".to_owned(),
        _ => format!("{bits:#x}:{scalar}"),
    };
    let parts: Vec<String> = lanes.iter().map(one).collect();
    match types.components(ty) {
        1 => parts.concat(),
        _ => format!("{{{}}}:{}", parts.join(", "), print_type(types, ty)),
    }
}

/// Runs a program from [`program`] in the interpreter. Returns the results of both functions in hexadecimal.
pub fn interpret(text: &str) -> Result<[String; 2]> {
    let module = parse(text).map_err(|error| anyhow!("{error}"))?;
    nvc_ir::verify::verify(&module).map_err(|errors| {
        anyhow!("{}", errors.iter().map(|error| error.render(&module)).collect::<Vec<_>>().join("\n"))
    })?;
    let mut memory = Resources::default();
    let place = (ResourceClass::Storage, 0);
    memory.buffers.insert(place, vec![0; 64]);
    let dispatch = Dispatch { groups: [1, 1, 1], ..Dispatch::default() };
    run(&module, &dispatch, &mut memory, &Config::default(), None)
        .map_err(|fault| anyhow!("{}: {}", fault.code.as_str(), fault.message))?;
    let bytes = memory.buffers.get(&place).context("no results")?;
    let hex = |bytes: &[u8]| bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    Ok([hex(&bytes[..32]), hex(&bytes[32..])].map(|text| format!("0x{}", text.trim_start_matches('0'))))
}
