"""Which voices there are, by name: how each is made, what is known of it, which one a side speaks with."""
