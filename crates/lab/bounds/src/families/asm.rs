//! Families (input generators, see the parent module) of `!!NVcp5.0` assembly programs.

use super::mistakes::assembly;
use super::{Family, Input, fill, list, listing, text};

pub const FAMILIES: &[Family] = &[
    listing("asm-straight-line", |size| computed("", &fill(size, |_| "MAD.U R0, R0, R1, R2;\n".into()))),
    listing("asm-scalars", |size| computed("", &fill(size, |_| "ADD.U R0.x, R0.x, R1.y;\n".into()))),
    listing("asm-literals", |size| computed("", &fill(size, |n| format!("ADD.U R0, R0, {{{n},1,2,3}};\n")))),
    listing("asm-floats", |size| {
        computed("", &fill(size, |_| "DP4 R0.x,R0,R1;LIT R1,R0;POW R1.x,R0.x,R1.y;\n".into()))
    }),
    listing("asm-conditions", |size| {
        computed("", &fill(size, |_| "ADD.U.CC0 R0,R0,R1;MOV.U R1(NE0.x),R0;\n".into()))
    }),
    listing("asm-sets", |size| computed("", &fill(size, |_| "SGT.U R0,R1,R2;CMP.S R1,R0,R1,R2;\n".into()))),
    listing("asm-temporaries", |size| {
        let count = size / 50;
        let declared = list(count, |n| format!("TEMP t{n};\n"));
        computed(&declared, &list(count, |n| format!("MOV.U t{n},R0;ADD.U R0,R0,t{n};\n")))
    }),
    listing("asm-live-temporaries", |size| {
        let count = size / 60;
        let declared = list(count, |n| format!("TEMP t{n};\n"));
        let set = list(count, |n| format!("ADD.U t{n},R0,{n};\n"));
        let used = list(count, |n| format!("XOR.U R0,R0,t{n};\n"));
        computed(&declared, &format!("{set}BAR;\n{used}"))
    }),
    listing("asm-temporaries-on-one-line", |size| {
        computed(&format!("TEMP t{};\n", fill(size.min(200_000), |n| format!(",t{n}"))), "")
    }),
    listing("asm-indexed-array", |size| {
        computed(
            "TEMP t[60000];\n",
            &fill(size, |n| format!("MOV.U t[R0.x+{}],R0;MOV.U R1,t[R1.x];\n", n % 100)),
        )
    }),
    listing("asm-indexed-parameters", |size| {
        computed("PARAM p[]={program.local[0..255]};\n", &fill(size, |_| "MOV.U R0,p[R0.x];\n".into()))
    }),
    listing("asm-indexed-literals", |size| {
        let values = (0..1000).map(|n| format!("{{{n},1,2,3}}")).collect::<Vec<_>>().join(",");
        computed(&format!("PARAM p[]={{{values}}};\n"), &fill(size, |_| "MOV.U R0,p[R0.x];\n".into()))
    }),
    listing("asm-ifs", |size| {
        computed("", &fill(size, |_| "MOV.U.CC R0.x,R1.x;IF NE.x;ADD.U R1,R0,R2;ENDIF;\n".into()))
    }),
    listing("asm-nested-ifs", |size| {
        let one = |_| {
            format!(
                "MOV.U.CC R0.x,R1.x;{}{}\n",
                "IF NE.x;ADD.U.CC R1,R0,R2;".repeat(200),
                "ENDIF;".repeat(200)
            )
        };
        computed("", &fill(size, one))
    }),
    listing("asm-nested-ifs-too-deep", |size| {
        computed("", &format!("{}{}\n", "IF NE.x;".repeat(size / 14), "ENDIF;".repeat(size / 14)))
    }),
    listing("asm-loops", |size| {
        computed("", &fill(size, |_| "REP;ADD.U.CC R0.x,R0.x,R1.x;BRK (NE.x);ENDREP;\n".into()))
    }),
    listing("asm-nested-loops", |size| {
        let open = "REP;ADD.U.CC R0,R0,R1;BRK (NE.x);".repeat(100);
        computed("", &fill(size, |_| format!("{open}{}\n", "ENDREP;".repeat(100))))
    }),
    listing("asm-phi-web", |size| {
        let count = size / 2 / 30;
        let declared = list(count, |n| format!("TEMP t{n};\n"));
        let open = "REP;ADD.U.CC R0,R0,R1;BRK (NE.x);".repeat(60);
        let set = list(count, |n| format!("ADD.U t{n},t{n},R0;\n"));
        let used = list(count, |n| format!("XOR.U R0,R0,t{n};\n"));
        computed(&declared, &format!("{open}{set}{}{used}", "ENDREP;".repeat(60)))
    }),
    listing("asm-phi-web-breaks", |size| {
        let count = size / 3 / 30;
        let declared = list(count, |n| format!("TEMP t{n};\n"));
        let body = list(count, |n| format!("ADD.U.CC t{n},t{n},R0;BRK (NE.x);\n"));
        let used = list(count, |n| format!("XOR.U R0,R0,t{n};\n"));
        computed(&declared, &format!("REP;{body}ENDREP;{used}"))
    }),
    listing("asm-breaks", |size| {
        computed(
            "",
            &format!("REP;{}ENDREP;\n", fill(size, |_| "ADD.U.CC R0.x,R0.x,R1.x;BRK (NE.x);\n".into())),
        )
    }),
    listing("asm-returns", |size| {
        computed("", &fill(size, |_| "ADD.U.CC R0.x,R0.x,R1.x;RET (NE.x);\n".into()))
    }),
    listing("asm-calls", |size| called(&fill(size, |_| "CAL f;\n".into()), "f:\nADD.U R0,R0,R1;\nRET;\n")),
    listing("asm-conditional-calls", |size| {
        called(
            &fill(size, |_| "CAL f (NE.x);\n".into()),
            "f:\nADD.U.CC R0,R0,R1;\nRET (EQ.x);\nMUL.U R0,R0,R1;\nRET;\n",
        )
    }),
    listing("asm-call-tree", |size| {
        let chain =
            fill(size, |n| format!("f{n}:\nADD.U R0,R0,R1;\nCAL f{};\nCAL f{};\nRET;\n", n + 1, n + 1));
        let last = chain.matches(':').count();
        called("CAL f0;\n", &format!("{chain}f{last}:\nRET;\n"))
    }),
    listing("asm-call-tree-to-the-limit", |_| {
        let chain = list(15, |n| format!("f{n}:\nADD.U R0,R0,R1;\nCAL f{};\nCAL f{};\nRET;\n", n + 1, n + 1));
        called("CAL f0;\n", &format!("{chain}f15:\nMUL.U R0,R0,R1;\nRET;\n"))
    }),
    listing("asm-call-chain", |size| {
        let chain = fill(size, |n| format!("f{n}:\nADD.U R0,R0,R1;\nCAL f{};\nRET;\n", n + 1));
        let last = chain.matches(':').count();
        called("CAL f0;\n", &format!("{chain}f{last}:\nRET;\n"))
    }),
    listing("asm-recursion", |size| {
        let count = size / 45;
        called(
            "CAL f0;\n",
            &list(count, |n| format!("f{n}:\nADD.U.CC R0,R0,R1;\nCAL f{} (NE.x);\nRET;\n", (n + 1) % count)),
        )
    }),
    listing("asm-labels", |size| {
        called("CAL f0;\n", &fill(size, |n| format!("f{n}:\nADD.U R0,R0,R1;\nRET;\n")))
    }),
    listing("asm-many-called", |size| {
        let count = size / 45;
        called(
            &list(count, |n| format!("CAL f{n};\n")),
            &list(count, |n| format!("f{n}:\nADD.U R0,R0,R1;\nRET;\n")),
        )
    }),
    listing("asm-memory", |size| {
        let declared = "OPTION NV_shader_storage_buffer;\n";
        let buffers = "STORAGE m[]={program.storage[0]};\n";
        text(format!(
            "!!NVcp5.0\n{declared}GROUP_SIZE 32;\n{buffers}TEMP R0,R1;\n{}END\n",
            fill(size, |n| format!("LDB.U32X4 R0,m[{}];ADD.U R1,R1,R0;STB.U32X4 R1,m[R0.x];\n", 16 * n))
        ))
    }),
    listing("asm-shared", |size| {
        text(format!(
            "!!NVcp5.0\nGROUP_SIZE 32;\nSHARED_MEMORY 4096;\nSHARED s[]={{program.sharedmem}};\nTEMP R0,R1;\n{}END\n",
            fill(size, |n| format!("LDS.U32 R0.x,s[{}];STS.U32 R0,s[R0.x];BAR;\n", 4 * (n % 1000)))
        ))
    }),
    listing("asm-textures", |size| {
        computed("", &fill(size, |n| format!("TXF R0,R0,texture[{}],2D;\n", n % 64)))
    }),
    listing("asm-options", |size| {
        text(format!("!!NVcp5.0\n{}GROUP_SIZE 32;\nEND\n", fill(size, |n| format!("OPTION o{n};\n"))))
    }),
    listing("asm-comments", |size| computed("", &fill(size, |_| "# ; IF ;\n".into()))),
    listing("asm-comment", |size| computed("", &format!("#{}\n", "#".repeat(size)))),
    listing("asm-semicolons", |size| computed("", &";".repeat(size))),
    listing("asm-white-space", |size| computed("", &" \t\n\r".repeat(size / 4))),
    listing("asm-long-name", |size| computed(&format!("TEMP {};\n", "n".repeat(size.min(250_000))), "")),
    listing("asm-aliases", |size| {
        computed(
            &fill(
                size,
                |n| if n == 0 { "ALIAS A0=R0;\n".into() } else { format!("ALIAS A{n}=A{};\n", n - 1) },
            ),
            "",
        )
    }),
    listing("asm-parameters", |size| {
        computed(&fill(size, |n| format!("PARAM p{n}={{{n},1,2,3}};\n")), "ADD.U R0,R0,p0;\n")
    }),
    listing("asm-state", |size| {
        let rows =
            list(size / 60, |n| format!("PARAM s{n}[]={{state.matrix.texture[{}].inverse}};\n", n % 32));
        computed(&rows, &list(size / 60, |n| format!("ADD.U R0,R0,s{n}[1];\n")))
    }),
    listing("asm-double", |size| {
        computed("LONG TEMP D0,D1;\n", &fill(size, |_| "MAD.F64 D0.xy,D0.xy,D1.xy,D1.xy;\n".into()))
    }),
    listing("asm-wide", |size| {
        computed("LONG TEMP D0,D1;\n", &fill(size, |_| "MUL.U64 D0.x,D0.x,D1.x;\n".into()))
    }),
    listing("asm-nothing", |size| assembly(&" ".repeat(size))),
];

/// A program that loads the registers R0, R1 and R2, executes `statements`, and stores R0.
fn computed(declarations: &str, statements: &str) -> Input {
    whole(declarations, statements, "")
}

/// A program that loads R0, R1 and R2, executes `main`, which can call `subroutines`, and stores R0.
fn called(main: &str, subroutines: &str) -> Input {
    whole("", main, subroutines)
}

/// The common part of [`computed`] and [`called`].
fn whole(declarations: &str, main: &str, subroutines: &str) -> Input {
    text(format!(
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\nSTORAGE m[]={{program.storage[0]}};\n\
         TEMP R0,R1,R2;\n{declarations}main:\nLDB.U32X4 R0,m[0];\nLDB.U32X4 R1,m[16];\nLDB.U32X4 R2,m[32];\n\
         {main}STB.U32X4 R0,m[0];\nRET;\n{subroutines}END\n"
    ))
}
