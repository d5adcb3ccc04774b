out\ dir/b.spv b.stamp: x.comp \
  b.glsl \
  inc/in\ c\#d$$.glsl
