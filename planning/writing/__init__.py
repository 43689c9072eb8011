"""From a plan to a statement: the embedded writer, and a model."""
