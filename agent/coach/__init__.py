"""A coach for those who debated: what became of each point, what was left out, what to work on, and a drill."""
