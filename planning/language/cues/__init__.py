"""Words by which speakers tell what they are doing. Pure."""
