//! Families (input generators, see the parent module) of GLSL programs with many or large types, variables, constants and
//! resources.

use super::{Family, extended, fill, glsl, list, program};

pub const FAMILIES: &[Family] = &[
    glsl("array-list", |size| {
        let list = fill(size, |n| format!("{n}u,"));
        program(&format!("const uint a[]={{{}}};", list.trim_end_matches(',')), "x+=a[y];")
    }),
    glsl("array-lists", |size| {
        let one = |n| {
            let list = fill(4000, |n| format!("{n}u,"));
            format!("const uint a{n}[]={{{}}};\n", list.trim_end_matches(','))
        };
        program(&fill(size, one), "x+=a0[y];")
    }),
    glsl("array-uses", |size| {
        let list = fill(size / 2, |n| format!("{n}u,"));
        let uses = fill(size / 2, |_| "x+=a[x];".into());
        program(&format!("const uint a[]={{{}}};", list.trim_end_matches(',')), &uses)
    }),
    glsl("array-constants-copied", |size| {
        let list = fill(size / 2, |n| format!("{n}u,"));
        let copies = fill(size / 2, |n| match n {
            0 => "const uint c0[a.length()]=a;".into(),
            _ => format!("const uint c{n}[a.length()]=c{};", n - 1),
        });
        program(&format!("const uint a[]={{{}}};{copies}", list.trim_end_matches(',')), "x+=c0[x];")
    }),
    glsl("array-of-loads", |size| {
        let list = fill(size, |n| format!("b[{n}],"));
        program("", &format!("uint a[]={{{}}};x+=a[x];", list.trim_end_matches(',')))
    }),
    glsl("array-copies", |size| {
        program("", &format!("uint a[4000],c[4000];a[x]=y;{}x+=a[x];", fill(size, |_| "c=a;a=c;".into())))
    }),
    glsl("array-comparisons", |size| {
        program("", &format!("uint a[4000],c[4000];a[x]=y;{}x+=a[x];", fill(size, |_| "if(a==c)x++;".into())))
    }),
    glsl("array-elements", |size| {
        let count = size / 20;
        program("", &format!("uint a[{count}];{}x+=a[y];", list(count, |n| format!("a[{n}]=b[{n}];"))))
    }),
    glsl("huge-array", |size| {
        program(&format!("shared uint s[{size}][{size}];"), &fill(size, |n| format!("s[{n}][x]=y;")))
    }),
    glsl("huge-private-array", |size| {
        program("", &format!("uint s[{}];{}", size * 64, fill(size, |n| format!("s[{n}]=y;x+=s[x];"))))
    }),
    glsl("huge-initializer", |_| program("", "uint s[65000][60] = uint[65000][60]();x+=s[x][y];")),
    glsl("array-dimensions", |size| program(&format!("shared uint s{};", "[1]".repeat(size / 3)), "")),
    glsl("struct-members", |size| {
        let members = fill(size, |n| format!("uint m{n};"));
        program(&format!("struct S{{{members}}};layout(binding=1) buffer T{{S s;}};"), "x+=s.m0;")
    }),
    glsl("structs", |size| program(&fill(size, |n| format!("struct S{n}{{uint a;vec4 c;}};\n")), "")),
    glsl("struct-chain", |size| {
        let chain = fill(size, |n| match n {
            0 => "struct S0{uint a;};\n".into(),
            _ => format!("struct S{n}{{S{} a;}};\n", n - 1),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("S{last} s;"))
    }),
    glsl("struct-tree", |_| {
        let chain = list(60, tree_level);
        program(&chain, "S20 s,t;s=t;if(s==t)x++;")
    }),
    glsl("struct-tree-in-a-buffer", |_| {
        let chain = list(26, tree_level);
        program(&format!("{chain}layout(binding=1) buffer T{{S25 t;}};"), "S25 s=t;t=s;")
    }),
    glsl("struct-tree-variables", |size| {
        let path = ".a".repeat(13);
        let variables = fill(size, |n| format!("S12 s{n};s{n}{path}=y;x+=s{n}{path};"));
        program(&list(13, tree_level), &variables)
    }),
    glsl("struct-tree-copies", |size| {
        let path = ".a".repeat(14);
        let copies = fill(size, |_| "t=s;s=t;".into());
        program(&list(14, tree_level), &format!("S13 s,t;s{path}=y;{copies}x=s{path};"))
    }),
    glsl("struct-tree-references", |size| {
        let references = fill(size / 2, |n| format!("layout(buffer_reference) buffer R{n}{{S13 s;}};"));
        let head = "#extension GL_EXT_buffer_reference : require\n";
        extended(head, program(&format!("{}{references}", list(14, tree_level)), "x=y;"))
    }),
    glsl("struct-tree-buffers", |size| {
        let path = ".a".repeat(13);
        let buffers = fill(size / 2, |n| format!("layout(binding={}) buffer T{n}{{S12 s{n};}};", n + 1));
        program(&format!("{}{buffers}", list(13, tree_level)), &fill(size / 2, |_| format!("x+=s0{path};")))
    }),
    glsl("struct-tree-results", |size| {
        let path = ".a".repeat(13);
        let calls = fill(size, |n| format!("S12 s{n}=f(x+{n}u);x+=s{n}{path};"));
        let function = format!("S12 f(uint i){{S12 s;s{path}=i;return s;}}");
        program(&format!("{}{function}", list(13, tree_level)), &calls)
    }),
    glsl("struct-copies", |size| {
        let members = list(1000, |n| format!("uint m{n};"));
        let copies = fill(size, |_| "s=t;t=s;".into());
        program(
            &format!("struct S{{{members}}};layout(binding=1) buffer T{{S u[];}};"),
            &format!("S s=u[0],t=u[1];{copies}u[0]=t;"),
        )
    }),
    glsl("struct-copies-in-a-buffer", |size| {
        let members = list(1000, |n| format!("uint m{n};"));
        let copies = fill(size, |_| "u[x]=u[y];".into());
        program(&format!("struct S{{{members}}};layout(binding=1) buffer T{{S u[];}};"), &copies)
    }),
    glsl("struct-copies-between-layouts", |size| {
        let members = list(1000, |n| format!("uint m{n};mat3 a{n};"));
        let copies = fill(size, |_| "u[x]=w;".into());
        program(
            &format!(
                "struct S{{{members}}};layout(std430,binding=1) buffer T{{S u[];}};layout(std140,row_major,binding=2) uniform V{{S w;}};"
            ),
            &copies,
        )
    }),
    glsl("struct-comparisons", |size| {
        let members = list(1000, |n| format!("uint m{n};"));
        let comparisons = fill(size, |_| "if(s==t)x++;".into());
        program(
            &format!("struct S{{{members}}};layout(binding=1) buffer T{{S u[];}};"),
            &format!("S s=u[0],t=u[1];{comparisons}"),
        )
    }),
    glsl("variables", |size| program("", &fill(size, |n| format!("uint v{n}=b[{n}];b[{n}]=v{n};\n")))),
    glsl("declarators", |size| program("", &format!("uint q{};", fill(size, |n| format!(",v{n}"))))),
    glsl("globals", |size| {
        let count = size / 40;
        program(&list(count, |n| format!("uint v{n}=1u;\n")), &list(count, |n| format!("v{n}+=x;x^=v{n};")))
    }),
    glsl("shared-variables", |size| {
        let count = size / 40;
        program(
            &list(count, |n| format!("shared uint v{n};\n")),
            &list(count, |n| format!("v{n}=x;y^=v{n};")),
        )
    }),
    glsl("buffers", |size| {
        let count = size / 90;
        let all = list(count, |n| format!("layout(std430,binding={}) buffer B{n}{{uint b{n}[];}};\n", n + 1));
        program(&all, &list(count, |n| format!("b{n}[x]+=y;\n")))
    }),
    glsl("buffers-without-bindings", |size| {
        let count = size / 70;
        program(
            &list(count, |n| format!("buffer B{n}{{uint b{n}[];}};\n")),
            &list(count, |n| format!("b{n}[x]+=y;\n")),
        )
    }),
    glsl("textures", |size| {
        let count = size / 120;
        let all = list(count, |n| format!("layout(binding={}) uniform sampler2D t{n};\n", n + 1));
        program(&all, &list(count, |n| format!("x+=uint(texelFetch(t{n},ivec2(x),0).x);\n")))
    }),
    glsl("images", |size| {
        let count = size / 120;
        let all = list(count, |n| format!("layout(binding={},r32ui) uniform uimage2D t{n};\n", n + 1));
        program(&all, &list(count, |n| format!("imageStore(t{n},ivec2(x),uvec4(y));\n")))
    }),
    glsl("loose-uniforms", |size| program(&fill(size, |n| format!("uniform uint u{n};\n")), "x+=u0;")),
    glsl("specialization-constants", |size| {
        let count = size / 70;
        let all = list(count, |n| format!("layout(constant_id={n}) const uint c{n}={n}u;\n"));
        program(&all, &list(count, |n| format!("x+=c{n}*3u;")))
    }),
    glsl("specialization-chain", |size| {
        let chain = fill(size, |n| match n {
            0 => "layout(constant_id=0) const uint c0=1u;\n".into(),
            _ => format!("const uint c{n}=c{}*3u+c0;\n", n - 1),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("x+=c{last};"))
    }),
    glsl("references", |size| {
        let head = "#extension GL_EXT_buffer_reference : require\n";
        let all = fill(size, |n| format!("layout(buffer_reference,std430) buffer R{n}{{uint v;}};\n"));
        extended(head, program(&all, ""))
    }),
    glsl("empty-layouts", |size| program(&fill(size, |_| "layout(std430)buffer;".into()), "")),
    glsl("qualifiers", |size| program(&format!("{} float q;", "const ".repeat(size / 6)), "")),
    glsl("byte-buffers", |size| {
        let head = "#extension GL_EXT_shader_8bit_storage : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n";
        let statements = fill(size, |_| "t[x]=uint8_t(y);x+=uint(t[y]);\n".into());
        extended(head, program("layout(std430,binding=1) buffer T{uint8_t t[];};", &statements))
    }),
];

/// A struct whose number of members, those of its parts included, doubles at each level.
fn tree_level(n: usize) -> String {
    match n {
        0 => "struct S0{uint a;uint c;};\n".into(),
        _ => format!("struct S{n}{{S{} a;S{} c;}};\n", n - 1, n - 1),
    }
}
