const uint only_included = 1;
