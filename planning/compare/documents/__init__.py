"""The documents that take part: read, cut into segments, and searched."""
