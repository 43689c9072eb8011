"""Documents that argue with one another about a topic, in a tree (Tree-of-Debate), and what they really differ in."""
