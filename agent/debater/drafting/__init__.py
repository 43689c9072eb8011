"""The next statement of a debater: when it is written, of what, and how it is fitted to its time."""
