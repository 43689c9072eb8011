"""Figures in words, where they come from and what follows from them. Pure."""
