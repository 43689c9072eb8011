"""Verifications and comparisons as pages of their own and as pictures of their trees."""
