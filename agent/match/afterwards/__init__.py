"""What is told of a whole match: its course, captions, sound and replay, and what an audience made of it. Pure."""
