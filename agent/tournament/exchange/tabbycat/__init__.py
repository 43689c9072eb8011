"""A tournament held in Tabbycat: read by its REST API, and pairings and ballots sent back."""
