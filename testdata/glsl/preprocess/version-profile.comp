#version 450 mine
