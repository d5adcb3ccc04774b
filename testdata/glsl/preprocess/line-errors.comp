#version 460
#line
#line 1 2 3
#line x
#line 1.0
#line 2147483648
#line 7 x
#line 80 "generated.comp"
int a = 08;
