//! Tests of runs with resources and parameters given by name.

use nvc::{Compiler, Options, Source};
use nvc_run::{
    Element, Error, Format, Image, Invocation, Number, Phase, Program, ResourceClass, Results, Run, Sampler,
    Shape, Texture, TraceText, WarpTrace, address,
};

fn program(options: &[(&str, &str)], text: &str) -> Program {
    let mut set = Options::new();
    for (name, value) in options {
        set.set(name, value).expect("an option");
    }
    let name = if text.starts_with("!!") { "test.nvcp" } else { "test.comp" };
    Program::compile(&Compiler::new(set), &Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"))
}

fn words(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn read(results: &Results<'_>, name: &str) -> Vec<u32> {
    let bytes = results.buffer(name).expect("a buffer");
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

fn message(result: Result<impl Sized, Error>) -> String {
    result.err().expect("it is refused").to_string()
}

const SCALE: &str = "#version 460
layout(local_size_x = 2) in;
layout(constant_id = 7) const uint OFFSET = 1;
layout(std430, set = 1, binding = 2) buffer Block { uint count; uint data[]; } own;
layout(push_constant) uniform Parameters { float scale; uint k[3]; layout(row_major) mat2x3 m; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    own.data[i] = uint(scale * float(own.data[i])) + k[1] + OFFSET + uint(m[1][2]);
    own.count = gl_NumWorkGroups.x;
}
";

#[test]
fn resources_have_several_names() {
    let program = program(&[], SCALE);
    assert_eq!(program.names(), ["own", "scale", "k", "m"]);
    for name in ["own", "Block", "storage[2]"] {
        let run = Run::new(&program).groups([2, 1, 1]).buffer(name, words([9, 1, 2, 3, 4])).expect(name);
        let run = run.values("scale", &[2.5.into()]).and_then(|run| run.values("k[1]", &[100.into()]));
        let matrix: Vec<Number> = (0..6).map(Number::from).collect();
        let results = run.and_then(|run| run.values("m", &matrix)?.execute()).expect("it runs");
        assert_eq!(read(&results, "own"), [2, 108, 111, 113, 116]);
        assert_eq!(
            results.buffers().map(|(name, bytes)| (name, bytes.len())).collect::<Vec<_>>(),
            [("own".into(), 20)]
        );
        assert!(results.steps > 0 && results.image("own").is_none());
    }
}

#[test]
fn parameters_are_numbers_or_bytes() {
    let program = program(&[], SCALE);
    let run = || Run::new(&program).buffer("own", words([0, 10, 10])).expect("a buffer");
    let given =
        run().parameter("scale", &1f32.to_le_bytes()).and_then(|run| run.parameter("k", &words([0, 5, 0])));
    let results = given.and_then(|run| run.parameter("m", &[0; 24])?.execute()).expect("it runs");
    assert_eq!(read(&results, "own"), [1, 16, 16]);
    assert_eq!(message(run().parameter("scale", &[0; 3])), "`scale` needs 4 bytes, 3 given");
    assert_eq!(message(run().values("k", &[1.into()])), "`k`: the type has 3 scalars, 1 given");
    assert_eq!(message(run().values("k[0]", &[1.5.into()])), "`k[0]`: 1.5 is not a value of type u32");
    assert_eq!(message(run().values("k[3]", &[1.into()])), "`k` is an array of 3; write `k[0]` to `k[2]`");
    assert_eq!(message(run().parameter("scale", &[0; 8])), "`scale` needs 4 bytes, 8 given");
    let unknown = "the program has no resource or parameter named `scales`; it uses `own`, `scale`, `k`, `m`";
    assert_eq!(message(run().values("scales", &[])), unknown);
}

#[test]
fn wrong_and_missing_resources_are_rejected() {
    let program = program(&[], SCALE);
    let run = || Run::new(&program);
    assert_eq!(message(run().execute()), "the program uses `own`, a buffer, which is not given");
    let bound = || run().buffer("own", words([0, 1])).expect("a buffer");
    assert_eq!(message(bound().execute()), "the program uses `scale`, a parameter, which is not given");
    assert_eq!(message(run().buffer("own", [0; 3])), "`own` needs 4 bytes, 3 given");
    assert_eq!(
        message(run().buffer("Block", []).and(run().buffer("own", []))),
        "`Block` needs 4 bytes, 0 given"
    );
    assert_eq!(message(bound().buffer("own", words([0, 1]))), "`own` is given twice");
    let twice = "`Block` and `own` name the same resource: give only one of them";
    assert_eq!(message(bound().buffer("Block", words([0, 1]))), twice);
    let image = image(Shape::D2, [1, 1, 1], vec![0; 4]);
    assert_eq!(message(run().image("own", image)), "`own` is a buffer, not an image");
    assert_eq!(
        message(bound().allow_unbound(true).bytes(7).execute()),
        "8 bytes of memory are given; the limit is 7"
    );
    let results = bound().allow_unbound(true).execute().expect("it runs");
    assert_eq!(read(&results, "own"), [1, 1]);
}

#[test]
fn specialization_and_group_size_are_options_of_the_compiler() {
    let text = "#version 460
#extension GL_ARB_compute_variable_group_size : require
layout(local_size_variable) in;
layout(constant_id = 7) const uint OFFSET = 1;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() { words[gl_GlobalInvocationID.x] = OFFSET + gl_LocalGroupSizeARB.x; }
";
    let program = program(&[("spec", "OFFSET=40"), ("local-size", "2")], text);
    let run = Run::new(&program).groups([2, 1, 1]).buffer("Words", vec![0; 20]).expect("a buffer");
    assert_eq!(read(&run.execute().expect("it runs"), "Words"), [42, 42, 42, 42, 0]);
}

#[test]
fn arrays_of_buffers_have_elements() {
    let text = "#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 3) buffer Words { uint words[]; } lists[2];
void main() { lists[1].words[0] = lists[0].words[1]; }
";
    let program = program(&[], text);
    let run =
        Run::new(&program).buffer("lists[0]", words([1, 2])).and_then(|run| run.buffer("lists[1]", [0; 4]));
    assert_eq!(read(&run.and_then(Run::execute).expect("it runs"), "lists[1]"), [2]);
    let whole = "`lists` is an array of 2; write `lists[0]` to `lists[1]`";
    assert_eq!(message(Run::new(&program).buffer("lists", [])), whole);
    assert_eq!(
        message(Run::new(&program).execute()),
        "the program uses `lists[0]`, a buffer, which is not given"
    );
}

#[test]
fn resources_that_differ_only_in_set_are_rejected() {
    let text = "#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[]; };
layout(std430, set = 1, binding = 0) buffer B { uint b[]; };
void main() { a[0] = b[0]; }
";
    let program = program(&[], text);
    let run = Run::new(&program).buffer("A", [0; 4]).and_then(|run| run.buffer("B", [0; 4]));
    let why = "`A` (set 0, binding 0) and `B` (set 1, binding 0) are both storage[0], because runs ignore sets; \
               give them different bindings";
    assert_eq!(message(run), why);
}

#[test]
fn array_elements_and_other_resources_do_not_share_an_index() {
    let text = "#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer A { uint a[]; } list[2];
layout(std430, binding = 1) buffer B { uint b[]; };
void main() { list[1].a[0] = list[0].a[0] + b[0]; }
";
    let given = |program: &Program| {
        let run = Run::new(program).buffer("list[0]", [0; 4]).and_then(|run| run.buffer("list[1]", [0; 4]));
        run.and_then(Run::execute).map(|_| ())
    };
    let why = "`B` and `list[1]` have the same class and index, because the elements of an array take consecutive \
               bindings; give those bindings to no other resource";
    assert_eq!(message(given(&program(&[], text))), why);
    // With OpenGL's bindings they are the same buffer.
    assert!(given(&program(&[("bindings", "classes")], text)).is_ok());
}

fn image(shape: Shape, size: [u32; 3], texels: Vec<u8>) -> Image {
    let format = Format::from_name("r32ui").expect("a format");
    Image { shape, format, size, levels: 1, samples: 1, texels }
}

#[test]
fn textures_and_images_have_names() {
    let text = "#version 460
layout(local_size_x = 4) in;
layout(binding = 0) uniform usampler2D source;
layout(binding = 1, r32ui) uniform uimage1D target;
void main() {
    int x = int(gl_LocalInvocationID.x);
    imageStore(target, x, texelFetch(source, ivec2(3 - x, 0), 0));
}
";
    let program = program(&[], text);
    let source =
        Texture { image: image(Shape::D2, [4, 1, 1], words([1, 2, 3, 4])), sampler: Sampler::default() };
    let target = image(Shape::D1, [4, 1, 1], vec![0; 16]);
    let run = || Run::new(&program).texture("source", source.clone());
    let results = run().and_then(|run| run.image("target", target)?.execute()).expect("it runs");
    assert_eq!(results.image("target").map(|image| image.texels.clone()), Some(words([4, 3, 2, 1])));
    let wrong =
        run().and_then(|run| run.image("target", image(Shape::D2, [4, 1, 1], vec![0; 16]))?.execute());
    assert_eq!(message(wrong), "image[1] is 2d of u32, but the program declares 1d of u32");
}

#[test]
fn assembly_runs_by_name_and_by_address() {
    let text = "!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_shader_buffer_load;
GROUP_SIZE 1;
STORAGE out[] = { program.storage[4] };
LONG TEMP pointer;
TEMP r;
PK64.U pointer.x, program.local[0];
LOAD.U32 r.x, pointer.x;
ADD.U r.x, r.x, program.local[1].x;
STB.U32 r, out[0];
END
";
    let program = program(&[], text);
    let pointer = address(ResourceClass::Bindless, 0);
    let local = [pointer as u32, (pointer >> 32) as u32, 0, 0].map(Number::from);
    let run = Run::new(&program).buffer("out", [0; 4]).and_then(|run| run.buffer("memory[0]", words([40])));
    let run = run.and_then(|run| run.values("program.local[0]", &local));
    let run = run.and_then(|run| run.values("program.local[1]", &[2, 0, 0, 0].map(Number::from)));
    assert_eq!(read(&run.and_then(Run::execute).expect("it runs"), "storage[4]"), [42]);
}

#[test]
fn a_run_ends_at_its_limit() {
    let text = "#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) volatile buffer Words { uint words[]; };
void main() { while (words[0] == 0u) {} }
";
    let program = program(&[], text);
    let run = Run::new(&program).buffer("Words", [0; 4]).expect("a buffer").steps(1000);
    let Err(Error::Fault(fault)) = run.execute() else { panic!("it ended") };
    assert_eq!(fault.code, nvc::Code::N0801);
}

#[test]
fn checks_and_messages_are_in_the_results() {
    let text = "#version 460
#extension GL_EXT_debug_printf : require
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
    words[0] = gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 1u) { debugPrintfEXT(\"lane %u\", gl_LocalInvocationIndex); }
}
";
    let unit = ("race.comp", text.as_bytes());
    let program = Program::link(&Compiler::default(), unit, &[], Phase::Built).expect("it compiles");
    let run = Run::new(&program).buffer("Words", [0; 4]).expect("a buffer");
    let results = run.clone().check(true).execute().expect("it runs");
    assert_eq!(results.messages, ["lane 1"]);
    let short = nvc::render::Style { format: nvc::render::Format::Short, color: false };
    let findings = program.messages(&results.findings, short);
    assert!(findings.starts_with("race.comp:6:"), "{findings}");
    let mut lines = String::new();
    let sources = &program.report().sources;
    let traced = Invocation { group: [0; 3], local: 1 };
    run.clone()
        .execute_traced(traced, &mut TraceText::new(sources, |text| lines.push_str(text)))
        .expect("it runs");
    assert!(lines.starts_with("race.comp:6: "), "{lines}");
    let outside = Invocation { group: [0; 3], local: 2 };
    let refused = run.execute_traced(outside, &mut TraceText::new(sources, |_| ()));
    assert_eq!(message(refused), "cannot trace invocation 2: work groups have 2 invocations, counted from 0");
}

#[test]
fn memory_is_formatted_as_text() {
    let element: Element = "u32".parse().expect("a type");
    assert_eq!(element.text(&words(0..9)), "0: 0 1 2 3 4 5 6 7\n8: 8\n");
    let error = "s32".parse::<Element>().expect_err("no type").to_string();
    assert!(error.starts_with("expected one of the types f32, f64, i32"), "{error}");
}

#[test]
fn a_traced_shuffle_reports_source_lanes() {
    let text = "#version 460
#extension GL_NV_shader_thread_shuffle : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i != 3u) { words[i] = shuffleUpNV(words[i], 1u, 32u); }
}
";
    let program = program(&[], text);
    let run = Run::new(&program).buffer("Words", words(5..9)).expect("a buffer");
    let mut trace = WarpTrace::new(&program.report().sources, 1000);
    let results = run.execute_traced(Invocation { group: [0; 3], local: 0 }, &mut trace);
    // Lane 0 has no lane below, so it keeps its value.
    assert_eq!(read(&results.expect("it runs"), "Words"), [5, 5, 6, 8]);
    let shuffles: Vec<_> = trace.steps().iter().filter(|step| step.sources.is_some()).collect();
    let [shuffle] = shuffles[..] else { panic!("{} shuffles", shuffles.len()) };
    let sources = shuffle.sources.as_deref().unwrap_or_default();
    assert_eq!((shuffle.active, shuffle.all), (0b0111, 0b1111));
    // Lane 0 is left out: it has no lane below. Lane 3 is inactive; there is no lane 4.
    assert_eq!(sources[1..5], [Some(0), Some(1), None, None]);
}
