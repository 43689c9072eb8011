"""What is told of a whole match: its time line, captions and sound, its replay, and what the audience made of it. Pure."""
