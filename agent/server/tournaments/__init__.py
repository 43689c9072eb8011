"""Tournaments that a server holds: their folders and links, what is told of them, what is decided, their matches."""
