"""Ways of debating, a package a paper."""
