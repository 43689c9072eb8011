"""The log on disk, plans, and lists from elsewhere."""
