"""Impact scores by trained classifiers."""
