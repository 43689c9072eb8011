"""Studies in which people judge: what they are asked, in what order, and what came of it."""
