"""Tournaments brought in from other systems, and handed back: Tabbycat by its API, and Debate XML."""
