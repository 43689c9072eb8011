"""`rostrum verify`: claims from files, runs side by side, and what is shown of them."""
