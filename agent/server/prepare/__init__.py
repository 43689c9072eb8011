"""What comes before a match: voices heard, a microphone tried, a side coached."""
