"""What can be seen of matches from outside: metrics and traces, made from the events."""
