"""The mind: arguments, trees, choice and writing. Never imports speech or agent."""
