#version 460
#pragma first
int a
#pragma second
= 1
#pragma third
;
#pragma fourth
void main() {
#pragma fifth
}
#pragma last
