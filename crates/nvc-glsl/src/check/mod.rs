//! Syntax tree to typed tree: names, types, overloads, constants, layouts.
