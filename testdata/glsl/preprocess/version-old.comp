// A comment may stand in front.

#version 120
