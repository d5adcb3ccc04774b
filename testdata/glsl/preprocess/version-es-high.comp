#version 450 es
