stamp: shaders.toml /
  fill.comp /
  inc/value.h /
  list.nvcp
