x.spv: x.comp \
  b.glsl \
  inc/in\ c\#d$$.glsl
