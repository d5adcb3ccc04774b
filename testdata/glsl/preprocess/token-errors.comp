#version 460
int a = 08;
int b = 4294967296;
int c = 65536s;
int d = 0x;
float e = 1e;
float f = 1.0q;
int g = 1z;
int h = 'x';
int i = @ $$;
int j = “1”;
debugPrintfEXT("open
int k = é;
int l = 1 \ 2;
int m = 18446744073709551616ul; /* open
