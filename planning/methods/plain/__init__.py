"""One question to a model for each speech, and nothing else: the baseline that other methods are compared with."""

NAME = "plain"
