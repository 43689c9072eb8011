"""A motion in somebody's own words: whether it can be debated, what it means, and which others are like it."""
