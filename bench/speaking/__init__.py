"""Voices, and lengths of speeches."""
