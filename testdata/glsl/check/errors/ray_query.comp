#version 460
#extension GL_EXT_ray_query : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT top;
uniform rayQueryEXT wrong;
accelerationStructureEXT loose;
rayQueryEXT unsized[];
struct Holder { rayQueryEXT query; };
layout(binding = 1) buffer Data { rayQueryEXT query; } data;
bool committed = true;
rayQueryEXT returned() { rayQueryEXT q; return q; }
void out_query(out rayQueryEXT q) { }
void main() {
    const rayQueryEXT constant;
    rayQueryEXT q, other;
    rayQueryEXT copy = q;
    q = other;
    Holder holder;
    rayQueryProceedEXT(top);
    rayQueryGetIntersectionTypeEXT(q, committed);
    vec3 positions[3];
    rayQueryGetIntersectionTriangleVertexPositionsEXT(q, true, positions);
    rayQueryInitializeEXT(q, accelerationStructureEXT(1.0), 0u, 0xffu, vec3(0), 0.0, vec3(1), 1.0);
}
