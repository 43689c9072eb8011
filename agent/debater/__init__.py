"""The AI debater: `debater.py` joins what it understands, drafts and speaks. It knows nothing of rooms or LiveKit."""
