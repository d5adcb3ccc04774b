//! Families (input generators, see the parent module) of programs that `nvc run` executes: endless ones, which differ in what
//! an iteration does, and ones that need much memory. Most ignore the size, because a few lines suffice for an endless loop.

use super::{Family, Input, extended, fill, list, program, text};

pub const FAMILIES: &[Family] = &[
    run("run-loop", |_| looped("x=x*y+3u;y^=x;if(x==y)y++;")),
    run("run-empty-loop", |_| given(program("", "while(b[2]==0u);"))),
    run("run-long-loop", |size| looped(&fill(size, |n| format!("x=x*y+b[{}];\n", n % 64)))),
    run("run-groups", |_| Input {
        options: &["--dispatch", "4294967295,4294967295,4294967295"],
        ..text("#version 460\nlayout(local_size_x=1024)in;\nvoid main(){}\n")
    }),
    run("run-groups-with-shared-memory", |_| Input {
        options: &["--dispatch", "4294967295,4294967295", "--storage", "0=zeros:4096"],
        ..program("shared uint s[4000000];", "s[x]=y;x+=s[y];")
    }),
    run("run-groups-with-private-memory", |_| Input {
        options: &["--dispatch", "4294967295,4294967295", "--storage", "0=zeros:4096"],
        ..large_group("", "uint s[30000];s[x]=y;x+=s[y];")
    }),
    run("run-groups-with-many-blocks", |size| Input {
        options: &["--dispatch", "4294967295,4294967295", "--storage", "0=zeros:4096"],
        ..large_group("", &format!("if(x!=0u){{{}}}", fill(size, |n| format!("if(b[{n}]==x)x++;"))))
    }),
    run("run-divergent", |_| looped(&format!("switch(gl_LocalInvocationIndex){{{}}}", divided(32)))),
    run("run-switch", |size| looped(&format!("switch(x){{{}}}", divided((size / 20).min(4000))))),
    run("run-skipped-blocks", |size| {
        looped(&format!("y=x;if(b[3]!=0u){{{}}}", fill(size, |n| format!("if(b[{n}]==x)x++;"))))
    }),
    run("run-nested-loops", |_| {
        let open = list(60, |n| format!("for(uint i{n}=0u;i{n}<2u;i{n}++){{"));
        looped(&format!("{open}x+=y;{}\n", "}".repeat(60)))
    }),
    run("run-moved-variables", |size| {
        let count = (size / 60).min(1000);
        let declared = list(count, |n| format!("uint v{n}=b[{n}];"));
        let moved = list(count - 1, |n| format!("v{n}=v{};", n + 1));
        let used = list(count, |n| format!("x^=v{n};"));
        given(program(
            "",
            &format!("{declared}while(b[2]==0u){{uint t=v0;{moved}v{}=t;if(v0==1u)v1=2u;}}{used}", count - 1),
        ))
    }),
    run("run-calls", |_| Input {
        options: &["--dispatch", "1", "--storage", "0=zeros:4096", "--phase", "built"],
        ..program(
            "uint f(uint a){return a*3u+1u;}\nuint g(uint a){return f(f(a));}",
            "while(b[2]==0u)x=g(g(x));",
        )
    }),
    run("run-divisions", |_| looped("x=x/(y|1u)+x%(y|7u);y=(y<<1)|1u;")),
    run("run-bits", |_| looped("x=bitfieldReverse(x)+bitCount(y);y=bitfieldInsert(x,y,3,5)+findMSB(x);")),
    run("run-floats", |_| with_floats("float", "d=d*e+1.5;e=e-d*0.5;d=min(d,e);")),
    run("run-roots", |_| with_floats("float", "d=sqrt(d)+inversesqrt(e);e=d/e+fract(d);")),
    run("run-functions", |_| with_floats("float", "d=sin(d)+cos(e);e=exp(d)+log(e)+pow(d,e);")),
    run("run-large-angles", |_| with_floats("float", "d=sin(d+1e37)+cos(e+3e38);e=tan(e+1e38);")),
    run("run-inverse-functions", |_| {
        with_floats("float", "d=asin(d)+atan(e,d);e=acosh(d)+tanh(e)+asinh(d);")
    }),
    run("run-doubles", |_| with_floats("double", "d=d*e+1.5lf;e=sqrt(e)/d;d=fma(d,e,d)+fract(e);")),
    run("run-halves", |_| {
        with_extension(
            "GL_EXT_shader_explicit_arithmetic_types",
            "",
            "float16_t d=float16_t(y),e=float16_t(x);while(b[2]==0u){d=sqrt(d*e)+float16_t(1.5);e=fma(d,e,d)/d;}x=uint(d);",
        )
    }),
    run("run-halves-packed", |_| {
        looped("x=packHalf2x16(unpackHalf2x16(y)*2.0);y=packUnorm4x8(unpackSnorm4x8(x));")
    }),
    run("run-tiny-floats", |_| {
        with_extension(
            "GL_EXT_bfloat16",
            "",
            "bfloat16_t d=bfloat16_t(float(y));while(b[2]==0u){d=bfloat16_t(float(d)*1.5);}x=uint(float(d));",
        )
    }),
    run("run-wide", |_| {
        with_extension(
            "GL_ARB_gpu_shader_int64",
            "",
            "uint64_t d=x,e=y;while(b[2]==0u){d=d*e+d/(e|1ul);e=e%(d|3ul)+(e>>5);}x=uint(d);",
        )
    }),
    run("run-high-products", |_| looped("uint h,l;umulExtended(x,y,h,l);x=h;y=l;x=uaddCarry(x,y,h)+h;")),
    run("run-arrays", |_| given(program("", "uint s[4000];while(b[2]==0u){s[x%4000u]+=y;x+=s[y%4000u];}"))),
    run("run-unused-variables", |size| Input {
        options: &["--dispatch", "1"],
        ..text(format!(
            "#version 460\nlayout(local_size_x=1)in;\nvoid main(){{{}}}\n",
            fill(size, |n| format!("uint v{n}[65000];"))
        ))
    }),
    run("run-structs", |_| {
        let members = list(1000, |n| format!("uint m{n};"));
        let declared = format!("struct S{{{members}}};layout(binding=1) buffer T{{S u[];}};");
        given(program(&declared, "while(b[2]==0u){u[x&1u]=u[y&1u];x++;}"))
    }),
    run("run-atomics", |_| looped("x+=atomicAdd(b[4],y);y=atomicCompSwap(b[5],x,y);")),
    run("run-float-atomics", |_| {
        with_extension(
            "GL_EXT_shader_atomic_float",
            "shared float s;",
            "while(b[2]==0u)x+=uint(atomicAdd(s,float(y)));",
        )
    }),
    run("run-shared", |_| {
        given(program("shared uint s[64];", "while(b[2]==0u){s[x&63u]=y;y=s[y&63u];x++;}"))
    }),
    run("run-barriers", |_| large_group("shared uint s;", "while(b[2]==0u){barrier();s=x;}")),
    run("run-shuffles", |_| {
        with_extension(
            "GL_KHR_shader_subgroup_shuffle",
            "",
            "while(b[2]==0u){x=subgroupShuffle(x,y);y=subgroupShuffleXor(x,y);}",
        )
    }),
    run("run-reductions", |_| {
        with_extension(
            "GL_KHR_shader_subgroup_arithmetic",
            "",
            "while(b[2]==0u){x=subgroupAdd(x);y=subgroupExclusiveMul(x);x=subgroupInclusiveMax(y);}",
        )
    }),
    run("run-matches", |_| {
        with_extension(
            "GL_NV_shader_subgroup_partitioned",
            "",
            "while(b[2]==0u){uvec4 m=subgroupPartitionNV(x);x=subgroupPartitionedAddNV(y,m);}",
        )
    }),
    run("run-textures", |_| {
        textured("x+=uint(textureLod(t,vec2(x,y),1.3).x);y+=uint(textureLod(c,vec3(x,y,1),0.5).x);")
    }),
    run("run-gradients", |_| textured("x+=uint(textureGrad(t,vec2(x,y),vec2(0.3,x),vec2(y,0.7)).x);y++;")),
    run("run-gathers", |_| {
        textured("x+=uint(textureGather(t,vec2(x,y),1).x);y+=uint(texelFetch(t,ivec2(x&7u),1).x);")
    }),
    run("run-images", |_| textured("imageStore(i,ivec2(x&7u),vec4(y));x+=uint(imageLoad(i,ivec2(y&7u)).x);")),
    run("run-matrices", |_| matrices("m=coopMatMulAdd(a,k,m);")),
    run("run-matrix-memory", |_| matrices("coopMatStore(m,f,0,16,gl_CooperativeMatrixLayoutRowMajor);")),
    run("run-vectors", |_| {
        with_extension(
            "GL_NV_cooperative_vector : require\n#extension GL_EXT_shader_explicit_arithmetic_types",
            "layout(std430,binding=1) buffer W{float16_t w[];};",
            "coopvecNV<float16_t,64> v=coopvecNV<float16_t,64>(float16_t(x));while(b[2]==0u){coopvecNV<float16_t,64> r;\
         coopVecMatMulNV(r,v,gl_ComponentTypeFloat16NV,w,0,gl_ComponentTypeFloat16NV,64,64,gl_CooperativeVectorMatrixLayoutRowMajorNV,false,128);v=r;}",
        )
    }),
    run("run-clock", |_| with_extension("GL_ARB_shader_clock", "", "while(b[2]==0u)x+=clock2x32ARB().x;")),
    run("run-prints", |_| printed("debugPrintfEXT(\"%u %v4f\\n\",x,vec4(y));")),
    run("run-empty-prints", |_| printed("debugPrintfEXT(\"\");")),
    run("run-wide-prints", |_| {
        printed(&format!("debugPrintfEXT(\"{}\",x);", "%999999999.999999999f".repeat(3)))
    }),
    run("run-long-prints", |size| {
        printed(&format!("debugPrintfEXT(\"{}\",x);", "s".repeat(size.min(60_000))))
    }),
    run("run-registers", |size| {
        let count = size / 50;
        let made = list(count, |n| format!("uint d{n}=b[{n}];\n"));
        let used = list(count, |n| format!("x+=d{n};\n"));
        large_group("", &format!("{made}barrier();\n{used}"))
    }),
    run("run-shared-memory", |_| given(program("shared uint s[6000000];", "s[x]=y;x+=s[y];"))),
    run("run-private-memory", |_| large_group("", "uint s[40000];s[x]=y;x+=s[y];")),
    listing("run-asm-loop", |_| {
        assembly("REP;\nMAD.U R0,R0,R1,R1;\nADD.U.CC R1.x,R0,1;\nBRK (EQ.x);\nENDREP;\n")
    }),
    listing("run-asm-memory", |_| {
        assembly(
            "REP;\nLDB.U32X4 R0,m[16];\nADD.U.CC R1.x,R0,1;\nBRK (EQ.x);\nSTB.U32X4 R1,m[32];\nENDREP;\n",
        )
    }),
    listing("run-asm-subroutines", |_| {
        assembly("REP;\nCAL f;\nOR.U.CC R1.x,R0,1;\nBRK (EQ.x);\nENDREP;\nRET;\nf:\nADD.U R0,R0,R1;\nRET;\n")
    }),
];

/// Runs one work group, with two buffers of zeros.
const RUN: &[&str] = &["--dispatch", "1", "--storage", "0=zeros:4096", "--storage", "1=zeros:65536"];

const fn run(name: &'static str, make: fn(usize) -> Input) -> Family {
    Family { name, command: "run", extension: "comp", make }
}

const fn listing(name: &'static str, make: fn(usize) -> Input) -> Family {
    Family { name, command: "run", extension: "nvcp", make }
}

/// A program that executes `statements` endlessly.
fn looped(statements: &str) -> Input {
    given(program("", &format!("while(b[2]==0u){{{statements}}}")))
}

/// Adds the options [`RUN`] to a program.
fn given(input: Input) -> Input {
    Input { options: RUN, ..input }
}

/// A program with 1024 invocations in a work group, with the options [`RUN`].
fn large_group(declarations: &str, statements: &str) -> Input {
    let small = program(declarations, statements);
    let text = String::from_utf8_lossy(&small.text).replacen("local_size_x = 32", "local_size_x = 1024", 1);
    Input { text: text.into_bytes(), options: RUN, ..small }
}

/// A program that requires an extension, with the options [`RUN`].
fn with_extension(extension: &str, declarations: &str, statements: &str) -> Input {
    given(extended(&format!("#extension {extension} : require\n"), program(declarations, statements)))
}

/// A program that executes statements on `d` and `e`, of the floating-point type `name`, endlessly.
fn with_floats(name: &str, statements: &str) -> Input {
    let body = format!("{name} d={name}(y)+2.0,e={name}(x)+3.0;while(b[2]==0u){{{statements}}}x=uint(d);");
    given(program("", &body))
}

/// A program that executes statements with the 2D texture `t`, the cube map `c` and the image `i` endlessly.
fn textured(statements: &str) -> Input {
    let declared = "layout(binding=1)uniform sampler2D t;layout(binding=2)uniform samplerCube c;\
                    layout(binding=3,rgba32f)uniform image2D i;";
    let used = "x+=uint(textureLod(t,vec2(0),0.0).x+textureLod(c,vec3(1),0.0).x+imageLoad(i,ivec2(0)).x);";
    Input {
        options: &[
            "--dispatch",
            "1",
            "--storage",
            "0=zeros:4096",
            "--texture",
            "1=2d:rgba8:64x64:linear:levels=2:zeros:20480",
            "--texture",
            "2=cube:rgba8:64x64:linear:levels=2:zeros:122880",
            "--image",
            "3=2d:rgba32f:8x8:zeros:1024",
        ],
        ..program(declared, &format!("{used}while(b[2]==0u){{{statements}}}"))
    }
}

/// A program that executes statements on the cooperative matrices `m`, `a` and `k` endlessly.
fn matrices(statements: &str) -> Input {
    let head = "#extension GL_KHR_cooperative_matrix : require\n#extension GL_KHR_memory_scope_semantics : require\n\
                #extension GL_EXT_shader_explicit_arithmetic_types : require\n";
    let matrix = |ty: &str, name: &str, value: &str, role: &str| {
        format!(
            "coopmat<{ty},gl_ScopeSubgroup,16,16,gl_MatrixUse{role}> {name}=coopmat<{ty},gl_ScopeSubgroup,16,16,gl_MatrixUse{role}>({value});"
        )
    };
    let made = [
        matrix("float16_t", "a", "float16_t(x)", "A"),
        matrix("float16_t", "k", "float16_t(y)", "B"),
        matrix("float", "m", "0.0", "Accumulator"),
    ];
    let stored = "coopMatStore(m,f,0,16,gl_CooperativeMatrixLayoutRowMajor);";
    let body = format!("{}while(b[2]==0u){{{statements}}}{stored}", made.concat());
    given(extended(head, program("layout(std430,binding=1)buffer F{float f[];};", &body)))
}

/// A program that executes `statement`, which prints, endlessly.
fn printed(statement: &str) -> Input {
    with_extension("GL_EXT_debug_printf", "", &format!("while(b[2]==0u){{{statement}}}"))
}

/// The branches of a `switch` with `count` cases.
fn divided(count: usize) -> String {
    list(count, |n| format!("case {n}:x=x*{}u+y;break;", n + 3))
}

/// An assembly program that loads the registers R0 and R1 and executes `statements`. The buffer `m` is storage buffer 0.
fn assembly(statements: &str) -> Input {
    given(text(format!(
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 32;\nSTORAGE m[]={{program.storage[0]}};\nTEMP R0,R1;\n\
         main:\nLDB.U32X4 R0,m[0];\nLDB.U32X4 R1,m[16];\n{statements}END\n"
    )))
}
