"""What travels in a LiveKit room, and who may send it."""
