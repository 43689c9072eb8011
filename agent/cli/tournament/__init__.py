"""`rostrum tournament`: a day of debates, from its participants to its winner."""
