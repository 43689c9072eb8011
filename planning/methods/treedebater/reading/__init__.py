"""From passages to actions: recognised by the trees, or read by a model."""
