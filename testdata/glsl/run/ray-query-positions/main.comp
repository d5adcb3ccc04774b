#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_tracing_position_fetch : require
// The vertices of the candidate and of the committed triangle, in object space.
layout(local_size_x = 1) in;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 0, std430) buffer Results { vec4 results[6]; };
void main() {
    rayQueryEXT query;
    vec3 p[3];
    rayQueryInitializeEXT(query, scene, gl_RayFlagsNoneEXT, 255u, vec3(0.5, 0.25, 0.0), 0.0, vec3(0.0, 0.0, 1.0), 8.0);
    while (rayQueryProceedEXT(query)) {
        rayQueryGetIntersectionTriangleVertexPositionsEXT(query, false, p);
        for (int i = 0; i < 3; i++) results[i] = vec4(p[i], 1.0);
        rayQueryConfirmIntersectionEXT(query);
    }
    rayQueryGetIntersectionTriangleVertexPositionsEXT(query, true, p);
    for (int i = 0; i < 3; i++) results[3 + i] = vec4(p[i], 2.0);
}
