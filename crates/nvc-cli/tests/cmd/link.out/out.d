out.spvasm: main.comp /
  library.comp
