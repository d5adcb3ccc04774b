#version 460
void main() {
    if (true) {
        a = f(1, (2 + 
