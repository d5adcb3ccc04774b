//! How blocks lie in memory (GLSL 7.6.2.2, GL_EXT_scalar_block_layout).
