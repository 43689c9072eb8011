"""Recognisers, and which takes over from which."""
