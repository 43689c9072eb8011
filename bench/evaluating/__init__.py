"""Whether the statistics of evaluations keep what they say."""
