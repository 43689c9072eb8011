"""Rehearsal trees, their strength, and an index of them. Pure."""
