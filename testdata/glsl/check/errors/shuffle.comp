#version 460
layout(local_size_x = 32) in;
void main() {
    uint before = shuffleNV(1u, 2u, 32u);
}
