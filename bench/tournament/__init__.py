"""Tournaments: how long draws and standings take."""
