"""Growing rehearsal trees before a match (Algorithm 1)."""
