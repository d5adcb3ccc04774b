#version 460
layout(local_size_x = 1) in;
int active;
class A;
union U { int a; };
enum E { F };
typedef int I;
template<int> t;
int this;
goto here;
inline int f() { return 1; }
static int g;
extern int h;
long l;
half x;
int fixed;
unsigned int u;
hvec2 v;
uniform sampler3DRect r;
int filter;
int input;
int output;
int sizeof;
int cast;
namespace n;
using n;
void main() { }
