x.i: x.comp \
  b.glsl \
  inc/in\ c\#d$$.glsl
