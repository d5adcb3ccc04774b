#version 460
layout(local_size_x=1) in;
layout(std430,binding=0) buffer B { uint o[64]; };
void main(){
  double d = double(o[0]+7u); uint q = uint(d);
  uint a[64]; for(int i=0;i<64;i++) a[i]=o[i]*3u+uint(i)+10u;
  uint r=0u;
  for (uint i = (o[1]>0u?2u:0u); i < 6u; i++) {
    uint a0=i, b0=i+1u;
    uint a1 = o[1]>1u ? a0 : b0; uint b1 = o[21]>1u ? a0 : b0;
    uint a2 = o[2]>1u ? a1 : b1; uint b2 = o[22]>1u ? a1 : b1;
    uint a3 = o[3]>1u ? a2 : b2; uint b3 = o[23]>1u ? a2 : b2;
    uint a4 = o[4]>1u ? a3 : b3; uint b4 = o[24]>1u ? a3 : b3;
    uint a5 = o[5]>1u ? a4 : b4; uint b5 = o[25]>1u ? a4 : b4;
    uint a6 = o[6]>1u ? a5 : b5; uint b6 = o[26]>1u ? a5 : b5;
    uint a7 = o[7]>1u ? a6 : b6; uint b7 = o[27]>1u ? a6 : b6;
    uint a8 = o[8]>1u ? a7 : b7; uint b8 = o[28]>1u ? a7 : b7;
    uint a9 = o[9]>1u ? a8 : b8; uint b9 = o[29]>1u ? a8 : b8;
    uint a10 = o[10]>1u ? a9 : b9; uint b10 = o[30]>1u ? a9 : b9;
    uint a11 = o[11]>1u ? a10 : b10; uint b11 = o[31]>1u ? a10 : b10;
    uint a12 = o[12]>1u ? a11 : b11; uint b12 = o[32]>1u ? a11 : b11;
    uint a13 = o[13]>1u ? a12 : b12; uint b13 = o[33]>1u ? a12 : b12;
    uint a14 = o[14]>1u ? a13 : b13; uint b14 = o[34]>1u ? a13 : b13;
    r = r*7u + a[a14];
  }
  o[5]=r; o[6]=q;
}
