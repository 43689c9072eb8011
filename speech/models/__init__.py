"""Models: those that come in packages, what they cost on this machine, and loading them ahead."""
