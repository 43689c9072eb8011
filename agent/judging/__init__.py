"""Who won: verdicts by a model, by people, by the count of points."""
