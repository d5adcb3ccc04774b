#version 460
layout(local_size_x=1) in;
layout(std430,binding=0) buffer B { uint o[16]; };
uint a[4];
uint f(uint p, uint c) {
  uint a[4]; a[0]=o[1]; a[1]=o[2]; a[2]=o[3]; a[3]=o[4];
  uint j = p;
  if (c==1u) { j=0u; o[8]=1u; } else if (c==2u) { j=2u; o[9]=1u; }
  return a[j];
}
void main(){
  uint q = uint(double(o[0]+7u));
  o[5]=f(o[7]&3u, o[2])+f(o[8]&3u,o[3]); o[6]=q;
}
