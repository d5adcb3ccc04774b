//! Functions on ray queries (GL_EXT_ray_query, GL_EXT_ray_tracing_position_fetch,
//! GL_NV_cluster_acceleration_structure, GL_NV_linear_swept_spheres), and on acceleration structures with
//! micro-triangles (GL_NV_displacement_micromap). Each function is one SPIR-V instruction, identified by its
//! opcode.

use super::prelude::*;

const QUERY: Needs = Needs::extensions(&["GL_EXT_ray_query"]);
const POSITIONS: Needs = Needs::extensions(&["GL_EXT_ray_tracing_position_fetch"]);
const CLUSTERS: Needs = Needs::extensions(&["GL_NV_cluster_acceleration_structure"]);
const SPHERES: Needs = Needs::extensions(&["GL_NV_linear_swept_spheres"]);

const MICROMAP: Needs = Needs::extensions(&["GL_NV_displacement_micromap"]);

/// Returns an instruction that requires the capability `DisplacementMicromapNV` (5380).
const fn micromap(number: u32) -> Operation {
    let extension = Some("SPV_NV_displacement_micromap");
    Opaque(OpaqueFunction { set: None, number, capability: Some(5380), extension })
}

functions! { RAY_QUERY:
    [NONE; QUERY] {
        void rayQueryInitializeEXT(rayQueryEXT, accelerationStructureEXT, uint, uint, vec3, float, vec3, float) = RayQuery(4473);
        void rayQueryTerminateEXT(rayQueryEXT) = RayQuery(4474);
        void rayQueryGenerateIntersectionEXT(rayQueryEXT, float) = RayQuery(4475);
        void rayQueryConfirmIntersectionEXT(rayQueryEXT) = RayQuery(4476);
        bool rayQueryProceedEXT(rayQueryEXT) = RayQuery(4477);
        uint rayQueryGetIntersectionTypeEXT(rayQueryEXT, const bool) = RayQuery(4479);
        float rayQueryGetRayTMinEXT(rayQueryEXT) = RayQuery(6016);
        uint rayQueryGetRayFlagsEXT(rayQueryEXT) = RayQuery(6017);
        float rayQueryGetIntersectionTEXT(rayQueryEXT, const bool) = RayQuery(6018);
        int rayQueryGetIntersectionInstanceCustomIndexEXT(rayQueryEXT, const bool) = RayQuery(6019);
        int rayQueryGetIntersectionInstanceIdEXT(rayQueryEXT, const bool) = RayQuery(6020);
        uint rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(rayQueryEXT, const bool) = RayQuery(6021);
        int rayQueryGetIntersectionGeometryIndexEXT(rayQueryEXT, const bool) = RayQuery(6022);
        int rayQueryGetIntersectionPrimitiveIndexEXT(rayQueryEXT, const bool) = RayQuery(6023);
        vec2 rayQueryGetIntersectionBarycentricsEXT(rayQueryEXT, const bool) = RayQuery(6024);
        bool rayQueryGetIntersectionFrontFaceEXT(rayQueryEXT, const bool) = RayQuery(6025);
        bool rayQueryGetIntersectionCandidateAABBOpaqueEXT(rayQueryEXT) = RayQuery(6026);
        vec3 rayQueryGetIntersectionObjectRayDirectionEXT(rayQueryEXT, const bool) = RayQuery(6027);
        vec3 rayQueryGetIntersectionObjectRayOriginEXT(rayQueryEXT, const bool) = RayQuery(6028);
        vec3 rayQueryGetWorldRayDirectionEXT(rayQueryEXT) = RayQuery(6029);
        vec3 rayQueryGetWorldRayOriginEXT(rayQueryEXT) = RayQuery(6030);
        mat4x3 rayQueryGetIntersectionObjectToWorldEXT(rayQueryEXT, const bool) = RayQuery(6031);
        mat4x3 rayQueryGetIntersectionWorldToObjectEXT(rayQueryEXT, const bool) = RayQuery(6032);
    }
    [NONE; POSITIONS] {
        void rayQueryGetIntersectionTriangleVertexPositionsEXT(rayQueryEXT, const bool, out vec3_3) = RayQuery(5340);
    }
    [NONE; CLUSTERS] {
        int rayQueryGetIntersectionClusterIdNV(rayQueryEXT, const bool) = RayQuery(5345);
    }
    [NONE; SPHERES] {
        vec3 rayQueryGetIntersectionSpherePositionNV(rayQueryEXT, const bool) = RayQuery(5427);
        float rayQueryGetIntersectionSphereRadiusNV(rayQueryEXT, const bool) = RayQuery(5428);
        void rayQueryGetIntersectionLSSPositionsNV(rayQueryEXT, const bool, out vec3_2) = RayQuery(5429);
        void rayQueryGetIntersectionLSSRadiiNV(rayQueryEXT, const bool, out float_2) = RayQuery(5430);
        float rayQueryGetIntersectionLSSHitValueNV(rayQueryEXT, const bool) = RayQuery(5431);
        bool rayQueryIsSphereHitNV(rayQueryEXT, const bool) = RayQuery(5438);
        bool rayQueryIsLSSHitNV(rayQueryEXT, const bool) = RayQuery(5439);
    }
    [NONE; MICROMAP] {
        vec3 fetchMicroTriangleVertexPositionNV(accelerationStructureEXT, int, int, int, ivec2) = micromap(5300);
        vec2 fetchMicroTriangleVertexBarycentricNV(accelerationStructureEXT, int, int, int, ivec2) = micromap(5301);
    }
}
