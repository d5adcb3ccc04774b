a.spv: x.comp \
  b.glsl \
  inc/in\ c\#d$$.glsl

b.glsl:

inc/in\ c\#d$$.glsl:
