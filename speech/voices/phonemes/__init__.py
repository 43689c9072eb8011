"""How words sound: phonemes, intonation, respelling."""
