"""Thinking with a language model: what it reads, writes and is told of it, in the same trees as without one."""
