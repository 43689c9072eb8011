"""Settings, formats, errors and the shipped data; imports nothing of ours above it."""
