"""Voices, and what is known of how they pronounce."""
