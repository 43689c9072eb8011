"""Matches in real rooms, in real time."""
