#version 460
#extension GL_NV_integer_cooperative_matrix : require
#extension GL_NV_gpu_shader5 : require
layout(local_size_x = 32) in;
int n;
void main() {
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 8> a;
    fcoopmatNV<16, gl_ScopeSubgroup, 8, 16> b;
    fcoopmatNV<32, gl_ScopeSubgroup, 8, 8> c;
    icoopmatNV<8, gl_ScopeSubgroup, 8, 8> d;
    // No implicit conversions between them.
    a = b;
    a = c;
    c = a;
    a + c;
    a - b;
    // No matrix product, no other operators.
    a = a * a;
    d % d;
    d & d;
    a == a;
    !a;
    ~d;
    a++;
    a + float16_t(1.0);
    a / float16_t(2.0);
    // The scalar's type converts implicitly to the component type.
    float f = 1.0;
    a = a * f;
    c = c * f;
    d * 3;
    // Constructors.
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(b);
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(f);
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(f, f);
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>();
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(vec2(f));
    c = fcoopmatNV<32, gl_ScopeSubgroup, 8, 8>(d);
    d = icoopmatNV<8, gl_ScopeSubgroup, 8, 8>(1.5);
    d = icoopmatNV<8, gl_ScopeSubgroup, 8, 8>(true);
    d = icoopmatNV<8, gl_ScopeSubgroup, 8, 8>(n);
    a = fcoopmatNV<16, gl_ScopeSubgroup, 8, 8>(false);
    // Components.
    a.x;
    a[1.0];
    a[0][0];
}
