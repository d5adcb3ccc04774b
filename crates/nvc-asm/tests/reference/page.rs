//! Generates `docs/nvcp5.md`, the language reference, from the tables of the front end.

use crate::programs::{Program, by_opcode, executed, file_tests};
use crate::spirv;
use nvc_asm::modifier::BaseType;
use nvc_asm::reference::{self, Keyword};
use nvc_asm::resolve::limits;
use nvc_asm::table::{Allows, Family, Opcode, Row};
use nvc_diag::Limit;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const PAGE: &str = "docs/nvcp5.md";

const INTRODUCTION: &str = "\
# The language: `!!NVcp5.0`

`cargo xtask bless` generates this page from the tables of `nvc-asm`, and a test keeps it up to date. It is
a reference, not an introduction. The language is defined by the extension specifications that the *section*
column cites (`GP4` NV_gpu_program4, `GP5` NV_gpu_program5, `CP5` NV_compute_program5, `SSBO`
NV_shader_storage_buffer_object, `TG` NV_shader_thread_group, `SHF` NV_shader_thread_shuffle, `IMG`
EXT_shader_image_load_store); `driver` marks what NVIDIA's compiler emits without a public specification.
[hardware.md](hardware.md) lists what the specifications leave to the hardware,
and [divergence.md](divergence.md) says where nvc differs from them.

## Instructions

In the *form* column, `result` is a TEMP with an optional write mask and condition (`R0.xy (NE.x)`); `a`, `b`
and `c` are operands, which may have a swizzle, a sign and an absolute value; `a.x` is a scalar operand, a
single component. In the *meaning* column, r, a, b and c are one component each unless stated otherwise, and
`.s` is the component of a scalar operand. The first type listed is the default. `CC` means `CC`, `CC0` or
`CC1`, `SAT` means `SAT` or `SSAT`, and `R H` means that the mnemonic may end in `R` (32-bit floats) or `H`
(half precision), as in older programs: `ADDR`, `ADDH`. Only float results can be clamped with `SAT` or
`SSAT`, except that `CVT` allows `SAT` with any type, and no `SSAT`. Every instruction except flow control and
barriers also allows `NTC`, which disables the check of declared types, and `PREC`, which forbids the fusion
of a product and a sum.

The *SPIR-V* column lists the main instructions that an instruction compiles to, those of GLSL.std.450
without `Op`; conversions, clamps, tests and masks are extra. The *tests* column links to a test of the
generated IR or SPIR-V, and to a program that is run on test data.
";

const SECTIONS: &[(&str, &[Family])] = &[
    ("Arithmetic and moves", &[Family::Arithmetic, Family::Move]),
    ("Floating-point functions", &[Family::FloatFunction]),
    ("Rounding, conversion, packing", &[Family::Round, Family::Convert, Family::Pack, Family::Unpack]),
    ("Bits", &[Family::Bit]),
    ("Comparison", &[Family::Compare]),
    ("Memory", &[Family::Load, Family::Store, Family::Atomic, Family::Counter]),
    ("Textures", &[Family::Texture, Family::TextureQuery]),
    ("Images", &[Family::Image, Family::ImageAtomic, Family::ImageQuery]),
    ("Warps", &[Family::Vote, Family::Shuffle]),
    ("Flow control and synchronization", &[Family::Flow, Family::Sync]),
];

/// The text before the table of warp operations.
const SHUFFLES: &str = "\
Operand c of the shuffles (`SHFIDX` to `SHFXOR`) has two fields. Bits 8 to 12 select the bits of a thread's
index that are equal in all threads of a *segment*; the other bits of the index are the thread's position in
the segment. Bits 0 to 4 are the *bound*, a position: the thread that is read is in range if its index is not
above (for `SHFUP`: not below) that of the thread at the bound of this thread's segment. If it is not in range,
r.y is this thread's a.x. With c = 31 (for `SHFUP`: 0) the segment is the whole warp of 32 threads; with
c = 6175 (31 + 24 * 256), segments have 8 threads.

";

/// Appends a table of keywords.
fn keywords(out: &mut String, title: &str, column: &str, prefix: &str, table: &[Keyword]) {
    write!(out, "\n## {title}\n\n| {column} | meaning |\n|---|---|\n").expect("writing to a string");
    for keyword in table {
        writeln!(out, "| `{prefix}{}` | {} |", keyword.name, keyword.meaning).expect("writing to a string");
    }
}

/// Returns the types of an instruction, the default first.
fn types(row: &Row) -> Vec<String> {
    if row.allows.has(Allows::CONVERT) {
        return vec!["two types with a width".to_owned()];
    }
    if row.allows.has(Allows::STORAGE) {
        let base = if row.allows.has(Allows::FORMATTED) { " or F, S, U" } else { "" };
        return vec![format!("a storage modifier{base}")];
    }
    let default = match row.default {
        BaseType::Float => "F",
        BaseType::Signed => "S",
        BaseType::Unsigned => "U",
    };
    let mut names = row.types.names();
    names.sort_by_key(|name| *name != default);
    names.into_iter().map(str::to_owned).collect()
}

/// Returns the other modifiers of an instruction.
fn modifiers(row: &Row) -> Vec<&'static str> {
    const NAMES: &[(Allows, &str)] = &[
        (Allows::ATOMIC, "an operation"),
        (Allows::COUNTER, "one of INCR, DECR, GET"),
        (Allows::MATCH, "one of ALL, ANY"),
        (Allows::CONVERT, "at most one of ROUND, CEIL, FLR, TRUNC"),
        (Allows::CC, "CC"),
        (Allows::SAT, "SAT"),
        (Allows::HALF, "R H"),
        (Allows::MULTIPLY, "one of HI, S24, U24"),
        (Allows::COHERENT, "COH VOL"),
        (Allows::CTA, "CTA"),
        (Allows::SPARSE, "SPARSE"),
        (Allows::LODCLAMP, "LODCLAMP"),
    ];
    NAMES.iter().filter(|(allows, _)| row.allows.has(*allows)).map(|(_, name)| *name).collect()
}

type Tests<'a> = BTreeMap<Opcode, Vec<&'a Program>>;

/// Returns a link to the first program that contains the instruction.
fn link(tests: &Tests<'_>, opcode: Opcode) -> Option<String> {
    let program = tests.get(&opcode)?.first()?;
    let case = program.path.strip_suffix("/driver.nvcp").unwrap_or(&program.path);
    let name = case.rsplit('/').next().unwrap_or(case).trim_end_matches(".nvcp");
    Some(format!("[{name}](../{})", program.path))
}

fn instruction(row: &Row, file_tests: &Tests<'_>, executed: &Tests<'_>) -> String {
    let mut allowed = types(row).join(" ");
    for name in modifiers(row) {
        allowed += if allowed.is_empty() { "" } else { ", " };
        allowed += name;
    }
    let text = row.section.strip_suffix(row.mnemonic).unwrap_or(row.section).trim();
    let option = row.feature.map_or(String::new(), |feature| format!(" Requires `{}`.", feature.option()));
    let tests: Vec<String> =
        [link(file_tests, row.opcode), link(executed, row.opcode)].into_iter().flatten().collect();
    let meaning = row.opcode.meaning().replace('|', "\\|");
    format!(
        "| `{}` | {allowed} | {meaning}{option} | {} | {text} | {} |\n",
        row.form().trim_end_matches(';'),
        spirv::of(row.opcode),
        tests.join(", ")
    )
}

/// Appends a table of the storage modifiers, by size of the access.
fn storage_modifiers(out: &mut String) {
    *out += "\n## Storage modifiers\n\nEach load and store has one of these modifiers; its offset must be a \
             multiple of the size. The modifiers in the last column require `NV_gpu_program5_mem_extended`.\n\n\
             | bytes | modifiers | extended |\n|---|---|---|\n";
    let mut sizes: BTreeMap<u32, [Vec<&str>; 2]> = BTreeMap::new();
    for name in nvc_asm::modifier::modifier_names() {
        if let Some(nvc_asm::modifier::Modifier::Type(ty)) = nvc_asm::modifier::modifier(name)
            && ty.bits != 0
        {
            let extended = ty.bits < 32 && (ty.count > 1 || ty.base == BaseType::Float);
            sizes.entry(ty.bytes()).or_default()[usize::from(extended)].push(name);
        }
    }
    for (bytes, [plain, extended]) in sizes {
        writeln!(out, "| {bytes} | {} | {} |", plain.join(" "), extended.join(" ")).expect("a string");
    }
}

fn limits_table(out: &mut String) {
    *out += "\n## Limits\n\n| item | limit |\n|---|---|\n";
    let rows: [(&str, u64); 17] = [
        ("bytes of a program", Limit::SourceBytes.default_value()),
        ("statements", Limit::Statements.default_value()),
        ("bytes of a statement", Limit::StatementBytes.default_value()),
        (
            "nested blocks, including those of called subroutines; a call counts as two",
            Limit::Blocks.default_value(),
        ),
        ("instructions that inlined calls expand to", Limit::CalledInstructions.default_value()),
        ("each number of `GROUP_SIZE`", limits::MAX_GROUP_SIZE),
        ("invocations of a work group", limits::MAX_INVOCATIONS),
        ("bytes of shared memory", limits::MAX_SHARED_MEMORY),
        ("elements of TEMP variables", limits::MAX_TEMPORARIES),
        ("elements of PARAM variables", limits::MAX_PARAMETERS as u64),
        ("vectors of `state.*`", Limit::StateVectors.default_value()),
        ("`program.local`, `program.env`, each", limits::MAX_PROGRAM_PARAMETERS),
        ("binding points of each kind of buffer", limits::MAX_BINDING_POINTS),
        ("the last byte or element of a buffer that a binding names", limits::MAX_BUFFER_ELEMENT),
        ("texture units, image units", limits::MAX_UNITS),
        ("elements of `program.subroutine`", limits::MAX_SUBROUTINE_PARAMETERS),
        ("values of `SUBROUTINENUM`", limits::MAX_SUBROUTINE_NUM),
    ];
    for (what, limit) in rows {
        writeln!(out, "| {what} | {limit} |").expect("writing to a string");
    }
}

#[test]
fn page_matches_the_tables() {
    let (programs, cases) = (file_tests(), executed());
    let (file_tests, executed) = (by_opcode(&programs), by_opcode(&cases));
    let mut page = INTRODUCTION.to_owned();
    let mut rows = 0;
    for (title, families) in SECTIONS {
        write!(page, "\n### {title}\n\n").expect("writing to a string");
        if families.contains(&Family::Shuffle) {
            page += SHUFFLES;
        }
        page += "| form | types and modifiers | meaning | SPIR-V | section | tests |\n|---|---|---|---|---|---|\n";
        for row in Opcode::all().filter(|row| families.contains(&row.family)) {
            page += &instruction(row, &file_tests, &executed);
            rows += 1;
        }
    }
    assert_eq!(rows, Opcode::all().count(), "every family must be in a section");
    page += "\n## Precision\n\nVulkan allows these functions to be inexact. The last column is the tolerance of \
             the tests, absolute and relative, compared with the correctly rounded value. All other \
             floating-point functions are exact, or consist of operations that round once each.\n\n\
             | function | error bound of Vulkan | tolerance of the tests |\n|---|---|---|\n";
    for function in reference::PRECISION {
        let names: Vec<String> = function.mnemonics.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        writeln!(page, "| {names} | {} | {} |", function.bound, function.tolerance).expect("a string");
    }
    storage_modifiers(&mut page);
    keywords(&mut page, "Condition tests", "test", "", reference::CONDITIONS);
    page += "\n`ZF`, `SF`, `CF` and `OF` are the zero, sign, carry and overflow flags of a component of the \
             condition code. A test may have a register number (`NE1`) and a swizzle. `RESIDENT` and \
             `NONRESIDENT` test the result of the last `SPARSE` access.\n";
    keywords(&mut page, "Targets", "target", "", reference::TARGETS);
    page +=
        "\nThe meaning of a target says what the components x, y, z and w of the coordinate vector are.\n";
    keywords(&mut page, "Attributes", "attribute", "invocation.", reference::ATTRIBUTES);
    keywords(&mut page, "Device state", "state", "state.thread.", reference::THREAD_STATES);
    keywords(&mut page, "Program arrays", "array", "program.", reference::PROGRAM_ARRAYS);
    keywords(&mut page, "Classes of variables", "keyword", "", reference::CLASSES);
    keywords(&mut page, "Modifiers of declarations", "keyword", "", reference::VARIABLE_MODIFIERS);
    keywords(&mut page, "Options", "option", "", reference::OPTIONS);
    page += "\nOther options cause a warning ([W0101](errors/W0101.md)) and enable nothing.\n";
    limits_table(&mut page);
    crate::compare(PAGE, &page);
}
