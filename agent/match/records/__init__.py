"""What is kept of a match, of a turn, and of what happens inside one. Pure."""
