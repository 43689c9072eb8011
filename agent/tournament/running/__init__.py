"""A tournament that runs: what a director does, and rounds of AI debates in writing."""
