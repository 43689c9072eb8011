"""What can be told from words alone: cues, figures, nouns, clean text. Pure."""
