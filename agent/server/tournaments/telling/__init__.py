"""A tournament as views: for the director, the hall, the public, and who holds a private link."""
