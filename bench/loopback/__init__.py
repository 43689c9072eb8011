"""Servers on loopback that stand in for models and recognisers."""
