"""What runs a match: the loop, its log, and the Protocols of those who take part."""
