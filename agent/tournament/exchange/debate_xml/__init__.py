"""Debate XML, read and written."""
