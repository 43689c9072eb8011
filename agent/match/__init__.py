"""The match as events, state and commands. Pure."""
