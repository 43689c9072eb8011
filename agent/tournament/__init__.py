"""Tournaments: an event log above matches. See docs/tournaments.md."""
