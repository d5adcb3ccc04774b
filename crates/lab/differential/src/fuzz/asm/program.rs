//! Generates the frame of a program: options, declarations, a prologue that initialises every register, and
//! an epilogue that stores a combination of all registers.

use super::classes::Class;
use super::coverage::{EXCLUDED, NOT_IN_EXACT, lists};
use super::generator::Generator;
use super::memory::{COMMON_SHARED, OWN};
use super::operands::Tested;
use super::{Case, Profile};
use crate::fuzz::Rng;
use nvc_asm::options::Feature;
use nvc_asm::table::{Allows, Family, Opcode, Row};
use std::collections::BTreeSet;

/// Generates a random program of the profile, with its inputs.
pub fn generate(seed: u64, profile: &Profile) -> Case {
    generate_from(Rng::new(seed), seed, profile)
}

/// Generates a program. The bytes determine the choices that otherwise depend on the seed.
pub fn from_choices(bytes: &[u8], profile: &Profile) -> Case {
    generate_from(Rng::of_choices(bytes), 0, profile)
}

fn generate_from(rng: Rng, seed: u64, profile: &Profile) -> Case {
    let mut generator = Generator {
        rng,
        profile,
        features: BTreeSet::from([Feature::StorageBuffer]),
        mixes: false,
        uniform: true,
        may_jump: false,
        may_return: false,
        carry_tested: false,
        any_size_shared: false,
        depth: 0,
        rows: rows(profile),
        body: String::new(),
    };
    generator.any_size_shared = generator.rng.chance(25);
    generator.prologue();
    let (fewest, most) = profile.statements;
    for _ in 0..fewest + generator.rng.below(most - fewest + 1) {
        generator.statement();
    }
    generator.epilogue();
    let text = generator.text(seed);
    Case { seed, text, inputs: generator.rng.next_u64(), counters: !profile.exact }
}

/// Returns the instructions that programs of the profile may contain.
fn rows(profile: &Profile) -> Vec<&'static Row> {
    let wanted = |row: &&Row| {
        let warp = matches!(row.family, Family::Vote | Family::Shuffle);
        let excluded = if warp { !profile.warps } else { profile.exact && lists(NOT_IN_EXACT, row.mnemonic) };
        !lists(EXCLUDED, row.mnemonic) && !excluded
    };
    Opcode::all().filter(wanted).collect()
}

/// Instruction families that are picked more often, because their instructions have many forms.
const FAVOURED: &[Family] = &[
    Family::Flow,
    Family::Load,
    Family::Store,
    Family::Arithmetic,
    Family::Convert,
    Family::Bit,
    Family::Compare,
];

impl Generator<'_> {
    /// Generates a random instruction or block.
    pub(super) fn statement(&mut self) {
        let row = if self.rng.chance(50) {
            let family = *self.rng.pick(FAVOURED);
            let of_family: Vec<&Row> = self.rows.iter().copied().filter(|row| row.family == family).collect();
            *self.rng.pick(&of_family)
        } else {
            *self.rng.pick(&self.rows)
        };
        self.instruction(row);
    }

    fn instruction(&mut self, row: &'static Row) {
        if let Some(feature) = row.feature {
            self.features.insert(feature);
        }
        self.mixes = false;
        match row.family {
            Family::Load | Family::Store | Family::Atomic | Family::Counter => self.memory(row),
            Family::Texture | Family::TextureQuery => self.texture(row),
            Family::Image | Family::ImageAtomic | Family::ImageQuery => self.image(row),
            Family::Shuffle if self.uniform => self.shuffle(row),
            Family::Vote if self.uniform => self.plain(row),
            Family::Shuffle | Family::Vote => {}
            Family::Flow => self.flow(row),
            Family::Sync => self.sync(row),
            Family::Convert if row.allows.has(Allows::CONVERT) => self.convert(row),
            _ if row.allows.has(Allows::MULTIPLY) && self.rng.chance(10) => self.multiply_24(row),
            _ => self.plain(row),
        }
    }

    /// Initialises every register, most of them with values that depend on the invocation and the inputs.
    fn prologue(&mut self) {
        self.lines(&[
            &format!("MUL.U at.x, invocation.localindex.x, {{{OWN}, 0, 0, 0}}.x;"),
            "MUL.U ls.x, invocation.localindex.x, {16, 0, 0, 0}.x;",
            "AND.U x.x, ls.x, {496, 0, 0, 0}.x;",
            "LDB.U32X4 i0, inp[x.x];",
            "ADD.U i1, i0.wxyz, invocation.localindex.x;",
            "MUL.U i2, i1.yzwx, {2654435769, 2246822519, 3266489917, 668265263};",
            "MOV.U i3, invocation.localid.xyzx;",
            "XOR.U i3, i3, p[0];",
            "AND.S z, i1, {2047, 1023, 511, 255};",
            "I2F.S f0, z;",
            "MUL.F f0, f0, {0.0625, 0.0625, 0.0625, 0.0625};",
            "SUB.F f1, {64.0, 32.0, 16.0, 0.5}, f0.wzyx;",
            "MOV.F f2, {1.5, -2.0, 0.0625, 100.0};",
            "CVT.F64.F32 g0, f0.yzwx;",
            "CVT.F64.F32 g1, f1;",
            "AND.S z, i2, {7, 7, 3, 3};",
            "SUB.S z, z, {4, 4, 0, 2};",
            "I2F.S ft, z;",
            "MOV.F h0, ft;",
            "MOV.F h1, ft.yzwx;",
            "PK64.U d0, i0;",
            "PK64.U d0.zw, i2;",
            "CVT.S64.S32 d1, i1;",
            "MOV.U64 zd, d1;",
            "MOV.F64 gt, g0;",
            "MOV.F ht, ft;",
            "MOV.U xa, {0, 0, 0, 0};",
            "MOV.U l0, {0, 0, 0, 0};",
            "MOV.U l1, {0, 0, 0, 0};",
            "MOV.U l2, {0, 0, 0, 0};",
            "MOV.U l3, {0, 0, 0, 0};",
        ]);
        for element in 0..8 {
            let source = ["i0", "i1", "i2", "i3"][element % 4];
            self.line(&format!("XOR.U ia[{element}], {source}, {{{element}, 77, 0, 3}};"));
        }
        // Each invocation initialises its own part of shared memory; invocation 0 also initialises the words
        // that all invocations share.
        self.lines(&["STS.U32X4 i0, sh[ls.x];", "MOV.U z, p[1];"]);
        self.lines(&["SEQ.U.CC0 z.x, invocation.localindex.x, {0, 0, 0, 0}.x;", "IF NE0.x;"]);
        for quarter in 0..4 {
            self.line(&format!("STS.U32X4 i1, sh[{}];", COMMON_SHARED + 16 * quarter));
        }
        // The last two instructions initialise the condition-code registers.
        self.lines(&["ENDIF;", "BAR;", "MOV.S.CC0 z, i0;", "SUB.S.CC1 z, i0, i1;"]);
    }

    /// Combines all registers and stores the result.
    fn epilogue(&mut self) {
        self.mixes = false;
        if !self.profile.exact && self.rng.chance(20) {
            let test = self.test(Tested::Block);
            self.line(&format!("RET ({test});"));
        }
        for (class, into) in [(Class::Float32, "i0"), (Class::Float64, "i1"), (Class::Float16, "i2")] {
            for register in class.names() {
                self.float_to_integer(class, register);
                self.lines(&[
                    &format!("MUL.U {into}, {into}, {{31, 31, 31, 31}};"),
                    &format!("ADD.U {into}, {into}, z;"),
                ]);
            }
        }
        for element in 0..8 {
            let into = Class::Int32.names()[element % 4];
            self.line(&format!("XOR.U {into}, {into}, ia[{element}];"));
        }
        self.lines(&["LDS.U32X4 z, sh[ls.x];", "ADD.U i3, i3, z;", "BAR;"]);
        for quarter in 0..4 {
            self.lines(&[&format!("LDS.U32X4 z, sh[{}];", COMMON_SHARED + 16 * quarter), "ADD.U i3, i3, z;"]);
        }
        for (index, register) in ["i0", "i1", "i2", "i3"].iter().enumerate() {
            self.line(&format!("STB.U32X4 {register}, out[at.x + {}];", 128 + 16 * index));
        }
        for (index, register) in Class::Int64.names().iter().enumerate() {
            self.line(&format!("STB.U64X4 {register}, out[at.x + {}];", 192 + 32 * index));
        }
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line);
        }
    }

    /// Returns the source text of the whole program.
    fn text(&self, seed: u64) -> String {
        let mut text = format!("!!NVcp5.0\n# seed {seed}\n");
        for feature in &self.features {
            text.push_str(&format!("OPTION {};\n", feature.option()));
        }
        text.push_str("OPTION NV_gpu_program_fp64;\nGROUP_SIZE 64;\n");
        text.push_str(&format!("SHARED_MEMORY {};\n", COMMON_SHARED + 64));
        text.push_str("STORAGE inp[] = { program.storage[0] };\nSTORAGE out[] = { program.storage[1] };\n");
        text.push_str("SHARED sh[] = { program.sharedmem };\n");
        text.push_str("CBUFFER cb[] = { program.buffer[0] };\n");
        text.push_str("PARAM p[4] = { program.local[0..3] };\n");
        if self.features.contains(&Feature::AtomicCounters) {
            text.push_str("COUNTER ctr[] = { program.counter[0][0..3] };\n");
        }
        text.push_str("TEMP at, ls, x, xa, l0, l1, l2, l3;\nTEMP ia[8];\n");
        for class in Class::ALL {
            let names = class.names().join(", ");
            text.push_str(&format!("{} {names}, {};\n", class.declaration(), class.scratch()));
        }
        text.push_str(&self.body);
        text.push_str("END\n");
        text
    }
}
