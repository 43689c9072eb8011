"""Which of several contestants debates better: ratings of many debates, and duels that stop early. Pure."""
