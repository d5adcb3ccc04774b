#define VALUE 7u
