#version 460
#define C(a, b) a##b
#define D(a) C(a, a)
#define L(a) D(D(D(D(D(D(D(a)))))))
#define X(p) L(p##0) L(p##1) L(p##2) L(p##3) L(p##4) L(p##5) L(p##6) L(p##7)
#define Y(p) X(p##0) X(p##1) X(p##2) X(p##3) X(p##4) X(p##5) X(p##6) X(p##7)
#define Z(p) Y(p##0) Y(p##1) Y(p##2) Y(p##3) Y(p##4) Y(p##5) Y(p##6) Y(p##7)
#define W(p) Z(p##0) Z(p##1) Z(p##2) Z(p##3) Z(p##4) Z(p##5) Z(p##6) Z(p##7)
#define V(p) W(p##0) W(p##1) W(p##2) W(p##3) W(p##4) W(p##5) W(p##6) W(p##7)
V(x)
