"""From a plan to a statement: from prepared sentences, or by a model."""
