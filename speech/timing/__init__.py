"""How long speech takes, and which sentences fit a clock. Pure."""
