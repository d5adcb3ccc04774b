#version 460
// run: --dispatch 4 --storage 0=zeros:512 --storage 1=zeros:512 --storage 2=zeros:512 --dump 0=u32 --dump 1=u32 --dump 2=u32
// A chain is a list whatever its length; `break`, `continue` and `return` leave what is around it.
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Plain { uint plain[]; };
layout(std430, binding = 1) buffer Jumps { uint jumps[]; };
layout(std430, binding = 2) buffer Calls { uint calls[]; };

#define LINK(n) else if (x == n##u) r = n##u * n##u;
#define TEN(n) LINK(n##0) LINK(n##1) LINK(n##2) LINK(n##3) LINK(n##4) LINK(n##5) LINK(n##6) LINK(n##7) LINK(n##8) LINK(n##9)

uint squared(uint x) {
    uint r = 7u;
    if (x == 0u) r = 1000u;
    TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
    return r;
}

uint tested = 0u;
bool is(uint x, uint n) {
    tested++;
    return x == n;
}

#define RETURN(n) else if (is(x, n##u)) return n##u;
#define RETURNS(n) RETURN(n##0) RETURN(n##1) RETURN(n##2) RETURN(n##3) RETURN(n##4) RETURN(n##5) RETURN(n##6) RETURN(n##7) RETURN(n##8) RETURN(n##9)

uint found(uint x) {
    if (is(x, 5u)) return 5u;
    RETURNS(1) RETURNS(2) RETURNS(3)
    else [[dont_flatten]] if (x > 64u) { tested += 100u; return 1u; }
    else tested += 200u;
    return 2u;
}

#define NEXT(n) else if (i + x == n##u) { r += n##u; continue; }
#define NEXTS(n) NEXT(n##0) NEXT(n##1) NEXT(n##2) NEXT(n##3) NEXT(n##4) NEXT(n##5) NEXT(n##6) NEXT(n##7) NEXT(n##8) NEXT(n##9)

uint jump(uint x) {
    uint r = 0u;
    for (uint i = 0u; i < 40u; i++) {
        switch (i & 1u) {
        case 0u:
            if (x == 3u) break;
            NEXTS(2) NEXTS(3)
            else if (i + x == 70u) return 12345u;
            else r += 1000u;
            break;
        default:
            r += 100000u;
        }
        r++;
        if (r > 600000u) break;
    }
    return r;
}

void main() {
    uint x = gl_GlobalInvocationID.x;
    plain[x] = squared(x);
    jumps[x] = jump(x);
    uint which = found(x);
    calls[x] = which * 1000u + tested;
}
