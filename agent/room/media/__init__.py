"""Sound in a room: tracks, microphones, recordings."""
