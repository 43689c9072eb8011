"""Who may sit on a side besides the debater: recordings, texts, a microphone."""
