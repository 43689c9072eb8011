"""The authority of a match in a room, and who is there."""
