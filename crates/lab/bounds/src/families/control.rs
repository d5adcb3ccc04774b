//! Families (input generators, see the parent module) of GLSL programs with deeply nested control flow, long control
//! flow, or many variables that are live across control flow.

use super::{Family, Input, extended, fill, glsl, list, program};

pub const FAMILIES: &[Family] = &[
    glsl("blocks", |size| {
        program("", &fill(size, |_| format!("{}x++;{}\n", "{".repeat(200), "}".repeat(200))))
    }),
    glsl("nested-blocks", |size| program("", &format!("{}{}", "{".repeat(size / 2), "}".repeat(size / 2)))),
    glsl("ifs", |size| program("", &fill(size, |n| format!("if (b[{n}] > x) x++;\n")))),
    glsl("nested-ifs", |size| {
        program("", &fill(size, |_| format!("{}x++;{}\n", "if(b[x]>y){".repeat(100), "y++;}".repeat(100))))
    }),
    glsl("if-else-variables", |size| variables(size, |v, n| format!("if(b[{n}]>x)v{v}++;else v{v}--;\n"))),
    glsl("else-if", |size| {
        program(
            "",
            &fill(size, |_| {
                format!("if(x==1u)y++;{}\n", list(4000, |n| format!("else if(b[x]=={n}u)y+={n}u;")))
            }),
        )
    }),
    glsl("switch", |size| {
        let one = |_| format!("switch(b[x]){{{}}}\n", list(4000, |n| format!("case {n}:y+={n}u;break;")));
        program("", &fill(size, one))
    }),
    glsl("one-switch", |size| {
        program("", &format!("switch(b[x]){{{}}}\n", fill(size, |n| format!("case {n}:y+=x;break;"))))
    }),
    glsl("switch-fallthrough", |size| {
        let one = |_| format!("switch(b[x]){{{}}}\n", list(4000, |n| format!("case {n}:y+=b[y];")));
        program("", &fill(size, one))
    }),
    glsl("nested-switches", |size| {
        let one = |_| format!("{}x++;{}\n", "switch(b[x]){case 0:y++;default:".repeat(60), "}".repeat(60));
        program("", &fill(size, one))
    }),
    glsl("loops", |size| program("", &fill(size, |_| "for(uint i=0u;i<y;i++)x+=b[i];\n".into()))),
    glsl("nested-loops", |size| {
        let one = |_| {
            let open = list(60, |n| format!("for(uint i{n}=0u;i{n}<b[x];i{n}++){{"));
            format!("{open}x+=y;{}\n", "}".repeat(60))
        };
        program("", &fill(size, one))
    }),
    // The `phi-web` families need many phis that depend on each other.
    glsl("phi-web", |size| {
        variables(size, |v, n| format!("while(b[v{v}]>{n}u)v{v}+=v{}+1u;\n", v.saturating_sub(1)))
    }),
    glsl("phi-web-nested", |size| {
        // All variables are live across nested loops and change in the innermost one.
        let count = size / 2 / 30;
        let declared = list(count, |v| format!("uint v{v}=b[{v}];"));
        let open = list(60, |n| format!("while(b[{n}]>x){{x++;if(b[x]==0u)break;"));
        let changed = list(count, |v| format!("v{v}+=x;"));
        let used = list(count, |v| format!("x^=v{v};"));
        program("", &format!("{declared}{open}{changed}{}{used}", "}".repeat(60)))
    }),
    glsl("phi-web-breaks", |size| {
        let count = size / 3 / 30;
        let declared = list(count, |v| format!("uint v{v}=b[{v}];"));
        let body = list(count, |v| format!("if(b[x]=={v}u)break;v{v}+=x;x++;"));
        let used = list(count, |v| format!("x^=v{v};"));
        program("", &format!("{declared}while(true){{{body}}}{used}"))
    }),
    glsl("phi-web-continues", |size| {
        let count = size / 3 / 30;
        let declared = list(count, |v| format!("uint v{v}=b[{v}];"));
        let body = list(count, |v| format!("if(b[x]=={v}u)continue;v{v}+=x;x++;"));
        let used = list(count, |v| format!("x^=v{v};"));
        program("", &format!("{declared}while(b[0]>x){{{body}}}{used}"))
    }),
    glsl("phi-web-switch", |size| {
        let count = size / 3 / 30;
        let declared = list(count, |v| format!("uint v{v}=b[{v}];"));
        let body = list(count, |v| format!("case {v}:v{v}+=x;break;"));
        let used = list(count, |v| format!("x^=v{v};"));
        program("", &format!("{declared}while(b[0]>x){{switch(b[x]){{{body}}}x++;}}{used}"))
    }),
    glsl("breaks", |size| {
        program("", &format!("while(true){{{}}}\n", fill(size, |n| format!("if(b[{n}]>x)break;x++;\n"))))
    }),
    glsl("returns", |size| program("", &fill(size, |n| format!("if(b[{n}]>x)return;x++;\n")))),
    glsl("returns-of-a-function", |size| {
        let body = fill(size, |n| format!("if(b[{n}]>x)return x;x++;\n"));
        program(&format!("uint f(uint x){{{body}return x;}}"), "x+=f(x);x+=f(y);")
    }),
    glsl("unrolled-loops", |size| {
        let head = "#extension GL_EXT_control_flow_attributes : require\n";
        let loops = fill(size, |_| "[[unroll]]for(uint i=0u;i<1000u;i++)x+=b[i];\n".into());
        extended(head, program("", &loops))
    }),
    glsl("barriers", |size| {
        program("shared uint s[64];", &fill(size, |_| "s[x&63u]=y;barrier();y=s[y&63u];\n".into()))
    }),
    glsl("one-loop", |size| {
        program("", &format!("while(b[0]>x){{{}}}", fill(size, |_| "x=x*y+b[x];\n".into())))
    }),
    glsl("warp", warp),
    glsl("warp-emulated", |size| Input { options: &["--warp", "emulate"], ..warp(size) }),
];

/// A program with subgroup operations.
fn warp(size: usize) -> Input {
    let head = "#extension GL_KHR_shader_subgroup_basic : require\n#extension GL_KHR_shader_subgroup_arithmetic : require\n\
                #extension GL_KHR_shader_subgroup_shuffle : require\n";
    let statements = fill(size, |_| "if(x>y)x+=subgroupAdd(x);y=subgroupShuffle(y,x);\n".into());
    extended(head, program("", &statements))
}

/// A program whose statements use `sqrt(size)` variables in turn. `statement` receives the indices of the variable and
/// of the statement.
fn variables(size: usize, statement: impl Fn(usize, usize) -> String) -> Input {
    let count = size.isqrt().max(1);
    let declared = list(count, |v| format!("uint v{v}=b[{v}];"));
    let body = fill(size, |n| statement(n % count, n));
    let used = list(count, |v| format!("x^=v{v};"));
    program("", &format!("{declared}{body}{used}"))
}
