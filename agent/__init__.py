"""The body: matches, rooms, the debater and the command line."""
