"""Whether what a comparison tells stands in the documents: by rule, and by a model that sees only passages."""
