"""Evidence: found on the web (tavily.py) and in the user's own documents (folder.py), ranked by one rule (ranking.py)."""
