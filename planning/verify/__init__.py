"""Claims verified by trees of debates (Tree-Structured Debate, Fu and Gold 2025)."""
