"""Trees of debates held against other ways to spend the same number of calls."""
