"""The rehearsal trees there are, and what is wrong with them."""
