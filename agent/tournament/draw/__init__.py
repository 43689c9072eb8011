"""Who meets whom and who judges, each with its reason. Pure."""
