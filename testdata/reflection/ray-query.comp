#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_tracing_position_fetch : enable
#extension GL_ARB_gpu_shader_int64 : enable
// Ray queries: every function, queries in arrays, functions and at file scope, structures by descriptor and address.
layout(local_size_x=4) in;
layout(set=0,binding=0) uniform accelerationStructureEXT top;
layout(set=0,binding=1) uniform accelerationStructureEXT many[3];
layout(set=0,binding=2) buffer B { uvec2 addr; uint64_t a64; float o[]; };
bool step(rayQueryEXT q) { return rayQueryProceedEXT(q); }
bool go(accelerationStructureEXT a, rayQueryEXT q) { rayQueryInitializeEXT(q, a, gl_RayFlagsOpaqueEXT, 0xff, vec3(0), 0.0, vec3(1), 10.0); return step(q);}
rayQueryEXT glob;
void main(){
  rayQueryEXT q; rayQueryEXT qs[2];
  rayQueryInitializeEXT(q, top, gl_RayFlagsTerminateOnFirstHitEXT, 0xffu, vec3(1,2,3), 0.01, vec3(0,1,0), 100.0);
  rayQueryInitializeEXT(qs[1], many[gl_LocalInvocationIndex], 0u, 0xffu, vec3(1,2,3), 0.01, vec3(0,1,0), 100.0);
  rayQueryInitializeEXT(glob, accelerationStructureEXT(addr), 0u, 0xffu, vec3(1,2,3), 0.01, vec3(0,1,0), 100.0);
  rayQueryInitializeEXT(glob, accelerationStructureEXT(a64), 0u, 0xffu, vec3(1,2,3), 0.01, vec3(0,1,0), 100.0);
  go(top, qs[0]);
  while (rayQueryProceedEXT(q)) {
    if (rayQueryGetIntersectionTypeEXT(q,false) == gl_RayQueryCandidateIntersectionAABBEXT) rayQueryGenerateIntersectionEXT(q, 1.0);
    else rayQueryConfirmIntersectionEXT(q);
    rayQueryTerminateEXT(q);
  }
  o[0] = rayQueryGetRayTMinEXT(q) + float(rayQueryGetRayFlagsEXT(q)) + rayQueryGetIntersectionTEXT(q,true);
  o[1] = float(rayQueryGetIntersectionInstanceCustomIndexEXT(q,true)+rayQueryGetIntersectionInstanceIdEXT(q,true)+rayQueryGetIntersectionGeometryIndexEXT(q,true)+rayQueryGetIntersectionPrimitiveIndexEXT(q,true)) + float(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(q,true));
  vec2 b = rayQueryGetIntersectionBarycentricsEXT(q,true);
  bool f = rayQueryGetIntersectionFrontFaceEXT(q,true) || rayQueryGetIntersectionCandidateAABBOpaqueEXT(q);
  vec3 d = rayQueryGetIntersectionObjectRayDirectionEXT(q,true)+rayQueryGetIntersectionObjectRayOriginEXT(q,true)+rayQueryGetWorldRayDirectionEXT(q)+rayQueryGetWorldRayOriginEXT(q);
  mat4x3 m = rayQueryGetIntersectionObjectToWorldEXT(q,true); m += rayQueryGetIntersectionWorldToObjectEXT(q,true);
  vec3 p[3]; rayQueryGetIntersectionTriangleVertexPositionsEXT(q, true, p);
  o[2]=b.x+b.y+d.x+m[3][2]+float(f)+p[1].y + float(gl_RayFlagsNoneEXT+gl_RayFlagsNoOpaqueEXT+gl_RayFlagsSkipClosestHitShaderEXT+gl_RayFlagsCullBackFacingTrianglesEXT+gl_RayFlagsCullFrontFacingTrianglesEXT+gl_RayFlagsCullOpaqueEXT+gl_RayFlagsCullNoOpaqueEXT+gl_RayQueryCommittedIntersectionNoneEXT);
}
