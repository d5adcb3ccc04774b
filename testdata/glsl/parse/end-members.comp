#version 460
buffer B {
    int a;
