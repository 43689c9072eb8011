"""Ears of a match beside each other, and what they hear."""
