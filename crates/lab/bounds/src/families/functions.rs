//! Families (input generators, see the parent module) of GLSL programs with many functions, calls or parameters.

use super::{Family, fill, glsl, list, program};

pub const FAMILIES: &[Family] = &[
    glsl("functions", |size| {
        let all = fill(size, |n| format!("uint f{n}(uint a){{return a+{n}u;}}\n"));
        program(&all, "x=f0(x);")
    }),
    glsl("functions-called-once", |size| {
        let count = size / 60;
        let all = list(count, |n| format!("uint f{n}(uint a){{return a*b[a]+{n}u;}}\n"));
        program(&all, &list(count, |n| format!("x=f{n}(x);\n")))
    }),
    glsl("calls", |size| {
        program("uint f(uint a){return a*b[a]+b[a+1u]*b[a+2u]+b[a+3u];}", &fill(size, |_| "x=f(x);".into()))
    }),
    glsl("calls-of-a-large-function", |size| {
        let body = fill(size / 2, |n| format!("a+=b[a+{n}u];"));
        program(&format!("uint f(uint a){{{body}return a;}}"), &fill(size / 2, |_| "x=f(x);".into()))
    }),
    glsl("calls-with-branches", |size| {
        let function =
            "uint f(uint a){if(a>3u)return b[a];while(b[a]>0u){if(b[a]==7u)return a;a++;}return 2u*a;}";
        program(function, &fill(size, |_| "x=f(x);".into()))
    }),
    glsl("call-chain", |size| {
        let chain = fill(size, |n| match n {
            0 => "uint f0(uint a){return a*b[a];}\n".into(),
            _ => format!("uint f{n}(uint a){{return f{}(a)+{n}u;}}\n", n - 1),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("x=f{last}(x);"))
    }),
    glsl("call-tree", |size| {
        let chain = fill(size, |n| match n {
            0 => "uint f0(uint a){return a*b[a];}\n".into(),
            _ => format!("uint f{n}(uint a){{return f{}(a)+f{}(a+{n}u);}}\n", n - 1, n - 1),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("x=f{last}(x);"))
    }),
    glsl("call-dags", |size| {
        // Each function but the first eight calls the eight functions before it.
        let chain = fill(size, |n| match n {
            0..8 => format!("uint f{n}(uint a){{return a*b[a]+{n}u;}}\n"),
            _ => format!(
                "uint f{n}(uint a){{return {};}}\n",
                (1..=8).map(|k| format!("f{}(a)", n - k)).collect::<Vec<_>>().join("+")
            ),
        });
        let last = chain.lines().count() - 1;
        program(&chain, &format!("x=f{last}(x);"))
    }),
    glsl("nested-calls", |size| {
        program(
            "uint f(uint a){return a*b[a];}",
            &fill(size, |_| format!("x={}x{};\n", "f(".repeat(100), ")".repeat(100))),
        )
    }),
    glsl("recursion", |size| {
        let count = size / 50;
        let declared = list(count, |n| format!("uint f{n}(uint a);\n"));
        let all = list(count, |n| format!("uint f{n}(uint a){{return f{}(a);}}\n", (n + 1) % count));
        program(&format!("{declared}{all}"), "x=f0(x);")
    }),
    glsl("overloads", |size| {
        // The overloads differ only in the array size of their parameter.
        let count = size / 80;
        let all = list(count, |n| format!("uint f(uint a[{}]){{return a[0];}}\n", n + 1));
        let calls = list(count, |n| format!("{{uint a[{}];x+=f(a);}}\n", n + 1));
        program(&all, &calls)
    }),
    glsl("ambiguous-overloads", |size| {
        let types = ["int", "uint", "float", "double"];
        let all = list(256, |n| {
            let kind = |at: usize| types[(n >> (2 * at)) & 3];
            format!("uint f({} a,{} b,{} c,{} d){{return 1u;}}\n", kind(0), kind(1), kind(2), kind(3))
        });
        program(&all, &fill(size, |_| "x+=f(1,1u,1.0,1);".into()))
    }),
    glsl("parameters", |size| {
        let parameters = (0..250).map(|n| format!("uint a{n}")).collect::<Vec<_>>().join(",");
        let arguments = vec!["x"; 250].join(",");
        program(
            &format!("uint f({parameters}){{return a0+a249;}}"),
            &fill(size, |_| format!("x=f({arguments});\n")),
        )
    }),
    glsl("inout-structs", |size| {
        let members = list(60, |n| format!("uint m{n};"));
        let declared = format!("struct S{{{members}}};void f(inout S s){{s.m0++;}}");
        program(&declared, &format!("S s;s.m0=x;{}x=s.m0;", fill(size, |_| "f(s);".into())))
    }),
    glsl("inout-arrays", |size| {
        let declared = "void f(inout uint s[4000]){s[b[0]]++;}";
        program(declared, &format!("uint s[4000];s[0]=x;{}x=s[0];", fill(size, |_| "f(s);".into())))
    }),
    glsl("prototypes", |size| program(&fill(size, |_| "uint f(uint a);\n".into()), "")),
    glsl("built-ins", |size| {
        program(
            "",
            &fill(size, |_| {
                "x=uint(smoothstep(float(x),float(y),sin(float(x))));x=bitfieldReverse(x);\n".into()
            }),
        )
    }),
];
