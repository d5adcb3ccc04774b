int before = 08;
#if 1
