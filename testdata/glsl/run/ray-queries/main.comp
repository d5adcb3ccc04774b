#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
// Every function of ray queries. `cases.py` describes the scene and the rays. No result depends on the order of candidates.
layout(primitive_culling);
layout(local_size_x = 32) in;
struct Ray { vec3 origin; uint flags; vec3 direction; uint mask; uint mode; float far; };
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 0, std430) buffer Rays { Ray rays[]; };
layout(binding = 1, std430) buffer Results { float results[]; };
uint at = gl_LocalInvocationIndex * 52u;
void put(float x) { results[at++] = x; }
void put(vec3 v) { put(v.x); put(v.y); put(v.z); }
void put(mat4x3 m) { for (int i = 0; i < 4; i++) put(m[i]); }
// `c` selects the committed or the candidate intersection. It must be a constant.
#define RECORD(c, triangle, box) \
    put(float(rayQueryGetIntersectionTypeEXT(query, c)) + 1.0); \
    put(box ? 0.0 : rayQueryGetIntersectionTEXT(query, c)); \
    put(float(rayQueryGetIntersectionInstanceCustomIndexEXT(query, c))); \
    put(float(rayQueryGetIntersectionInstanceIdEXT(query, c))); \
    put(float(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, c))); \
    put(float(rayQueryGetIntersectionGeometryIndexEXT(query, c))); \
    put(float(rayQueryGetIntersectionPrimitiveIndexEXT(query, c))); \
    if (triangle) { \
        vec2 b = rayQueryGetIntersectionBarycentricsEXT(query, c); \
        put(b.x); put(b.y); \
        put(float(rayQueryGetIntersectionFrontFaceEXT(query, c))); \
    } else { at += 3u; } \
    put(rayQueryGetIntersectionObjectRayOriginEXT(query, c)); \
    put(rayQueryGetIntersectionObjectRayDirectionEXT(query, c)); \
    put(rayQueryGetIntersectionObjectToWorldEXT(query, c)); \
    put(rayQueryGetIntersectionWorldToObjectEXT(query, c));
void main() {
    Ray ray = rays[gl_LocalInvocationIndex];
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, ray.flags, ray.mask, ray.origin, 0.25, ray.direction, ray.far);
    uint seen = 0u;
    while (rayQueryProceedEXT(query)) {
        bool box = rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionAABBEXT;
        uint instance = uint(rayQueryGetIntersectionInstanceIdEXT(query, false));
        seen |= 1u << (instance * 2u + uint(rayQueryGetIntersectionGeometryIndexEXT(query, false)));
        if (box && rayQueryGetIntersectionCandidateAABBOpaqueEXT(query)) seen |= 1u << 16;
        if (ray.mode == 1u) {
            at = gl_LocalInvocationIndex * 52u;
            RECORD(false, !box, box)
        } else if (ray.mode == 0u) {
            if (box) rayQueryGenerateIntersectionEXT(query, 4.5);
            else rayQueryConfirmIntersectionEXT(query);
        } else if (ray.mode == 3u) {
            rayQueryTerminateEXT(query);
        }
    }
    uint committed = rayQueryGetIntersectionTypeEXT(query, true);
    if (ray.mode == 0u && committed != gl_RayQueryCommittedIntersectionNoneEXT) {
        bool triangle = committed == gl_RayQueryCommittedIntersectionTriangleEXT;
        RECORD(true, triangle, false)
    }
    at = gl_LocalInvocationIndex * 52u + 40u;
    put(float(committed));
    put(float(rayQueryGetRayFlagsEXT(query)));
    put(rayQueryGetRayTMinEXT(query));
    put(rayQueryGetWorldRayOriginEXT(query));
    put(rayQueryGetWorldRayDirectionEXT(query));
    // Once an intersection is committed, candidates behind it may or may not be visited.
    put(ray.mode == 0u ? 0.0 : ray.mode == 3u ? float(bitCount(seen)) : float(seen));
}
