"""Which of two ways to debate is better: speeches and whole debates compared by listeners, people or models."""
