"""What each event does to the record of a match, and the commands that follow. Pure."""
