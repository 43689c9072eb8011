"""The simulated audience, and the check that answers meet their points."""
