#version 310
