//! Families (input generators, see the parent module) of GLSL programs with deeply nested expressions, long expressions, or
//! many expressions.

use super::{Family, fill, glsl, list, program};

pub const FAMILIES: &[Family] = &[
    glsl("straight-line", |size| program("", &fill(size, |n| format!("x = x * y + b[{}];\n", n % 64)))),
    glsl("stores", |size| program("", &fill(size, |n| format!("b[{n}] = x;\n")))),
    glsl("equal-expressions", |size| program("", &fill(size, |_| "x += y * 3u + b[y];\n".into()))),
    glsl("one-sum", |size| program("", &format!("x = y{};\n", fill(size, |_| "+y".into())))),
    glsl("long-sums", |size| program("", &fill(size, |_| format!("x = y{};\n", "+x".repeat(4000))))),
    glsl("parentheses", |size| program("", &nested(size, "(", ")"))),
    glsl("nested-parentheses", |size| {
        program("", &fill(size, |_| format!("x = {}x{};\n", "(".repeat(200), ")".repeat(200))))
    }),
    glsl("unary", |size| program("", &fill(size, |_| format!("x = {}x;\n", "-~".repeat(100))))),
    glsl("one-unary", |size| program("", &format!("x = {}x;\n", "- ".repeat(size / 2)))),
    glsl("conditional", |size| {
        program("", &fill(size, |_| format!("x = {}x{};\n", "x>y?y:(".repeat(100), ")".repeat(100))))
    }),
    glsl("one-conditional", |size| program("", &format!("x = {}x;\n", "x>y?y:".repeat(size / 6)))),
    glsl("logical", |size| {
        program("", &fill(size, |_| format!("if (x>y{}) x++;\n", "&&b[x]>y||y>x".repeat(50))))
    }),
    glsl("side-effects", |size| {
        program("", &fill(size, |_| format!("x = (x>y{} ? 1u : 2u);\n", "&&b[x++]>y".repeat(100))))
    }),
    glsl("assignments", |size| program("", &fill(size, |_| format!("{}y;\n", "x=".repeat(200))))),
    glsl("commas", |size| program("", &fill(size, |_| format!("x++{};\n", ",x+=y".repeat(150))))),
    glsl("indices", |size| {
        program("", &fill(size, |_| format!("x = {}x{};\n", "b[".repeat(100), "]".repeat(100))))
    }),
    glsl("swizzles", |size| {
        program(
            "",
            &format!("vec4 v = vec4(x); {} x = uint(v.x);", fill(size, |_| "v = v.wzyx.xyzw.yyxx;\n".into())),
        )
    }),
    glsl("matrix-products", |size| {
        let body = fill(size, |_| "m = m * m;\n".into());
        program("", &format!("mat4 m = mat4(x); {body} x = uint(m[0][0]);"))
    }),
    glsl("inverses", |size| {
        let body = fill(size, |_| "m=inverse(m);".into());
        program("", &format!("mat4 m = mat4(x); {body} x = uint(m[0][0]);"))
    }),
    glsl("double-inverses", |size| {
        let body = fill(size, |_| "m=inverse(m);".into());
        program("", &format!("dmat4 m = dmat4(x); {body} x = uint(m[0][0]);"))
    }),
    glsl("double-functions", |size| {
        let body = fill(size, |_| "d=sqrt(fract(d));d=mod(d,d);".into());
        program("", &format!("dvec4 d = dvec4(x); {body} x = uint(d.x);"))
    }),
    glsl("transposed", |size| {
        let body = fill(size, |_| "m=outerProduct(m[0],transpose(m)[1]);".into());
        program("", &format!("mat4 m = mat4(x); {body} x = uint(m[0][0]);"))
    }),
    glsl("constants", |size| {
        let chain = fill(size, |n| match n {
            0 => "const uint c0 = 1u;\n".into(),
            _ => format!("const uint c{n} = c{} * 3u + 1u;\n", n - 1),
        });
        program(&chain, "x += c0;")
    }),
    glsl("literals", |size| program("", &fill(size, |n| format!("x ^= {n}u;")))),
    glsl("casts", |size| {
        program("", &fill(size, |_| format!("x = {}x{};\n", "uint(float(".repeat(50), "))".repeat(50))))
    }),
    glsl("constructors", |size| {
        let body = fill(size, |_| "v = vec4(vec3(vec2(v.xy), v.z), v.w);".into());
        program("", &format!("vec4 v = vec4(x);\n{body}\nx = uint(v.x);"))
    }),
    glsl("atomics", |size| program("", &fill(size, |n| format!("x += atomicAdd(b[{n}], x);\n")))),
    glsl("quotients", |size| program("", &fill(size, |_| "x = (x / 7u) % 11u;\n".into()))),
    glsl("packed", |size| program("", &fill(size, |_| "x = packHalf2x16(unpackHalf2x16(x));\n".into()))),
    glsl("dead-code", |size| program("", &fill(size, |n| format!("uint d{n} = x * {n}u;\n")))),
    glsl("live-values", |size| {
        let count = size / 40;
        let make = list(count, |n| format!("uint d{n} = b[{n}];\n"));
        let fold = list(count, |n| format!("x += d{n};\n"));
        program("", &format!("{make}barrier();\n{fold}"))
    }),
];

/// One assignment whose right side is nested as deeply as `size` bytes allow.
fn nested(size: usize, open: &str, close: &str) -> String {
    format!("x = {}x{};\n", open.repeat(size / 2), close.repeat(size / 2))
}
