"""The matches of a server: ordered, held, kept."""
