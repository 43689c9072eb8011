"""Sentence encoders: the embedded one, local ones, and one over HTTP."""
