"""Commands about this machine and what runs on it."""
