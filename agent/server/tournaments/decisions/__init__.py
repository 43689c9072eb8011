"""A director's orders as entries of the log, with what follows from each in words, and what is then done in matches."""
