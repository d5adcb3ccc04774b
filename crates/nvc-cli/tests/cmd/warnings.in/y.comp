#version 460
#extension GL_QCOM_tile_shading : enable
layout(local_size_x = 1) in;
void main() {}
