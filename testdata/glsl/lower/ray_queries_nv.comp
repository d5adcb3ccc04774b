#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
#extension GL_EXT_opacity_micromap_ray_query_mode : require
#extension GL_NV_cluster_acceleration_structure : require
#extension GL_NV_linear_swept_spheres : require
#extension GL_NV_displacement_micromap : require
// Ray queries on spheres, swept spheres and clusters; micro-triangles; primitive culling.
layout(local_size_x = 1) in;
layout(primitive_culling);
layout(constant_id = 3) gl_EnableOpacityMicromapEXT;
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Data { vec4 a[6]; };
void main() {
    rayQueryEXT query;
    uint flags = gl_RayFlagsSkipBuiltinPrimitivesNV | gl_RayFlagsForceOpacityMicromap2StateEXT;
    rayQueryInitializeEXT(query, scene, flags, 255u, vec3(0.0), 0.0, vec3(1.0), 10.0);
    rayQueryProceedEXT(query);
    if (rayQueryIsSphereHitNV(query, true)) {
        a[0] = vec4(rayQueryGetIntersectionSpherePositionNV(query, true), rayQueryGetIntersectionSphereRadiusNV(query, true));
    } else if (rayQueryIsLSSHitNV(query, true)) {
        vec3 ends[2];
        float radii[2];
        rayQueryGetIntersectionLSSPositionsNV(query, true, ends);
        rayQueryGetIntersectionLSSRadiiNV(query, true, radii);
        a[1] = vec4(ends[0], radii[0]);
        a[2] = vec4(ends[1], radii[1]);
        a[3].x = rayQueryGetIntersectionLSSHitValueNV(query, true);
    }
    if (rayQueryGetIntersectionClusterIdNV(query, true) != gl_ClusterIDNoneNV) a[3].y = 1.0;
    if (gl_EnableOpacityMicromapEXT) a[3].z = 1.0;
    a[4] = vec4(fetchMicroTriangleVertexPositionNV(scene, 0, 1, 2, ivec2(3)), 1.0);
    a[5].xy = fetchMicroTriangleVertexBarycentricNV(scene, 0, 1, 2, ivec2(3));
}
