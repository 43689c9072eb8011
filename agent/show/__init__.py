"""What people see of a match: the screen while it runs, transcript and report afterwards."""
