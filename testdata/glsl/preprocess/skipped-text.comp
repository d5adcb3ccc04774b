#version 450
// Skipped branches with everything that hides a directive or looks like one.
#if 0
plain words, a # that is not first, and a quotient a / b / c
a = b; # else
/* a comment
#else
#endif */ after it
// a comment that goes on \
#else
"a string with /* and // in it" x
an \
#else
#if 1 // nested
#else /* with
a comment */ text
#endif
  	 # 	 ifdef UNDEFINED
#elif broken ( here
	#endif
x \
y \
#endif
/**/ # if nested after a comment
# endif
#
# 12 "file"
#else // taken
taken
#endif
#ifdef UNDEFINED
one / two \ three "four" five
#elif 1
taken too
#else
not taken
#endif
#if 0
tail without directives / with a slash
