"""Text as it is said aloud. Pure."""
