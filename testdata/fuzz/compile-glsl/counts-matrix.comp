#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x=32) in;
layout(std430,binding=0) buffer B { uint o[1024]; };
layout(std430,binding=1) buffer C { uint8_t c[1024]; };
void main(){
  double d = double(o[0]+7u); uint q = uint(d)+uint(bitCount(o[3]));
  coopmat<uint8_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
  coopMatLoad(m, c, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<uint32_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> w = coopmat<uint32_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(m);
  coopMatStore(w, o, 16, 16, gl_CooperativeMatrixLayoutRowMajor);
  o[6]=q;
}
