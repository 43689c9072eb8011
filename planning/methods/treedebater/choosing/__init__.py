"""What to say: candidates from the trees, and what is owed to the other side. Pure."""
