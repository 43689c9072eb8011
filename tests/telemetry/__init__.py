"""What can be seen of matches from outside."""
