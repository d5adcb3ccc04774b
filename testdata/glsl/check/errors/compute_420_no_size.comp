#version 420
// Without a workgroup size, nothing else asks for the extension.
void main() {}
