"""Debates that people held, as flow trees: read from their speeches, kept in files, found again by likeness."""
