"""What the API takes and gives: its models, a module for what they are about."""
