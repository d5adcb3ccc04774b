#version 460
#define LINE 100
int a = __LINE__, b = __FILE__;
#line 7
int c = __LINE__, d = __FILE__;
#line LINE 3
int e = __LINE__, f = __FILE__;
#line 5 "other.comp"
debugPrintfEXT(__FILE__, __LINE__);
#line 50 0
int g = __LINE__, h = __FILE__;
int i = @;
