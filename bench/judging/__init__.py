"""Judges held against people: whole debates with verdicts, and single speeches with ratings."""
