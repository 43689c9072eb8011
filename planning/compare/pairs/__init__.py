"""Ways to compare documents, compared over a file of labelled pairs as the paper does (Tree-of-Debate 4)."""
