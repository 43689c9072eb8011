"""Who may sit on a side besides the debater: recordings, texts, a person at a microphone."""
