"""Comparing documents: how long a long one takes to be read and indexed."""
