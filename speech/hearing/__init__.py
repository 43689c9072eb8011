"""The ear: voice activity, endpoints, recognisers."""
