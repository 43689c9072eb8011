"""Language models behind OpenAI-compatible addresses: bounded in time, in calls and in cost; prompts and checks."""
