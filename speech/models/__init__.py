"""Models that come in packages: where they lie, and whether they are whole."""
