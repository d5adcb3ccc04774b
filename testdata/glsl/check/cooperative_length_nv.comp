#version 460
// The number of components that an invocation holds is a constant expression.
#extension GL_NV_cooperative_matrix : require
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const int rows = 16;
fcoopmatNV<16, gl_ScopeSubgroup, rows, 8> whole;
const int held = whole.length();
shared uint words[2 * held * 32];
int run_time(icoopmatNV<8, gl_ScopeSubgroup, 16, 32> m) {
    return m.length();
}
void main() {
    const uint count = uint(whole.length()) + 1u;
    float each[count];
    float pairs[held][2];
    for (int i = 0; i < whole.length(); i++) each[i] = float(whole[i]);
    int n = each.length() + pairs.length() + words.length();
}
