"""A side in a room as its own process sees it: ear, mouth, outbox; and the scribe."""
