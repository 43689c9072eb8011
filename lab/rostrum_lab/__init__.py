"""What Rostrum can do without and some want: a distribution of its own, which the product finds by entry points."""
