//! Tests of specialization constants and work-group sizes.

use super::*;
use nvc_ir::Imm;
use nvc_ir::imm::Builtin;
use nvc_ir::{Builder, Const, EntryPoint, Function, Op, SpecConstData, Terminator, Types, Value};

/// A program with an open work-group size and an integer constant `SCALE` with id 3. The function adds the vector
/// (`SCALE`, size in x) to itself.
fn program() -> Module {
    let mut module = Module::new();
    let mut push = |name: &str, ty, default, id| {
        let data = SpecConstData { name: name.into(), ty, default, kind: SpecConstKind::Id(id) };
        module.spec_constants.push(data)
    };
    let scale = push("SCALE", Types::I32, 5, 3);
    let size = [("x", 0), ("y", 1), ("z", 2)].map(|(axis, n): (&str, usize)| {
        push(&format!("group_size_{axis}"), Types::I32, 1, GROUP_SIZE_SPEC_IDS[n])
    });
    let mut func = Function::new("main");
    let block = func.new_block();
    let mut b = Builder::new(&mut func, &mut module.types);
    b.enter(block);
    let [s, x] = [scale, size[0]].map(|spec| b.func.constant(Types::I32, Const::Spec(spec)));
    let pair = b.types.vector(Types::I32, 2);
    let vector = b.func.constant(pair, Const::Composite(vec![s, x]));
    b.op(Op::IAdd, &[vector, vector]);
    b.terminate(Terminator::Return(None));
    let function = module.functions.push(func);
    let workgroup_size = size.map(Extent::Spec);
    module.entry = Some(EntryPoint {
        name: "main".into(),
        function,
        workgroup_size,
        derivatives: None,
        khr_derivatives: false,
        modes: Vec::new(),
    });
    module
}

fn specialization(values: &[&str]) -> Specialization {
    changed(values, |_| ())
}

fn changed(values: &[&str], change: impl FnOnce(&mut Specialization)) -> Specialization {
    let mut specialization = Specialization::default();
    specialization.values = values.iter().map(|text| text.parse().expect("a value")).collect();
    change(&mut specialization);
    specialization
}

fn specialised(specialization: &Specialization) -> Module {
    let mut module = program();
    let mut diags = Diagnostics::new();
    let specialised = specialise(&mut module, specialization, &mut diags);
    assert!(specialised.is_ok(), "{:?}", diags.iter().collect::<Vec<_>>());
    nvc_ir::verify::verify(&module).expect("the module is sound");
    module
}

fn refused(specialization: &Specialization) -> Vec<String> {
    let mut diags = Diagnostics::new();
    assert!(specialise(&mut program(), specialization, &mut diags).is_err());
    diags.iter().map(|d| format!("{} {}", d.message, d.notes.join(" "))).collect()
}

/// The components of the vector operand of the addition.
fn components(module: &Module) -> Vec<Const> {
    let func = module.functions.values().next().expect("there is a function");
    let operand = func.insts.values().next().and_then(|inst| inst.args.first()).expect("an operand");
    let Some(Const::Composite(parts)) = func.as_const(*operand) else { panic!("no composite") };
    let constant = |part: &Value| func.as_const(*part).expect("a constant").clone();
    parts.iter().map(constant).collect()
}

fn size(module: &Module) -> [Extent; 3] {
    module.entry.as_ref().expect("an entry point").workgroup_size
}

#[test]
fn defaults_are_set_by_id_and_name() {
    let module = specialised(&specialization(&["3=7", "group_size_y=4"]));
    let defaults: Vec<u64> = module.spec_constants.values().map(|data| data.default).collect();
    assert_eq!(defaults, [7, 1, 4, 1]);
    assert!(matches!(size(&module)[1], Extent::Spec(_)));
}

#[test]
fn frozen_constants_are_removed() {
    let module = specialised(&changed(&["SCALE=7", "65533=32"], |s| s.freeze = true));
    assert_eq!(components(&module), [Const::Bits(7), Const::Bits(32)]);
    assert_eq!(size(&module), [Extent::Fixed(32), Extent::Fixed(1), Extent::Fixed(1)]);
    assert!(module.spec_constants.is_empty());
}

#[test]
fn fixed_size_keeps_other_constants() {
    let module = specialised(&changed(&[], |s| s.local_size = Some([8, 4, 2])));
    assert!(matches!(components(&module)[..], [Const::Spec(_), Const::Bits(8)]));
    assert_eq!(size(&module), [8, 4, 2].map(Extent::Fixed));
    let same = changed(&[], |s| s.local_size = Some([8, 4, 2]));
    let mut fixed = module;
    assert!(specialise(&mut fixed, &same, &mut Diagnostics::new()).is_ok());
    let other = changed(&[], |s| s.local_size = Some([8, 4, 1]));
    let mut diags = Diagnostics::new();
    assert!(specialise(&mut fixed, &other, &mut diags).is_err());
    assert!(diags.iter().any(|d| d.message == "the work-group size cannot be set to 8x4x1"));
}

#[test]
fn fixed_size_replaces_built_in() {
    let mut module = program();
    let vector = module.types.vector(Types::I32, 3);
    let func = &mut module.functions[module.entry.as_ref().expect("an entry point").function];
    let block = func.layout[0];
    let imm = Imm::Builtin(Builtin::GroupSize);
    let read = func.new_inst(Op::Builtin, imm, Default::default(), Some(vector), None);
    let value = func.insts[read].result.expect("it has a result");
    let sum = func.new_inst(Op::IAdd, Imm::None, [value, value].into_iter().collect(), Some(vector), None);
    func.blocks[block].insts.extend([read, sum]);
    let size = changed(&[], |s| s.local_size = Some([8, 4, 2]));
    specialise(&mut module, &size, &mut Diagnostics::new()).expect("it fits");
    nvc_ir::verify::verify(&module).expect("the module is sound");
    let func = module.functions.values().next().expect("there is a function");
    assert!(matches!(func.as_const(func.insts[sum].args[0]), Some(Const::Composite(_))));
}

#[test]
fn size_ids_can_be_changed() {
    let renamed = changed(&["11=6"], |s| s.local_size_ids = Some([10, 11, 12]));
    let module = specialised(&renamed);
    let ids: Vec<_> = module.spec_constants.values().map(|data| (data.id(), data.default)).collect();
    assert_eq!(ids, [(Some(3), 5), (Some(10), 1), (Some(11), 6), (Some(12), 1)]);
    let taken = changed(&[], |s| s.local_size_ids = Some([1, 2, 3]));
    assert!(refused(&taken)[0].starts_with("the id 3 for the work-group size is already in use"));
}

#[test]
fn invalid_values_are_rejected() {
    let found = refused(&specialization(&["4=1", "3=1.5", "NAME=1", "65533=4294967296"]));
    assert_eq!(found.len(), 4);
    assert!(
        found[0].starts_with(
            "the program has no specialization constant 4 its specialization constants: 3 `SCALE`"
        ),
        "{found:?}"
    );
    assert!(found[1].starts_with("`1.5` is not a valid value of the specialization constant 3"));
    assert!(found[3].ends_with("the number is out of range"));
    assert_eq!(refused(&specialization(&["65533=0"])), ["the work-group size is 0 "]);
    assert_eq!(refused(&changed(&[], |s| s.local_size = Some([0, 1, 0]))), ["the work-group size is 0 "]);
}
