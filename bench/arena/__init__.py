"""Whether ratings and duels of the arena keep what they say, and how fast they are."""
