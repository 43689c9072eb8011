"""Processes that are killed, and what goes on."""
