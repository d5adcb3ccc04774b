#version 460
#extension GL_NV_cooperative_matrix2 : require
// Dimensions are 1 to 5, clamp modes 0 to 4, a permutation has each dimension once; parameters are constants. Tensor
// layouts and views are in no memory that invocations share.
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint D = 2;
layout(constant_id = 1) const uint C = 1;
layout(constant_id = 2) const bool own = true;
layout(binding = 0) buffer B { tensorLayoutNV<2> t; };
shared tensorViewNV<2> s;
void main() {
    tensorLayoutNV none;
    tensorLayoutNV<> empty;
    tensorLayoutNV<0> zero;
    tensorLayoutNV<6> six;
    tensorLayoutNV<2, 5> mode;
    tensorLayoutNV<2, 1, 1> more;
    tensorLayoutNV<2.0> real;
    uint n = 2;
    tensorLayoutNV<n> variable;
    tensorViewNV<2, false, 0> short_;
    tensorViewNV<2, false, 0, 0> twice;
    tensorViewNV<2, false, 0, 2> far;
    tensorViewNV<D, own> open;
    tensorLayoutNV<D, C> fine = createTensorLayoutNV(D, C);
    tensorViewNV<D, own, 1, 0> fine_too = createTensorViewNV(D, own, 1, 0);
    tensorLayoutNV<2> t2 = createTensorLayoutNV(n);
    t2 = createTensorLayoutNV(3);
    t2 = createTensorLayoutNV(7);
    t2 = createTensorViewNV(2);
    tensorViewNV<3, true> v3 = createTensorViewNV(3, true, 0, 1, 3);
    t2 = setTensorLayoutDimensionNV(t2, 1, 2, 3);
    t2 = setTensorLayoutStrideNV(t2, 1);
    t2 = setTensorLayoutBlockSizeNV(t2);
    t2 = sliceTensorLayoutNV(t2, 0, 1, 2);
    t2 = sliceTensorLayoutNV(t2, 0, 1);
    t2 = setTensorLayoutClampValueNV(t2, 1.0);
    t2 = setTensorLayoutDimensionNV(v3, 1, 2, 3);
    v3 = setTensorViewDimensionsNV(v3, 1, 2);
    v3 = setTensorViewStrideNV(v3, 1, 2, 3, 4);
    v3 = setTensorViewClipNV(v3, 1, 2, 3);
    fine = sliceTensorLayoutNV(fine, 0, 1, 2);
    bool same = t2 == t2;
    t2 = t2 + t2;
    tensorLayoutNV<2> made = tensorLayoutNV<2>(t2);
    { tensorLayoutNV<2> tensorViewNV; }
}
