"""Language models and embeddings behind OpenAI-compatible addresses: bounded in time, in calls and in cost."""
