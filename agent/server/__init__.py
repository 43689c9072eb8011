"""Rostrum as a place: many matches at once, an API, invitations, and what survives the death of a process."""
