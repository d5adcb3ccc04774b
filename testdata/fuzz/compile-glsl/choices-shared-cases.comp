#version 460
layout(local_size_x=1) in;
layout(std430,binding=0) buffer B { uint o[16]; };
void main(){
  uint q = uint(double(o[0]+7u));
  uint a[4]; for(int i=0;i<4;i++) a[i]=o[i]*3u+uint(i)+10u;
  uint j = o[1]>0u?0u:2u;
  switch(o[4]){ case 0u: o[7]=5u; j=1u; case 1u: case 2u: o[9]=2u; a[j]=5u; break; default: o[8]=3u; }
  o[5]=a[j]; o[6]=q;
}
