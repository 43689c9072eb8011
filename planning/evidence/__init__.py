"""Evidence from the web (tavily.py) and the user's own documents (folder.py), ranked by one rule (ranking.py)."""
