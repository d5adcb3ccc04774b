#version 430
shared uint scratch[32];
uint twice(uint x) {
    return 2u * scratch[x];
}
