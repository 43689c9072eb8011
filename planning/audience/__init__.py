"""The simulated audience that hears a draft before anybody else does (TreeDebater 3.4)."""
